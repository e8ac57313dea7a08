"""What a command that reads a table may be told of the file; what it is not told is found out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from nldt.data.formats.layout import Layout
from nldt.errors import InputError

SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t", r"\t": "\t", "pipe": "|", "space": " "}


def _check_separator(param: typer.CallbackParam, text: str | None) -> str | None:
    separator = text if text is None else SEPARATORS.get(text, text)
    if separator is not None and (
        len(separator) != 1 or separator.isalnum() or not separator.isascii() or separator in "\"'\r\n"
    ):
        raise InputError(f"{param.opts[0]} {text}: must be one ASCII sign, such as ';', or {', '.join(SEPARATORS)}")
    return separator


def _check_decimal(param: typer.CallbackParam, text: str | None) -> str | None:
    if text not in (None, ".", ","):
        raise InputError(f"{param.opts[0]} {text}: must be . or ,")
    return text


def _check_encoding(param: typer.CallbackParam, text: str | None) -> str | None:
    try:
        "any".encode(text or "utf-8")
    except (LookupError, ValueError):
        raise InputError(
            f"{param.opts[0]} {text}: must be an encoding of text, such as utf-8, latin-1, cp1252 or utf-16"
        ) from None
    return text


def _check_missing(param: typer.CallbackParam, words: list[str] | None) -> list[str] | None:
    if any(not word.strip() for word in words or ()):
        raise InputError(f"{param.opts[0]} '': empty cells are gaps already; leave out that option, or give a word")
    return words or None


@dataclass(frozen=True)
class FileLayout(Layout):
    """The options of it."""

    sep: Annotated[
        str | None,
        typer.Option(
            "--sep",
            help="What separates the cells: ',', ';', '|', tab, space. Found out unless told.",
            callback=_check_separator,
        ),
    ] = None
    decimal: Annotated[
        str | None,
        typer.Option("--decimal", help="The decimal sign: '.' or ','. Found out unless told.", callback=_check_decimal),
    ] = None
    encoding: Annotated[
        str | None,
        typer.Option(
            "--encoding",
            help="Of text: utf-8, latin-1, cp1252, utf-16, … Found out unless told.",
            callback=_check_encoding,
        ),
    ] = None
    missing: Annotated[
        list[str] | None,
        typer.Option(
            "--missing",
            metavar="TEXT",
            help="A word for a gap, such as 'k.A.', besides the usual ones, in any column; may be repeated.",
            callback=_check_missing,
        ),
    ] = None
    sheet: Annotated[
        str | None, typer.Option("--sheet", help="The sheet of an Excel workbook, its name or number; else the first.")
    ] = None


def table_argument(meaning: str) -> typer.models.ArgumentInfo:
    """A typer argument that names the source of a table."""
    return typer.Argument(
        help=f"{meaning} CSV of any kind, Excel, Parquet or Feather, compressed or not; '-' reads standard input."
    )
