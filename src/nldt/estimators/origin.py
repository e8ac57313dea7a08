"""What a report says of the fit that it is about: seed and settings, and a date where the caller gives one."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from nldt.errors import InputError
from nldt.estimators.parameter_document import write_parameters
from nldt.parameters import CLASSIFIER_PARAMETERS
from nldt.report.summary import Origin

# The seed has a line of its own; the others never change a model.
NO_SETTINGS = {"random_state", "n_jobs", "verbose"}
LONGEST = 200  # characters of a value


def origin_of(parameters: Mapping[str, Any], date: str | datetime.date | None) -> Origin:
    """Seed and settings of a fit, and the date that the caller gives."""
    given = write_parameters(parameters)
    defaults = write_parameters({parameter.name: parameter.default for parameter in CLASSIFIER_PARAMETERS})
    changed = [name for name in defaults if name not in NO_SETTINGS and given.get(name) != defaults[name]]
    seed = given.get("random_state")
    return Origin(
        seed="none given" if seed is None else str(seed),
        settings=tuple((name, _cut(_said(given[name]))) for name in changed if name in given),
        date=None if date is None else _date_text(date),
    )


def _date_text(date: Any) -> str:
    """A date as the page shows it: text as it is, a date as ISO 8601 has it."""
    if isinstance(date, datetime.date):
        return date.isoformat()
    if not isinstance(date, str) or not date.strip():
        raise InputError(f"date={date!r} must be a text or a date, such as '2026-03-31'")
    return date.strip()


def _said(value: Any) -> str:
    """A parameter as a model file has it, in words.

    >>> _said(["age", "sex"]), _said({"mapping": [["age", 1], ["dose", -1]]}), _said([["a", "b"]])
    ('age, sex', 'age: 1, dose: -1', '(a, b)')
    """
    if isinstance(value, dict) and "mapping" in value:
        return ", ".join(f"{key}: {_nested(entry)}" for key, entry in value["mapping"])
    if isinstance(value, dict) and "search" in value:
        own = ", ".join(f"{name}={_nested(entry)}" for name, entry in value["parameters"].items())
        return f"{value['search']}({own})"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_nested(entry)}" for key, entry in value.items())
    return ", ".join(map(_nested, value)) if isinstance(value, list) else str(value)


def _nested(value: Any) -> str:
    return f"({_said(value)})" if isinstance(value, list) else _said(value)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
