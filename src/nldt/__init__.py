"""Nonlinear decision trees: very small classifiers whose nodes are short algebraic rules."""

from nldt.errors import DoubtfulColumnsWarning, InputError
from nldt.estimators import NLDTClassifier, load_model
from nldt.model.document.schema import model_schema
from nldt.model.fitted_model import FittedModel
from nldt.model.rule import SplitRule
from nldt.parameters import Fixed
from nldt.search import FastSearch, PaperSearch
from nldt.validate import NLDTClassifierCV, compare, evaluate, stability
from nldt.version import __version__

__all__ = [
    "DoubtfulColumnsWarning",
    "FastSearch",
    "FittedModel",
    "Fixed",
    "InputError",
    "NLDTClassifier",
    "NLDTClassifierCV",
    "PaperSearch",
    "SplitRule",
    "__version__",
    "compare",
    "evaluate",
    "load_model",
    "model_schema",
    "stability",
]
