"""Costs: what errors on the rows of each class cost, and what rows are worth as evidence beside them."""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt.errors import InputError, list_names

Floats = NDArray[np.float64]

# Evidence of all rows, and each cost, stay below: squares of their products are to be far from the largest float.
MOST = 1e60


def class_costs(class_weight: Any, classes: NDArray[Any], class_evidence: Floats) -> Floats:
    """What an error on a row of each class costs: scikit-learn's ``class_weight``.

    InputError for costs that are none, and for evidence or costs that are too large to calculate with.
    """
    if not class_evidence.sum() < MOST:
        raise InputError(f"sample_weight adds up to {MOST:g} or more: divide all weights by a number")
    if class_weight is None:
        return np.ones(len(classes))
    if isinstance(class_weight, str):  # "balanced"
        with np.errstate(over="ignore"):
            return _small(class_weight, class_evidence.sum() / (len(classes) * class_evidence))
    unknown = [str(label) for label in class_weight if label not in classes.tolist()]
    unweighted = [label for label in classes.tolist() if label not in class_weight]
    if unknown and unweighted:  # else a fold may lack a rare class
        raise InputError(
            f"class_weight names {list_names(unknown)}, not a class of y; "
            f"the classes are {list_names([str(label) for label in classes])}"
        )
    values = [class_weight.get(label, 1.0) for label in classes.tolist()]
    numeric = all(isinstance(value, numbers.Real) for value in values)
    costs = np.array(values if numeric else [np.nan], dtype=np.float64)
    if not (np.isfinite(costs) & (costs >= 0)).all() or not costs.any():
        raise InputError(f"class_weight={class_weight!r} must hold finite numbers, 0 or more, not all 0")
    return _small(class_weight, costs)


def _small(class_weight: Any, costs: Floats) -> Floats:
    """Costs that can be calculated with, or InputError."""
    if costs.max() >= MOST:
        raise InputError(f"class_weight={class_weight!r}: an error may cost less than {MOST:g}, not {costs.max():.3g}")
    return costs


def evidence_per_mass(costs: Floats, class_evidence: Floats) -> float:
    """Evidence that a unit of mass, evidence times cost, is worth.

    Costs say what errors cost; they bring no rows. By Kish's rule, rows of masses m are as good as (Σm)²/Σm² rows.

    >>> evidence_per_mass(np.ones(2), np.array([90.0, 10.0])), evidence_per_mass(np.array([5.0, 5.0]), np.ones(2))
    (1.0, 0.2)
    >>> round(100 * evidence_per_mass(np.array([50 / 90, 5.0]), np.array([90.0, 10.0])))  # four times the rarer class
    36
    """
    return float((costs * class_evidence).sum() / (costs**2 * class_evidence).sum())
