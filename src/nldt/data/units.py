"""What units mean, as pint knows it: the units that a user names, and which of them are one and the same."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt.data.named_columns import named_column
from nldt.errors import InputError, called
from nldt.extras import require
from nldt.model.feature import Feature
from nldt.model.unit import PLAIN_NUMBER, Unit

Floats = NDArray[np.float64]

PURPOSE = "the meaning of units"

CURRENCY_SIGNS = "€$£¥"
NO_CURRENCIES = ": pint has no currencies; leave the column out, which makes it a plain number"
CURRENCIES = {
    "AUD",
    "CAD",
    "CHF",
    "CNY",
    "DOLLAR",
    "DOLLARS",
    "EUR",
    "EURO",
    "EUROS",
    "GBP",
    "INR",
    "JPY",
    "SEK",
    "USD",
}

DAY = Unit.of([("d", 1)])

_SCALE = "scale"  # beside the dimensions of a unit: how large it is, as a logarithm
_ZERO = "zero of "  # and one for each unit that counts from a zero of its own


def read_units(units: Mapping[Any, str], names: Sequence[str], features: Sequence[Feature]) -> tuple[Unit, ...]:
    """The unit of each feature: a plain number where none is named, days of dates.

    Raises InputError for a column that is not there, has no numbers, or a unit that pint does not know.

    >>> [str(unit) for unit in read_units({"load": "kN/m**2"}, ["load", "colour"], [Feature(), Feature("category")])]
    ['kN/m²', '']
    """
    found = [DAY if feature.is_date else PLAIN_NUMBER for feature in features]
    named: dict[int, Any] = {}
    for key, text in units.items():
        j = named_column(key, names, "units")
        if j in named:
            raise InputError(f"{called('units')}: column {names[j]!r} is named twice, as {named[j]!r} and as {key!r}")
        if features[j].is_date:
            raise InputError(f"{called('units')}: column {names[j]!r} holds dates, which count in days: leave it out")
        if not features[j].is_number:
            raise InputError(
                f"{called('units')}: column {names[j]!r} holds no numbers, and so it has no unit: leave it out"
            )
        named[j], found[j] = key, _read_unit(text, names[j])
    return tuple(found)


def unit_vectors(units: Sequence[Unit]) -> Floats:
    """What each unit is, as numbers that add up where units are multiplied: (units, so many).

    Two units are one and the same where these are: J and N·m are, mm and m are not.

    >>> units = Unit.of([("J", 1)]), Unit.of([("N", 1), ("m", 1)]), Unit.of([("m", 1)])
    >>> joule, newton_metre, metre = unit_vectors(units)
    >>> bool(np.allclose(joule, newton_metre)), bool(np.allclose(joule, metre))
    (True, False)
    """
    parts = {symbol: _parts(symbol) for unit in units for symbol, _ in unit.powers}
    axes = sorted({axis for own in parts.values() for axis in own})
    vectors = np.zeros((len(units), len(axes)))
    for vector, unit in zip(vectors, units, strict=True):
        for symbol, power in unit.powers:
            for axis, amount in parts[symbol].items():
                vector[axes.index(axis)] += float(power) * amount
    return vectors


def has_own_zero(unit: Unit) -> bool:
    """Whether a unit counts from a zero of its own, as °C does: then its powers and products mean nothing."""
    return any(axis.startswith(_ZERO) for symbol, _ in unit.powers for axis in _parts(symbol))


def _registry() -> Any:
    """That of the application: who has defined units of his own has them here, too."""
    return require("pint", PURPOSE, "units").get_application_registry()


def _read_unit(text: str, name: str) -> Unit:
    registry = _registry()
    try:
        powers = _named_powers(registry.parse_units(text))
        return Unit.of([(_symbol(registry, unit), power) for unit, power in powers.items()])
    except Exception as error:  # pint raises all kinds
        unknown = getattr(error, "unit_names", None)
        unknown = [unknown] if isinstance(unknown, str) else list(unknown or [])
        raise InputError(
            f"{called('units')}: {text!r} of column {name!r} is no unit{_reason(registry, text, unknown)}"
        ) from None


def _named_powers(unit: Any) -> dict[str, float]:
    """The powers of the units that a unit of pint is made of, by name."""
    return dict(require("pint.util", PURPOSE, "units").to_units_container(unit))


def _symbol(registry: Any, unit: str) -> str:
    """How a unit is written in short; in full where pint could not read the short form."""
    symbol = registry.get_symbol(unit)
    try:
        same = registry.Unit(symbol).is_compatible_with(registry.Unit(unit))
    except Exception:  # pint raises all kinds
        same = False
    return symbol if same else unit


def _reason(registry: Any, text: str, unknown: list[str]) -> str:
    """What is wrong with the text of a unit, and what would be right."""
    if not unknown:
        is_money = any(sign in text for sign in CURRENCY_SIGNS)
        return NO_CURRENCIES if is_money else "; write it as 'kg*m**2/s**2', without a number before it"
    if unknown[0].upper() in CURRENCIES:
        return NO_CURRENCIES
    stem = unknown[0].rstrip("0123456789")
    if stem != unknown[0] and stem in registry:
        return f": pint does not know {unknown[0]!r}; did you mean '{stem}**{unknown[0][len(stem) :]}'?"
    shorter = [unknown[0][:place] + unknown[0][place + 1 :] for place in range(len(unknown[0]))]
    close = [name for name in shorter if name in registry] or difflib.get_close_matches(unknown[0], list(registry), n=1)
    return f": pint does not know {unknown[0]!r}" + (f"; did you mean {close[0]!r}?" if close else "")


def _parts(symbol: str) -> dict[str, float]:
    """What a unit of one symbol is: its dimensions, its size, its zero."""
    registry = _registry()
    unit = registry.Unit(symbol)
    parts = {str(dimension): float(power) for dimension, power in unit.dimensionality.items()}
    if registry.Quantity(0.0, unit).to_base_units().magnitude != 0.0:
        return {**parts, _ZERO + symbol: 1.0}
    return {**parts, _SCALE: float(np.log(registry.Quantity(1.0, unit).to_base_units().magnitude))}
