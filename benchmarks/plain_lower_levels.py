"""Stand-ins for the core's exact lower level, with its arguments and results: what the search would be without it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt import PaperSearch
from nldt import solve as core
from nldt._core import best_line_split
from nldt.search.structures import Exponents
from nldt.tree.node_split import weighted_sum

Floats = NDArray[np.float64]
Solutions = tuple[Floats, Floats, Floats, Floats, Floats, Floats]  # weights, low, high, impurity, gap, left

HALF_SPACE, BAND = 0, 1
STARTS = 9
# The steps on the sphere.
FIRST_STEP, AFTER_SUCCESS, AFTER_FAILURE = 0.3, 1.3, 0.8


def genetic_algorithm(
    features: Floats,
    class_begin: NDArray[np.int64],
    sample_weight: Floats,
    exponents: Exponents,
    seeds: NDArray[np.uint64],
    *,
    criterion: str,
    n_threads: int,
    instruction_set: str,
    **_: Any,
) -> Solutions:
    """The paper's lower level, once for each kind of rule."""
    weights, low, high, impurity, _gap, left = solutions = _nothing(exponents, class_begin, sample_weight, criterion)
    for kind in (HALF_SPACE, BAND):
        weights[:, kind], low[:, kind], high[:, kind], impurity[:, kind], _ = core.solve_lower_level(
            features,
            class_begin,
            sample_weight,
            exponents,
            np.full(len(exponents), kind == BAND),
            seeds,
            criterion=criterion,
            n_threads=n_threads,
            instruction_set=instruction_set,
            **PaperSearch()._lower_settings(),
        )
        for s, matrix in enumerate(exponents):
            values = weighted_sum(weights[s, kind], core.power_terms(features, matrix))
            left[s, kind] = core.left_class_weights(values, low[s, kind], high[s, kind], class_begin, sample_weight)
    return solutions


def random_first_directions(
    features: Floats,
    class_begin: NDArray[np.int64],
    sample_weight: Floats,
    exponents: Exponents,
    seeds: NDArray[np.uint64],
    *,
    criterion: str,
    steps: int,
    thorough: bool,
    **_: Any,
) -> Solutions:
    """Exact ends along random directions, the best of which a plain local search on the sphere improves."""
    weights, low, high, impurity, gap, left = solutions = _nothing(exponents, class_begin, sample_weight, criterion)
    rows = (class_begin, sample_weight, criterion)
    for s, matrix in enumerate(exponents):
        active = np.flatnonzero(matrix.any(axis=1))
        terms = core.power_terms(features, np.ascontiguousarray(matrix[active]))
        deviation = terms.std(axis=1)
        if not np.isfinite(deviation).all() or (deviation <= 1e-13 * np.abs(terms.mean(axis=1))).any():
            continue
        random = np.random.default_rng(seeds[s])
        for kind in (HALF_SPACE, BAND):
            direction = _improve(terms / deviation[:, None], kind == BAND, steps, random, rows) / deviation
            direction /= np.abs(direction).max()
            values = weighted_sum(direction, terms)
            found = _line_split(values, kind == BAND, rows, thorough)
            if found is None or not np.isfinite(found[1]):
                continue
            weights[s, kind, active] = direction
            low[s, kind], high[s, kind], impurity[s, kind], gap[s, kind] = found
            left[s, kind] = core.left_class_weights(values, found[0], found[1], class_begin, sample_weight)
    return solutions


def _improve(terms: Floats, band: bool, steps: int, random: np.random.Generator, rows: Any) -> Floats:
    """The best of some random directions, after a local search on the sphere."""
    if len(terms) == 1:
        return np.ones(1)
    starts = [_unit(random.normal(size=len(terms))) for _ in range(STARTS)]
    impurities = [_impurity(direction, terms, band, rows) for direction in starts]
    best, impurity = starts[int(np.argmin(impurities))], min(impurities)
    step = FIRST_STEP
    for _ in range(steps):
        direction = _unit(best + step * random.normal(size=len(terms)))
        measured = _impurity(direction, terms, band, rows)
        step *= AFTER_SUCCESS if measured < impurity else AFTER_FAILURE
        if measured < impurity:
            best, impurity = direction, measured
    return best


def _unit(direction: Floats) -> Floats:
    return direction / np.linalg.norm(direction)


def _impurity(direction: Floats, terms: Floats, band: bool, rows: Any) -> float:
    found = _line_split(direction @ terms, band, rows, thorough=False)
    return np.inf if found is None else found[2]


def _line_split(values: Floats, band: bool, rows: Any, thorough: bool) -> tuple[float, float, float, float] | None:
    """Low, high, impurity and gap; None where the values can't be parted."""
    if not np.isfinite(values).all() or values.min() == values.max():
        return None
    return best_line_split(values, *rows, band, thorough)


def _nothing(exponents: Exponents, class_begin: NDArray[np.int64], weight: Floats, criterion: str) -> Solutions:
    """Solutions of structures that split nothing, one a kind of rule."""
    shape = (len(exponents), 2)
    totals = np.add.reduceat(np.append(weight, 0.0), class_begin[:-1]) * (np.diff(class_begin) > 0)
    left = np.zeros((*shape, len(totals)))
    unsplit = core.split_impurity(left[0, 0], totals, criterion)
    weights = np.zeros((*shape, exponents.shape[1]))
    return weights, np.full(shape, -np.inf), np.full(shape, np.inf), np.full(shape, unsplit), np.zeros(shape), left
