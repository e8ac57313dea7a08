"""Scikit-learn estimators: parameters, fit, predict."""

from nldt.estimators.classifier import NLDTClassifier
from nldt.estimators.model_file import load_model

__all__ = ["NLDTClassifier", "load_model"]
