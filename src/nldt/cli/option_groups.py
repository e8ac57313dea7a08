"""Options that several commands share: a dataclass of them is one parameter of a command's function."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, get_type_hints

from nldt.cli.interruption import ReaderLeft


def with_single_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command as typer takes it: in the place of each dataclass its fields, which are options."""
    parameters = inspect.signature(command, eval_str=True).parameters
    groups: dict[str, Any] = {name: one.annotation for name, one in parameters.items() if is_dataclass(one.annotation)}

    def run(**values: Any) -> None:
        for name, group in groups.items():
            values[name] = group(**{field.name: values.pop(field.name) for field in fields(group)})
        try:
            command(**values)
        except BrokenPipeError:  # typer would make exit code 1 of it
            raise ReaderLeft from None

    parts = (_options(groups[name]) if name in groups else [one] for name, one in parameters.items())
    single = [option.replace(kind=inspect.Parameter.KEYWORD_ONLY) for part in parts for option in part]
    run.__doc__ = command.__doc__
    run.__signature__ = inspect.Signature(single)  # type: ignore[attr-defined]
    run.__annotations__ = {option.name: option.annotation for option in single}
    return run


def _options(group: Any) -> Iterator[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    for field in fields(group):
        default = field.default if field.default_factory is MISSING else field.default_factory()
        yield inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if default is MISSING else default,
            annotation=hints[field.name],
        )
