"""How far to trust a model: honest figures, other methods on the same folds, and what comes back on other rows."""

from nldt.validate.comparison import Comparison, compare
from nldt.validate.evaluation import evaluate
from nldt.validate.stability import Stability, stability

__all__ = ["Comparison", "Stability", "compare", "evaluate", "stability"]
