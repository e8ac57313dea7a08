"""What comes back when a model is fitted again: on other rows of the same table, with other seeds."""

from __future__ import annotations

import contextlib
import importlib
import signal
import threading
import time
from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import clone

from nldt.errors import InputError
from nldt.model.fitted_model import FittedModel
from nldt.model.stability import Recurrence, Stability
from nldt.progress import Tell
from nldt.search.registry import ready_search
from nldt.solve import thread_count
from nldt.validate.evaluation import fit_clone
from nldt.validate.labelled_rows import LabelledRows, take
from nldt.write.structures import structures_of

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# A bootstrap sample has this share of the rows. Here each of them comes once: copies would make rules look surer.
SHARE = 1 - np.exp(-1.0)
WORTH_PROCESSES = 10.0  # seconds of refits: for fewer, processes take longer to start than they save


def stability(
    clf: Any,
    X: Any,
    y: Any,
    groups: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    *,
    n_refits: int = 50,
    random_state: int = 0,
) -> Stability:
    """How often each feature, each structure and each row's answer comes back on other rows and with other seeds.

    Each refit has 63 % of the rows, as many different ones as a bootstrap sample, of each class in proportion, and a
    seed of its own. With ``groups`` it has so many of the groups; a row that counts for three is three rows.

    Parameters
    ----------
    clf : NLDTClassifier
        Where it is fitted, its model is the one that refits are compared with; else that of all rows.
    X, y, groups, sample_weight
        As in ``evaluate``.
    n_refits : int
        How many.
    random_state : int
        Seed of the drawings and of the refits.

    Notes
    -----
    Long refits run in as many processes as the classifier may have threads (``n_jobs``); the result does not depend on
    it.

    Examples
    --------
    >>> from nldt import NLDTClassifier, stability
    >>> from nldt.datasets import load
    >>> data = load("iris")
    >>> found = stability(NLDTClassifier(random_state=0), data.X, data.y, n_refits=5)
    >>> found.features[0].what, found.features[0].count, found.agreement.shape
    ('petal length (cm)', 5, (150,))
    """
    rows = LabelledRows.read("stability", X, y, groups, sample_weight)
    refits = Refits.of(clf, rows, random_state)
    refits.run(n_refits)
    return refits.counted()


@dataclass(eq=False)
class Refits:
    """Models of other rows of a table and with other seeds, beside the one that they are compared with."""

    clf: Any
    fitted: Any
    rows: LabelledRows
    seed: int
    models: list[FittedModel] = field(default_factory=list)
    answers: list[NDArray[np.bool_]] = field(default_factory=list)  # of each: where it answers as the fitted one does

    @classmethod
    def of(cls, clf: Any, rows: LabelledRows, seed: int) -> Refits:
        """None so far; a classifier that is not fitted is fitted to all rows."""
        fitted = clf if hasattr(clf, "model_") else fit_clone(clf, rows.X, rows.classes[rows.codes], rows.evidence)
        if not isinstance(getattr(fitted, "model_", None), FittedModel):
            raise InputError(f"stability is of rules, which a {type(clf).__name__} has not: give an NLDTClassifier")
        return cls(clf, fitted, rows, seed)

    def run(self, n_refits: int, tell: Tell | None = None) -> None:
        """Make them, in as many processes as the classifier may have threads; ``tell`` hears of each.

        What is there when it is interrupted stays.
        """
        if isinstance(n_refits, bool) or not isinstance(n_refits, int | np.integer) or n_refits < 1:
            raise InputError(f"n_refits={n_refits!r} must be a whole number from 1 on")
        with contextlib.closing(self._outcomes(n_refits)) as outcomes:
            for number in range(n_refits):
                if tell is not None:
                    tell("refit", number + 1, n_refits)
                model, answers = next(outcomes)
                self.models.append(model)
                self.answers.append(answers == self._expected)

    def counted(self) -> Stability:
        """What came back in them."""
        return _counted(self.fitted.model_, self.models, np.mean(self.answers, axis=0))

    @cached_property
    def _expected(self) -> NDArray[Any]:
        return np.asarray(self.fitted.predict(self.rows.X))

    def _outcomes(self, n_refits: int) -> Generator[tuple[FittedModel, NDArray[Any]]]:
        """Models and answers, in order; the first is made here and tells whether processes are worth their start."""
        known = self.clf.get_params(deep=False)
        started = time.perf_counter()
        yield _refit(self.clf, self.rows, self.seed, 0)
        processes = min(thread_count(known["n_jobs"]), n_refits - 1)
        seconds = time.perf_counter() - started
        if processes < 2 or seconds * (n_refits - 1) < WORTH_PROCESSES:
            yield from (_refit(self.clf, self.rows, self.seed, number) for number in range(1, n_refits))
            return
        joblib = importlib.import_module("joblib")
        # Refits share the cores: one thread each. By its name a search of the user's own would be unknown there.
        alone = clone(self.clf).set_params(n_jobs=1, search=ready_search(known["search"]))
        tasks = (joblib.delayed(_refit_beside)(alone, self.rows, self.seed, number) for number in range(1, n_refits))
        parallel = joblib.Parallel(processes, return_as="generator", batch_size=1)
        with contextlib.closing(parallel(tasks)) as outcomes:
            yield from outcomes


def _refit(clf: Any, rows: LabelledRows, seed: int, number: int) -> tuple[FittedModel, NDArray[Any]]:
    """A model of other rows, and what it answers for all of them."""
    drawn, evidence = draw(rows, np.random.default_rng([seed, number]))
    labels = rows.classes[rows.codes[drawn]]
    refit = fit_clone(clf, take(rows.X, drawn), labels, evidence, random_state=seed + number + 1, verbose=0)
    return refit.model_, np.asarray(refit.predict(rows.X))


def _refit_beside(*arguments: Any) -> tuple[FittedModel, NDArray[Any]]:
    """The same in a process of its own, which Ctrl-C reaches, too: the command heeds it, and ends its processes."""
    if threading.current_thread() is not threading.main_thread():  # where joblib has been told to use threads
        return _refit(*arguments)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return _refit(*arguments)
    finally:
        signal.signal(signal.SIGINT, before)


def draw(rows: LabelledRows, random: np.random.Generator) -> tuple[Integers, Floats | None]:
    """The rows of a refit, and how often each counts: 63 % of each class, or of the groups."""
    order = np.argsort(rows.marks, kind="stable")  # an order that the table does not decide
    if rows.groups is not None:
        numbers = np.unique(rows.groups)
        kept = random.choice(numbers, max(1, round(SHARE * len(numbers))), replace=False)
        drawn = np.sort(order[np.isin(rows.groups[order], kept)])
        return drawn, None if rows.evidence is None else rows.evidence[drawn]
    if rows.evidence is None or not rows.counts_copies:
        drawn = np.sort(
            np.concatenate([_part(order[rows.codes[order] == k], random) for k in range(len(rows.classes))])
        )
        return drawn, None if rows.evidence is None else rows.evidence[drawn]
    counts = np.zeros(len(rows))
    for k in range(len(rows.classes)):
        of_class = order[rows.codes[order] == k]
        copies = rows.evidence[of_class].astype(np.int64)
        counts[of_class] = random.multivariate_hypergeometric(
            copies, max(1, round(SHARE * int(copies.sum()))), method="marginals"
        )
    drawn = np.flatnonzero(counts)
    return drawn, counts[drawn]


def _part(rows: Integers, random: np.random.Generator) -> Integers:
    return random.choice(rows, max(1, round(SHARE * len(rows))), replace=False)


def _counted(model: FittedModel, refits: Sequence[FittedModel], agreement: Floats) -> Stability:
    own_features = {model.feature_names[j] for j in model.used_features}
    own_structures = structures_of(model)
    formulas = [structures_of(refit) for refit in refits]
    features = Counter(refit.feature_names[j] for refit in refits for j in refit.used_features)
    structures = Counter(text for formula in formulas for text in set(formula))
    return Stability(
        len(refits),
        _recurrences(features, own_features),
        _recurrences(structures, set(own_structures)),
        sum(formula == own_structures for formula in formulas),
        len(set(formulas)),
        agreement,
        sum(not formula for formula in formulas),
    )


def _recurrences(counts: Counter[str], own: set[str]) -> tuple[Recurrence, ...]:
    """The most frequent first; what the model alone has comes last."""
    found = [Recurrence(what, counts[what], what in own) for what in {*counts, *own}]
    return tuple(sorted(found, key=lambda entry: (-entry.count, not entry.in_model, entry.what)))
