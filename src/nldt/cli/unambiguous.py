"""A command that takes no words that may be a slip: an option given twice, or a file without a name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

from typer.core import TyperCommand

from nldt.errors import InputError


class Unambiguous(TyperCommand):
    """A command whose options that take one value are given once, and whose ``files`` have names."""

    files: frozenset[str] = frozenset()

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Refuse what the parser would take: of two values the last, and the current folder for no name at all."""
        rest = super().parse_args(ctx, list(args))  # --help comes first
        values, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for place, parameter in enumerate(given):
            value, called = values.get(parameter.name), parameter.opts[0]
            if _takes_one_value(parameter) and parameter in given[:place]:
                raise InputError(f"{called} {value}: {called} is given before, too; give it once")
            if value == "" and parameter.name in self.files:
                raise InputError(f"{called} '': must be the name of a file")
        return rest


def names_of_files(function: Callable[..., None]) -> frozenset[str]:
    """The parameters of a command that are files."""
    kinds = {name: get_args(kind)[0] for name, kind in function.__annotations__.items() if get_args(kind)}
    return frozenset(name for name, kind in kinds.items() if Path in (get_args(kind) or (kind,)))


def _takes_one_value(parameter: Any) -> bool:
    return parameter.param_type_name == "option" and not (parameter.multiple or parameter.is_flag)
