"""NLDTClassifierCV: models from rich to plain, cross-validated, and one of them chosen."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from nldt.data.partitions.opened import is_partitioned
from nldt.errors import InputError, called, given
from nldt.estimators.classifier import LAST_STEPS, NLDTClassifier
from nldt.estimators.fitted import Fitted
from nldt.estimators.growing import chosen_search, kept_parameters, warn_if_cut_short
from nldt.estimators.training_set import TrainingSet, make_training_set, read_class_rows
from nldt.model.fitted_model import FittedModel
from nldt.model.model_path import CUT_SHORT, SAME, ModelPath, PathPoint
from nldt.parameters import (
    BEST,
    DEFAULT_EXPONENTS,
    DEFAULT_PRICES,
    ONE_STANDARD_ERROR,
    PATH_PARAMETERS,
    validate,
    whole,
)
from nldt.progress import Deadline, RichMonitor, SilentMonitor
from nldt.search import Search
from nldt.search.protocol import traits_of
from nldt.tree.price_path import Cut, grows_anew, path_cuts
from nldt.validate.evaluation import cross_validated, joined_answers
from nldt.validate.figures import Answers, accuracy_error, part_between_models
from nldt.validate.folds import Fold, make_folds
from nldt.validate.labelled_rows import LabelledRows
from nldt.validate.path_growing import PathGrowing, folds_of_kept, labelled_rows, model_answers, share_right
from nldt.write.path_table import path_frame

if TYPE_CHECKING:
    import pandas as pd


class NLDTClassifierCV(NLDTClassifier):
    """A tree whose length is chosen by cross-validation, from a path of trees from rich to plain.

    Trees are learned at several prices of rules, and cross-validated at each. All prices share their searches: a path
    costs about as much as two or three cross-validations at one price.

    Parameters
    ----------
    cv : int, splitter of scikit-learn, or pairs of row numbers
        Folds: so many, which hold the classes in proportion, divide no group and do not depend on the order of rows.
    prices : sequence of float, optional
        What a bit of a rule costs beside a bit of the classes; None: 0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8 and 4.
    choose : {"one-standard-error", "best"} or int
        The shortest model whose cross-validated accuracy is within one standard error of the best one's; the best; or
        the best of those that are no longer than a number.
    search, max_terms, exponents, max_features_per_term, modulus, criterion, max_depth, min_samples_split, \
target_impurity, min_impurity, prune_tolerance, scaling, class_weight, time_limit, n_jobs, random_state, verbose, \
max_rules, max_length, drop, forbidden, units, required, monotone, start_from
        As those of ``NLDTClassifier``. The search must be one that weighs length, as "fast" does. ``time_limit`` is for
        the whole path.

    Attributes
    ----------
    path_ : DataFrame
        A line for each price: its model's length and rules, accuracy by cross-validation and in training, formulas.
        There are further lines for lengths between: the best parts of the same trees that are no longer. Where
        ``model_path_.is_cut_short``, time ran out in some folds: their accuracies are no estimate.
    model_path_ : ModelPath
        The same as an object, with the models.
    best_estimator_ : NLDTClassifier
        The chosen model. Predictions, exports, explanations and reports of this object are of it, as are all other
        attributes of ``NLDTClassifier``.

    Examples
    --------
    >>> from nldt import NLDTClassifierCV
    >>> from nldt.datasets import load
    >>> data = load("iris")
    >>> clf = NLDTClassifierCV(prices=[0.5, 1, 2, 4], random_state=0).fit(data.X, data.y)
    >>> list(clf.path_.columns[:5])
    ['price', 'length', 'rules', 'cv_accuracy', 'cv_standard_error']
    >>> clf.rule_length_ in set(clf.path_["length"]), clf.at_length(3).rule_length_ <= 3
    (True, True)
    """

    def __init__(
        self,
        cv: Any = 5,
        prices: Sequence[float] | None = None,
        choose: str | int = ONE_STANDARD_ERROR,
        *,
        search: str | Search = "fast",
        max_terms: int | None = None,
        exponents: Any = DEFAULT_EXPONENTS,
        max_features_per_term: int | None = None,
        modulus: bool = True,
        criterion: str = "gini",
        max_depth: int | None = None,
        min_samples_split: float = 10,
        target_impurity: float | None = None,
        min_impurity: float | None = None,
        prune_tolerance: float | None = None,
        scaling: str | None = None,
        class_weight: Any = None,
        time_limit: float | None = None,
        n_jobs: int | None = None,
        random_state: Any = None,
        verbose: int = 0,
        max_rules: int | None = None,
        max_length: int | None = None,
        drop: Any = None,
        forbidden: Any = None,
        units: Any = None,
        required: Any = None,
        monotone: Any = None,
        start_from: Any = None,
    ) -> None:
        self.cv = cv
        self.prices = prices
        self.choose = choose
        self.search = search
        self.max_terms = max_terms
        self.exponents = exponents
        self.max_features_per_term = max_features_per_term
        self.modulus = modulus
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.target_impurity = target_impurity
        self.min_impurity = min_impurity
        self.prune_tolerance = prune_tolerance
        self.scaling = scaling
        self.class_weight = class_weight
        self.time_limit = time_limit
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose
        self.max_rules = max_rules
        self.max_length = max_length
        self.drop = drop
        self.forbidden = forbidden
        self.units = units
        self.required = required
        self.monotone = monotone
        self.start_from = start_from

    def fit(  # type: ignore[override]  # many fits have no one checkpoint
        self,
        X: Any,
        y: Any,
        sample_weight: ArrayLike | None = None,
        groups: ArrayLike | None = None,
        *,
        deadline: Deadline | None = None,
    ) -> NLDTClassifierCV:
        """Learn the path from rows X and their classes y, as ``NLDTClassifier.fit`` takes them.

        ``groups``: the group of each row, such as a patient or a batch; no fold divides one.
        ``deadline``: an ``nldt.progress.Deadline`` in the place of ``time_limit``.
        """
        if is_partitioned(X):
            raise InputError(f"{type(self).__name__} can't be fitted from partitions: fit an NLDTClassifier")
        search, parameters = checked_search(self)
        prices = sorted({float(price) for price in (DEFAULT_PRICES if self.prices is None else self.prices)})
        deadline = Deadline(self.time_limit) if deadline is None else deadline
        parameters = kept_parameters(parameters)
        read = read_class_rows(type(self).__name__, X, y, sample_weight, parameters)
        with RichMonitor() if self.verbose else SilentMonitor() as monitor:
            growing = PathGrowing(parameters, search, path_cuts(prices), monitor)
            training = make_training_set(*read, parameters, growing.scaling)
            rows = labelled_rows(X, y, groups, sample_weight)
            folds = make_folds(rows, folds_of_kept(self.cv, y, sample_weight), _fold_seed(self.random_state, training))
            path = _path(growing, training, rows, folds, deadline)
        path = path.choosing(_place(path, self.choose))
        _warn_if_cut_short(path, self.time_limit)
        point = path.points[path.chosen]
        at_point = NLDTClassifier(**_at(point, parameters)).get_params(deep=False)
        self._fitted = Fitted(point.model, at_point, training, path=path)  # last, and the only change
        return self

    @classmethod
    def from_model(cls, model: FittedModel, **parameters: Any) -> NLDTClassifier:
        """A fitted NLDTClassifier: a model, and a file of one, is one point of a path."""
        return NLDTClassifier.from_model(model, **parameters)

    # ------------------------------------------------------------------- path

    @property
    def model_path_(self) -> ModelPath:
        """The models from rich to plain, frozen, and which is chosen."""
        check_is_fitted(self)
        path = self._fitted.path
        assert path is not None  # fit has made it
        return path

    @property
    def path_(self) -> pd.DataFrame:
        """The path as a table: a line for each price and for further lengths, the lowest price first."""
        return path_frame(self.model_path_)

    @property
    def best_estimator_(self) -> NLDTClassifier:
        """The chosen model as a classifier of its own."""
        return self._classifier(self.model_path_.chosen)

    def at_length(self, length: int) -> NLDTClassifier:
        """The most accurate model of the path, by cross-validation, whose rule length is no more than this.

        It is a fitted classifier of its own, with the price that it was learned at, and the length that it was held to
        as ``max_length``. No ``max_length`` is 0: a model that was held to no rule at all has the one of this object,
        and a clone of it may learn rules.
        """
        path = self.model_path_
        if not whole(0).holds(length):
            raise InputError(f"at_length: length={length!r} must be {whole(0).words}")
        return self._classifier(_place(path, length))

    def _classifier(self, place: int) -> NLDTClassifier:
        path, fitted = self.model_path_.choosing(place), self._fitted
        point = path.points[place]
        classifier = NLDTClassifier(**_at(point, fitted.parameters))
        parameters = kept_parameters(classifier.get_params(deep=False))
        classifier._fitted = Fitted(point.model, parameters, fitted.training, path)
        return classifier

    def _copy(self, model: FittedModel, **changes: Any) -> NLDTClassifier:
        """What makes another model of the chosen one gives a classifier of that one alone."""
        return self.best_estimator_._copy(model, **changes)


def _fold_seed(random_state: Any, training: TrainingSet) -> int:
    """The folds are those of ``evaluate`` and ``compare`` where the random state is the same number."""
    return random_state if isinstance(random_state, int) else training.seed % 2**32


def checked_search(classifier: NLDTClassifierCV) -> tuple[Search, dict[str, Any]]:
    """The search, and the parameters of an NLDTClassifier; InputError where some of them can't be."""
    own = {row.name for row in PATH_PARAMETERS}
    values, name = classifier.get_params(deep=False), type(classifier).__name__
    validate(name, PATH_PARAMETERS, values)
    parameters = {key: value for key, value in values.items() if key not in own}
    parameters |= {"price": 1.0, "memory_limit": None}
    search = chosen_search(name, parameters)
    if not traits_of(search).weighs_length:
        shown = values["search"] if isinstance(values["search"], str) else type(search).__name__
        raise InputError(
            f"{given('search', shown, name)} does not weigh length, so that prices mean nothing to it: use "
            f"{given('search', 'fast')}"
        )
    return search, parameters


def _path(
    growing: PathGrowing, training: TrainingSet, rows: LabelledRows, folds: Sequence[Fold], deadline: Deadline
) -> ModelPath:
    """All models, and what folds say of each. Each of them has an equal part of the time."""
    models = growing.models(training, _part(deadline, 1 + len(folds)))
    in_fold = replace(
        growing,
        cuts=list(models),
        parameters={**growing.parameters, "random_state": training.seed % 2**32},
        anew=grows_anew(training.rows),
    )
    found = [
        in_fold.fold_answers(rows, fold, done, _part(deadline, len(folds) - done)) for done, fold in enumerate(folds)
    ]
    complete = all(fold.complete for fold in found)
    points = []
    by_cut = zip(*(fold.by_cut for fold in found), strict=True)
    for (cut, model), own in zip(models.items(), by_cut, strict=True):
        # At the price of a model without a rule, those of some folds may have one; it can't claim what they get right.
        answers = own if model.rules else [model_answers(model, rows, fold, done) for done, fold in enumerate(folds)]
        held = cut if cut.max_length is not None else cut._replace(max_length=growing.parameters["max_length"])
        points.append(_point(held, model, answers, rows, complete))
    in_order = tuple(sorted(points, key=lambda point: (point.price, -point.length)))
    return ModelPath(in_order, is_cut_short=not complete)


def _point(cut: Cut, model: FittedModel, answers: Sequence[Answers], rows: LabelledRows, complete: bool) -> PathPoint:
    """A model with what folds say of it; where time ran out in some, they are of other models than it is."""
    estimate, joined = None, joined_answers(answers)
    if complete:
        estimate = replace(cross_validated(joined, rows, len(answers)), chose_length=True)
    evidence = np.ones(len(rows)) if rows.evidence is None else rows.evidence
    return PathPoint(
        cut.price,
        replace(model, estimate=estimate),
        tuple(float(np.average(fold.right, weights=fold.evidence)) for fold in answers),
        round(accuracy_error(joined, part_between_models(joined, rows.total_evidence)), SAME),
        share_right(model, rows.X, rows.classes[rows.codes], evidence),
        float(sum(fold.evidence.sum() for fold in answers)),
        cut.max_length,
    )


def _at(point: PathPoint, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters of a classifier that learns such a model; no limit is 0, what was held to that has the user's."""
    max_length = point.max_length or parameters["max_length"]
    return {**parameters, "price": point.price, "max_length": max_length}


def _warn_if_cut_short(path: ModelPath, time_limit: float | None) -> None:
    has_all_models = all(point.model.search_report.complete for point in path.points)
    warn_if_cut_short(has_all_models, time_limit)
    if has_all_models and path.is_cut_short:
        warnings.warn(f"{given('time_limit', time_limit)} s reached: {CUT_SHORT}", ConvergenceWarning, stacklevel=3)


def _part(deadline: Deadline, parts: int) -> Deadline:
    """The end of an equal part of what is left."""
    left = deadline.remaining
    part = Deadline(None if left is None else max(left, 0.0) / parts)
    part.reserve(LAST_STEPS)
    return part


def _place(path: ModelPath, choose: str | int) -> int:
    """The place of the model that a user asks for; InputError where all are longer than that."""
    if choose == ONE_STANDARD_ERROR:
        return path.within_one_standard_error
    if choose == BEST:
        return path.best
    assert not isinstance(choose, str)
    place = path.at_length(choose)
    if place is None:
        shortest = min(point.length for point in path.points)
        raise InputError(
            f"no model of the path is of length {choose} or less, the shortest has {shortest}: ask for "
            f"{given('choose', shortest)}, give {called('prices')} above {path.points[-1].price:g}, or "
            f"{given('max_length', choose)}, with which all are so short"
        )
    return place
