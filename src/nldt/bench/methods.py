"""The classifiers that experiments compare, and what is measured of each."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt import NLDTClassifier, PaperSearch
from nldt.bench.lower_level_alone import IdentityStructureSearch
from nldt.bench.splits import Split
from nldt.extras import require
from nldt.model.tree import FittedTree

MEASURES = (
    "train_accuracy",
    "test_accuracy",
    "train_type_1",
    "train_type_2",
    "test_type_1",
    "test_type_2",
    "rules",
    "rule_size",  # the paper's F_U per rule
    "rule_length",
    "variables",
    "seconds",
)
# Class-1 of the paper, where it is not the first in alphabetical order.
FIRST_CLASSES = ("good", "Pareto")
# With --quick: what shows that the paper's search runs, not what it reaches.
QUICK_PAPER_SEARCH = {"population": 20, "generations": 3, "lower_generations": 10}


@dataclass(frozen=True)
class Method:
    """A way to fit a classifier.

    ``label`` names its rows; ``pruned_at`` adds a row for the same tree pruned at that tolerance, without a new search.
    """

    name: str
    label: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    pruned_at: float | None = None

    @property
    def labels(self) -> list[str]:
        """The names of its rows."""
        return [self.label, *([] if self.pruned_at is None else [f"{self.label}-pruned"])]

    @property
    def identity(self) -> dict[str, Any]:
        """All that decides what it fits, as a stored run names it."""
        pruned = {} if self.pruned_at is None else {"pruned_at": self.pruned_at}
        return {"name": self.name, "parameters": {**self.parameters, **pruned}}


@dataclass(frozen=True, eq=False)
class Fitted:
    """A fitted classifier: how it predicts and how long it is."""

    predict: Callable[[Any], NDArray[Any]]
    rules: int
    rule_length: int
    variables: int


def run_method(method: Method, rows: Split, seed: int, quick: bool) -> list[dict[str, float | None]]:
    """Fit one method and measure it: one set of measures for each of its labels."""
    started = time.perf_counter()
    fitted = FITTERS[method.name](method, rows, seed, quick)
    seconds = time.perf_counter() - started
    return [{**measure(model, rows), "seconds": seconds} for model in fitted]


def measure(model: Fitted, rows: Split) -> dict[str, float | None]:
    """All measures but the seconds; accuracies and errors in percent."""
    measures: dict[str, float | None] = {}
    classes = class_order(rows.y_train)
    for part, X, y in (("train", rows.X_train, rows.y_train), ("test", rows.X_test, rows.y_test)):
        truth, predicted = y.to_numpy(), model.predict(X)
        measures[f"{part}_accuracy"] = 100 * float(np.mean(predicted == truth))
        for kind, label in enumerate(classes, start=1):
            members = truth == label
            wrong = members & (predicted != truth)
            has_type = len(classes) == 2 and members.any()  # the paper defines the types for two classes
            if kind <= 2:
                measures[f"{part}_type_{kind}"] = 100 * float(wrong.sum() / members.sum()) if has_type else None
    measures |= {"rules": model.rules, "rule_length": model.rule_length, "variables": model.variables}
    measures["rule_size"] = model.rule_length / model.rules if model.rules else None
    return measures


def class_order(labels: Any) -> list[Any]:
    """The classes, the paper's Class-1 first.

    Type-1 errors are rows of Class-1 taken for Class-2, Type-2 errors the reverse (supplement, "Ablation Studies").

    >>> class_order(["bad", "good", "bad"])
    ['good', 'bad']
    """
    return sorted(np.unique(np.asarray(labels)).tolist(), key=lambda label: (label not in FIRST_CLASSES, label))


def fit_nldt(method: Method, rows: Split, seed: int, quick: bool) -> NLDTClassifier:
    """The default search, or the one among the parameters."""
    parameters = {"random_state": seed, "n_jobs": 1, **method.parameters}
    if method.name == "nldt-paper":
        parameters["search"] = PaperSearch(**(QUICK_PAPER_SEARCH if quick else {}))
    if method.name == "llga":
        n_features = rows.X_train.shape[1]
        parameters |= {"search": IdentityStructureSearch(), "max_terms": n_features, "max_depth": 1, "modulus": False}
    return NLDTClassifier(**parameters).fit(rows.X_train, rows.y_train)


def fit_cart(rows: Split) -> Any:
    """Scikit-learn's CART with the paper's smallest node."""
    from sklearn.tree import DecisionTreeClassifier

    return DecisionTreeClassifier(min_samples_split=10, random_state=0).fit(rows.X_train, rows.y_train)


def fit_svm(rows: Split, kernel: str = "rbf", oversampling_seed: int | None = None) -> Any:
    """A support vector machine on standardised features; a seed oversamples the small class by SMOTE first."""
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVC

    X, y = rows.X_train, rows.y_train
    if oversampling_seed is not None:
        smote = require("imblearn.over_sampling", "SMOTE", "bench").SMOTE
        neighbours = min(5, int(y.value_counts().min()) - 1)
        X, y = smote(k_neighbors=neighbours, random_state=oversampling_seed).fit_resample(X, y)
    return make_pipeline(StandardScaler(), SVC(kernel=kernel)).fit(X, y)


def _nldt_rows(method: Method, rows: Split, seed: int, quick: bool) -> list[Fitted]:
    """The fitted tree; where a pruned row is wanted, the tree before pruning and the pruned one."""
    classifier = fit_nldt(method, rows, seed, quick)
    if method.pruned_at is None:
        return [_of_tree(classifier, classifier.tree_)]
    # The fast search has no pruning of its own to undo: its tree_ only has equal leaves merged.
    unpruned = classifier.full_tree_ if method.name == "nldt-paper" else classifier.tree_
    return [_of_tree(classifier, unpruned), _of_tree(classifier, classifier.pruned(method.pruned_at).tree_)]


def _of_tree(classifier: NLDTClassifier, tree: FittedTree) -> Fitted:
    labels = classifier.classes_[tree.answers]
    rules = tree.conditional_rules
    used = np.any([rule.exponents.any(axis=0) for rule in rules], axis=0) if rules else np.zeros(1, dtype=bool)
    return Fitted(
        lambda X: labels[tree.apply(np.asarray(X, dtype=np.float64))],
        len(rules),
        sum(rule.complexity for rule in rules),
        int(used.sum()),
    )


def _cart_row(method: Method, rows: Split, seed: int, quick: bool) -> list[Fitted]:
    """Every split is a rule of one feature."""
    model = fit_cart(rows)
    features = model.tree_.feature[model.tree_.children_left >= 0]
    return [Fitted(model.predict, len(features), len(features), len(np.unique(features)))]


def _gaussian_svm_row(method: Method, rows: Split, seed: int, quick: bool) -> list[Fitted]:
    """One rule, as long as it has support vectors."""
    model = fit_svm(rows)
    return [Fitted(model.predict, 1, int(model[-1].n_support_.sum()), rows.X_train.shape[1])]


def _linear_svm_row(method: Method, rows: Split, seed: int, quick: bool) -> list[Fitted]:
    """One rule with every feature once."""
    model = fit_svm(rows, "linear", seed if method.name == "linear-svm-smote" else None)
    n_features = rows.X_train.shape[1]
    return [Fitted(model.predict, 1, n_features, n_features)]


FITTERS: dict[str, Callable[[Method, Split, int, bool], list[Fitted]]] = {
    "nldt": _nldt_rows,
    "nldt-paper": _nldt_rows,
    "llga": _nldt_rows,
    "cart": _cart_row,
    "svm": _gaussian_svm_row,
    "linear-svm": _linear_svm_row,
    "linear-svm-smote": _linear_svm_row,
}
