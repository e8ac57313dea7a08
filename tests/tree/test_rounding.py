"""Rounded rules: never less pure, short, central, and the same whatever the order of the rows."""

from __future__ import annotations

import re
from dataclasses import replace

import naive
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from made_nodes import nodes, rows_of

from nldt import SplitRule
from nldt.decimals import significant_digits
from nldt.model.basis import Basis
from nldt.tree import node_split, rounding
from nldt.tree.node_split import NodeSplit, split_impurity, weighted_sum
from nldt.tree.rounding import cost, round_rule
from nldt.write.formula import format_rule

INF = np.inf
NAMES = ["a", "b", "c"]
CASES = settings(max_examples=60, database=None)


def gaps(rule: SplitRule, X) -> list[tuple[float, float, float]]:
    """Each finite end with the values on either side of it."""
    values = rule.value(X)
    values = values[np.isfinite(values)]
    found = []
    for end in (rule.low, rule.high):
        if np.isfinite(end):
            found.append((values[values <= end].max(initial=-INF), end, values[values >= end].min(initial=INF)))
    return found


# --- what must never happen ---


@CASES
@given(nodes())
def test_impurity_never_rises_and_no_row_changes_its_side_unless_it_falls(node):
    rule, rows, criterion = node
    rounded = round_rule(rule, rows, criterion)
    before, after = (split_impurity(r, rows, criterion) for r in (rule, rounded))
    assert after <= before + 1e-12
    if (rounded.goes_left(rows.X) != rule.goes_left(rows.X)).any():
        assert after < before


@CASES
@given(nodes())
def test_no_row_changes_its_side_where_sides_are_kept(node):
    rule, rows, criterion = node
    rounded = round_rule(rule, rows, criterion, keep_sides=True)
    assert rounded.goes_left(rows.X).tolist() == rule.goes_left(rows.X).tolist()


@CASES
@given(nodes())
def test_the_structure_stays(node):
    rule, rows, criterion = node
    rounded = round_rule(rule, rows, criterion)
    assert rounded.exponents.tolist() == rule.exponents.tolist()
    assert rounded.basis == rule.basis
    assert rounded.is_band == rule.is_band
    assert np.ptp(np.sign(rounded.weights) * np.sign(rule.weights)) == 0  # no term changes its sense


@CASES
@given(nodes())
def test_rounding_twice_is_rounding_once(node):
    rule, rows, criterion = node
    rounded = round_rule(rule, rows, criterion)
    assert round_rule(rounded, rows, criterion) == rounded
    assert round_rule(rounded, rows, criterion, keep_sides=True) == rounded


@CASES
@given(nodes(), st.integers(0, 2**32 - 1))
def test_the_order_of_rows_does_not_matter(node, seed):
    rule, rows, criterion = node
    order = np.random.default_rng(seed).permutation(len(rows))
    mixed = rows_of(rows.X[order], rows.values[order], rows.evidence[order], rows.target.n_sums)
    assert round_rule(rule, mixed, criterion) == round_rule(rule, rows, criterion)


@CASES
@given(nodes())
def test_a_weight_is_so_many_rows(node):
    rule, rows, criterion = node
    times = rows.evidence.astype(int)
    repeated = rows_of(np.repeat(rows.X, times, axis=0), np.repeat(rows.values, times), None, rows.target.n_sums)
    assert split_impurity(rule, repeated, criterion) == pytest.approx(split_impurity(rule, rows, criterion))
    # Repetition never moves a gap, and counts decide where an end goes.
    assert round_rule(rule, repeated, criterion, keep_sides=True) == round_rule(rule, rows, criterion, keep_sides=True)


@CASES
@given(nodes())
def test_ends_lie_in_their_gaps(node):
    rule, rows, criterion = node
    left = rule.goes_left(rows.X)
    rounded = round_rule(rule, rows, criterion)
    if left.any() and not left.all():
        for below, end, above in gaps(rounded, rows.X):
            assert below < end < above or np.nextafter(below, INF) >= above


@CASES
@given(nodes())
def test_the_rounded_rule_is_the_shorter_one_and_is_scaled(node):
    rule, rows, criterion = node
    rounded = round_rule(rule, rows, criterion)
    left = rule.goes_left(rows.X)
    assert cost(rounded) <= cost(rule)
    if left.any() and not left.all():
        assert (np.abs(rounded.weights) == 1.0).any()
        if len(rounded.weights) == 1:
            assert abs(rounded.weights[0]) == 1.0
        if rounded.is_band:
            assert rounded.weights[0] > 0


@CASES
@given(nodes())
def test_printed_numbers_read_back_as_the_numbers_of_the_model(node):
    rule, rows, criterion = node
    rounded = round_rule(rule, rows, criterion)
    printed = format_rule(replace(rounded, basis=Basis.as_is(3)), NAMES, digits=None).replace("−", "-")
    numbers = [abs(float(number)) for number in re.findall(r"\d+(?:\.\d+)?(?:e-?\d+)?", printed)]
    model = [abs(number) for number in (*rounded.weights.tolist(), rounded.low, rounded.high) if np.isfinite(number)]
    # A weight of 1 is not printed, except where a term is a mere divisor.
    assert [number for number in sorted(numbers) if number != 1] == [number for number in sorted(model) if number != 1]


@CASES
@given(nodes())
def test_a_large_node_is_screened_to_the_same_promises(node):
    rule, rows, criterion = node
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(node_split, "SAMPLE_ROWS", 5)
        patch.setattr(rounding, "LARGE_NODE", 10)
        rounded = round_rule(rule, rows, criterion)
        kept = round_rule(rule, rows, criterion, keep_sides=True)
    assert split_impurity(rounded, rows, criterion) <= split_impurity(rule, rows, criterion) + 1e-12
    assert kept.goes_left(rows.X).tolist() == rule.goes_left(rows.X).tolist()


# --- against the slow twin ---


@CASES
@given(nodes(), st.floats(0.3, 3.0))
def test_ends_of_new_weights_are_the_purest_between_the_sides(node, factor):
    rule, rows, criterion = node
    rule = replace(rule, low=-INF)
    split = NodeSplit.of(rule, rows, criterion)
    if split is None:
        return
    weights = rule.weights.copy()
    weights[-1] *= factor
    found = split.round(weights)
    purest = naive.purest_end(rule, weights, rows.X, rows.values, rows.evidence, criterion)
    if found is None:
        assert purest is None
    else:
        assert found.impurity == pytest.approx(purest, abs=1e-9)
        assert split_impurity(found.rule, rows, criterion) == pytest.approx(found.impurity, abs=1e-9)


@CASES
@given(nodes(), st.integers(1, 3), st.integers(1, 4))
def test_weights_that_a_quick_look_at_the_nearest_rows_refuses_move_a_row(case, digits, nearest):
    rule, rows, criterion = case
    split = NodeSplit.of(rule, rows, criterion)
    if split is None:
        return
    scaled = split.rule.weights / np.abs(split.rule.weights[0])
    weights = np.array([float(f"{weight:.{digits - 1}e}") for weight in scaled])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(node_split, "NEAREST_ROWS", nearest)
        if split.moves_a_row(weights):
            rounded = split.round(weights)
            assert rounded is None or rounded.n_between > 0
    assert not split.moves_a_row(split.rule.weights)


@CASES
@given(nodes(), st.floats(0.3, 3.0))
def test_the_low_end_of_a_band_is_found_as_the_high_end_of_a_half_space(node, factor):
    rule, rows, criterion = node
    weights = np.abs(rule.weights)
    values = replace(rule, weights=weights, low=-INF).value(rows.X)
    low = float(np.median(values[np.isfinite(values)]))
    beyond_all = 10 * float(values.max())
    band = NodeSplit.of(replace(rule, weights=weights, low=low, high=beyond_all), rows, criterion)
    half_space = NodeSplit.of(replace(rule, weights=-weights, low=-INF, high=-low), rows, criterion)
    changed = weights.copy()
    changed[-1] *= factor
    if band is None or half_space is None:
        assert band is half_space
        return
    found, expected = band.round(changed), half_space.round(-changed)
    now = weighted_sum(changed, band.terms)
    if now[: band.n_inside].max() < now[band.n_inside :].max(initial=-INF):  # a row has passed all that were inside
        assert found is None  # for a band that is another rule
        return
    assert (found is None) == (expected is None)
    if found is not None and expected is not None:
        assert found.impurity == pytest.approx(expected.impurity, abs=1e-12)
        assert found.rule.low == -expected.rule.high


def along_the_first_feature(X, y) -> SplitRule:
    """What becomes of a + b ≤ 3 when b hardly counts any more."""
    split = NodeSplit.of(SplitRule([[1, 0], [0, 1]], [1.0, 1.0], -INF, 3.0), rows_of(X, y, None, 2), "gini")
    found = split.round(np.array([1.0, 1e-3]))
    assert found.n_between > 0
    return found.rule


def test_ends_that_pass_each_other_make_no_band():
    """Along the first feature a row from below and one from above lie between the two that were inside."""
    rows = rows_of([[1.0, 4.0], [2.0, 1.0], [3.0, 4.0], [4.0, 1.0]], [1, 0, 1, 1])
    split = NodeSplit.of(SplitRule([[1, 0], [0, 1]], [1.0, 1.0], 4.0, 6.0), rows, "gini")
    assert (split.n_inside, split.n_above) == (2, 1)
    assert split.round(np.array([1.0, 1e-3])) is None


def test_of_equal_cuts_the_wider_gap_is_taken():
    rule = along_the_first_feature([[1.0, 0.1], [2.0, 3.0], [2.1, 0.1], [5.0, 0.1]], [0, 1, 0, 1])
    assert 2.2 < rule.high < 5.0


def test_a_cut_leaves_no_side_empty():
    X = [[1.0, 0.1], [1.5, 3.0], [2.0, 0.1]]
    assert along_the_first_feature(X, [0, 0, 0]).goes_left(X).tolist() == [True, False, False]


@CASES
@given(nodes(), st.floats(0.3, 3.0))
def test_new_weights_have_the_impurity_that_is_told(node, factor):
    """Thin bands too, whose sides overlap at both ends."""
    rule, rows, criterion = node
    split = NodeSplit.of(rule, rows, criterion)
    if split is not None:
        weights = split.rule.weights.copy()
        weights[-1] *= factor
        found = split.round(weights)
        if found is not None:
            assert split_impurity(found.rule, rows, criterion) == pytest.approx(found.impurity, abs=1e-9)
            assert all(below < end < above for below, end, above in gaps(found.rule, rows.X))


# --- known rules ---


def test_a_single_term_is_solved_for():
    rows = rows_of([[1.0], [2.0], [3.1], [4.0]], [0, 0, 1, 1])
    rounded = round_rule(SplitRule([[1]], [0.7], -INF, 1.8), rows, "gini")
    assert (rounded.weights.tolist(), rounded.high) == ([1.0], 2.5)
    turned = round_rule(SplitRule([[1]], [-0.7], -INF, -1.8), rows, "gini")
    assert (turned.weights.tolist(), turned.high) == ([-1.0], -2.5)
    assert format_rule(turned, ["x"]) == "x ≥ 2.5"


@pytest.mark.parametrize("order", [[0, 1], [1, 0]])
def test_the_scale_with_the_fewest_characters_is_chosen(order):
    random = np.random.default_rng(0)
    X = np.column_stack([random.uniform(0, 1000, 200), random.uniform(0, 1, 200)])
    rows = rows_of(X, X[:, 0] + 2000 * X[:, 1] > 1500)
    exponents, weights = np.eye(2, dtype=int)[order], np.array([0.000500123, 1.0])[order]
    rounded = round_rule(SplitRule(exponents, weights, -INF, 0.75), rows, "gini")
    assert rounded.weights[order].tolist() == [1.0, 2000.0]
    assert rounded.high == 1500.0


def test_each_weight_gets_the_fewest_digits():
    """The second feature hardly varies, so that its weight may be coarse; the others decide."""
    random = np.random.default_rng(0)
    X = random.uniform(0, 1, (3000, 3)) * [1.0, 0.0003, 1.0]
    value = X @ [1.0, 0.737, 0.337]
    keep = np.abs(value - 0.7) > 0.0004
    rule = SplitRule(np.eye(3, dtype=int), [1.0, 0.737012, 0.337011], -INF, 0.7)
    rounded = round_rule(rule, rows_of(X[keep], value[keep] > 0.7), "gini")
    digits = [len(significant_digits(weight)[0]) for weight in rounded.weights]
    assert (digits[1], sorted(digits)) == (1, [1, 1, 3])


def test_a_single_term_is_solved_for_even_if_that_takes_a_digit_more():
    rounded = round_rule(SplitRule([[1]], [2.0], -INF, 3.0), rows_of([[1.4], [1.6]], [0, 1]), "gini")
    assert (rounded.weights.tolist(), rounded.high) == ([1.0], 1.5)


def test_a_large_node_is_rounded_too():
    random = np.random.default_rng(0)
    X = random.uniform(0, 1, (50_000, 2))
    rows = rows_of(X, X @ [1.0, 0.5] + 0.1 * random.standard_normal(50_000) > 0.8)
    rounded = round_rule(SplitRule([[1, 0], [0, 1]], [1.0, 0.5012345], -INF, 0.8012345), rows, "gini")
    assert len(rows) > rounding.LARGE_NODE
    assert cost(rounded)[0] <= 12
    assert split_impurity(rounded, rows, "gini") <= split_impurity(
        SplitRule([[1, 0], [0, 1]], [1.0, 0.5012345], -INF, 0.8012345), rows, "gini"
    )


def test_a_gap_is_not_given_away_for_a_digit():
    """With weights of 1 the sides would stay apart, but by much less: the rule keeps its distance instead."""
    X = [[0.0, 0.95], [1.0, -0.01], [0.0, 1.05], [1.0, 0.09]]
    rounded = round_rule(SplitRule([[1, 0], [0, 1]], [0.96, 1.0], -INF, 1.01), rows_of(X, [0, 0, 1, 1]), "gini")
    assert (rounded.weights.tolist(), rounded.high) == ([1.0, 1.04], 1.0)


def test_an_impurity_that_falls_may_change_sides():
    X = np.array([[1.0], [2.0], [3.0], [4.0]])
    rule = SplitRule([[1], [2]], [1.0, 0.001], -INF, 3.5)
    rows = rows_of(X, [0, 0, 1, 1])
    assert split_impurity(round_rule(rule, rows, "gini"), rows, "gini") <= split_impurity(rule, rows, "gini")


def test_sides_do_not_change_for_an_impurity_that_stays():
    """On random classes many roundings swap rows of one class across the rule: that alone is no reason."""
    random = np.random.default_rng(0)
    for _ in range(60):
        rows = rows_of(random.uniform(0, 1, (40, 2)), random.integers(0, 2, 40), None, 2)
        rule = SplitRule([[1, 0], [0, 1]], [1.0, random.uniform(0.1, 1.0)], -INF, random.uniform(0.3, 1.0))
        rounded = round_rule(rule, rows, "gini")
        if (rounded.goes_left(rows.X) != rule.goes_left(rows.X)).any():
            assert split_impurity(rounded, rows, "gini") < split_impurity(rule, rows, "gini") - 1e-9


def test_rows_without_a_finite_value_stay_on_the_right():
    X = np.array([[0.0, 1.0], [1.0, 1.0], [2.0, 1.0], [4.0, 1.0]])
    rows = rows_of(X, [1, 1, 0, 0])
    rounded = round_rule(SplitRule([[-1, 0]], [1.0], -INF, 0.6), rows, "gini")
    assert rounded.goes_left(X).tolist() == [False, False, True, True]
    everything = SplitRule([[-1, 0]], [1.0], -INF, 1.3)  # only the row of the zero is on the right
    assert round_rule(everything, rows, "gini").goes_left(X).tolist() == [False, True, True, True]


@pytest.mark.parametrize("high", [0.5, 9.0, INF])
def test_a_rule_that_parts_nothing_stays_as_it_is(high):
    rule = SplitRule([[1]], [0.123456789], -INF, 0.123456789 * high)
    assert round_rule(rule, rows_of([[1.0], [2.0]], [0, 1]), "gini") is rule


@pytest.mark.parametrize("weights", [[1e-300, 1e300], [1e-320, 1.0], [5e-324, 1.0]])
def test_absurd_weights_are_survived(weights):
    X = np.array([[1.0, 2.0], [2.0, 3.0], [3.0, 5.0]])
    rule = SplitRule([[1, 0], [0, 1]], weights, -INF, 2.5 * weights[1])
    rounded = round_rule(rule, rows_of(X, [0, 1, 1]), "gini")
    assert rounded.goes_left(X).tolist() == [True, False, False]


def test_neighbouring_floats_are_kept_apart():
    X = np.array([[1.0], [np.nextafter(1.0, 2.0)]])
    rounded = round_rule(SplitRule([[1]], [1.0], -INF, 1.0), rows_of(X, [0, 1]), "gini")
    assert rounded.goes_left(X).tolist() == [True, False]


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@example(3)
@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=20, database=None)
def test_bands_keep_both_ends(criterion, seed):
    random = np.random.default_rng(seed)
    X = random.uniform(0, 3, (80, 2))
    value = X @ [1.0, 0.731]
    rows = rows_of(X, (value > 1.5) & (value < 2.5))
    rule = SplitRule([[1, 0], [0, 1]], [-0.5, -0.3655], -1.25, -0.75)
    rounded = round_rule(rule, rows, criterion)
    assert rounded.is_band and rounded.weights[0] > 0
    assert split_impurity(rounded, rows, criterion) <= split_impurity(rule, rows, criterion)
    assert cost(rounded)[0] <= 14
