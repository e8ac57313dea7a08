"""What the command line calls the parameters of the classifier, for messages about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nldt.decimals import number_text
from nldt.parameters import Fixed

OTHER_NAMES = {
    "cv": "--folds",
    "forbidden": "--forbid",
    "n_jobs": "--jobs",
    "random_state": "--seed",
    "sample_weight": "--weight",
}


def option_name(parameter: str) -> str:
    """The option that gives a parameter.

    >>> option_name("max_length"), option_name("forbidden")
    ('--max-length', '--forbid')
    """
    return OTHER_NAMES.get(parameter, f"--{parameter.replace('_', '-')}")


def typed_option(parameter: str, value: Any) -> str:
    """An option with its value, as it is typed.

    >>> typed_option("required", ["age", "dose"]), typed_option("monotone", {"age": 1}), typed_option("max_rules", 2)
    ('--required age --required dose', '--monotone age=+1', '--max-rules 2')
    """
    name = option_name(parameter)
    if isinstance(value, Fixed):
        return f"--root '{value.rule}'"
    if parameter == "units":
        return name
    if parameter == "monotone":
        return " ".join(f"{name} {column}={sign:+d}" for column, sign in value.items())
    if parameter == "exponents":
        named = value.items() if isinstance(value, Mapping) else [("", value)]
        return " ".join(f"{name} {column and f'{column}='}{','.join(map(str, own))}" for column, own in named)
    if parameter == "forbidden":
        return " ".join(f"{name} {','.join(group)}" for group in value)
    if isinstance(value, list | tuple):
        return " ".join(f"{name} {one}" for one in value)
    if isinstance(value, float):
        return f"{name} {number_text(value)}"
    return f"{name} '{value}'" if isinstance(value, str) and " " in value else f"{name} {value}"
