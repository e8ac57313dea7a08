"""Growers as a classifier makes them, with a quick search."""

from __future__ import annotations

from nldt import FastSearch, NLDTClassifier
from nldt.data.training_rows import TrainingRows
from nldt.estimators.growing import chosen_search, make_grower
from nldt.estimators.training_set import make_training_set, read_class_rows
from nldt.progress import Deadline, SilentMonitor
from nldt.tree.grower import Grower

QUICK = FastSearch(patience=1, children=20, generations=3, pairs=4)


def grower_of(X, y, sample_weight=None, **parameters) -> tuple[Grower, TrainingRows]:
    """What a classifier with these parameters would grow its trees with, and from."""
    known = NLDTClassifier(**{"search": QUICK, "random_state": 0, "n_jobs": 1, **parameters}).get_params(deep=False)
    search = chosen_search("test", known)
    training = make_training_set(*read_class_rows("test", X, y, sample_weight, known), known, "raw")
    return make_grower(known, search, training, SilentMonitor(), Deadline(None)), training.rows
