"""Pictures of models and data, drawn with matplotlib; each function returns the axes it drew on.

>>> from nldt import NLDTClassifier, plots
>>> from nldt.datasets import load
>>> data = load("ds4")
>>> clf = NLDTClassifier(random_state=0).fit(data.X, data.y)
>>> ax = plots.plot_tree(clf)
>>> ax.figure.savefig("tree.png")  # doctest: +SKIP
"""

from nldt.plots.comparison import plot_comparison
from nldt.plots.data import plot_dataset
from nldt.plots.feature_space import plot_feature_space
from nldt.plots.objective_space import plot_objectives
from nldt.plots.path import plot_path
from nldt.plots.progress import plot_progress
from nldt.plots.stability import plot_stability
from nldt.plots.term_space import plot_term_space
from nldt.plots.trade_off import plot_trade_off
from nldt.plots.tree import plot_tree

__all__ = [
    "plot_comparison",
    "plot_dataset",
    "plot_feature_space",
    "plot_objectives",
    "plot_path",
    "plot_progress",
    "plot_stability",
    "plot_term_space",
    "plot_trade_off",
    "plot_tree",
]
