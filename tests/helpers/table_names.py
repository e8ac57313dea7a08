"""What commands print of a table under another name."""

from __future__ import annotations


def called(text: str, name: str, before: str = "data.csv") -> str:
    """The text if the table had another name; styles of a page spell it out, sign by sign."""
    return text.replace(before, name).replace(_in_style(before), _in_style(name))


def _in_style(text: str) -> str:
    return "".join(sign if sign.isascii() and sign.isalnum() else f"\\{ord(sign):x} " for sign in text)
