"""Wishes that can't be kept: one line that names what contradicts what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from nldt.errors import InputError, called, given, list_names
from nldt.estimators.tree_wishes import Wishes
from nldt.model.basis import Basis
from nldt.model.rule import SplitRule
from nldt.search.limits import Limits
from nldt.search.structures import StructureSpace


def refuse_contradictions(estimator_name: str, parameters: Mapping[str, Any]) -> None:
    """Raise InputError for wishes that contradict each other, or a limit, whatever the table is."""
    required = parameters["required"]
    if required is None:
        return
    count, shown = len(set(required)), given("required", list(required), estimator_name)
    if parameters["prune_tolerance"] is not None:
        raise InputError(
            f"{shown} can't be kept while {given('prune_tolerance', parameters['prune_tolerance'])} takes rules away: "
            "leave it out"
        )
    max_length, max_rules = parameters["max_length"], parameters["max_rules"]
    if max_length is not None and max_length < count:
        raise InputError(f"{shown} needs a rule length of {count}: {given('max_length', max_length)} must be more")
    terms, factors = parameters["max_terms"], parameters["max_features_per_term"]
    if None not in (max_rules, terms, factors) and max_rules * terms * factors < count:
        raise InputError(
            f"{shown} needs room for {count} columns: {given('max_rules', max_rules)}, {given('max_terms', terms)} and "
            f"{given('max_features_per_term', factors)} leave it for {max_rules * terms * factors}"
        )


def require_usable(
    wishes: Wishes, parameters: Mapping[str, Any], names: tuple[str, ...], space: StructureSpace, basis: Basis
) -> None:
    """Raise InputError for columns that no rule may have, though they are wished for, and for a start or root."""
    usable = {int(basis.features[column]) for column in space.usable if space.varies(column)}
    root = set() if wishes.root is None else set(wishes.root.features)
    barred = [names[j] for j in sorted(wishes.required - usable - root)]
    if barred:
        raise InputError(
            f"{called('required')}: no rule may have column {list_names(barred)}: it is constant, or exponents and "
            "other wishes leave it none"
        )
    usable = {int(basis.features[column]) for column in space.usable}
    idle = [names[j] for j in sorted(wishes.directions) if j not in usable and j in basis.features]
    if idle:
        raise InputError(
            f"{called('monotone')}: column {list_names(idle)} has no odd positive exponent among "
            f"{given('exponents', parameters['exponents'])}: allow 1, or leave the wish out"
        )
    if wishes.start is None:
        return
    if wishes.root is None:
        _require_in_space(wishes.start, parameters, names, space)
    else:
        _refuse_root(wishes.root, wishes, parameters, names)
    if space.limits is not None:
        _require_within_limits(wishes.start, parameters, names, space.limits)


def _refuse_root(root: SplitRule, wishes: Wishes, parameters: Mapping[str, Any], names: tuple[str, ...]) -> None:
    """Raise InputError for a fixed root that is too long, or goes against a direction."""
    max_length = parameters["max_length"]
    if max_length is not None and root.complexity > max_length:
        raise InputError(
            f"{given('start_from', parameters['start_from'])}: the rule has a length of {root.complexity}, more than "
            f"{given('max_length', max_length)}"
        )
    monotone = wishes.monotone(root.basis)
    if monotone is not None:
        try:
            monotone.upper_side(root)
        except ValueError:
            own = [names[j] for j in root.features if j in wishes.directions]
            raise InputError(
                f"{given('start_from', parameters['start_from'])}: the rule contradicts "
                f"{given('monotone', dict(parameters['monotone']))}: the side of a row must follow column "
                f"{list_names(own)} one way, whatever the other columns are"
            ) from None


def _require_in_space(
    start: SplitRule, parameters: Mapping[str, Any], names: tuple[str, ...], space: StructureSpace
) -> None:
    """Raise InputError for a structure that no rule of the fit may have."""
    shown = given("start_from", parameters["start_from"])
    if len(start.exponents) > space.max_terms:
        raise InputError(
            f"{shown} has {len(start.exponents)} terms, more than {given('max_terms', space.max_terms)} allows"
        )
    if np.count_nonzero(start.exponents, axis=1).max() > space.max_features_per_term:
        raise InputError(
            f"{shown} has a term of more columns than {given('max_features_per_term', space.max_features_per_term)}"
        )
    for place, column in zip(*np.nonzero(start.exponents), strict=True):
        exponent = int(start.exponents[place, column])
        if exponent not in space.values[column].tolist():
            name = names[start.basis.columns[column].feature]
            raise InputError(
                f"{shown}: no rule may have column {name!r} to the power of "
                f"{exponent}: exponents, monotone or its values (a quotient needs positive ones) leave it out"
            )
    if space.monotone is not None and not space.monotone.allows(start.exponents):
        raise InputError(f"{shown} has a term that contradicts {called('monotone')}")


def _require_within_limits(
    start: SplitRule, parameters: Mapping[str, Any], names: tuple[str, ...], limits: Limits
) -> None:
    """Raise InputError for a term of columns that are to be kept apart, and for terms of different units."""
    shown = given("start_from", parameters["start_from"])
    for term, is_allowed in zip(start.exponents, limits.terms_hold(start.exponents), strict=True):
        if not is_allowed:
            own = list_names([names[j] for j in start.basis.features_of(np.flatnonzero(term).tolist())])
            raise InputError(
                f"{shown} has a term of {own}, which {called('forbidden')} or {called('units')} keep apart"
            )
    if not limits.hold(start.exponents[None])[0]:
        raise InputError(f"{shown} adds terms of different units: {given('units', parameters['units'])}")
