"""Nonlinear decision trees: very small classifiers whose nodes are short algebraic rules."""

from nldt.classifier import NLDTClassifier
from nldt.errors import InputError
from nldt.model_file import load_model
from nldt.search import FastSearch, PaperSearch
from nldt.split_rule import SplitRule

__version__ = "0.1.0"

__all__ = ["FastSearch", "InputError", "NLDTClassifier", "PaperSearch", "SplitRule", "__version__", "load_model"]
