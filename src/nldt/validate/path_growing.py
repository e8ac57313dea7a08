"""Models of all prices, of all rows and of folds; what those of folds answer for the rows kept from them."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from nldt.data import validation
from nldt.data.dense import dense
from nldt.data.feature_table import read_features
from nldt.data.frames import is_frame
from nldt.estimators.classifier import NLDTClassifier
from nldt.estimators.growing import grow_models
from nldt.estimators.training_set import TrainingSet, make_training_set, read_class_rows
from nldt.model.fitted_model import FittedModel
from nldt.progress import Deadline, Monitor
from nldt.search import Search
from nldt.search.protocol import traits_of
from nldt.tree.price_path import Cut
from nldt.validate.evaluation import answers_of
from nldt.validate.figures import Answers
from nldt.validate.folds import Fold
from nldt.validate.labelled_rows import LabelledRows, take


@dataclass(frozen=True, eq=False)
class FoldAnswers:
    """Answers for the rows of a fold, by cut, and whether the searches of their models had the time they needed."""

    by_cut: list[Answers]
    complete: bool


@dataclass(frozen=True, eq=False)
class PathGrowing:
    """Grows the models of a path."""

    parameters: Mapping[str, Any]  # of an NLDTClassifier; its price does not matter
    search: Search
    cuts: Sequence[Cut]
    monitor: Monitor
    anew: bool | None = None  # whether trees of low prices are grown from the root on; None: as suits the rows

    @property
    def scaling(self) -> str:
        """Units of the rules."""
        return self.parameters["scaling"] or traits_of(self.search).scaling

    def models(self, training: TrainingSet, deadline: Deadline) -> dict[Cut, FittedModel]:
        """A model for each cut, and for others of the same trees that give other lengths."""
        return grow_models(self.parameters, self.search, training, self.monitor, deadline, self.cuts, all_lengths=True)

    def fold_answers(self, rows: LabelledRows, fold: Fold, number: int, deadline: Deadline) -> FoldAnswers:
        """What models of a fold's training rows, by cut, answer for its other rows."""
        labels = rows.classes[rows.codes]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what there is to say of the table has been said of all rows
            read = read_class_rows(
                "fit", take(rows.X, fold.train), labels[fold.train], fold.train_evidence, self.parameters
            )
            training = make_training_set(*read, self.parameters, self.scaling)
        by_cut = grow_models(
            self.parameters,
            self.search,
            training,
            self.monitor,
            deadline,
            self.cuts,
            anew=self.anew,
            keeps_fronts=False,
        )
        models = {id(model): model for model in by_cut.values()}  # several cuts may be of one tree
        found = {name: model_answers(model, rows, fold, number) for name, model in models.items()}
        complete = all(model.search_report.complete for model in models.values())
        return FoldAnswers([found[id(by_cut[cut])] for cut in self.cuts], complete)


def labelled_rows(X: Any, y: Any, groups: ArrayLike | None, sample_weight: ArrayLike | None) -> LabelledRows:
    """Rows with a class and with evidence; what is wrong with the others has been said."""
    X = dense(X)
    X = X if is_frame(X) or hasattr(X, "__getitem__") else np.asarray(X)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return LabelledRows.read("fit", X, y, groups, sample_weight)


def folds_of_kept(cv: Any, y: Any, sample_weight: ArrayLike | None) -> Any:
    """Folds that are given as pairs of row numbers, by the numbers of the rows that are used; others as they are."""
    if hasattr(cv, "split") or not hasattr(cv, "__iter__"):
        return cv
    n_rows = len(np.asarray(y))
    kept = validation.read_training_classes(y, n_rows)[1]
    if sample_weight is not None:
        kept = kept & (np.asarray(sample_weight) * np.ones(n_rows) > 0)
    number = np.cumsum(kept) - 1
    pairs = [[np.arange(n_rows)[np.asarray(part)] for part in pair] for pair in cv]
    return [tuple(number[part[kept[part]]] for part in pair) for pair in pairs]


def share_right(model: FittedModel, X: Any, truth: Any, evidence: Any) -> float:
    """The share of rows that a model gets right, each counting for as many as its evidence says."""
    answers = model.classes[model.tree.answers[model.tree.apply(read_features(model, X))]]
    return float(np.average(answers == truth, weights=evidence))


def model_answers(model: FittedModel, rows: LabelledRows, fold: Fold, number: int) -> Answers:
    """What a model answers for the rows of a fold."""
    return answers_of(NLDTClassifier.from_model(model), rows, fold, number)
