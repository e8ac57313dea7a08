"""What ``fit`` leaves behind, and the attributes that read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from nldt.data.partitions.passes import PassRecord
from nldt.estimators.training_set import TrainingSet
from nldt.model.alternative import Alternative
from nldt.model.fitted_model import FittedModel
from nldt.model.model_path import ModelPath
from nldt.model.rule import SplitRule
from nldt.model.search_report import SearchReport
from nldt.model.tree import FittedTree, FrontPoint
from nldt.write.rule_tables import RuleTables


@dataclass(frozen=True, eq=False)
class Fitted:
    """All that a fit leaves behind; a model that was read from a file has no training set.

    The parameters are those of the fit: what is set later is for the next one.
    """

    model: FittedModel
    parameters: Mapping[str, Any]
    training: TrainingSet | None = None
    path: ModelPath | None = None  # the models that this one was chosen from, where it was
    passes: tuple[PassRecord, ...] = ()  # over partitions, that the fit took
    n_rows: int = 0  # of partitions


class FittedAttributes:
    """Attributes of a fitted estimator; each raises NotFittedError, an AttributeError, before.

    They read one object that ``fit`` assigns when all else is done: an interrupted fit changes none of them.
    """

    _fitted: Fitted

    def __sklearn_is_fitted__(self) -> bool:
        return "_fitted" in vars(self)

    @property
    def model_(self) -> FittedModel:
        """The fitted model: all that was found, frozen."""
        check_is_fitted(self)
        return self._fitted.model

    @property
    def n_features_in_(self) -> int:
        """Number of features seen in ``fit``."""
        return self.model_.n_features

    @property
    def feature_names_in_(self) -> NDArray[Any]:
        """Names of the features seen in ``fit``; there is no such attribute where they had none."""
        model = self.model_
        if not model.names_are_given:
            raise AttributeError("feature_names_in_: the training rows had no names of features")
        return np.array(model.feature_names, dtype=object)

    @property
    def tree_(self) -> FittedTree:
        """The tree after pruning; nodes are numbered in pre-order, root 0."""
        return self.model_.tree

    @property
    def full_tree_(self) -> FittedTree:
        """The tree before pruning."""
        return self.model_.full_tree

    @property
    def fronts_(self) -> RuleTables[FrontPoint]:
        """For each node of ``tree_`` with a rule, the purest rule met at each complexity; it prints formulas."""
        return RuleTables(self.model_, self.model_.fronts)

    @property
    def alternatives_(self) -> RuleTables[Alternative]:
        """For each node of ``tree_`` with a rule, rules of other features that are nearly as good; a dict, too."""
        return RuleTables(self.model_, self.model_.alternatives)

    @property
    def passes_(self) -> tuple[PassRecord, ...]:
        """The passes over all rows that the fit took; none where the table was in memory."""
        check_is_fitted(self)
        return self._fitted.passes

    @property
    def search_report_(self) -> SearchReport:
        """What the search took."""
        return self.model_.search_report

    @property
    def rules_(self) -> list[SplitRule]:
        """The rules of the tree, in pre-order."""
        return self.model_.rules

    @property
    def n_rules_(self) -> int:
        """Number of rules."""
        return len(self.rules_)

    @property
    def rule_length_(self) -> int:
        """Complexities of all rules, added up."""
        return self.model_.rule_length

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """Each rule's weighted impurity decrease, shared among its non-zero exponents; sums to 1."""
        return self.model_.feature_importances
