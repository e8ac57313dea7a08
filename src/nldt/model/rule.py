"""One node's rule: left when ``low <= w . T(x) <= high``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nldt import solve
from nldt.errors import InputError

if TYPE_CHECKING:
    from nldt.model.feature_scaling import ShiftScaling

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class SplitRule:
    """A split-rule (Eqs. 1-4 of the paper): a weighted sum of power-law terms between two ends.

    Parameters
    ----------
    exponents : array of shape (terms, features)
        Whole-numbered exponents of the active terms.
    weights : array of shape (terms,)
    low, high : float
        A half-space has ``low = -inf``; a rule with two finite ends is a band (the paper's modulus rule).
    scaling : ShiftScaling, optional
        Where the rule is written in shifted units u instead of x.

    Examples
    --------
    >>> rule = SplitRule([[2, -1]], [1.0], -np.inf, 0.5)      # x1²/x2 <= 0.5
    >>> rule.goes_left([[1.0, 4.0], [2.0, 4.0], [1.0, 0.0]])  # a value that is not finite goes right
    array([ True, False, False])
    >>> rule.complexity, rule.is_band
    (2, False)
    """

    exponents: NDArray[np.int8]
    weights: Floats
    low: float
    high: float
    scaling: ShiftScaling | None = None

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
                "must be (terms, features) and (terms,), with at least one term"
            )
        exponents.flags.writeable = False
        weights.flags.writeable = False
        for name, value in (
            ("exponents", exponents),
            ("weights", weights),
            ("low", float(self.low)),
            ("high", float(self.high)),
        ):
            object.__setattr__(self, name, value)

    @property
    def is_band(self) -> bool:
        """Whether both ends are finite."""
        return bool(np.isfinite(self.low) and np.isfinite(self.high))

    @property
    def complexity(self) -> int:
        """Number of non-zero exponents (F_U, Eq. 7)."""
        return int(np.count_nonzero(self.exponents))

    def value(self, X: ArrayLike) -> Floats:
        """The weighted sum of the terms (Eqs. 2 and 3); X in raw units, whatever the scaling."""
        rows = np.ascontiguousarray(X, dtype=np.float64)
        if rows.ndim != 2 or rows.shape[1] != self.exponents.shape[1]:
            raise InputError(f"X of shape {rows.shape} must have rows of {self.exponents.shape[1]} features")
        if self.scaling is not None:
            rows = self.scaling.to_search(rows)
        return solve.rule_values(rows, self.exponents, self.weights)

    def goes_left(self, X: ArrayLike) -> NDArray[np.bool_]:
        """Which rows satisfy the rule (Eq. 1); a value that is not finite does not."""
        return self.holds(self.value(X))

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
            self.scaling,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SplitRule) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())
