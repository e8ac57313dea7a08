"""What a search gives back for one node, and whether it can be used."""

from __future__ import annotations

import numbers
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from nldt.errors import InputError
from nldt.search.structures import Exponents

Floats = NDArray[np.float64]

LARGEST_EXPONENT = 127  # that a rule and a model file can hold


class HasMeasures(Protocol):
    """A rule with the two objectives of the upper level."""

    @property
    def complexity(self) -> int: ...

    @property
    def impurity(self) -> float: ...


Measured = TypeVar("Measured", bound=HasMeasures)


@dataclass(frozen=True, eq=False)
class Candidate:
    """A rule that the search has met, in the units of the search: left where low ≤ weights·terms ≤ high."""

    exponents: Exponents  # of the active terms: (terms, features)
    weights: Floats
    low: float  # -inf: a half-space
    high: float
    impurity: float
    side_bits: tuple[float, float] = (np.inf, np.inf)  # that the classes of each side take, where they were counted
    rule_bits: float = 0.0  # that it takes to write the rule down, of a search that weighs length
    more_bits: float = 0.0  # that it and the classes take more than the best rule and they

    @property
    def complexity(self) -> int:
        return int(np.count_nonzero(self.exponents))

    def with_active_terms(self) -> Candidate:
        """The same rule without the terms that have no feature."""
        active = self.exponents.any(axis=1)
        return replace(self, exponents=self.exponents[active], weights=self.weights[active])


@dataclass(frozen=True, eq=False)
class SearchOutcome:
    """The chosen rule of a node, the best rule met for each complexity, and what it took.

    ``best`` is None where no rule pays, or where the time limit passed before any was measured.
    """

    best: Candidate | None
    front: list[Candidate] = field(default_factory=list)
    generations: int = 0
    structures_evaluated: int = 0
    complete: bool = True  # False: the deadline cut the search short
    # Other rules that may do as well at the top of a tree, of a search that weighs length; the best first.
    alternatives: list[Candidate] = field(default_factory=list)
    # The columns that promise something here and may do so below; None: any of them may.
    promising: NDArray[np.int64] | None = None
    # Rules of other columns that are nearly as good as the best one, for people to choose from.
    near: list[Candidate] = field(default_factory=list)


def trade_off_front(candidates: Iterable[Measured], chosen: Measured | None = None) -> list[Measured]:
    """By rising complexity, the candidates that are purer than every simpler one; the chosen one always among them."""
    front: list[Measured] = []
    for candidate in sorted(candidates, key=lambda c: (c.complexity, c is not chosen, c.impurity)):
        if candidate is chosen:
            front = [point for point in front if point.impurity > candidate.impurity]
        elif front and (candidate.impurity >= front[-1].impurity or candidate.complexity == front[-1].complexity):
            continue
        front.append(candidate)
    return front


def checked(outcome: Any, search: object, n_features: int) -> SearchOutcome:
    """The outcome of a search, mended where that is harmless; InputError, with the search's name, where it is not.

    Mended are a front that lacks the best rule, numbers of another type that hold the same value, and a half-space
    whose only end is the lower one.
    """
    try:
        if not isinstance(outcome, SearchOutcome):
            raise _Unusable(f"a {type(outcome).__name__}, not a SearchOutcome")
        best = None if outcome.best is None else _checked_rule(outcome.best, "best", n_features)
        front = [
            best if best is not None and rule is outcome.best else _checked_rule(rule, "front", n_features)
            for rule in outcome.front
        ]
        if best is not None and not any(rule is best for rule in front):
            front.append(best)
        others = [_checked_rule(rule, "alternatives", n_features) for rule in outcome.alternatives]
        counts = int(outcome.generations), int(outcome.structures_evaluated)
        if min(counts) < 0:
            raise _Unusable(f"generations={counts[0]} and structures_evaluated={counts[1]}: they must be 0 or more")
        promising = _checked_columns(outcome.promising, n_features)
        near = [_checked_rule(rule, "near", n_features) for rule in outcome.near]
        return SearchOutcome(best, front, *counts, bool(outcome.complete), others, promising, near)
    except (_Unusable, TypeError, ValueError, AttributeError, OverflowError) as error:
        what = error if isinstance(error, _Unusable) else f"an outcome that can't be read ({error})"
        raise InputError(f"search {type(search).__name__}: find_split returned {what}") from None


class _Unusable(Exception):  # noqa: N818  (``checked`` turns it into the user's error)
    """What is wrong with an outcome, as the end of a sentence."""


def _checked_rule(rule: Any, place: str, n_features: int) -> Candidate:
    if not isinstance(rule, Candidate):
        raise _Unusable(f"a {type(rule).__name__} in {place}, not a Candidate")
    exponents = _checked_exponents(rule.exponents, place, n_features)
    weights = np.asarray(rule.weights, dtype=np.float64)
    if weights.shape != (len(exponents),) or not np.isfinite(weights).all():
        raise _Unusable(f"weights {rule.weights!r} in {place}: they must be a finite number for each term")
    low, high, impurity = (_checked_number(getattr(rule, name), name, place) for name in ("low", "high", "impurity"))
    left_bits, right_bits = (_checked_number(bits, "side_bits", place) for bits in rule.side_bits)
    rule_bits = _checked_number(rule.rule_bits, "rule_bits", place)
    if not 0 <= rule_bits < np.inf:
        raise _Unusable(f"rule_bits={rule_bits:g} in {place}: it must be a finite number, 0 or more")
    if not 0 <= impurity < np.inf:
        raise _Unusable(f"impurity={impurity:g} in {place}: it must be a finite number, 0 or more")
    if low > high:
        raise _Unusable(f"low={low:g} above high={high:g} in {place}")
    if np.isfinite(low) and high == np.inf:
        weights, low, high = -weights, -np.inf, -low  # the same rows, with the end where half-spaces have it
    more_bits = _checked_number(rule.more_bits, "more_bits", place)
    return Candidate(exponents, weights, low, high, impurity, (left_bits, right_bits), rule_bits, more_bits)


def _checked_columns(given: Any, n_features: int) -> NDArray[np.int64] | None:
    if given is None:
        return None
    columns = np.asarray(given)
    if columns.ndim != 1 or columns.dtype.kind not in "iu" or not np.isin(columns, np.arange(n_features)).all():
        raise _Unusable(f"promising={given!r}: it must be None or numbers of columns, from 0 to {n_features - 1}")
    return columns.astype(np.int64)


def _checked_exponents(given: Any, place: str, n_features: int) -> Exponents:
    exponents = np.asarray(given)
    if exponents.ndim != 2 or exponents.shape[1] != n_features or len(exponents) == 0:
        raise _Unusable(
            f"exponents of shape {exponents.shape} in {place}: they must be (terms, features) for {n_features} features"
        )
    if exponents.dtype.kind not in "iuf" or not (exponents == np.round(exponents)).all():
        raise _Unusable(f"exponents in {place} that are not whole numbers")
    if np.abs(exponents).max() > LARGEST_EXPONENT:
        raise _Unusable(f"an exponent beyond {-LARGEST_EXPONENT} to {LARGEST_EXPONENT} in {place}")
    if not exponents.any(axis=1).all():
        raise _Unusable(f"a term without a feature in {place}: a constant belongs to low and high")
    return exponents.astype(np.int8, copy=False)


def _checked_number(value: Any, name: str, place: str) -> float:
    if not isinstance(value, numbers.Real) or np.isnan(float(value)):
        raise _Unusable(f"{name}={value!r} in {place}: it must be a number")
    return float(value)
