"""Backends with a plainer lower level in the place of the core's exact one: what the search would be without it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt import PaperSearch
from nldt._core import best_line_split
from nldt.search.structures import Exponents
from nldt.solve import (
    DirectionSettings,
    NativeBackend,
    NodeRows,
    RuleBatch,
    RuleShape,
    left_class_mass,
    power_terms,
    split_impurity,
)
from nldt.tree.node_split import weighted_sum

Floats = NDArray[np.float64]
Seeds = NDArray[np.uint64]

SHARP = (RuleShape.HALF_SPACE, RuleShape.BAND)
STARTS = 9
# The steps on the sphere.
FIRST_STEP, AFTER_SUCCESS, AFTER_FAILURE = 0.3, 1.3, 0.8


class GeneticDirections(NativeBackend):
    """The paper's lower level, once for each shape of rule."""

    def solve_directions(
        self, rows: NodeRows, exponents: Exponents, seeds: Seeds, settings: DirectionSettings
    ) -> RuleBatch:
        rules = _nothing(rows, exponents, settings.criterion)
        genetic = PaperSearch().lower_settings(settings.criterion, settings.n_threads)
        for shape in SHARP:
            is_band = np.full(len(exponents), shape == RuleShape.BAND)
            rules.put((slice(None), shape), self.evolve(rows, exponents, is_band, seeds, genetic))
            for s, matrix in enumerate(exponents):
                values = weighted_sum(rules.weights[s, shape], power_terms(rows.features, matrix))
                rules.left_mass[s, shape] = _left(values, rules.low[s, shape], rules.high[s, shape], rows)
        return rules


class RandomDirections(NativeBackend):
    """Exact ends along random directions, the best of which a plain local search on the sphere improves."""

    def solve_directions(
        self, rows: NodeRows, exponents: Exponents, seeds: Seeds, settings: DirectionSettings
    ) -> RuleBatch:
        rules = _nothing(rows, exponents, settings.criterion)
        measure = (rows.class_begin, rows.mass, settings.criterion)
        for s, matrix in enumerate(exponents):
            active = np.flatnonzero(matrix.any(axis=1))
            terms = power_terms(rows.features, np.ascontiguousarray(matrix[active]))
            deviation = terms.std(axis=1)
            if not np.isfinite(deviation).all() or (deviation <= 1e-13 * np.abs(terms.mean(axis=1))).any():
                continue
            random = np.random.default_rng(seeds[s])
            for shape in SHARP:
                is_band = shape == RuleShape.BAND
                direction = _improve(terms / deviation[:, None], is_band, settings.steps, random, measure) / deviation
                direction /= np.abs(direction).max()
                values = weighted_sum(direction, terms)
                found = _line_split(values, is_band, measure, settings.thorough)
                if found is None or not np.isfinite(found[1]):
                    continue
                low, high, impurity, gap = found
                rules.weights[s, shape, active] = direction
                left = _left(values, low, high, rows)
                rules.put((s, shape), RuleBatch(rules.weights[s, shape], low, high, impurity, gap, left))
        return rules


def _left(values: Floats, low: float, high: float, rows: NodeRows) -> Floats:
    """Mass of each class between the ends."""
    return left_class_mass(values, low, high, rows.class_begin, rows.mass)


def _improve(terms: Floats, band: bool, steps: int, random: np.random.Generator, measure: Any) -> Floats:
    """The best of some random directions, after a local search on the sphere."""
    if len(terms) == 1:
        return np.ones(1)
    starts = [_unit(random.normal(size=len(terms))) for _ in range(STARTS)]
    impurities = [_impurity(direction, terms, band, measure) for direction in starts]
    best, impurity = starts[int(np.argmin(impurities))], min(impurities)
    step = FIRST_STEP
    for _ in range(steps):
        direction = _unit(best + step * random.normal(size=len(terms)))
        measured = _impurity(direction, terms, band, measure)
        step *= AFTER_SUCCESS if measured < impurity else AFTER_FAILURE
        if measured < impurity:
            best, impurity = direction, measured
    return best


def _unit(direction: Floats) -> Floats:
    return direction / np.linalg.norm(direction)


def _impurity(direction: Floats, terms: Floats, band: bool, measure: Any) -> float:
    found = _line_split(direction @ terms, band, measure, thorough=False)
    return np.inf if found is None else found[2]


def _line_split(values: Floats, band: bool, measure: Any, thorough: bool) -> tuple[float, float, float, float] | None:
    """Low, high, impurity and gap; None where the values can't be parted."""
    if not np.isfinite(values).all() or values.min() == values.max():
        return None
    return best_line_split(values, *measure, band, thorough)


def _nothing(rows: NodeRows, exponents: Exponents, criterion: str) -> RuleBatch:
    """Rules of structures that split nothing, one a shape."""
    shape = (len(exponents), len(SHARP))
    totals = np.add.reduceat(np.append(rows.mass, 0.0), rows.class_begin[:-1]) * (np.diff(rows.class_begin) > 0)
    left = np.zeros((*shape, len(totals)))
    unsplit = split_impurity(left[0, 0], totals, criterion)
    weights = np.zeros((*shape, exponents.shape[1]))
    ends = np.full(shape, -np.inf), np.full(shape, np.inf)
    return RuleBatch(weights, *ends, np.full(shape, unsplit), np.zeros(shape), left)
