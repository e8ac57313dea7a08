"""The tree as Python source that needs the standard library only."""

from __future__ import annotations

from nldt.model.fitted_model import FittedModel
from nldt.write.code.evaluation import leaf_classes, leaf_shares
from nldt.write.code.statements import Dialect, indented, leaf_function_body

PYTHON = Dialect(
    language="python",
    declare="{name} = {value}",
    raw_feature="float(x[{index}])",
    finite="math.isfinite({value})",
    both=" and ",
    open="if {condition}:",
    close=None,
    negate="not ({condition})",
    leaf="return {leaf}",
    guard="_divide({above}, {below})",
)

TEMPLATE = '''\
"""A nonlinear decision tree: predict(x) gives the class of one row, predict_proba(x) the shares of all classes.

x holds the features in the order of FEATURES. A rule whose value is not finite does not hold.
"""

import math

FEATURES = {features}
CLASSES = {classes}

_LEAF_CLASS = {leaf_classes}
_LEAF_SHARES = {leaf_shares}


def predict(x):
    """The class of a row."""
    return CLASSES[_LEAF_CLASS[_leaf(x)]]


def predict_proba(x):
    """The share of each class, in the order of CLASSES, for a row."""
    return list(_LEAF_SHARES[_leaf(x)])


def _divide(numerator, divisor):
    return numerator / divisor if divisor != 0.0 else math.nan


def _leaf(x):
{body}
'''


def to_python(model: FittedModel) -> str:
    """Source of a module with ``predict(x)`` and ``predict_proba(x)``."""
    return TEMPLATE.format(
        features=_tuple([ascii(name) for name in model.feature_names]),
        classes=_tuple([ascii(label) for label in model.labels]),
        leaf_classes=_tuple([str(index) for index in leaf_classes(model.tree)]),
        leaf_shares=_tuple([f"({', '.join(map(repr, shares))})" for shares in leaf_shares(model.tree)]),
        body=indented(leaf_function_body(model, PYTHON)),
    )


def _tuple(entries: list[str]) -> str:
    return "(\n" + "".join(f"    {entry},\n" for entry in entries) + ")"
