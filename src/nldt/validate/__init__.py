"""How far to trust a model: honest figures, a length chosen by them, others on the same folds, what comes back."""

from nldt.model.stability import Stability
from nldt.validate.comparison import Comparison, compare
from nldt.validate.evaluation import evaluate
from nldt.validate.path_classifier import NLDTClassifierCV
from nldt.validate.stability import stability

__all__ = ["Comparison", "NLDTClassifierCV", "Stability", "compare", "evaluate", "stability"]
