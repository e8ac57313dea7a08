"""Copies of a fitted classifier with another model: pruned, with a rule of one's choice, with shorter numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self, cast

from nldt.errors import InputError
from nldt.estimators.fitted import Fitted, FittedAttributes
from nldt.estimators.growing import (
    chosen_search,
    kept_parameters,
    make_grower,
    prune_tolerance,
    warn_if_cut_short,
    wishes_kept,
    with_scores,
)
from nldt.estimators.training_set import TrainingSet
from nldt.model.alternative import Alternative
from nldt.model.estimate import TRAINING, Estimate
from nldt.model.fitted_model import FittedModel
from nldt.parameters import ROUNDING_PARAMETERS, validate
from nldt.progress import Deadline, SilentMonitor
from nldt.tree import edit


class EditingMethods(FittedAttributes):
    """What makes another model from the one that was fitted, by the parameters of the fit.

    The classifier itself never changes.
    """

    def pruned(self, tolerance: float) -> Self:
        """A copy pruned at another tolerance, from the full tree; no new search.

        Of a copy made by ``rounded`` the full tree is the rounded one. Probabilities are fitted anew on the training
        rows; where a model from a file, which has none, becomes another tree, they are the shares of its leaves.
        """
        model = self.model_
        parameters = {**self._fitted.parameters, "prune_tolerance": tolerance}
        search = chosen_search(type(self).__name__, parameters)
        return self._copy(edit.pruned(model, prune_tolerance(parameters, search)), prune_tolerance=tolerance)

    def with_rule(
        self, node: int, complexity: int | None = None, *, alternative: Alternative | int | None = None
    ) -> Self:
        """A copy in which a node of ``tree_`` uses another rule: of its front, with this complexity; or an alternative.

        ``alternative`` is one of ``alternatives_[node]``, or its place there, from 0.

        Its descendants are searched anew on the training rows; all other nodes stay as they are, rounded ones
        rounded. A model read from a file has no training rows and can't do this.
        """
        model, parameters = self.model_, self._fitted.parameters
        if (complexity is None) == (alternative is None):
            raise InputError("with_rule: give a complexity of the node's front, or an alternative, and not both")
        if alternative is not None:
            point = edit.chosen_alternative(model, node, alternative)
        else:
            point = edit.chosen_point(model, node, cast(int, complexity))
        training = self._training_set("with_rule")
        search = chosen_search(type(self).__name__, parameters)
        grower = make_grower(parameters, search, training, SilentMonitor(), Deadline(parameters["time_limit"]))
        with wishes_kept(parameters):
            changed = edit.with_rule(model, node, point, training.rows, grower, prune_tolerance(parameters, search))
        warn_if_cut_short(changed.search_report.complete, parameters["time_limit"])
        return self._copy(changed)

    def rounded(self, max_loss: float = 0.005) -> Self:
        """A copy whose rules have the shortest numbers that cost no more than this share of the training accuracy.

        Training accuracy is weighted as the fit was. With a loss of 0.0 no training row changes its class, and rules
        keep their distance from the rows: they are rounded as the fast search's are at the end of a fit, which leaves
        nothing to shorten. Prune first, choose rules with ``with_rule`` next and round last:
        the copy starts from ``tree_``, so that branches which pruning removed are gone from its ``full_tree_`` too;
        a later ``with_rule`` searches below its node anew, and rounds what it finds only as far as a fit does. A model
        read from a file has no training rows and can't do this. Wishes are kept: where shorter numbers would break
        them, only what costs nothing is shortened.

        Examples
        --------
        >>> from nldt import NLDTClassifier, PaperSearch
        >>> from nldt.datasets import load
        >>> data = load("ds1", seed=0)
        >>> clf = NLDTClassifier(search=PaperSearch(generations=5), random_state=0).fit(data.X, data.y)
        >>> bool((clf.rounded(0.0).predict(data.X) == clf.predict(data.X)).all())
        True
        """
        model, parameters = self.model_, self._fitted.parameters
        validate("rounded", ROUNDING_PARAMETERS, {"max_loss": max_loss})
        training = self._training_set("rounded")
        deadline, wishes = Deadline(parameters["time_limit"]), training.wishes
        shorter = edit.rounded(model, training.rows, max_loss, deadline)
        if not wishes.are_kept(shorter.tree):  # without a loss all rows stay where they are
            shorter = edit.rounded(model, training.rows, 0.0, deadline)
        return self._copy(shorter)

    def with_estimate(self, estimate: Estimate | None) -> Self:
        """A copy that carries an estimate, such as ``nldt.evaluate`` gives: model files keep it, reports show it.

        Examples
        --------
        >>> from nldt import NLDTClassifier, evaluate
        >>> from nldt.datasets import load
        >>> data = load("iris")
        >>> clf = NLDTClassifier(random_state=0).fit(data.X, data.y)
        >>> clf.with_estimate(evaluate(clf, data.X, data.y)).model_.estimate.folds
        5
        """
        if estimate is not None:
            _refuse_as_estimate(estimate)
        return self._copy(replace(self.model_, estimate=estimate))

    def _training_set(self, method: str) -> TrainingSet:
        if self._fitted.training is None:
            raise InputError(f"{method}: a model file holds no training rows: fit the model again")
        if self._fitted.training.rows.whole is not None:
            raise InputError(f"{method}: of partitions only a sample is at hand: fit again, with start_from or a price")
        return self._fitted.training

    def _copy(self, model: FittedModel, **changes: Any) -> Self:
        """A classifier with this model, its probabilities fitted anew, and with some parameters changed."""
        parameters = {**self._fitted.parameters, **changes}
        training = self._fitted.training
        if model.scores is None and training is not None:
            model = with_scores(model, training)
        copy = type(self)(**parameters)
        copy._fitted = Fitted(model, kept_parameters(parameters), training)
        return copy


def _refuse_as_estimate(estimate: object) -> None:
    """Raise InputError for what does not say how well the model does on rows that it has not seen."""
    if not isinstance(estimate, Estimate):
        raise InputError(
            f"with_estimate: {estimate!r} is no estimate: give what nldt.evaluate(clf, X, y) returns, or None"
        )
    if estimate.rows == TRAINING:
        raise InputError(
            "with_estimate: figures on training rows say nothing of other rows: "
            "give nldt.evaluate(clf, X, y), which cross-validates, or figures on another table"
        )
