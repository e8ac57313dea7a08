"""What a search is given: weights from one place, random streams with names, rules measured on the rows."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from node_data import node, overlapping
from upper_level import node_task

from nldt import FastSearch, InputError, NLDTClassifier, SplitRule
from nldt.model.target import Classes
from nldt.search import operators
from nldt.search.fast import sampling

ROWS = overlapping(0, 30)


def first_numbers(random: np.random.Generator) -> list[int]:
    return random.integers(0, 2**62, 4).tolist()


def test_the_stream_of_breeding_draws_what_it_drew_before_streams_had_names():
    """So that a seed gives the trees that it has always given."""
    task = node_task(ROWS, seed=7, path="root.L")
    assert task.salt("structures") != task.salt("breeding")
    assert task.salt("breeding").hex() == "83632b571d4e629d2d6a5242af2ff2a9"
    assert first_numbers(task.random("breeding")) == [
        2093389757601720824,
        166070036304924287,
        952487624209023474,
        2938375940324311108,
    ]


def test_other_streams_are_their_own():
    task = node_task(ROWS)
    drawn = [tuple(first_numbers(task.random(name))) for name in ("breeding", "sample", "mine", "yours")]
    assert len(set(drawn)) == 4
    assert drawn[1] == tuple(first_numbers(task.random("sample")))


@pytest.mark.parametrize("change", [{"seed": 1}, {"path": "root.L"}])
@pytest.mark.parametrize("stream", ["breeding", "structures", "sample", "mine"])
def test_streams_depend_on_seed_and_node(stream, change):
    assert node_task(ROWS).salt(stream) != node_task(ROWS, **change).salt(stream)
    assert node_task(ROWS).salt(stream) == node_task(ROWS, n_threads=3).salt(stream)


def test_the_sample_of_a_large_node_and_its_children_come_from_different_streams(monkeypatch):
    """One and the same stream made the choice of rows and the first children depend on each other."""
    random = np.random.default_rng(0)
    X = random.uniform(0.5, 2.0, (1000, 4))
    y = (X[:, 0] * X[:, 1] > 1.2) ^ (random.random(1000) < 0.2)
    seen: dict[str, list[int]] = {}

    def watch(module, name, stream, place):
        real = getattr(module, name)

        def watched(*arguments):
            seen.setdefault(stream, arguments[place].bit_generator.state["state"])
            return real(*arguments)

        monkeypatch.setattr(module, name, watched)

    watch(sampling, "stratified_sample", "sample", 2)
    watch(operators, "tournament", "breeding", 0)
    task = node_task(node([X[~y], X[y]]))
    FastSearch(sample_rows=200, generations=1).find_split(task)
    assert seen["breeding"] == task.random("breeding").bit_generator.state["state"]
    assert seen["sample"] == task.random("sample").bit_generator.state["state"] != seen["breeding"]


def test_only_samples_have_a_new_stream():
    """A fit whose nodes are all smaller than the sample draws nothing from it: the tree is the one of any sample."""
    X = np.random.default_rng(0).uniform(0.5, 2.0, (300, 3))
    y = X[:, 0] * X[:, 1] > 1.2
    trees = [
        NLDTClassifier(search=FastSearch(sample_rows=rows), random_state=0).fit(X, y).to_text() for rows in (300, 9999)
    ]
    assert trees[0] == trees[1]


# --- evidence, cost and mass ---


def test_all_measures_come_from_mass():
    task = node_task(node([[[1.0], [2.0]], [[3.0]]], mass=[1.0, 2.0, 4.0]), evidence_per_mass=0.5)
    assert task.mass.tolist() == [1.0, 2.0, 4.0]
    assert task.class_mass.tolist() == [3.0, 4.0]
    assert task.rows.mass is task.mass
    in_rows = task.in_rows()
    assert in_rows.mass.tolist() == [0.5, 1.0, 2.0]
    assert in_rows.in_rows().mass.tolist() == [0.5, 1.0, 2.0]
    assert in_rows.settings.space is task.settings.space


def test_costs_multiply_evidence_where_mass_is_asked_for():
    rows = node([[[1.0], [2.0]], [[3.0]]], mass=[1.0, 2.0, 4.0])
    task = node_task(rows, target=Classes(np.arange(2), np.array([3.0, 0.5])), evidence_per_mass=0.25)
    assert task.evidence.tolist() == [1.0, 2.0, 4.0]
    assert task.mass.tolist() == [3.0, 6.0, 2.0]
    assert task.in_rows().class_mass.tolist() == [2.25, 0.5]


def test_what_a_tree_shares_is_apart_from_what_a_node_has_and_neither_changes():
    task = node_task(ROWS)
    with pytest.raises(FrozenInstanceError):
        task.settings.seed = 1
    with pytest.raises(TypeError):
        type(task)(task.columns, task.values, task.evidence, "root", task.settings)
    with pytest.raises(TypeError):
        type(task.settings)(task.settings.space)


# --- rules ---


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_a_candidate_is_measured_as_the_rule_parts_the_rows(criterion):
    task = node_task(ROWS, criterion=criterion)
    exponents, weights = np.array([[1, 0], [1, 1]]), np.array([1.0, -0.5])
    for low, high in ((-np.inf, 0.3), (-0.4, 0.3)):
        rule = task.candidate(exponents, weights, low, high)
        left = SplitRule(exponents.astype(np.int8), weights, low, high, None).goes_left(ROWS.features.T.copy())
        sides = [np.array([side[:30].sum(), side[30:].sum()]) for side in (left, ~left)]
        impurity = sum(
            side.sum() * (1 - ((side / side.sum()) ** 2).sum())
            if criterion == "gini"
            else -(side * np.log2(side / side.sum())).sum()
            for side in sides
        )
        assert rule.impurity == pytest.approx(impurity / 60)
        assert rule.complexity == 3 and rule.exponents.dtype == np.int8


@pytest.mark.parametrize(
    ("exponents", "weights"),
    [([[0.5, 1.0]], [1.0]), ([[300, 0]], [1.0]), ([[1, 0]], [1.0, 2.0]), ([[1, 0], [0, 1]], [1.0])],
)
def test_a_candidate_is_measured_as_it_is_given_or_refused(exponents, weights):
    rows = node([[[1.0, 2.0], [2.0, 1.0]], [[3.0, 3.0]]])
    with pytest.raises(InputError, match=r"^candidate: exponents .* whole numbers"):
        node_task(rows).candidate(exponents, weights, -np.inf, 1.0)
