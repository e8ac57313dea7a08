"""The archive solves a structure once, in batches, and ranks what it has met."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from deadlines import Countdown
from hypothesis import given, settings
from hypothesis import strategies as st
from node_data import node
from upper_level import node_task, row_set, rule_bits, space, spaces_and_structures, structures
from watched_backend import WatchedBackend

from nldt.description import PATIENCE_BITS, Tariff
from nldt.search import FastSearch
from nldt.search.fast import archive
from nldt.search.fast.archive import Archive, could_pay, distinct_terms
from nldt.search.fast.rule_shapes import solve_shapes
from nldt.search.fast.selection import label_bits, split_bits
from nldt.search.structures import concatenate

some = settings(max_examples=40, deadline=None)


def rows_of(n_features, seed=0, n_classes=2, n_rows=30):
    random = np.random.default_rng(seed)
    return node([random.uniform(0.5, 2.0, (n_rows, n_features)) + 0.2 * c for c in range(n_classes)])


def keeping_all(task, steps):
    return Archive(task, steps, size=10_000)


def distinct_row_set(matrix):
    return tuple(sorted(set(row_set(matrix))))


class Asked(WatchedBackend):
    """Remembers the structures that it is asked to solve: (thorough, names of the structures), by call."""

    def __init__(self):
        self.calls = []
        super().__init__(self._note)

    def _note(self, _, exponents, settings):
        self.calls.append((settings.thorough, [distinct_row_set(matrix) for matrix in exponents]))


# --- once ---


@some
@given(spaces_and_structures())
def test_row_order_repeats_and_modulus_flags_make_no_new_structure(case):
    chosen, members, random = case
    known = keeping_all(node_task(rows_of(chosen.n_columns), chosen), steps=0)
    known.add(members)
    expected = {distinct_row_set(matrix) for matrix in members.exponents} - {()}
    assert sorted(distinct_row_set(solved.exponents) for solved in known.ranked) == sorted(expected)
    shuffled = members.exponents.copy()
    for matrix in shuffled:
        random.shuffle(matrix, axis=0)
    known.add(structures(shuffled, ~members.modulus))
    known.add(concatenate([members, members]))
    assert len(known.ranked) == len(expected)


def test_repeated_terms_are_one():
    matrices = [[[1, 0], [1, 0], [0, 2]], [[0, 2], [1, 0], [0, 0]], [[1, 0], [1, 0], [1, 0]], [[0, 0]] * 3]
    distinct = distinct_terms(structures(matrices, [False, True, False, False]))
    assert [row_set(matrix) for matrix in distinct.exponents] == [((0, 2), (1, 0)), ((0, 2), (1, 0)), ((1, 0),)]
    known = keeping_all(node_task(rows_of(2)), steps=0)
    assert known.add(structures(matrices))
    assert sorted(row_set(solved.exponents) for solved in known.ranked) == [((0, 2), (1, 0)), ((1, 0),)]


@pytest.mark.parametrize("modulus", [False, True])
def test_a_search_asks_the_core_for_no_structure_twice(modulus):
    asked = Asked()
    task = node_task(rows_of(3), space(3, modulus=modulus), backend=asked)
    outcome = FastSearch(generations=8, patience=16).find_split(task)
    at_last = next(place for place, (thorough, _) in enumerate(asked.calls) if thorough)
    met = [name for _, names in asked.calls[:at_last] for name in names]
    assert at_last == 11  # single features, pairs, what regressions propose, eight generations
    assert len(met) == len(set(met)) == outcome.structures_evaluated > 200
    again = asked.calls[at_last][1]
    assert again and set(again) <= set(met)
    assert len(again) == len(set(again))


# --- the same whatever the batches ---


def solutions(known):
    return {row_set(solved.exponents): (solved.weights.tolist(), solved.bits, solved.low) for solved in known.ranked}


@pytest.mark.parametrize(("at_once", "n_threads"), [(9.0, 4), (2.5, 2), (0.1, 1)])
def test_of_many_rows_fewer_threads_solve_at_once(monkeypatch, at_once, n_threads):
    """What the core holds grows with rows times threads; what it finds does not depend on them."""
    rows, asked = rows_of(3), []
    monkeypatch.setattr(archive, "MOST_ROWS_HELD", at_once * len(rows.mass))
    backend = WatchedBackend(lambda rows, exponents, settings: asked.append(settings.n_threads))
    known = keeping_all(node_task(rows, backend=backend, n_threads=4), steps=1)
    known.add(structures(np.random.default_rng(0).integers(-2, 3, (20, 2, 3))))
    assert set(asked) == {n_threads}


def test_which_structures_have_curves_does_not_depend_on_the_batches(monkeypatch):
    """Batches depend on the threads: of sharp classes, structures far behind the best before all of them have none."""
    X = np.random.default_rng(0).uniform(1, 3, (400, 3))
    known = keeping_all(node_task(node([X[X[:, 0] > X[:, 1]], X[X[:, 0] <= X[:, 1]]])), steps=1)
    known.add(structures([[[1, 0, 0], [0, 1, 0]]]))
    best, asked = known.best.bits, []
    monkeypatch.setattr(archive, "MOST_WORK_A_CALL", 1.0)
    monkeypatch.setattr(archive, "solve_shapes", lambda *given: asked.append(given[-1]) or solve_shapes(*given))
    known.add(structures([[[1, -1, 0]], [[0, 0, 1]], *np.random.default_rng(1).integers(-1, 2, (40, 1, 3))]))
    assert known.best.bits < best and not known.best.is_curve
    assert len(asked) > 5 and len(set(asked)) == 1 and best < asked[0] < np.inf


def test_batches_and_order_do_not_matter(monkeypatch):
    asked = Asked()
    random = np.random.default_rng(0)
    members = structures(random.integers(-2, 3, (60, 2, 3)))
    whole, parts = (keeping_all(node_task(rows_of(3), backend=asked), steps=5) for _ in range(2))
    whole.add(members)
    assert len(asked.calls) == 1
    monkeypatch.setattr(archive, "MOST_WORK_A_CALL", 10 * 460)
    parts.add(members[::-1])
    assert len(asked.calls) >= 6
    assert solutions(whole) == solutions(parts)


@pytest.mark.parametrize(("present", "absent", "at_once"), [(3, 0, 6), (200, 0, 2), (3, 197, 6)])
def test_a_call_solves_fewer_structures_where_many_classes_have_rows(monkeypatch, present, absent, at_once):
    monkeypatch.setattr(archive, "MOST_WORK_A_CALL", 170_000)
    asked = Asked()
    with_rows = [np.random.default_rng(c).uniform(0.5, 2.0, (6, 3)) for c in range(present)]
    rows = node([*with_rows, *(np.zeros((0, 3)) for _ in range(absent))])
    known = keeping_all(node_task(rows, backend=asked), steps=0)
    known.add(structures([[[e, 0, 0]] for e in (1, 2)] + [[[0, e, 0]] for e in (1, 2)] + [[[0, 0, e]] for e in (1, 2)]))
    assert [len(names) for _, names in asked.calls] == [at_once] * (6 // at_once)


def test_a_deadline_between_batches_keeps_what_is_solved(monkeypatch):
    monkeypatch.setattr(archive, "MOST_WORK_A_CALL", 10 * 460)
    members = structures(np.random.default_rng(0).integers(-2, 3, (60, 2, 3)))
    known = keeping_all(node_task(rows_of(3), deadline=Countdown(2)), steps=0)
    assert not known.add(members)
    assert len(known.ranked) == 20
    assert known.best is not None
    late = keeping_all(node_task(rows_of(3), deadline=Countdown(0)), steps=0)
    assert not late.add(members)
    assert late.best is None


def test_what_the_deadline_left_is_solved_later(monkeypatch):
    monkeypatch.setattr(archive, "MOST_WORK_A_CALL", 10 * 460)
    members = structures(np.random.default_rng(0).integers(-2, 3, (60, 2, 3)))
    whole, known = (keeping_all(node_task(rows_of(3), **late), steps=0) for late in ({}, {"deadline": Countdown(2)}))
    whole.add(members)
    known.add(members)
    known._task.deadline.left = 100
    assert known.add(members)
    assert solutions(known) == solutions(whole)


# --- bits and rank ---


@pytest.mark.parametrize("n_classes", [2, 3])
def test_the_bits_of_a_split_are_those_of_the_classes_on_both_sides_and_of_the_rule(n_classes):
    rows = rows_of(3, n_classes=n_classes)
    known = keeping_all(node_task(rows), steps=5)
    known.add(structures(np.random.default_rng(1).integers(-2, 3, (30, 2, 3))))
    parent = np.full(n_classes, 30.0)
    assert known.unsplit_bits == pytest.approx(float(label_bits(parent)))
    for solved in known.ranked:
        values = solved.weights @ [np.prod(rows.features.T ** term.astype(float), axis=1) for term in solved.exponents]
        inside = (values >= solved.low) & (values <= solved.high)
        left = np.array([inside[30 * c : 30 * (c + 1)].sum() for c in range(n_classes)], dtype=float)
        price = rule_bits(solved.exponents, known._task.settings.space, 30.0 * n_classes)[int(np.isfinite(solved.low))]
        assert solved.split_bits == pytest.approx(split_bits(left, parent) + price)
        assert known.pays(solved) == (solved.split_bits < known.unsplit_bits + PATIENCE_BITS)


def test_rows_that_rules_above_know_well_need_a_rule_less():
    rows = rows_of(3)
    known = keeping_all(node_task(rows, known_bits=5.0), steps=0)
    assert known.unsplit_bits == 5.0
    known.add(structures([[[1, 0, 0]]]))
    assert not known.pays(known.best)


def test_a_node_that_no_rule_can_make_cheaper_is_known_before_any_is_solved():
    many, few = np.linspace(1.0, 2.0, 60)[:, None], np.linspace(3.0, 4.0, 3)[:, None]
    singles = structures([[[1]]])

    def possible(*classes, **changes):
        return could_pay(node_task(node(classes), **changes), singles)

    assert possible(few, few[:1]) and not possible(few, few[:1], tariff=Tariff(price=8.0))
    assert possible(many, many + 2)
    assert not possible(many, many + 2, known_bits=0.5)
    assert not possible(many, few[:0])


@pytest.mark.parametrize("known_bits", [3.0, 9.0, 15.0, 25.0, np.inf])
def test_where_two_factors_could_not_pay_no_structure_of_two_does(known_bits):
    """Two features that part the classes together, and neither alone: x1·x2 is the cheapest rule there can be."""
    random = np.random.default_rng(0)
    X = np.exp(random.normal(0.0, 1.0, (60, 2)))
    above = X[:, 0] * X[:, 1] > 1.0
    task = node_task(node([X[above], X[~above]]), known_bits=known_bits)
    known = keeping_all(task, steps=20)
    known.add(structures([[[1, 1], [0, 0]], [[2, 2], [0, 0]], [[1, 2], [0, 0]], [[1, 0], [0, 1]]]))
    singles = structures([[[1, 0], [0, 0]], [[0, 1], [0, 0]]])
    assert could_pay(task, singles, n_factors=2) == known.pays(min(known.ranked, key=lambda solved: solved.split_bits))


@some
@given(st.integers(0, 40), st.integers(0, 40), st.floats(0.0, 60.0))
def test_what_could_not_pay_does_not_even_where_one_feature_parts_the_classes(first, second, known_bits):
    classes = [np.linspace(1.0, 2.0, first)[:, None], np.linspace(3.0, 4.0, second)[:, None]]
    if first and second:
        task, singles = node_task(node(classes), known_bits=known_bits), structures([[[1]]])
        known = keeping_all(task, steps=0)
        known.add(singles)
        assert could_pay(task, singles) <= known.pays(known.best)


def ring():
    """A class inside an interval of x1, up to a few rows: a band is far better than a half-space."""
    random = np.random.default_rng(0)
    X = random.uniform(0.5, 2.0, (200, 2))
    inside = (X[:, 0] > 1.0) & (X[:, 0] < 1.5)
    return node([X[inside], X[~inside]])


def test_a_band_needs_the_modulus():
    for modulus in (False, True):
        known = keeping_all(node_task(ring(), space(2, modulus=modulus)), steps=5)
        known.add(structures([[[1, 0], [0, 0], [0, 0]]]))
        (solved,) = known.ranked
        assert np.isfinite(solved.low) == modulus
        assert (solved.impurity == 0.0) == modulus


def test_a_band_that_is_not_allowed_hides_no_half_space():
    known = keeping_all(node_task(ring(), space(2, modulus=False), target_impurity=0.05), steps=5)
    known.add(structures([[[1, 0]]]))
    assert np.isfinite(known.best.bits) and known.best.low == -np.inf


def test_a_structure_that_splits_nothing_ranks_last():
    rows = rows_of(2)
    rows.features[1] = 1.0
    known = keeping_all(node_task(rows), steps=0)
    known.add(structures([[[0, 1]], [[1, 0]]]))
    assert sorted(np.isfinite([solved.bits for solved in known.ranked])) == [False, True]
    assert row_set(known.best.exponents) == ((1, 0),)
    alone = keeping_all(node_task(rows), steps=0)
    alone.add(structures([[[0, 1]]]))
    assert alone.best.bits == np.inf


@pytest.mark.parametrize("size", [1, 7, 25])
@pytest.mark.parametrize("target", [None, 0.3])
def test_the_best_are_kept_by_rank_and_equals_as_they_came(target, size):
    rows = rows_of(3)
    rows.features[2] = 1.0  # structures of this feature alone split nothing and are all equal
    task = node_task(rows, target_impurity=target)
    whole, few = Archive(task, 2, 10_000), Archive(task, 2, size)
    random = np.random.default_rng(1)
    came = []
    for _ in range(4):
        members = structures(random.integers(-2, 3, (20, 2, 3)) * (random.random((20, 2, 3)) < 0.5))
        for known in (whole, few):
            known.add(members)
        new = {distinct_row_set(matrix): None for matrix in members.exponents}
        came += [name for name in new if name and name not in came]
        by_rank = sorted(whole.ranked, key=lambda solved: (whole.rank(solved), came.index(row_set(solved.exponents))))
        assert whole.ranked == by_rank and len(by_rank) == whole.n_solved == few.n_solved == len(came)
        assert len({whole.rank(solved) for solved in by_rank}) < len(by_rank)
        kept = [(row_set(solved.exponents), solved.bits) for solved in few.ranked]
        assert kept == [(row_set(solved.exponents), solved.bits) for solved in by_rank[:size]]
        assert few.best is few.ranked[0]
        assert all(solved.complexity == np.count_nonzero(solved.exponents) for solved in by_rank)


def test_the_purest_of_each_complexity_is_kept_however_it_ranks():
    rows = rows_of(3)
    rows.features[2] = 1.0
    task = node_task(rows)
    whole, few = keeping_all(task, steps=2), Archive(task, 2, size=1)
    random = np.random.default_rng(2)
    for _ in range(3):
        members = structures(random.integers(-2, 3, (40, 2, 3)) * (random.random((40, 2, 3)) < 0.7))
        for known in (whole, few):
            known.add(members)
    splitting = [solved for solved in whole.ranked if np.isfinite(solved.bits)]
    assert set(few.purest) == {solved.complexity for solved in splitting} and len(few.purest) > 3
    for complexity, kept in few.purest.items():
        purest = min((s.impurity, s.bits) for s in splitting if s.complexity == complexity)
        assert (kept.impurity, kept.bits) == purest


def test_what_splits_nothing_is_not_among_the_purest():
    rows = rows_of(2)
    rows.features[1] = 1.0
    known = keeping_all(node_task(rows), steps=0)
    known.add(structures([[[0, 1]], [[0, 2]]]))
    assert known.n_solved == 2 and known.purest == {}


def test_of_equally_pure_structures_in_a_batch_the_one_of_fewer_bits_is_kept():
    """Powers of a positive feature part its rows alike, and the plainer costs less, whichever comes first."""
    rows = node([np.linspace(1.0, 2.0, 30)[:, None], np.linspace(3.0, 4.0, 30)[:, None]])
    for powers in ((1, 2, 3), (3, 2, 1)):
        known = keeping_all(node_task(rows), steps=0)
        known.add(structures([[[power]] for power in powers]))
        assert {solved.impurity for solved in known.ranked} == {0.0}
        assert known.purest[1].exponents.tolist() == [[1]]


def test_bits_that_differ_by_rounding_alone_are_equal():
    known = keeping_all(node_task(rows_of(3)), steps=2)
    known.add(structures(np.random.default_rng(1).integers(-2, 3, (30, 2, 3))))
    assert all(solved.bits == round(solved.bits, 9) for solved in known.ranked)


def test_fewest_bits_rank_first_without_a_target():
    known = keeping_all(node_task(rows_of(3)), steps=5)
    known.add(structures(np.random.default_rng(1).integers(-2, 3, (60, 2, 3))))
    assert known.best.bits == min(solved.bits for solved in known.ranked)


@some
@given(st.floats(0.0, 0.5))
def test_with_a_target_rules_that_reach_it_rank_first(target):
    known = keeping_all(node_task(rows_of(3), target_impurity=target), steps=5)
    known.add(structures(np.random.default_rng(1).integers(-2, 3, (30, 2, 3))))
    feasible = [solved for solved in known.ranked if solved.impurity <= target] or known.ranked
    paying = [solved for solved in feasible if known.pays(solved)] or feasible
    assert known.best.bits == min(solved.bits for solved in paying)
    assert known.best in paying


def test_a_band_that_reaches_the_target_comes_before_a_half_space_of_fewer_bits():
    # Many rows below the band and a single one above it: leaving that one costs less than a second end.
    rows = node([np.linspace(1.0, 2.0, 6)[:, None], np.append(np.linspace(0.5, 0.9, 40), 2.1)[:, None]])
    plain, demanding = (keeping_all(node_task(rows, target_impurity=target), steps=0) for target in (None, 0.0))
    for known in (plain, demanding):
        known.add(structures([[[1]]]))
    assert plain.best.low == -np.inf and plain.best.impurity > 0.0
    assert np.isfinite(demanding.best.low) and demanding.best.impurity == 0.0
    assert plain.best.bits < demanding.best.bits


def test_among_equals_the_plainer_costs_less_and_then_the_wider_gap_ranks_first():
    rows = node([np.array([[1.0, 1.0], [1.1, 1.4]]).repeat(20, 0), np.array([[2.0, 1.5], [1.9, 1.8]]).repeat(20, 0)])
    known = keeping_all(node_task(rows), steps=0)
    known.add(structures([[[2, 0]], [[0, 1]], [[1, 0]], [[-1, 0]]]))
    bits = {row_set(solved.exponents): solved.bits for solved in known.ranked}
    assert next(iter(bits)) == ((1, 0),)
    assert [bits[((e, 0),)] - bits[((1, 0),)] for e in (2, -1)] == pytest.approx([2, 2])
    assert known.rank(replace(known.best, relative_gap=0.5)) < known.rank(replace(known.best, relative_gap=0.4))
    assert known.rank(replace(known.best, complexity=2)) > known.rank(known.best)


def test_a_candidate_holds_the_active_terms_only():
    known = keeping_all(node_task(rows_of(3)), steps=5)
    known.add(structures([[[0, 0, 0], [1, 0, 2], [0, 0, 0]]]))
    candidate = known.best.candidate()
    assert candidate.exponents.tolist() == [[1, 0, 2]]
    assert candidate.weights.tolist() == [1.0]
    assert candidate.complexity == known.best.complexity == 2
