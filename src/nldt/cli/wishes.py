"""Options that say what a user wishes: of terms (exponents, columns kept apart, units) and of the whole tree."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Annotated, Any

import typer

from nldt.cli.options import read_exponents
from nldt.errors import InputError
from nldt.parameters import MOST_EXPONENT, Fixed

Exponents = Annotated[
    list[str],
    typer.Option(
        "--exponents",
        help="Exponents that a term may use, such as -1,0,1,2 or -3..3; or those of a column, such as mass=0,1, as "
        "often as needed, the others having -3..3.",
    ),
]
Forbidden = Annotated[
    list[str] | None,
    typer.Option(
        "--forbid",
        help="Columns of which no two are ever in one term together, with commas between them; as often as needed. A "
        "name with a comma is quoted, as in a CSV file.",
    ),
]
Units = Annotated[
    Path | None,
    typer.Option(
        "--units",
        help='JSON file with units of columns, such as {"mass": "kg", "area": "mm**2"}: only terms of one unit are '
        "added, and rules print their unit. Columns that it does not name are plain numbers.",
    ),
]
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


def chosen_exponents(texts: list[str]) -> tuple[int, ...] | dict[str, tuple[int, ...]]:
    """One set for all columns, or those of some, as they are typed.

    >>> chosen_exponents(["-1..1"]), chosen_exponents(["mass=0,1", "a=b=2"])
    ((-1, 0, 1), {'mass': (0, 1), 'a=b': (2,)})
    """
    named: dict[str, tuple[int, ...]] = {}
    for text in texts:
        name, is_named, numbers = text.rpartition("=")
        exponents = read_exponents(numbers)
        if not any(exponents):
            raise InputError(
                f"--exponents {text}: must be whole numbers between -{MOST_EXPONENT} and {MOST_EXPONENT}, not all "
                "zero, such as -1,0,1,2 or -3..3, or mass=0,1 for a column"
            )
        if not is_named and len(texts) == 1:
            return exponents
        if not is_named or name in named:
            raise InputError(
                f"--exponents {text}: can't be given beside {next(other for other in texts if other is not text)}; "
                "give one set for all columns, or one for each column that is named"
            )
        named[name] = exponents
    return named


def forbidden_groups(texts: list[str] | None) -> list[tuple[str, ...]] | None:
    """Groups of columns as they are typed.

    >>> forbidden_groups(["a,b", '"x, y",z'])
    [('a', 'b'), ('x, y', 'z')]
    """
    groups = [tuple(next(csv.reader([text], skipinitialspace=True), ())) for text in texts or ()]
    for text, group in zip(texts or (), groups, strict=True):
        if len(group) < 2:
            raise InputError(
                f"--forbid {text}: must be two columns or more with commas between them, such as width,height; quote a "
                "name that has a comma in it"
            )
    return groups or None


def units_of_file(path: Path | None) -> dict[str, str] | None:
    """The units that a file holds."""
    if path is None:
        return None
    import msgspec

    try:
        found: Any = msgspec.json.decode(path.read_bytes().removeprefix(b"\xef\xbb\xbf"))
    except OSError as error:
        raise InputError(f"can't read {str(path)!r}: {error.strerror}") from None
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise InputError(f"--units {path}: is not JSON ({error}); it must be such as {_EXAMPLE}") from None
    if not isinstance(found, dict):
        raise InputError(f"--units {path}: must be JSON such as {_EXAMPLE}")
    for name, unit in found.items():
        if not isinstance(unit, str):
            raise InputError(f"--units {path}: the unit of {name!r} is {unit!r}; it must be text, as in {_EXAMPLE}")
    return found


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


_EXAMPLE = '{"mass": "kg", "area": "mm**2"}'
