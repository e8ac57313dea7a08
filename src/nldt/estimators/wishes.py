"""What a user wishes of the terms of rules, as a search takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from nldt.data.named_columns import named_column
from nldt.data.units import has_own_zero, unit_vectors
from nldt.errors import InputError
from nldt.model.basis import Basis
from nldt.model.feature import Feature
from nldt.search.limits import Limits, features_apart
from nldt.search.structures import StructureSpace


def with_limits(
    space: StructureSpace,
    parameters: Mapping[str, Any],
    names: Sequence[str],
    features: Sequence[Feature],
    basis: Basis,
) -> StructureSpace:
    """The space without the structures that ``forbidden`` and ``units`` rule out; the same one without such wishes."""
    apart = features_apart(_groups(parameters["forbidden"], names), basis.features)
    units = basis.units(features)
    if parameters["units"] is None or not any(units):
        return replace(space, limits=Limits(apart)) if apart else space
    own_zero = np.array([has_own_zero(unit) for unit in units])
    # T ≤ 20 °C and a weighted sum of such say the same in any unit; powers and products of °C mean nothing.
    for column in np.flatnonzero(own_zero):
        alone = np.arange(len(basis)) == column
        apart += ((alone, ~alone),)
    return replace(space.keeping(lambda j, e: not own_zero[j] or e == 1), limits=Limits(apart, unit_vectors(units)))


def _groups(forbidden: Sequence[Sequence[Any]] | None, names: Sequence[str]) -> list[list[int]]:
    if forbidden is None:
        return []
    groups = [[named_column(name, names, "forbidden") for name in group] for group in forbidden]
    for group in groups:
        twice = [j for place, j in enumerate(group) if j in group[:place]]
        if twice:
            raise InputError(f"forbidden: column {names[twice[0]]!r} is twice in one group; name different columns")
    return groups
