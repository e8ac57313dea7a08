"""A reader of printed trees that knows nothing of nldt: what a person does who types a rule into a spreadsheet."""

from __future__ import annotations

import re
from collections.abc import Mapping

POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
TOKEN = re.compile(r"\s*(\[[^\]]*\]|\d+(?:\.\d+)?(?:e−?\d+)?|[⁰¹²³⁴⁵⁶⁷⁸⁹]+|[·/()+−≤≥]|[^\W⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
LEAF = re.compile(r"(.*) \([\d.]+ % of [\d.e+]+\)")


class Formula:
    """A condition such as ``0.61·x3²/x7 − x12 ≤ −0.24``, evaluated from left to right in floating point."""

    def __init__(self, text: str, row: Mapping[str, float]) -> None:
        self.tokens = TOKEN.findall(text)
        assert "".join(self.tokens) == text.replace(" ", "") or "[" in text
        self.row = row

    def peek(self) -> str:
        return self.tokens[0] if self.tokens else ""

    def condition(self) -> bool:
        values, signs = [self.sum()], []
        while self.peek() in ("≤", "≥"):
            signs.append(self.tokens.pop(0))
            values.append(self.sum())
        assert not self.tokens and signs
        pairs = zip(values, signs, values[1:], strict=False)
        return all(a <= b if sign == "≤" else a >= b for a, sign, b in pairs)

    def sum(self) -> float:
        total = -self.product() if self.take("−") else self.product()
        while self.peek() in ("+", "−"):
            total = total + self.product() if self.tokens.pop(0) == "+" else total - self.product()
        return total

    def product(self) -> float:
        value = self.power()
        while self.peek() in ("·", "/"):
            value = value * self.power() if self.tokens.pop(0) == "·" else value / self.power()
        return value

    def power(self) -> float:
        base = self.atom()
        if self.peek() and self.peek()[0] in "⁰¹²³⁴⁵⁶⁷⁸⁹":
            base = base ** int(self.tokens.pop(0).translate(POWERS))
        return base

    def atom(self) -> float:
        token = self.tokens.pop(0)
        if token == "(":
            value = self.sum()
            assert self.take(")")
            return value
        if token[0].isdigit():
            return float(token.replace("−", "-"))
        return self.row[token.strip("[]")]

    def take(self, token: str) -> bool:
        if self.peek() == token:
            self.tokens.pop(0)
            return True
        return False


def classify(printed: str, row: Mapping[str, float]) -> str:
    """The class that a printed tree gives a row; the first line is a headline, a legend and a card come last."""
    lines = printed.split("\n\n")[0].splitlines()[1:]
    if "where" in lines:
        place = lines.index("where")
        shifted = [line.strip().split(" = ") for line in lines[place + 1 :]]
        row = {**row, **{name: Formula(text, row).sum() for name, text in shifted}}
        lines = lines[:place]
    lines = [re.sub(r"^[│ ]*[├└]─ (?:yes: |no:  )", "", line) for line in lines]
    label, _ = _walk(lines, row, follow=True)
    assert label is not None
    return label


def _walk(lines: list[str], row: Mapping[str, float], *, follow: bool) -> tuple[str | None, list[str]]:
    """The class of a row below the first line, if it comes by, and the lines that follow."""
    line, *rest = lines
    if leaf := LEAF.fullmatch(line):
        return (leaf.group(1) if follow else None), rest
    holds = Formula(line, row).condition() if follow else False
    yes, rest = _walk(rest, row, follow=follow and holds)
    no, rest = _walk(rest, row, follow=follow and not holds)
    return yes if yes is not None else no, rest
