"""What a user wishes of the terms of rules, as a search takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from nldt.data.named_columns import named_column
from nldt.data.units import has_own_zero, unit_vectors
from nldt.errors import InputError, called, list_names
from nldt.model.basis import Basis
from nldt.model.feature import Feature
from nldt.search.limits import Flags, Limits, features_apart
from nldt.search.structures import StructureSpace


def without_left_out(parameters: Mapping[str, Any], left_out: Sequence[str]) -> Mapping[str, Any]:
    """The parameters without wishes that are kept anyway, as they are of columns that are left out.

    InputError for a column that is both left out and required.
    """
    if not left_out:
        return parameters
    gone = [name for name in parameters["required"] or () if name in left_out]
    if gone:
        raise InputError(
            f"{called('required')}: column {list_names(gone)} is left out of the fit: keep it (no drop or --drop, or "
            f"--keep), or take it out of {called('required')}"
        )
    kept = dict(parameters)
    for wish in ("exponents", "monotone", "units"):
        if isinstance(parameters[wish], Mapping):
            kept[wish] = {name: value for name, value in parameters[wish].items() if name not in left_out}
    if parameters["forbidden"] is not None:
        groups = [[name for name in group if name not in left_out] for group in parameters["forbidden"]]
        kept["forbidden"] = [group for group in groups if len(group) > 1]
    return kept


def with_limits(
    space: StructureSpace,
    parameters: Mapping[str, Any],
    names: Sequence[str],
    features: Sequence[Feature],
    basis: Basis,
) -> StructureSpace:
    """The space without the structures that ``forbidden`` and ``units`` rule out, and without products of one date.

    The same one where there are no such wishes, and no dates.
    """
    apart = features_apart(_groups(parameters["forbidden"], names), basis.features) + _parts_apart(features, basis)
    units = basis.units(features)
    if parameters["units"] is None or not any(units):
        return replace(space, limits=Limits(apart)) if apart else space
    own_zero = np.array([has_own_zero(unit) for unit in units])
    # T ≤ 20 °C and a weighted sum of such say the same in any unit; powers and products of °C mean nothing.
    for column in np.flatnonzero(own_zero):
        alone = np.arange(len(basis)) == column
        apart += ((alone, ~alone),)
    return replace(space.keeping(lambda j, e: not own_zero[j] or e == 1), limits=Limits(apart, unit_vectors(units)))


def _parts_apart(features: Sequence[Feature], basis: Basis) -> tuple[tuple[Flags, Flags], ...]:
    """Each two numbers that are made of one date: a product of its month and its hour means nothing to anyone."""
    numbers = [place for place, column in enumerate(basis.columns) if not column.is_indicator]
    dates = [place for place in numbers if features[basis.columns[place].feature].is_date]
    marks = np.eye(len(basis), dtype=bool)
    pairs = combinations(dates, 2)
    return tuple((marks[a], marks[b]) for a, b in pairs if basis.features[a] == basis.features[b])


def _groups(forbidden: Sequence[Sequence[Any]] | None, names: Sequence[str]) -> list[list[int]]:
    if forbidden is None:
        return []
    groups = [[named_column(name, names, "forbidden") for name in group] for group in forbidden]
    for group in groups:
        twice = [j for place, j in enumerate(group) if j in group[:place]]
        if twice:
            raise InputError(
                f"{called('forbidden')}: column {names[twice[0]]!r} is twice in one group; name different columns"
            )
    return groups
