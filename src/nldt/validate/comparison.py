"""A tree beside other classifiers, on the same folds."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from nldt.data.feature_table import read_training_table
from nldt.errors import MOST_NAMED, InputError, called, hint
from nldt.model.estimate import CROSS_VALIDATED, Figure
from nldt.progress import Tell
from nldt.solve import thread_count
from nldt.validate.evaluation import answers_of, fit_clone, joined_answers
from nldt.validate.figures import (
    Answers,
    accuracy,
    auc,
    paired_auc_difference,
    paired_difference,
    part_between_models,
)
from nldt.validate.folds import Fold, make_folds
from nldt.validate.labelled_rows import LabelledRows, take
from nldt.validate.methods import METHODS, Method, Prepared, plain_frame

if TYPE_CHECKING:
    import pandas as pd

OURS, RULE_LENGTH = "nldt", "rule length"
WORTH_THREADS = 10_000  # rows: on fewer, threads of other methods wait for each other more than they work


@dataclass(frozen=True)
class MethodResult:
    """What one method reached; sizes and seconds are means over the folds."""

    name: str
    accuracy: Figure
    auc: Figure | None
    size: float
    size_unit: str
    seconds: float
    gain: Figure | None = None  # accuracy beyond nldt's, row by row; None of nldt itself
    auc_gain: Figure | None = None  # the same of the AUC, where both have one

    @property
    def is_better(self) -> bool:
        """Whether its accuracy is clearly above nldt's: the interval of the difference is above 0."""
        return self.gain is not None and self.gain.low is not None and self.gain.low > 0

    @property
    def is_worse(self) -> bool:
        return self.gain is not None and self.gain.high is not None and self.gain.high < 0

    @property
    def size_in_words(self) -> str:
        """The size with its unit: "12 splits", "rule length 1.8"."""
        return (
            f"{RULE_LENGTH} {self.size:.3g}" if self.size_unit == RULE_LENGTH else f"{self.size:.3g} {self.size_unit}"
        )

    @property
    def ranks_better(self) -> bool:
        """Whether its AUC is clearly above nldt's."""
        return self.auc_gain is not None and self.auc_gain.low is not None and self.auc_gain.low > 0


@dataclass(frozen=True)
class Comparison:
    """Methods on the same folds; ``print`` shows a table and a verdict, ``nldt.plots.plot_comparison`` draws it.

    Attributes
    ----------
    results : tuple of MethodResult
        nldt first.
    left_out : dict
        Methods that were not run, and why.
    source : str
        The rows in words.
    """

    results: tuple[MethodResult, ...]
    left_out: dict[str, str]
    source: str

    @property
    def verdict(self) -> str:
        """Whether something else is better, in plain words."""
        return " ".join([self._more_accurate, *self._better_ranking])

    @property
    def _more_accurate(self) -> str:
        ours, others = self.results[0], self.results[1:]
        better = sorted((one for one in others if one.is_better), key=lambda one: -one.accuracy.value)
        if not better:
            worse = [one.name for one in others if one.is_worse]
            beaten = f" It is clearly more accurate than {_listed(worse)}." if worse else ""
            return f"No other method is clearly more accurate than nldt on these rows.{beaten}"
        told = [
            f"{one.name} is better than nldt in accuracy on these rows: by {100 * one.gain.value:.1f} points, cross-"
            f"validated (90 % interval {100 * (one.gain.low or 0):.1f} to {100 * (one.gain.high or 0):.1f}), with "
            f"{one.size:.0f} {one.size_unit} where nldt has a rule length of {ours.size:.0f}"
            f"{_though_lower_auc(one, ours)}."
            for one in better
            if one.gain is not None
        ]
        return " ".join(told)

    @property
    def _better_ranking(self) -> list[str]:
        ours, others = self.results[0], [one for one in self.results[1:] if one.ranks_better]
        if not others or ours.auc is None:
            return []
        areas = [f"{one.auc.value:.3f}" for one in others if one.auc is not None]
        rank = "ranks" if len(others) == 1 else "rank"
        return [
            f"{_listed([one.name for one in others])} {rank} rows clearly better than nldt: "
            f"cross-validated AUC {_listed(areas)}, where nldt has {ours.auc.value:.3f}."
        ]

    def to_frame(self) -> pd.DataFrame:
        """A data frame with a line for each method."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "method": one.name,
                    "cross-validated accuracy": one.accuracy.value,
                    "low": one.accuracy.low,
                    "high": one.accuracy.high,
                    "cross-validated AUC": None if one.auc is None else one.auc.value,
                    "beyond nldt": None if one.gain is None else one.gain.value,
                    "AUC beyond nldt": None if one.auc_gain is None else one.auc_gain.value,
                    "size": one.size,
                    "size counts": one.size_unit,
                    "seconds": one.seconds,
                }
                for one in self.results
            ]
        ).set_index("method")

    def __str__(self) -> str:
        head = (
            "method",
            f"accuracy ({CROSS_VALIDATED})",
            "90 % interval",
            f"AUC ({CROSS_VALIDATED})",
            "size",
            "",
            "seconds",
        )
        cells = [head, *map(_cells, self.results)]
        widths = [max(len(line[place]) for line in cells) for place in range(len(head))]
        lines = ["  ".join(_aligned(line, widths)).rstrip() for line in cells]
        left_out = [f"not compared: {name} ({why})" for name, why in self.left_out.items()]
        return "\n".join([*lines, self.source, *left_out, self.verdict])

    def __repr__(self) -> str:
        """What an interactive session shows."""
        return str(self)

    def _repr_html_(self) -> str:
        """What notebooks show."""
        return f"{self.to_frame().to_html()}<p>{self.source}. {self.verdict}</p>"


def compare(
    X: Any,
    y: Any,
    clf: Any = None,
    cv: Any = 5,
    groups: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    *,
    methods: Sequence[str] | None = None,
    random_state: int = 0,
    n_jobs: int | None = None,
) -> Comparison:
    """A tree beside CART, logistic regression, gradient boosting and an SVM on the same folds.

    EBM (``interpret-core``), FIGS (``imodels``) and FasterRisk (``fasterrisk``) are compared where they are installed.
    Raw tables will do: for the others categories become one-hot and gaps medians, learned in each fold; FasterRisk asks
    whether numbers are above their deciles, five questions in all. CART is pruned at the best of eight alphas by
    cross-validation inside the fold; EBM takes categories and gaps as they are, and has 4 bags and 5 pairs of columns,
    with which it takes seconds; all else has its own defaults.

    Parameters
    ----------
    X, y, cv, groups, sample_weight, random_state
        As in ``evaluate``.
    clf : NLDTClassifier, optional
        The tree to compare; the default one unless told.
    methods : sequence of str, optional
        Only these others.
    n_jobs : int, optional
        Threads; all cores where None. The result does not depend on it.

    Examples
    --------
    >>> from nldt import compare
    >>> from nldt.datasets import load
    >>> data = load("iris")
    >>> found = compare(data.X, data.y, methods=["CART"])
    >>> [one.name for one in found.results], list(found.to_frame().columns[:2])
    (['nldt', 'CART'], ['cross-validated accuracy', 'low'])
    """
    from nldt.estimators import NLDTClassifier

    chosen = chosen_methods(methods)
    tree = NLDTClassifier(random_state=random_state, n_jobs=n_jobs) if clf is None else clf
    rows = LabelledRows.read("compare", X, y, groups, sample_weight)
    return run_comparison(tree, rows, chosen, cv, random_state, n_jobs)


def run_comparison(
    tree: Any,
    rows: LabelledRows,
    methods: Sequence[Method],
    cv: Any,
    seed: int,
    n_jobs: int | None,
    tell: Tell | None = None,
) -> Comparison:
    """The same of rows that are read; ``tell`` hears of each method's folds before they begin."""
    from threadpoolctl import threadpool_limits

    threads = thread_count(n_jobs) if len(rows) >= WORTH_THREADS else 1
    folds = make_folds(rows, cv, seed)
    left_out = {method.name: why for method in methods if (why := _reason_to_leave_out(method, rows))}
    running = [method for method in methods if method.name not in left_out]
    ours, our_answers = _result(OURS, RULE_LENGTH, rows, folds, _tree_fits(tree), tell)
    results = [ours]
    plain = replace(rows, X=plain_frame(read_training_table("compare", rows.X)))
    for method in running:
        try:
            with warnings.catch_warnings(), threadpool_limits(threads):
                warnings.simplefilter("ignore")  # what they say of their own search for numbers
                fits = _other_fits(method, seed, n_jobs)
                theirs, answers = _result(method.name, method.unit, plain, folds, fits, tell)
        except Exception as error:  # other people's code: the comparison goes on without it
            left_out[method.name] = f"it failed: {' '.join(str(error).split())[:120]}"
            continue
        spread = part_between_models(answers, rows.total_evidence)
        gain, auc_gain = (
            difference(answers, our_answers, spread) for difference in (paired_difference, paired_auc_difference)
        )
        results.append(replace(theirs, gain=gain, auc_gain=auc_gain))
    return Comparison(tuple(results), left_out, _source(rows, len(folds)))


Fit = Callable[[Any, Any, Any], tuple[Any, float]]


def _tree_fits(tree: Any) -> Fit:
    def fit(X: Any, y: Any, evidence: Any) -> tuple[Any, float]:
        fitted = fit_clone(tree, X, y, evidence, verbose=0)
        return fitted, float(fitted.rule_length_)

    return fit


def _other_fits(method: Method, seed: int, n_jobs: int | None) -> Fit:
    def fit(X: Any, y: Any, evidence: Any) -> tuple[Any, float]:
        fitted = Prepared(method, seed, n_jobs).fit(X, y, evidence)
        return fitted, fitted.size

    return fit


def _result(
    name: str, unit: str, rows: LabelledRows, folds: Sequence[Fold], fit: Fit, tell: Tell | None
) -> tuple[MethodResult, Answers]:
    """What a method reaches on the folds."""
    parts, sizes, seconds = [], [], []
    for number, fold in enumerate(folds):
        if tell is not None:
            tell(f"folds of {name}:", number + 1, len(folds))
        X, y = take(rows.X, fold.train), rows.classes[rows.codes[fold.train]]
        started = time.perf_counter()
        fitted, size = fit(X, y, fold.train_evidence)
        seconds.append(time.perf_counter() - started)
        sizes.append(size)
        parts.append(answers_of(fitted, rows, fold, number))
    answers = joined_answers(parts)
    spread = part_between_models(answers, rows.total_evidence)
    figures = accuracy(answers, spread), auc(answers, spread)
    return MethodResult(name, *figures, float(np.mean(sizes)), unit, float(np.mean(seconds))), answers


def chosen_methods(names: Sequence[str] | None) -> list[Method]:
    if names is None:
        return list(METHODS.values())
    by_lower_case = {name.casefold(): method for name, method in METHODS.items()}
    for name in names:
        if name.casefold() not in by_lower_case:
            what_helps = (
                "; put commas between methods" if ";" in name else hint(name, list(METHODS), "methods", MOST_NAMED)
            )
            raise InputError(f"{called('methods')}: there is no {name!r}{what_helps}")
    return [by_lower_case[name.casefold()] for name in names]


def _reason_to_leave_out(method: Method, rows: LabelledRows) -> str | None:
    if not method.is_installed:
        return f"needs {method.needs}: pip install {method.install or method.needs}"
    if method.only_two_classes and len(rows.classes) > 2:
        return "it knows two classes only"
    if not method.takes_weights and rows.evidence is not None:
        return "it takes no weights"
    if method.most_rows is not None and len(rows) > method.most_rows:
        return f"it would take too long on more than {method.most_rows} rows"
    return None


def _source(rows: LabelledRows, n_folds: int) -> str:
    groups = "" if rows.groups is None else f" in {len(np.unique(rows.groups))} groups"
    weighted = "" if rows.evidence is None else ", weighted"
    return (
        f"{n_folds} folds of {len(rows)} rows{groups}{weighted}, the same for all; sizes and seconds are means of a "
        f"fold; always answering the largest class would be right on {100 * rows.largest_class:.1f} % of these rows"
    )


def _cells(one: MethodResult) -> tuple[str, ...]:
    low, high = one.accuracy.low or 0.0, one.accuracy.high or 0.0
    return (
        one.name,
        f"{100 * one.accuracy.value:.1f} %",
        f"{100 * low:.1f} to {100 * high:.1f}",
        "" if one.auc is None else f"{one.auc.value:.3f}",
        f"{one.size:.1f}",
        one.size_unit,
        f"{one.seconds:.2f}",
    )


def _though_lower_auc(one: MethodResult, ours: MethodResult) -> str:
    """The end of a sentence on accuracy, where the AUC says the opposite in three decimals."""
    if one.auc is None or ours.auc is None or round(one.auc.value, 3) >= round(ours.auc.value, 3):
        return ""
    return f", though its AUC is lower: {one.auc.value:.3f}, where nldt has {ours.auc.value:.3f}"


def _aligned(line: Sequence[str], widths: Sequence[int]) -> list[str]:
    """Names and units to the left, numbers to the right."""
    return [
        cell.ljust(width) if place in (0, 5) else cell.rjust(width)
        for place, (cell, width) in enumerate(zip(line, widths, strict=True))
    ]


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
