"""What is drawn: a fitted classifier, or the model of one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt.data.feature_table import read_features
from nldt.errors import InputError
from nldt.estimators import NLDTClassifier
from nldt.model.fitted_model import FittedModel
from nldt.model.rule import SplitRule

Drawable = NLDTClassifier | FittedModel


def model_of(fitted: Drawable) -> FittedModel:
    """The model; NotFittedError for a classifier that is not fitted."""
    if isinstance(fitted, FittedModel):
        return fitted
    if not hasattr(type(fitted), "model_"):
        raise InputError(f"a picture needs a fitted classifier or its model_, not {type(fitted).__name__}")
    return fitted.model_


def read_rows(model: FittedModel, X: Any) -> NDArray[np.float64]:
    """Rows for a model, checked as ``predict`` does."""
    return read_features(model, X)


def rule_of(caller: str, model: FittedModel, node: int) -> SplitRule:
    """The rule of a node; InputError for a leaf or a number beyond the tree."""
    with_rule = model.tree.conditional_nodes.tolist()
    if node in with_rule:
        rule = model.tree.rules[node]
        assert rule is not None
        return rule
    if not with_rule:
        raise InputError(f"{caller}: the tree is a single leaf and has no rule")
    inside = node in range(len(model.tree))
    what = "is a leaf" if inside else "is not in the tree"
    raise InputError(f"{caller}: node={node!r} {what}; nodes with a rule are {with_rule}")
