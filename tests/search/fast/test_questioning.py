"""Rules are questioned on more rows: neighbours that may be better are tried, and what is not needed goes."""

from __future__ import annotations

import numpy as np
import pytest
from node_data import node
from upper_level import node_task, row_set, space, structures

from nldt import FastSearch, NLDTClassifier
from nldt.description import PATIENCE_BITS, Tariff, label_bits, leaf_bits
from nldt.search.fast.archive import CHANCE_DEVIATIONS, Archive
from nldt.search.fast.questioning import plainer

SPACE = space(3, max_terms=4, exponents=(-3, -2, -1, 0, 1, 2, 3))
LAW = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]]  # the gap between anions and cations, in blood


def anion_gap(n_rows, wrong=0.0, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal([140, 104, 24], [4, 4, 3], (n_rows, 3))
    normal = np.abs(X @ [1, -1, -1] - 12) <= 4
    normal ^= random.random(n_rows) < wrong
    return node([X[~normal], X[normal]])


def archive_of(rows, size=40):
    tariff = Tariff.of(1.0, np.diff(rows.class_begin).astype(float))
    return Archive(node_task(rows, SPACE, tariff=tariff), 1, size)


def exponents_of(matrices):
    return structures(matrices).canonical().exponents


@pytest.mark.parametrize("wrong", [0.0, 0.1])
@pytest.mark.parametrize(
    "longer",
    [
        [[1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, 0, 0]],
        [[2, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]],
    ],
    ids=["a term more", "a power more"],
)
def test_what_the_law_does_not_have_goes(longer, wrong):
    known = archive_of(anion_gap(20_000, wrong))
    [chosen] = known.solve(exponents_of([longer]), 50, thorough=True)
    left = plainer(known, chosen, SPACE, 1, 50)
    assert row_set(left.exponents) == row_set(np.array(LAW))
    assert known.allowed_bits(left) <= known.allowed_bits(chosen)


def test_what_the_law_has_stays():
    known = archive_of(anion_gap(5_000))
    [chosen] = known.solve(exponents_of([LAW]), 50, thorough=True)
    assert plainer(known, chosen, SPACE, 1, 50) is chosen


def test_structures_far_behind_the_best_are_not_asked_again():
    known = archive_of(anion_gap(2_000, wrong=0.1), size=1_000)
    random = np.random.default_rng(1)
    members = structures(np.concatenate([[LAW], random.integers(-1, 2, (60, 4, 3))]))
    known.add(members)
    most = known.best.bits + CHANCE_DEVIATIONS * np.sqrt(2_000)
    near = {row_set(solved.exponents) for solved in known.ranked if solved.bits <= most}
    assert 0 < len(near) < len(known.ranked)
    assert {row_set(matrix) for matrix in known.may_be_best(members).exponents} == near
    unknown = structures([[[3, 0, 0], [0, 3, 0], [0, 0, 3], [0, 0, 0]]])
    assert len(known.may_be_best(unknown)) == 1


def test_before_anything_is_solved_all_may_be_best():
    known = archive_of(anion_gap(200))
    assert len(known.may_be_best(structures([LAW, LAW]))) == 2


@pytest.mark.parametrize("n_rows", [500, 5_000])
def test_factors_that_could_be_paid_for(n_rows):
    rows = anion_gap(500, wrong=0.1)
    counts = np.diff(rows.class_begin).astype(float)
    known, tariff = archive_of(rows), Tariff.of(1.0, counts)
    assert known.most_factors(n_rows, tariff) == np.inf
    known.add(structures([LAW, [[1, 0, 0]] + [[0, 0, 0]] * 3, [[0, 1, 0]] + [[0, 0, 0]] * 3]))
    saved = [leaf_bits(counts) - s.tree_bits + tariff.rule(s.rule_bits, s.complexity) for s in known.ranked]
    expected = (2 * max(saved) * n_rows / 500 + PATIENCE_BITS) / tariff.factor_bits
    assert known.most_factors(n_rows, tariff) == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(3))
def test_a_law_that_a_sample_has_found_is_not_lost_to_crude_solves_on_more_rows(seed):
    random = np.random.default_rng(seed)
    columns = random.uniform(100, 700, 20_000), random.uniform(1.8, 6, 20_000), random.normal(size=20_000)
    wavelength, work, _ = columns
    X, y = np.column_stack(columns), 1240 / wavelength - work >= 0.5
    search = FastSearch(sample_rows=1_000)
    classifier = NLDTClassifier(search=search, random_state=seed, n_jobs=1).fit(X, y)
    [rule] = classifier.rules_
    assert row_set(rule.exponents) == row_set(np.array([[-1, 0, 0], [0, 1, 0]]))
    assert classifier.score(X, y) >= 0.9999


# --- rules that pay ---


def half_told(factor_bits):
    """The sum of five columns of 0 and 1, which tells a class apart that rules above have half told already."""
    X = (np.random.default_rng(0).random((600, 8)) < 0.5).astype(float)
    rare = X[:, :5].sum(axis=1) >= 4
    rows = node([X[~rare], X[rare]])
    known_bits = 0.5 * float(label_bits(np.bincount(rare).astype(float)))
    chosen = space(8, (0, 1), max_terms=5)
    task = node_task(rows, chosen, tariff=Tariff(1.0, factor_bits), known_bits=known_bits).in_rows()
    search = FastSearch()
    archive = search.make_archive(task)
    (rule,) = archive.solve(np.eye(5, 8, dtype=np.int8)[None], search.final_steps, thorough=True)
    return archive, rule, plainer(archive, rule, chosen, search.steps, search.final_steps)


def test_factors_that_are_free_stay():
    archive, rule, plain = half_told(0.0)
    assert archive.pays(rule) and plain.complexity == 5


@pytest.mark.parametrize("factor_bits", [60.0, 100.0, 150.0])
def test_a_rule_that_pays_gives_way_to_none_that_does_not(factor_bits):
    """However dear factors are: what they cost is weighed against a leaf by the tree."""
    archive, rule, plain = half_told(factor_bits)
    assert archive.pays(rule) and archive.pays(plain)


# --- what a factor has to pay in the end ---


def plainer_at_twice_its_worth(probability):
    """A sum of three columns whose last factor saves half of what it costs a tree; what is left of it in the end."""
    random = np.random.default_rng(0)
    X = random.uniform(-1, 1, (600, 5))
    yes = random.random(600) < probability(X @ [1.0, 1.0, 0.5, 0.0, 0.0])
    rows, chosen = node([X[~yes], X[yes]]), space(5, (0, 1), max_terms=3)

    def solved(factor_bits, exponents):
        known = Archive(node_task(rows, chosen, tariff=Tariff(1.0, factor_bits)), 1, 40)
        return known, known.solve(structures([exponents]).canonical().exponents, 50, thorough=True)[0]

    long, short = np.eye(3, 5, dtype=int), np.diag([1, 1, 0]) @ np.eye(3, 5, dtype=int)
    worth = solved(0.0, short)[1].bits - solved(0.0, long)[1].bits
    known, rule = solved(2 * worth, long)
    return rule, plainer(known, rule, chosen, 1, 50)


@pytest.mark.parametrize(("wrong", "factors"), [(0.1, 2), (0.0, 3)])
def test_factors_of_a_sharp_rule_pay_in_full_where_classes_are_wrong(wrong, factors):
    rule, left = plainer_at_twice_its_worth(lambda value: np.where(value > 0.1, 1 - wrong, wrong))
    assert not rule.is_curve
    assert left.complexity == factors


def test_factors_of_a_curve_pay_what_the_search_charges():
    rule, left = plainer_at_twice_its_worth(lambda value: 1 / (1 + np.exp(-5 * value)))
    assert rule.is_curve
    assert left.complexity == 3


# --- samples of very large tables ---


def test_what_a_large_table_charges_for_factors_leaves_a_sample_its_rules():
    """Charged as in the whole table, no rule of two factors could pay on so few rows."""
    random = np.random.default_rng(0)
    X = random.uniform(1, 3, (120_000, 4))
    y = (X[:, 1] / X[:, 3] > 1) ^ (random.random(len(X)) < 0.1)
    sampled = FastSearch(sample_rows=300)
    tariff = Tariff.of(1.0, np.bincount(y).astype(float))
    assert tariff.in_search(0.0, 2) > label_bits(np.array([150.0, 150.0])) > tariff.of_sample(300, 2).in_search(0.0, 2)
    assert tariff.of_sample(len(X), 2) == tariff
    [rule] = NLDTClassifier(search=sampled, random_state=0, n_jobs=1).fit(X, y).rules_
    assert row_set(rule.exponents) in (row_set(np.array([[0, 1, 0, -1]])), row_set(np.array([[0, -1, 0, 1]])))
