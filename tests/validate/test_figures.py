"""Figures and their intervals, beside brute force and known formulas."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, balanced_accuracy_score, roc_auc_score

from nldt.validate.figures import (
    BETWEEN_MODELS,
    Answers,
    accuracy,
    accuracy_error,
    auc,
    balanced_accuracy,
    paired_auc_difference,
    paired_difference,
    part_between_models,
)


def made(n=80, n_classes=2, seed=0, **changes) -> Answers:
    random = np.random.default_rng(seed)
    truth = random.integers(n_classes, size=n)
    answer = np.where(random.random(n) < 0.7, truth, random.integers(n_classes, size=n))
    scores = random.random((n, n_classes)).round(1)  # with ties
    scores[np.arange(n), truth] += 0.3
    given = {"evidence": np.ones(n), "fold": np.zeros(n, dtype=int), "groups": None} | changes
    return Answers(n_classes, truth, answer, scores, **given)


@pytest.mark.parametrize("n_classes", [2, 3, 5])
def test_figures_are_those_of_scikit_learn(n_classes):
    answers = made(200, n_classes)
    assert accuracy(answers).value == pytest.approx(accuracy_score(answers.truth, answers.answer))
    assert balanced_accuracy(answers).value == pytest.approx(balanced_accuracy_score(answers.truth, answers.answer))
    columns = [1] if n_classes == 2 else range(n_classes)
    expected = np.mean([roc_auc_score(answers.truth == k, answers.scores[:, k]) for k in columns])
    assert auc(answers).value == pytest.approx(expected)


def test_auc_counts_pairs_within_folds():
    answers = made(60, fold=np.arange(60) % 3)
    right = pairs = 0.0
    for i in range(60):
        for j in range(60):
            if answers.truth[i] == 1 and answers.truth[j] == 0 and answers.fold[i] == answers.fold[j]:
                first, second = answers.scores[i, 1], answers.scores[j, 1]
                right, pairs = right + (first > second) + (first == second) / 2, pairs + 1
    assert auc(answers).value == pytest.approx(right / pairs)


def wilson(share, count):
    """The ends of the shares that a score test would not refuse, found by bisection."""

    def refused(true_share):
        return abs(share - true_share) > 1.6448536269514722 * np.sqrt(true_share * (1 - true_share) / count)

    ends = []
    for outside in (0.0, 1.0):
        inside = share
        for _ in range(60):
            middle = (inside + outside) / 2
            inside, outside = (inside, middle) if refused(middle) else (middle, outside)
        ends.append(inside)
    return tuple(ends)


def test_the_interval_of_accuracy_is_wilson_s():
    answers = made(120)
    share = accuracy(answers).value
    assert (accuracy(answers).low, accuracy(answers).high) == pytest.approx(wilson(share, 120))
    assert (accuracy(answers, 0.5).low, accuracy(answers, 0.5).high) == pytest.approx(wilson(share, 80))


def test_the_standard_error_of_accuracy_is_that_of_a_share_and_of_groups():
    answers = made(120)
    share = accuracy(answers).value
    assert accuracy_error(answers) == pytest.approx(np.sqrt(share * (1 - share) / 120))
    assert accuracy_error(answers, 0.65) == pytest.approx(np.sqrt(1.65) * accuracy_error(answers))
    rows = np.repeat(np.arange(120), 4)
    copied = Answers(2, answers.truth[rows], answers.answer[rows], None, np.ones(480), 0 * rows, rows)
    assert accuracy_error(copied) == pytest.approx(accuracy_error(answers), rel=0.01), "copies tell nothing new"


def test_training_rows_leave_open_as_much_as_tested_ones():
    """Nadeau and Bengio: a mean over tested rows varies by σ²·(1/tested + 1/trained)."""
    answers = made(120)
    assert part_between_models(answers, 120) == BETWEEN_MODELS
    assert part_between_models(answers, 480) == pytest.approx((1 / 120 + 1 / 480) * 120 - 1)


def test_rows_that_are_tested_again_and_again_are_no_other_rows():
    once = made(120)
    rows = np.tile(np.arange(120), 5)
    often = Answers(
        2, once.truth[rows], once.answer[rows], once.scores[rows], np.ones(600), np.arange(600) // 120, None
    )
    expected = accuracy(once, part_between_models(once, 120))
    found = accuracy(often, part_between_models(often, 120))
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
    grouped = Answers(2, often.truth, often.answer, None, often.evidence, often.fold, rows)
    found = accuracy(grouped, part_between_models(grouped, 120))
    assert found.high - found.low == pytest.approx(expected.high - expected.low, rel=0.05)


@pytest.mark.parametrize("measure", [accuracy, balanced_accuracy, auc])
def test_whole_weights_are_repeated_rows(measure):
    counts = np.random.default_rng(1).integers(1, 4, size=50)
    weighted = made(50, 3, evidence=counts.astype(float))
    rows = np.repeat(np.arange(50), counts)
    repeated = Answers(
        3, weighted.truth[rows], weighted.answer[rows], weighted.scores[rows], np.ones(len(rows)), 0 * rows, None
    )
    found, expected = measure(weighted), measure(repeated)
    assert (found.value, found.low, found.high) == pytest.approx((expected.value, expected.low, expected.high))


@pytest.mark.parametrize("measure", [accuracy, balanced_accuracy, auc])
def test_other_weights_are_relative(measure):
    weights = np.random.default_rng(1).uniform(0.1, 2.0, size=60)
    found = [measure(made(60, evidence=scale * weights, counts_copies=False)) for scale in (1.0, 1e-3)]
    assert (found[0].low, found[0].high) == pytest.approx((found[1].low, found[1].high))
    plain = measure(made(60, counts_copies=False, evidence=np.full(60, 0.5)))
    assert (plain.low, plain.high) == pytest.approx((measure(made(60)).low, measure(made(60)).high))


@pytest.mark.parametrize("measure", [accuracy, balanced_accuracy, auc])
def test_rows_that_are_copies_of_each_other_in_groups_count_once(measure):
    alone = made(60)
    rows = np.repeat(np.arange(60), 4)
    copied = Answers(2, alone.truth[rows], alone.answer[rows], alone.scores[rows], np.ones(240), 0 * rows, rows)
    found, expected = measure(copied), measure(alone)
    assert found.value == pytest.approx(expected.value)
    assert found.high - found.low == pytest.approx(expected.high - expected.low, rel=0.1)
    unaware = measure(Answers(2, copied.truth, copied.answer, copied.scores, copied.evidence, copied.fold, None))
    assert unaware.high - unaware.low < 0.7 * (found.high - found.low)


@pytest.mark.parametrize("measure", [accuracy, balanced_accuracy, auc])
def test_a_variance_is_that_of_resampled_answers(measure):
    """The bootstrap, slow and obvious, gives nearly the same width."""
    answers = made(300, 3)
    random = np.random.default_rng(0)
    values = []
    for _ in range(400):
        rows = random.integers(300, size=300)
        part = Answers(3, answers.truth[rows], answers.answer[rows], answers.scores[rows], np.ones(300), 0 * rows, None)
        values.append(measure(part).value)
    found = measure(answers)
    assert found.high - found.low == pytest.approx(2 * 1.645 * np.std(values), rel=0.15)


@pytest.mark.parametrize("measure", [accuracy, balanced_accuracy, auc])
def test_all_right_has_an_interval_below_one(measure):
    truth = np.arange(40) % 2
    scores = np.column_stack([1 - truth, truth]).astype(float)
    perfect = Answers(2, truth, truth, scores, np.ones(40), 0 * truth, None)
    found = measure(perfect)
    assert found.value == found.high == 1.0
    assert 0.85 < found.low < 0.97


def test_a_rare_class_makes_balanced_accuracy_uncertain():
    truth = np.array([0] * 500 + [1] * 3)
    answers = Answers(2, truth, truth, None, np.ones(503), 0 * truth, None)
    assert accuracy(answers).low > 0.98
    assert balanced_accuracy(answers).low < 0.95
    assert auc(answers) is None


def test_a_difference_is_paired():
    first, second = made(200, seed=0), made(200, seed=0)
    assert paired_difference(first, second).value == paired_difference(first, second).high == 0.0
    worse = Answers(2, first.truth, 1 - first.truth, None, first.evidence, first.fold, None)
    found = paired_difference(first, worse)
    assert found.value == pytest.approx(accuracy(first).value)
    assert found.low < found.value < found.high


@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_difference_of_auc_is_paired(n_classes):
    first, second = made(150, n_classes), made(150, n_classes, seed=1)
    second = replace(first, scores=0.8 * first.scores + 0.2 * second.scores)
    found = paired_auc_difference(first, second)
    assert found.value == pytest.approx(auc(first).value - auc(second).value)
    random = np.random.default_rng(0)
    drawn = []
    for _ in range(600):
        rows = random.integers(150, size=150)
        of_first, of_second = (
            auc(
                replace(
                    one,
                    **{name: getattr(one, name)[rows] for name in ("truth", "answer", "scores", "evidence", "fold")},
                )
            )
            for one in (first, second)
        )
        drawn.append(of_first.value - of_second.value)
    assert (found.high - found.low) / 2 == pytest.approx(1.645 * np.std(drawn), rel=0.25)
    assert paired_auc_difference(first, first).high == 0.0
    assert paired_auc_difference(first, replace(second, scores=None)) is None
