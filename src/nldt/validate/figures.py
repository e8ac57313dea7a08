"""Accuracy, balanced accuracy and AUC of answers, each with an interval.

A figure is a smooth function of shares of rows. What one row, or one group of rows, adds to it beyond the mean is its
influence; the squares of all influences add up to the variance (for AUC this is DeLong's). An interval is then
Wilson's of a share with that variance, which keeps within 0 and 1 and has a width where all answers are right.

Out-of-fold answers come from models that differ from the one that is judged, and from each other. The variance between
models of different training sets is not in the answers of any one table. Nadeau and Bengio (Inference for the
generalization error, Machine Learning 52, 2003) let training rows leave open as much as tested rows do, row for row:
the variance of a mean over tested rows is multiplied by 1 + tested rows / rows of training. The model that is judged is
trained on all rows, and the folds test all of them: the variance is doubled (``part_between_models``).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nldt.model.estimate import Figure

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

LEVEL = 0.9
BETWEEN_MODELS = 1.0  # of the variance of the answers, where each row is tested once and the model has all rows


@dataclass(frozen=True, eq=False)
class Answers:
    """What models answered for rows whose classes are known; in each fold another model."""

    n_classes: int
    truth: Integers
    answer: Integers
    scores: Floats | None  # (rows, classes), higher for more likely ones; None where models have none
    evidence: Floats
    fold: Integers
    groups: Integers | None  # of the rows; None: each row is one
    counts_copies: bool = True  # whether a row that counts for three is three rows

    @property
    def right(self) -> Floats:
        return (self.truth == self.answer).astype(np.float64)

    @property
    def count(self) -> float:
        """How many rows of equal evidence these are worth."""
        total = self.evidence.sum()
        return float(total if self.counts_copies else total**2 / (self.evidence**2).sum())


def part_between_models(answers: Answers, n_rows: float) -> float:
    """What other training rows would add to the variance of the answers, as a part of it.

    ``n_rows``: those that the judged model is trained on. Rows that are tested again and again, by other models, are no
    other rows: their number counts, not that of the tests.
    """
    tested = float(answers.evidence.sum()) / n_rows
    if answers.groups is not None:  # the sum over a group has all of its tests already
        return min(tested, 1.0)
    return max(tested, 1.0) + tested - 1.0


def accuracy(answers: Answers, between_models: float = 0.0) -> Figure:
    """The share of right answers."""
    share = float(np.average(answers.right, weights=answers.evidence))
    influence = (answers.right - share) / answers.evidence.sum()
    return _figure(answers, share, _variance(answers, influence), _units(answers), between_models)


def accuracy_error(answers: Answers, between_models: float = 0.0) -> float:
    """The standard error of the share of right answers, from all rows and not from a few folds, which agree by chance.

    Five folds tell the deviation of their mean to a third of it at best.
    """
    share = float(np.average(answers.right, weights=answers.evidence))
    variance = _variance(answers, (answers.right - share) / answers.evidence.sum())
    return float(np.sqrt((1 + between_models) * variance))


def balanced_accuracy(answers: Answers, between_models: float = 0.0) -> Figure:
    """The mean over classes of the share of right answers."""
    totals = np.bincount(answers.truth, answers.evidence, answers.n_classes)
    recalls = np.bincount(answers.truth, answers.evidence * answers.right, answers.n_classes)
    recalls = np.divide(recalls, totals, out=np.zeros_like(recalls), where=totals > 0)
    present = totals > 0
    n_present = np.count_nonzero(present)
    share = float(recalls[present].mean())
    influence = (answers.right - recalls[answers.truth]) / (n_present * totals[answers.truth])
    counts = totals[present] * answers.count / totals.sum()
    smooth = (recalls[present] * counts + 1) / (counts + 2)  # a class of few rows, all right, is not known to be easy
    missing = np.maximum(smooth * (1 - smooth) - recalls[present] * (1 - recalls[present]), 0) / counts
    variance = _variance(answers, influence) + float(missing.sum()) / n_present**2
    return _figure(answers, share, variance, n_present**2 / float((1 / counts).sum()), between_models)


def auc(answers: Answers, between_models: float = 0.0) -> Figure | None:
    """The share of pairs of rows, one of a class and one of another, that scores put in order; pairs within folds.

    Of several classes each against the rest, the mean. None where scores or pairs are lacking.
    """
    found = _ranking(answers)
    if found is None:
        return None
    share, influence, units = found
    return _figure(answers, share, _variance(answers, influence), units, between_models)


def paired_difference(first: Answers, second: Answers, between_models: float = 0.0) -> Figure:
    """How much more often the first is right than the second, for the same rows in the same order; from -1 to 1."""
    gains = first.right - second.right
    mean = float(np.average(gains, weights=first.evidence))
    return _difference(first, mean, (gains - mean) / first.evidence.sum(), between_models)


def paired_auc_difference(first: Answers, second: Answers, between_models: float = 0.0) -> Figure | None:
    """How much larger the AUC of the first is, for the same rows in the same order; None where one has none."""
    ours, theirs = _ranking(first), _ranking(second)
    if ours is None or theirs is None:
        return None
    return _difference(first, ours[0] - theirs[0], ours[1] - theirs[1], between_models)


def _difference(answers: Answers, mean: float, influence: Floats, between_models: float) -> Figure:
    """A difference with its interval, from what each row adds to it."""
    from scipy.stats import norm

    variance = _variance(answers, influence)
    half = float(norm.ppf((1 + LEVEL) / 2) * np.sqrt((1 + between_models) * variance))
    return Figure(mean, mean - half, mean + half)


def _ranking(answers: Answers) -> tuple[float, Floats, float] | None:
    """The mean AUC of all classes that have one, what each row adds to it, and how many rows decide."""
    if answers.scores is None:
        return None
    judged = [1] if answers.n_classes == 2 else range(answers.n_classes)
    found = [part for part in (_class_auc(answers, k) for k in judged) if part is not None]
    if not found:
        return None
    share = float(np.mean([value for value, _, _ in found]))
    influence = np.mean([of_class for _, of_class, _ in found], axis=0)
    return share, influence, len(found) ** 2 / sum(1 / rarer for _, _, rarer in found)


def _class_auc(answers: Answers, number: int) -> tuple[float, Floats, float] | None:
    """One class against the rest: the share, the influence of each row, and the rows of the rarer side."""
    assert answers.scores is not None
    is_of_class = answers.truth == number
    beaten = np.zeros(len(is_of_class))  # evidence on the other side of the same fold that a row is in order with
    rivals = np.zeros(len(is_of_class))  # all of it
    for fold in np.unique(answers.fold):
        here = np.flatnonzero(answers.fold == fold)
        ours, others = here[is_of_class[here]], here[~is_of_class[here]]
        score = answers.scores[:, number]
        beaten[ours] = _evidence_below(score[ours], score[others], answers.evidence[others])
        beaten[others] = _evidence_below(-score[others], -score[ours], answers.evidence[ours])
        rivals[ours], rivals[others] = answers.evidence[others].sum(), answers.evidence[ours].sum()
    pairs = float((answers.evidence * rivals)[is_of_class].sum())
    if pairs == 0:
        return None
    share = float((answers.evidence * beaten)[is_of_class].sum()) / pairs
    part = float(answers.evidence[is_of_class].sum() / answers.evidence.sum())
    return share, (beaten - share * rivals) / pairs, min(part, 1 - part) * answers.count


def _evidence_below(values: Floats, others: Floats, evidence: Floats) -> Floats:
    """The evidence of the others that are below each value, and half of those that are equal."""
    order = np.argsort(others, kind="stable")
    sums = np.concatenate([[0.0], np.cumsum(evidence[order])])
    below, upto = (np.searchsorted(others[order], values, side) for side in ("left", "right"))
    return (sums[below] + sums[upto]) / 2


def _variance(answers: Answers, influence: Floats) -> float:
    """Of a figure, from what each row adds to it."""
    if answers.groups is not None:
        of_groups = np.bincount(answers.groups, answers.evidence * influence)
        n_groups = len(np.unique(answers.groups))
        return float((of_groups**2).sum()) * n_groups / max(n_groups - 1, 1)
    if answers.counts_copies:
        return float((answers.evidence * influence**2).sum())
    return float(((answers.evidence * influence) ** 2).sum())


def _units(answers: Answers) -> float:
    """How many rows or groups decide, each by itself."""
    return answers.count if answers.groups is None else float(len(np.unique(answers.groups)))


def _figure(answers: Answers, share: float, variance: float, units: float, between_models: float) -> Figure:
    """Wilson's interval of a share that varies so much; ``units``: what it was counted on, where it does not vary."""
    from scipy.stats import norm, t

    count = share * (1 - share) / variance if variance > 0 and 0 < share < 1 else units
    n_groups = 0 if answers.groups is None else len(np.unique(answers.groups))
    if n_groups:  # few groups may be alike by chance: they are never worth more than their rows
        count = min(count, answers.count)
    count = max(count, 1.0) / (1 + between_models)
    tail = (1 + LEVEL) / 2
    z = float(t.ppf(tail, max(n_groups - 1, 1)) if n_groups else norm.ppf(tail))
    centre = (share + z**2 / (2 * count)) / (1 + z**2 / count)
    half = z / (1 + z**2 / count) * float(np.sqrt(share * (1 - share) / count + z**2 / (4 * count**2)))
    return Figure(share, float(min(max(centre - half, 0.0), share)), float(max(min(centre + half, 1.0), share)))
