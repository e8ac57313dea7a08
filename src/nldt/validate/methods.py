"""Other classifiers that a tree is compared with: how each is fitted, and how large it is."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nldt.data.feature_table import FeatureTable
from nldt.model.feature import CATEGORY, level_text
from nldt.validate.risk_scores import RiskScores, Thresholds

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]

MOST_INDICATORS = 50  # of a category
ALPHAS = (0.05, 0.02, 0.01, 5e-3, 2e-3, 1e-3, 5e-4, 0.0)  # of CART's pruning; of equal ones the first wins
INNER_FOLDS = 5
EBM_BAGS, EBM_PAIRS = 4, 5
MOST_KERNEL_ROWS = 20_000  # a kernel machine takes the square of its rows


@dataclass(frozen=True)
class Method:
    """Another classifier."""

    name: str
    make: Callable[[int, int | None], Any]  # from a seed and a number of threads
    size: Callable[[Any], float]
    unit: str  # what its size counts
    needs: str | None = None  # a package that must be installed
    install: str | None = None  # how, where its name alone will not do
    fills_gaps: bool = True  # whether gaps are filled for it
    takes_categories: bool = False  # whether it has its own way with them, and with gaps
    takes_yes_or_no: bool = False  # whether it learns from columns of 0 and 1 alone
    takes_weights: bool = True
    only_two_classes: bool = False
    most_rows: int | None = None

    @property
    def is_installed(self) -> bool:
        return self.needs is None or importlib.util.find_spec(self.needs) is not None


class Prepared:
    """A classifier with what it needs in front: categories one-hot, gaps filled with medians, numbers standardised.

    All of it is learned from the rows that it is fitted on.
    """

    def __init__(self, method: Method, seed: int, n_jobs: int | None) -> None:
        self._method = method
        self._classifier = method.make(seed, n_jobs)

    def fit(self, X: pd.DataFrame, y: Any, sample_weight: Floats | None = None) -> Prepared:
        """Learn the preparation and the classifier."""
        self._prepare = _preparation(X, self._method)
        ready = self._prepare.fit_transform(X)
        if sample_weight is None:
            self._classifier.fit(ready, y)
        else:
            self._classifier.fit(ready, y, sample_weight=sample_weight)
        if hasattr(self._classifier, "predict_proba"):
            self.predict_proba = lambda X: self._classifier.predict_proba(self._prepare.transform(X))
        elif hasattr(self._classifier, "decision_function"):
            self.decision_function = lambda X: self._classifier.decision_function(self._prepare.transform(X))
        return self

    @property
    def classes_(self) -> NDArray[Any]:
        return np.asarray(self._classifier.classes_)

    @property
    def size(self) -> float:
        """How large it is, in the method's own unit."""
        return float(self._method.size(self._classifier))

    def predict(self, X: pd.DataFrame) -> NDArray[Any]:
        """The class of each row."""
        return np.asarray(self._classifier.predict(self._prepare.transform(X)))


def plain_frame(table: FeatureTable) -> pd.DataFrame:
    """The columns as the other classifiers take them: numbers, and categories as text."""
    import pandas as pd

    columns: dict[str, Any] = {}
    for j, (name, feature) in enumerate(zip(table.names, table.features, strict=True)):
        values = table.rows[:, j]
        if feature.kind == CATEGORY:
            names = np.array([*map(level_text, feature.levels), ""], dtype=object)
            codes = np.where(np.isnan(values), len(feature.levels), values).astype(np.int64)
            columns[name] = pd.Series(names[codes], dtype=object)
        else:
            columns[name] = values
    return pd.DataFrame(columns)


def _preparation(X: pd.DataFrame, method: Method) -> Any:
    from sklearn.compose import make_column_transformer
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import FunctionTransformer, OneHotEncoder, StandardScaler

    if method.takes_categories:
        return FunctionTransformer(lambda rows: rows.replace("", np.nan))
    numbers = [name for name in X.columns if X[name].dtype != object]
    others = [name for name in X.columns if X[name].dtype == object]
    filled = [SimpleImputer(strategy="median", keep_empty_features=True)] if method.fills_gaps else []
    scaled = Thresholds() if method.takes_yes_or_no else StandardScaler()
    encode = OneHotEncoder(handle_unknown="infrequent_if_exist", max_categories=MOST_INDICATORS, sparse_output=False)
    return make_column_transformer((make_pipeline(*filled, scaled), numbers), (encode, others))


def _cart(seed: int, n_jobs: int | None) -> Any:
    from sklearn.model_selection import GridSearchCV
    from sklearn.tree import DecisionTreeClassifier

    tree = DecisionTreeClassifier(random_state=seed)
    return GridSearchCV(tree, {"ccp_alpha": ALPHAS}, cv=INNER_FOLDS, n_jobs=1)


def _logistic(seed: int, n_jobs: int | None) -> Any:
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(max_iter=2000)


def _boosting(seed: int, n_jobs: int | None) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier

    return HistGradientBoostingClassifier(random_state=seed)


def _svm(seed: int, n_jobs: int | None) -> Any:
    from sklearn.svm import SVC

    return SVC()


def _ebm(seed: int, n_jobs: int | None) -> Any:
    from interpret.glassbox import ExplainableBoostingClassifier

    # By default 14 bags, and three pairs of columns for each column: minutes a fold where there are categories.
    return ExplainableBoostingClassifier(
        random_state=seed, n_jobs=n_jobs or 1, outer_bags=EBM_BAGS, interactions=EBM_PAIRS
    )


def _figs(seed: int, n_jobs: int | None) -> Any:
    from imodels import FIGSClassifier

    return FIGSClassifier(random_state=seed)


def _risk_scores(seed: int, n_jobs: int | None) -> Any:
    return RiskScores()


def _splits_of_boosting(fitted: Any) -> float:
    return sum(tree.get_n_leaf_nodes() - 1 for of_round in fitted._predictors for tree in of_round)


METHODS: Mapping[str, Method] = {
    method.name: method
    for method in (
        Method("CART", _cart, lambda fitted: fitted.best_estimator_.get_n_leaves() - 1, "splits"),
        Method("logistic regression", _logistic, lambda fitted: int(np.count_nonzero(fitted.coef_)), "coefficients"),
        Method("gradient boosting", _boosting, _splits_of_boosting, "splits", fills_gaps=False),
        Method("RBF SVM", _svm, lambda fitted: fitted.n_support_.sum(), "support vectors", most_rows=MOST_KERNEL_ROWS),
        Method(
            "EBM",
            _ebm,
            lambda fitted: len(fitted.term_names_),
            "curves",
            needs="interpret",
            install="interpret-core",  # the same module without dashboards
            takes_categories=True,
        ),
        Method("FIGS", _figs, lambda fitted: fitted.complexity_, "splits", needs="imodels", only_two_classes=True),
        Method(
            "FasterRisk",
            _risk_scores,
            lambda fitted: int(np.count_nonzero(fitted.points_)),
            "questions",
            needs="fasterrisk",
            install="--no-deps fasterrisk",  # it asks for one old version of each package that it uses
            takes_yes_or_no=True,
            takes_weights=False,
            only_two_classes=True,
        ),
    )
}
