"""The smooth lower level against slow twins: weights, bits, ends and class masses of logistic rules."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest
from node_data import node, overlapping
from scipy.optimize import minimize

from nldt import _core

SETTINGS = {"criterion": "gini", "precision": 0.3, "thorough": True, "n_threads": 1}
CONSTANT = 0.01  # precision of the constant, as a part of the weights'
LINEAR = np.eye(2, dtype=np.int8)


class Curves(NamedTuple):
    weights: np.ndarray
    high: np.ndarray
    impurity: np.ndarray
    relative_gap: np.ndarray
    left: np.ndarray
    bits: np.ndarray
    side_bits: np.ndarray


def fit(rows, exponents, group=(True, False), **changes):
    """Curves of one structure, or of several."""
    exponents = np.asarray(exponents, dtype=np.int8)
    exponents = exponents[None] if exponents.ndim == 2 else exponents
    flags = np.ascontiguousarray(np.broadcast_to(group, (len(exponents), len(rows.class_begin) - 1)))
    return Curves(*_core.fit_curves(*rows.arrays, exponents, flags, **SETTINGS | changes))


def labels(rows):
    return np.repeat(np.arange(len(rows.class_begin) - 1), np.diff(rows.class_begin))


def standard_terms(rows, exponents):
    terms = np.array([np.prod(rows.features.T ** np.array(term, float), axis=1) for term in exponents])
    inputs = np.log(terms) if len(terms) == 1 and terms.min() > 0 else terms
    part = rows.mass / rows.mass.sum()
    mean = inputs @ part
    deviation = np.sqrt(((inputs - mean[:, None]) ** 2) @ part)
    return terms, (inputs - mean[:, None]) / deviation[:, None]


def twin(rows, exponents, group, precision):
    """Shares, bits of the rows, and bits without knowing the weights, by a general minimiser and plain formulas."""
    _, standard = standard_terms(rows, exponents)
    design = np.vstack([standard, np.ones(standard.shape[1])])
    target = np.array(group, float)[labels(rows)]
    prior = np.array([precision] * len(standard) + [precision * CONSTANT])

    def cost(weights):
        z = weights @ design
        return rows.mass @ np.logaddexp(0, np.where(target > 0, -z, z)) + 0.5 * prior @ weights**2

    def slope(weights):
        share = 1 / (1 + np.exp(-weights @ design))
        return design @ (rows.mass * (share - target)) + prior * weights

    found = minimize(cost, np.zeros(len(design)), jac=slope, method="BFGS", options={"gtol": 1e-9})
    share = 1 / (1 + np.exp(-found.x @ design))
    curvature = (design * rows.mass * share * (1 - share)) @ design.T + np.diag(prior)
    determinants = np.linalg.slogdet(curvature)[1] - np.log(prior).sum()
    row_bits = -rows.mass * np.log2(np.where(target > 0, share, 1 - share))
    return share, row_bits, (found.fun + determinants / 2) / np.log(2)


def unequal(rows, seed=0):
    mass = np.random.default_rng(seed).uniform(0.2, 3.0, len(rows.mass))
    return replace(rows, mass=mass)


def three_classes(seed=0, n=40):
    random = np.random.default_rng(seed)
    return node([random.normal(2.0 + 0.8 * c, 0.6, (n, 2)) for c in range(3)])


CASES = [
    (overlapping(0, 60), LINEAR, (True, False)),
    (overlapping(1, 15), LINEAR, (True, False)),
    (unequal(overlapping(2, 60)), LINEAR, (False, True)),
    (unequal(overlapping(3, 60)), [[2, 0], [1, 1]], (True, False)),
    (three_classes(), LINEAR, (True, False, False)),
    (three_classes(1), LINEAR, (True, True, False)),
    (node([np.random.default_rng(c).uniform(0.5, 2.0, (50, 2)) + 0.3 * c for c in range(2)]), [[1, -2]], (True, False)),
]


@pytest.mark.parametrize("precision", [0.03, 0.3, 3.0])
@pytest.mark.parametrize("case", range(len(CASES)))
def test_bits_are_those_of_a_general_minimiser(case, precision):
    rows, exponents, group = CASES[case]
    solved = fit(rows, exponents, group, precision=precision)
    share, row_bits, bits = twin(rows, exponents, group, precision)
    assert solved.bits[0] == pytest.approx(bits, rel=1e-5)
    assert solved.side_bits[0].sum() == pytest.approx(row_bits.sum(), rel=1e-4)
    terms, _ = standard_terms(rows, exponents)
    inside = solved.weights[0] @ terms <= solved.high[0]
    assert solved.side_bits[0] == pytest.approx([row_bits[inside].sum(), row_bits[~inside].sum()], rel=1e-3, abs=1e-3)
    values = solved.weights[0] @ terms
    order = np.argsort(values)
    assert (np.diff(share[order]) <= 1e-9).all() or (np.diff(share[order]) >= -1e-9).all()
    assert solved.weights[0].max() == np.abs(solved.weights[0]).max() == 1.0


def gini(left, parent):
    sides = np.array([left, parent - left])
    sizes = sides.sum(axis=1)
    return float((sizes - (sides**2).sum(axis=1) / sizes).sum() / sizes.sum())


@pytest.mark.parametrize(("thorough", "loss"), [(True, 1e-6), (False, 0.01)])
@pytest.mark.parametrize("case", range(len(CASES)))
def test_the_end_is_the_best_for_rows_half_as_they_are_and_half_as_expected(case, thorough, loss):
    rows, exponents, group = CASES[case]
    solved = fit(rows, exponents, group, thorough=thorough)
    share, _, _ = twin(rows, exponents, group, SETTINGS["precision"])
    n_classes = len(group)
    group = np.array(group)
    observed = np.eye(n_classes)[labels(rows)] * rows.mass[:, None]
    parent = observed.sum(axis=0)
    of_group = np.where(group, parent / parent[group].sum(), parent / parent[~group].sum())
    expected = np.where(group, share[:, None], 1 - share[:, None]) * of_group * rows.mass[:, None]
    blend = (observed + expected) / 2
    terms, _ = standard_terms(rows, exponents)
    values = solved.weights[0] @ terms
    ends = np.unique(values)
    brute = [gini(blend[values <= end].sum(axis=0), blend.sum(axis=0)) for end in ends[:-1]]
    assert gini(blend[values <= solved.high[0]].sum(axis=0), blend.sum(axis=0)) <= min(brute) + loss
    left = observed[values <= solved.high[0]].sum(axis=0)
    assert solved.left[0] == pytest.approx(left)
    assert solved.impurity[0] == pytest.approx(gini(left, parent))
    below, above = ends[ends <= solved.high[0]].max(), ends[ends > solved.high[0]].min()
    assert solved.high[0] == pytest.approx((below + above) / 2)
    if thorough or solved.relative_gap[0] > 0:  # the gap of a quick end counts as none
        assert solved.relative_gap[0] == pytest.approx((above - below) / np.ptp(values))


def test_a_positive_term_alone_is_judged_by_its_logarithm():
    rows = node([np.random.default_rng(c).uniform(0.5, 2.0, (50, 1)) + 0.3 * c for c in range(2)])
    solved = fit(rows, [[[1]], [[3]], [[-1]], [[-2]]])
    assert solved.bits == pytest.approx(solved.bits[0], rel=1e-9)
    assert solved.left[:2].tolist() == [solved.left[0].tolist()] * 2
    assert solved.left[2:].tolist() == [[50 - count for count in solved.left[0]]] * 2
    assert solved.weights[:, 0].tolist() == [1, 1, 1, 1]


def test_units_do_not_matter():
    rows = overlapping(0, 40)
    other = replace(rows, features=rows.features * np.array([[1000.0], [0.001]]))
    assert fit(rows, LINEAR).bits == pytest.approx(fit(other, LINEAR).bits, rel=1e-9)


def test_a_mass_is_a_repetition():
    rows = overlapping(0, 40)
    heavy = replace(rows, mass=np.full(80, 2.0))
    twice = node([rows.features[:, :40].T.repeat(2, axis=0), rows.features[:, 40:].T.repeat(2, axis=0)])
    a, b = fit(heavy, LINEAR), fit(twice, LINEAR)
    assert a.bits == pytest.approx(b.bits, rel=1e-9)
    assert a.left.tolist() == b.left.tolist()


@pytest.mark.parametrize("thorough", [True, False])
@pytest.mark.parametrize("precision", [1e-6, 0.3])
@pytest.mark.parametrize("factor", [1.0, 1e6])
def test_parted_classes_and_outliers_have_a_curve_too(precision, factor, thorough):
    random = np.random.default_rng(0)
    first = random.uniform(1.0, 2.0, (30, 2))
    first[0] *= factor
    solved = fit(node([first, random.uniform(3.0, 4.0, (30, 2))]), LINEAR, precision=precision, thorough=thorough)
    assert np.isfinite(solved.bits).all() and np.isfinite(solved.high).all()
    if factor == 1.0:
        assert solved.impurity[0] == 0.0


def test_nothing_to_tell_apart_splits_nothing():
    rows = overlapping(0, 20)
    for group in ((True, True), (False, False)):
        assert fit(rows, LINEAR, group).bits.tolist() == [np.inf]
    rows.features[0] = 1.0
    solved = fit(rows, [[1, 0], [0, 1]])
    assert solved.bits.tolist() == solved.high.tolist() == [np.inf]
    assert not solved.weights.any() and not solved.left.any()


@pytest.mark.parametrize("thorough", [True, False])
def test_threads_and_instruction_sets_change_nothing(thorough):
    rows = unequal(overlapping(0, 101))
    exponents = np.random.default_rng(0).integers(1, 4, (30, 3, 2)).astype(np.int8)
    whole = fit(rows, exponents, thorough=thorough)
    for changes in [{"n_threads": 3}, *({"instruction_set": name} for name in _core.available_instruction_sets())]:
        for one, other in zip(whole, fit(rows, exponents, thorough=thorough, **changes), strict=True):
            assert one.tobytes() == other.tobytes()


def test_wrong_shapes_are_named():
    rows = overlapping(0, 10)
    with pytest.raises(ValueError, match="group must have one row a structure"):
        _core.fit_curves(*rows.arrays, LINEAR[None], np.ones((1, 3), dtype=bool), **SETTINGS)
    with pytest.raises(ValueError, match="one column a feature"):
        fit(rows, [[1, 0, 0]])
    with pytest.raises(ValueError, match="precision must be above 0"):
        fit(rows, LINEAR, precision=0.0)
