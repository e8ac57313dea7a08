"""Options that say what the whole tree must be like: required columns, directions, a root, a start."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from nldt.errors import InputError
from nldt.parameters import Fixed

Required = Annotated[
    list[str] | None,
    typer.Option("--required", metavar="COLUMN", help="A column that some rule must have; may be repeated."),
]
Monotone = Annotated[
    list[str] | None,
    typer.Option(
        "--monotone",
        metavar="COLUMN=+1|-1",
        help="Of two classes: a column with which the probability of the second may not fall (+1), or not rise (-1); "
        "may be repeated.",
    ),
]
StartFrom = Annotated[
    str | None,
    typer.Option("--start-from", metavar="FORMULA", help="A formula that the search of the root starts from."),
]
Root = Annotated[
    str | None,
    typer.Option("--root", metavar="RULE", help="The rule of the root: only what is below it is searched."),
]


def tree_wishes(required: list[str], monotone: list[str], start_from: str | None, root: str | None) -> dict[str, Any]:
    """The parameters of wishes as they are typed.

    >>> tree_wishes(["age"], ["age=+1", "dose=-1"], None, None)
    {'required': ['age'], 'monotone': {'age': 1, 'dose': -1}, 'start_from': None}
    """
    if start_from is not None and root is not None:
        raise InputError(f"--start-from {start_from}: --root gives the root's rule already, leave one of them out")
    directions: dict[str, int] = {}
    for text in monotone:
        column, _, sign = text.rpartition("=")
        if not column or sign.strip() not in ("+1", "1", "-1", "−1"):
            raise InputError(f"--monotone {text}: must be a column and +1 or -1, such as age=+1")
        if directions.setdefault(column, int(sign.replace("−", "-"))) != int(sign.replace("−", "-")):
            raise InputError(f"--monotone {text}: column {column!r} is to rise and to fall")
    for name, value in (("--start-from", start_from), ("--root", root)):
        if value is not None and not value.strip():
            raise InputError(f"{name}: give a formula, such as 'x2/x1 - 2'")
    return {
        "required": required or None,
        "monotone": directions or None,
        "start_from": start_from if root is None else Fixed(root),
    }
