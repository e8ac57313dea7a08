"""One node's rule: left when ``low <= w . T(x) <= high``."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nldt import solve
from nldt.errors import InputError
from nldt.model.basis.basis import Basis
from nldt.model.basis.is_missing import IsMissing

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class SplitRule:
    """A split-rule (Eqs. 1-4 of the paper): a weighted sum of power-law terms between two ends.

    Parameters
    ----------
    exponents : array of shape (terms, columns)
        Whole-numbered exponents of the active terms.
    weights : array of shape (terms,)
    low, high : float
        A half-space has ``low = -inf``; a rule with two finite ends is a band (the paper's modulus rule).
    basis : Basis, optional
        The columns that the exponents belong to; the features as they are, unless told.
    missing_left : bool
        Whether rows go left that have a gap where the rule needs a number; right, unless told.

    Examples
    --------
    >>> rule = SplitRule([[2, -1]], [1.0], -np.inf, 0.5)      # x1²/x2 <= 0.5
    >>> rule.goes_left([[1.0, 4.0], [2.0, 4.0], [1.0, 0.0]])  # a value that is not finite goes right
    array([ True, False, False])
    >>> rule.complexity, rule.is_band
    (2, False)
    >>> SplitRule([[2, -1]], [1.0], -np.inf, 0.5, missing_left=True).goes_left([[9.0, np.nan], [9.0, 1.0]])
    array([ True, False])
    """

    exponents: NDArray[np.int8]
    weights: Floats
    low: float
    high: float
    basis: Basis = None  # type: ignore[assignment]  # set below
    missing_left: bool = False

    def __post_init__(self) -> None:
        exponents = np.array(self.exponents, dtype=np.int8)
        weights = np.array(self.weights, dtype=np.float64)
        if not np.array_equal(exponents, self.exponents):
            raise InputError(f"SplitRule: exponents must be whole numbers from -128 to 127, not {self.exponents!r}")
        if np.isnan([self.low, self.high]).any():
            raise InputError(f"SplitRule: low={self.low!r} and high={self.high!r} must be numbers")
        if exponents.ndim != 2 or weights.shape != (len(exponents),) or len(weights) == 0:
            raise InputError(
                f"SplitRule: exponents of shape {exponents.shape} and weights of shape {weights.shape} "
                "must be (terms, columns) and (terms,), with at least one term"
            )
        basis = Basis.as_is(exponents.shape[1]) if self.basis is None else self.basis
        if len(basis) != exponents.shape[1]:
            raise InputError(f"SplitRule: {exponents.shape[1]} exponents a term for a basis of {len(basis)} columns")
        exponents.flags.writeable = False
        weights.flags.writeable = False
        for name, value in (
            ("exponents", exponents),
            ("weights", weights),
            ("low", float(self.low)),
            ("high", float(self.high)),
            ("basis", basis),
            ("missing_left", bool(self.missing_left)),
        ):
            object.__setattr__(self, name, value)

    @property
    def columns(self) -> list[int]:
        """The columns of the basis that some term uses, in their order."""
        return np.flatnonzero(self.exponents.any(axis=0)).tolist()

    @property
    def gap_columns(self) -> list[int]:
        """Those of them that are missing where their feature is: all but indicators."""
        return [place for place in self.columns if not self.basis.columns[place].is_indicator]

    @property
    def features(self) -> list[int]:
        """The features of the table that the rule reads, in their order."""
        return self.basis.features_of(self.columns)

    @property
    def valued_features(self) -> list[int]:
        """Those of them whose values it reads, not only whether they are missing."""
        columns = self.basis.columns
        return self.basis.features_of([place for place in self.columns if not isinstance(columns[place], IsMissing)])

    @property
    def scaling(self) -> Basis | None:
        """Deprecated: the basis, where it is more than the features as they are."""
        warnings.warn("SplitRule.scaling is deprecated: use SplitRule.basis", DeprecationWarning, stacklevel=2)
        return None if self.basis.is_plain else self.basis

    @property
    def is_band(self) -> bool:
        """Whether both ends are finite."""
        return bool(np.isfinite(self.low) and np.isfinite(self.high))

    @property
    def complexity(self) -> int:
        """Number of non-zero exponents (F_U, Eq. 7)."""
        return int(np.count_nonzero(self.exponents))

    def value(self, X: ArrayLike) -> Floats:
        """The weighted sum of the terms (Eqs. 2 and 3); X in raw units, whatever the basis."""
        rows = self._checked(X)
        if self.basis.is_plain:
            return solve.rule_values(rows, self.exponents, self.weights)
        used = self.columns
        exponents = np.ascontiguousarray(self.exponents[:, used])
        return solve.rule_values(self.basis.values(rows, used), exponents, self.weights)

    def term_values(self, X: ArrayLike) -> Floats:
        """Each term by itself, without its weight: shape (rows, terms)."""
        single = [replace(self, exponents=row[None], weights=np.ones(1)) for row in self.exponents]
        return np.column_stack([term.value(X) for term in single])

    def is_missing(self, X: ArrayLike) -> NDArray[np.bool_]:
        """Which rows have a gap where the rule needs a number."""
        needed = self.basis.features_of(self.gap_columns)
        return np.asarray(np.isnan(self._checked(X)[:, needed]).any(axis=1))

    def goes_left(self, X: ArrayLike) -> NDArray[np.bool_]:
        """Which rows satisfy the rule (Eq. 1); a value that is not finite does not, but for gaps that go left."""
        left = self.holds(self.value(X))
        return left | self.is_missing(X) if self.missing_left else left

    def _checked(self, X: ArrayLike) -> Floats:
        rows = np.ascontiguousarray(X, dtype=np.float64)
        if rows.ndim != 2 or rows.shape[1] != self.basis.n_features:
            raise InputError(f"X of shape {rows.shape} must have rows of {self.basis.n_features} features")
        return rows

    def holds(self, value: Floats) -> NDArray[np.bool_]:
        """Which values of the weighted sum satisfy the rule."""
        return np.isfinite(value) & (self.low <= value) & (value <= self.high)

    def paper_form(self) -> tuple[Floats, float, float | None, int]:
        """(weights, theta1, theta2, m) of Eq. (2), divided by the largest magnitude among them."""
        half_width = (self.high - self.low) / 2 if self.is_band else None
        theta_1 = -(self.low + self.high) / 2 if self.is_band else -self.high
        largest = max(float(np.abs(self.weights).max()), abs(theta_1), half_width or 0.0)
        theta_2 = None if half_width is None else half_width / largest
        return self.weights / largest, theta_1 / largest, theta_2, int(self.is_band)

    def __repr__(self) -> str:
        n_terms = f"{len(self.weights)} term{'' if len(self.weights) == 1 else 's'}"
        return f"SplitRule({n_terms}, complexity {self.complexity}, {self.low:.4g} <= value <= {self.high:.4g})"

    def _key(self) -> tuple[Any, ...]:
        return (
            self.exponents.shape,
            self.exponents.tobytes(),
            self.weights.tobytes(),
            self.low,
            self.high,
            self.basis,
            self.missing_left,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SplitRule) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())
