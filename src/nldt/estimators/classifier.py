"""NLDTClassifier: validate → scale → grow → prune."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from nldt.data import validation
from nldt.data.training_rows import TrainingRows
from nldt.decimals import Digits
from nldt.errors import InputError
from nldt.estimators.exports import ExportMethods
from nldt.estimators.search_document import read_search, write_search
from nldt.explain import Explanation, explain_row, read_row
from nldt.files import write_whole
from nldt.model import document
from nldt.model.feature_scaling import Scaling, fit_scaling
from nldt.model.fitted_model import TreeModel
from nldt.model.rule import SplitRule
from nldt.model.search_report import SearchReport
from nldt.model.tree import FittedTree, FrontPoint
from nldt.parameters import CLASSIFIER_PARAMETERS, DEFAULT_EXPONENTS, ROUNDING_PARAMETERS, validate
from nldt.progress import Deadline, Monitor, RichMonitor, SilentMonitor
from nldt.report import Subject, describe, render_notebook, render_page, summarise
from nldt.search import FitSettings, Search, SearchTraits
from nldt.search.protocol import traits_of
from nldt.search.registry import ready_search
from nldt.search.structures import structure_space
from nldt.solve import thread_count
from nldt.tree import FixedNode, Grower, prune, shorten

# Supplement, "Parameter Setting for Inducing a Non-linear Decision Tree". The entropy limits stand for the same
# purity as the gini ones: two classes of which one has a share of about 2.6 %.
IMPURITY_LIMIT = {"gini": 0.05, "entropy": 0.17}
PRUNE_TOLERANCE = 0.03
# What follows a search, rounding and parting the rows, takes no more than this share of what precedes it.
LAST_STEPS = 0.2


@dataclass(frozen=True, eq=False)
class _Training:
    """What a tree is grown from, kept so that a part of it can be grown anew."""

    rows: TrainingRows
    rows_per_weight: float
    scaling: Scaling
    seed: int


class NLDTClassifier(ExportMethods, ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A decision tree of very few nodes, each one short algebraic rule.

    Parameters
    ----------
    search : str or search object
        How rules are found: "fast", "paper" for the paper's bilevel search, or another name that is registered; a
        FastSearch, a PaperSearch or a search of your own (``nldt.search.Search``) brings its own numbers.
    max_terms : int
        Terms that a rule may have (p).
    exponents : sequence of int, or mapping
        Exponents that a term may use (E); or {feature name or index: exponents}, the rest as the default.
    max_features_per_term : int, optional
        Features in one term (a_max); no limit where None.
    modulus : bool
        Allow bands, rules with two ends (m).
    criterion : {"gini", "entropy"}
        Impurity measure; entropy is in bits.
    max_depth : int
        Rules on any path from the root to a leaf.
    min_samples_split : float
        A node with less sample weight stays a leaf (N_min).
    target_impurity : float, optional
        Impurity that a rule must reach to count as feasible (tau_I). None: 0.05 for gini and 0.17 for entropy
        under "paper"; no such limit under "fast", which weighs accuracy against length by itself.
    min_impurity : float, optional
        A node that is this pure stays a leaf (tau_min). None: the same numbers; no such limit under "fast".
    prune_tolerance : float, optional
        Training accuracy that pruning may give up, as a fraction (tau_prune). None: 0.03 under "paper",
        no such pruning under "fast".
    scaling : {"raw", "shift"}, optional
        "raw": rules in raw units. "shift": rules in u = 1 + (x - min)/(max - min). None: the search's own, raw.
    class_weight : mapping or "balanced", optional
        Weights of the classes, as in scikit-learn: what errors cost. The fast search does not take them for more rows;
        ``sample_weight`` does count as rows given several times.
    time_limit : float, optional
        Seconds after which the best tree so far is returned, with a warning.
    n_jobs : int, optional
        Threads; all cores where None. The result never depends on it.
    random_state : int or RandomState, optional
        Seed; the same seed gives the same model.
    verbose : int
        1: show progress.

    Attributes
    ----------
    classes_ : array of shape (classes,)
    tree_, full_tree_ : FittedTree
        The tree after and before pruning; nodes are numbered in pre-order, root 0.
    fronts_ : dict
        For each node of ``tree_`` with a rule, the purest rule met at each complexity.
    search_report_ : SearchReport
        What the search took.
    n_features_in_, feature_names_in_
        As in scikit-learn.

    Notes
    -----
    A fitted classifier keeps its training rows, for ``with_rule`` and ``rounded``, and so does a pickle of it. Files
    that ``save`` writes, and models that ``load_model`` reads, hold no rows: only each feature's lowest and highest
    training value. Hand these on where the rows must stay at home.

    Examples
    --------
    >>> from nldt import NLDTClassifier, PaperSearch
    >>> from nldt.datasets import load
    >>> data = load("ds1", seed=0)
    >>> clf = NLDTClassifier(search=PaperSearch(generations=10), random_state=0).fit(data.X, data.y)
    >>> clf.n_rules_, clf.score(data.X, data.y) > 0.95
    (1, True)
    """

    def __init__(
        self,
        search: str | Search = "fast",
        max_terms: int = 3,
        exponents: Any = (-3, -2, -1, 0, 1, 2, 3),
        max_features_per_term: int | None = None,
        modulus: bool = True,
        criterion: str = "gini",
        max_depth: int = 5,
        min_samples_split: float = 10,
        target_impurity: float | None = None,
        min_impurity: float | None = None,
        prune_tolerance: float | None = None,
        scaling: str | None = None,
        class_weight: Any = None,
        time_limit: float | None = None,
        n_jobs: int | None = None,
        random_state: Any = None,
        verbose: int = 0,
    ) -> None:
        self.search = search
        self.max_terms = max_terms
        self.exponents = exponents
        self.max_features_per_term = max_features_per_term
        self.modulus = modulus
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.target_impurity = target_impurity
        self.min_impurity = min_impurity
        self.prune_tolerance = prune_tolerance
        self.scaling = scaling
        self.class_weight = class_weight
        self.time_limit = time_limit
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    # ---------------------------------------------------------------- fitting

    def fit(self, X: Any, y: Any, sample_weight: ArrayLike | None = None) -> NLDTClassifier:
        """Learn a tree from rows X and their classes y."""
        search = self._validated_search()
        deadline = Deadline(self.time_limit)
        rows, rows_per_weight = self._training_rows(X, y, sample_weight)
        extremes = rows.extremes
        scaling = fit_scaling(self.scaling or traits_of(search).scaling, extremes, validation.feature_names(self))
        self._warn_of_trouble(rows, scaling.unresolved(extremes))
        monitor: Monitor = RichMonitor() if self.verbose else SilentMonitor()
        seeds = check_random_state(self.random_state).randint(2**31, size=2)
        self._training = _Training(rows, rows_per_weight, scaling, int(seeds[0]) << 31 | int(seeds[1]))
        self._feature_range: tuple[NDArray[np.float64], NDArray[np.float64]] | None
        self._feature_range = extremes[0], extremes[1]
        deadline.reserve(LAST_STEPS)
        with monitor:
            self._grow(search, monitor, deadline)
        return self

    def _grow(
        self,
        search: Search,
        monitor: Monitor,
        deadline: Deadline,
        fixed: Mapping[str, FixedNode | None] | None = None,
    ) -> None:
        """Grow and prune a tree from the training rows and keep it."""
        grown = self._grower(search, monitor, deadline).grow(self._training.rows, fixed)
        if not grown.report.complete:
            warnings.warn(
                f"time_limit={self.time_limit:g} s reached: this is the best tree so far",
                ConvergenceWarning,
                stacklevel=3,
            )
        self._set_trees(grown.tree, grown.fronts, prune(grown.tree, self._tolerance()))
        self.search_report_: SearchReport = grown.report

    def _validated_search(self) -> Search:
        validate(type(self).__name__, CLASSIFIER_PARAMETERS, self.get_params(deep=False))
        return ready_search(self.search)

    def _traits(self) -> SearchTraits:
        return traits_of(self._validated_search())

    def _warn_of_trouble(self, rows: TrainingRows, unresolved: NDArray[np.bool_]) -> None:
        """Say what will keep the search from finding a rule."""
        if rows.sample_weight.sum() < self.min_samples_split:
            warnings.warn(
                f"the rows weigh {rows.sample_weight.sum():g}, less than min_samples_split={self.min_samples_split:g}: "
                "the tree has no rule",
                UserWarning,
                stacklevel=3,
            )
        for j in np.flatnonzero(unresolved):
            warnings.warn(
                f"column {validation.feature_names(self)[j]!r} varies little beside its size: the search can't tell "
                "its values apart in raw units; subtract a constant or use scaling='shift'",
                UserWarning,
                stacklevel=3,
            )

    def _training_rows(self, X: Any, y: Any, sample_weight: ArrayLike | None) -> tuple[TrainingRows, float]:
        """The rows as trees are grown from them, and how many rows a unit of their weight is worth."""
        rows, labels = validation.read_training_table(self, X, y)
        weight = validation.read_sample_weight(sample_weight, rows)
        if (weight == 0).any():
            rows, labels, weight = rows[weight > 0], labels[weight > 0], weight[weight > 0]
        self.classes_, codes = validation.encode_classes(labels)
        totals = np.bincount(codes, weights=weight).astype(np.float64)
        factors = validation.class_weight_factors(self.class_weight, self.classes_, totals)
        if (factors == 0).any():
            used = factors[codes] > 0
            rows, codes, weight = rows[used], codes[used], weight[used]
        return TrainingRows.canonical(rows, codes, weight, factors), validation.rows_per_weight(factors, totals)

    def _grower(self, search: Search, monitor: Monitor, deadline: Deadline) -> Grower:
        training = self._training
        limit = IMPURITY_LIMIT[self.criterion] if traits_of(search).limits_impurity else None
        settings = FitSettings(
            space=structure_space(
                self.exponents,
                DEFAULT_EXPONENTS,
                validation.feature_names(self),
                training.scaling.allows,
                self.max_terms,
                self.max_features_per_term,
                self.modulus,
            ),
            criterion=self.criterion,
            target_impurity=limit if self.target_impurity is None else self.target_impurity,
            min_impurity=limit if self.min_impurity is None else self.min_impurity,
            min_samples_split=self.min_samples_split,
            max_depth=self.max_depth,
            rows_per_weight=training.rows_per_weight,
            seed=training.seed,
            n_threads=thread_count(self.n_jobs),
        )
        return Grower(search=search, settings=settings, scaling=training.scaling, monitor=monitor, deadline=deadline)

    def _set_trees(self, full_tree: FittedTree, full_fronts: dict[int, list[FrontPoint]], pruned_at: set[int]) -> None:
        """Keep the full tree, and the tree that is left when some of its splits are removed."""
        self.full_tree_ = full_tree
        self._full_fronts = full_fronts
        self._pruned_at = pruned_at
        self.tree_, self._full_numbers = full_tree.without(pruned_at)
        numbers = self._full_numbers
        self.fronts_ = {
            new: full_fronts[int(old)] for new, old in enumerate(numbers) if self.tree_.rules[new] is not None
        }

    def pruned(self, tolerance: float) -> NLDTClassifier:
        """A copy pruned at another tolerance, from the full tree; no new search.

        Of a copy made by ``rounded`` the full tree is the rounded one.
        """
        copy = self._copy(prune_tolerance=tolerance)
        copy._set_trees(self.full_tree_, self._full_fronts, prune(self.full_tree_, copy._tolerance()))
        return copy

    def with_rule(self, node: int, complexity: int) -> NLDTClassifier:
        """A copy in which a node of ``tree_`` uses the rule of its front with this complexity.

        Its descendants are searched anew on the training rows; all other nodes stay as they are, rounded ones
        rounded. A model read from a file has no training rows and can't do this.
        """
        check_is_fitted(self)
        if node not in self.fronts_:
            raise InputError(f"with_rule: node={node!r} has no front; the nodes with one are {sorted(self.fronts_)}")
        points = {point.complexity: point for point in self.fronts_[node]}
        if complexity not in points:
            raise InputError(
                f"with_rule: complexity={complexity!r} is not on the front of node {node}: {sorted(points)}"
            )
        self._require_training_rows("with_rule")
        changed = int(self._full_numbers[node])
        below = set(self.full_tree_.descendants(changed)) - {changed}
        fixed: dict[str, FixedNode | None] = {}
        for number, path in enumerate(self.full_tree_.paths):
            rule, front = self.full_tree_.rules[number], self._full_fronts.get(number, [])
            if number == changed:
                fixed[path] = FixedNode(points[complexity], front)
            elif number not in below:
                own = (point for point in front if point.rule == rule)
                fixed[path] = None if rule is None else FixedNode(next(own), front)
        copy = self._copy()
        copy._grow(copy._validated_search(), SilentMonitor(), Deadline(self.time_limit), fixed)
        return copy

    def rounded(self, max_loss: float = 0.005) -> NLDTClassifier:
        """A copy whose rules have the shortest numbers that cost no more than this share of the training accuracy.

        Training accuracy is weighted as the fit was. Prune first, choose rules with ``with_rule`` next and round last:
        the copy starts from ``tree_``, so that branches which pruning removed are gone from its ``full_tree_`` too;
        a later ``with_rule`` searches below its node anew, and rounds what it finds only as far as a fit does. A model
        read from a file has no training rows and can't do this.

        Examples
        --------
        >>> from nldt import NLDTClassifier, PaperSearch
        >>> from nldt.datasets import load
        >>> data = load("ds1", seed=0)
        >>> clf = NLDTClassifier(search=PaperSearch(generations=5), random_state=0).fit(data.X, data.y)
        >>> clf.rounded(0.0).score(data.X, data.y) >= clf.score(data.X, data.y)
        True
        """
        check_is_fitted(self)
        validate("rounded", ROUNDING_PARAMETERS, {"max_loss": max_loss})
        self._require_training_rows("rounded")
        copy = self._copy()
        deadline = Deadline(self.time_limit)
        tree, fronts = shorten(self.tree_, self.fronts_, self._training.rows, max_loss, self.criterion, deadline)
        copy._set_trees(tree, fronts, prune(tree, None))
        return copy

    def _require_training_rows(self, method: str) -> None:
        if not hasattr(self, "_training"):
            raise InputError(f"{method}: a model file holds no training rows: fit the model again")

    def _copy(self, **changes: Any) -> NLDTClassifier:
        """A fitted copy with some parameters changed."""
        check_is_fitted(self)
        copy = type(self)(**{**self.get_params(deep=False), **changes})
        copy._validated_search()
        for name, value in vars(self).items():
            if name not in vars(copy):
                setattr(copy, name, value)
        return copy

    def _tolerance(self) -> float | None:
        """Training accuracy that pruning may give up; None: it has no such measure."""
        if self.prune_tolerance is None and self._traits().limits_impurity:
            return PRUNE_TOLERANCE
        return self.prune_tolerance

    # ------------------------------------------------------------- prediction

    def predict(self, X: Any) -> NDArray[Any]:
        """The class of each row."""
        leaves = self.apply(X)
        return self.classes_[self.tree_.class_weights.argmax(axis=1)[leaves]]

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """The share of each class in the leaf of each row."""
        leaves = self.apply(X)
        return self.tree_.shares[leaves]

    def apply(self, X: Any) -> NDArray[np.int64]:
        """The number of the leaf of each row."""
        rows = self._rows(X)
        return self.tree_.apply(rows)

    def decision_path(self, X: Any) -> sparse.csr_matrix:
        """Indicator matrix (rows, nodes) of the nodes that each row passes."""
        rows = self._rows(X)
        return self.tree_.decision_path(rows)

    def _rows(self, X: Any) -> NDArray[np.float64]:
        check_is_fitted(self)
        return validation.read_features(self, X, reset=False)

    # ---------------------------------------------------------------- reading

    @property
    def rules_(self) -> list[SplitRule]:
        """The rules of the tree, in pre-order."""
        check_is_fitted(self)
        return self.tree_.conditional_rules

    @property
    def n_rules_(self) -> int:
        """Number of rules."""
        return len(self.rules_)

    @property
    def rule_length_(self) -> int:
        """Complexities of all rules, added up."""
        return sum(rule.complexity for rule in self.rules_)

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """Each rule's weighted impurity decrease, shared among its non-zero exponents; sums to 1."""
        check_is_fitted(self)
        return self.tree_.feature_importances(self.n_features_in_, self.criterion)

    def report(self, X: Any, y: Any, title: str = "Nonlinear decision tree") -> str:
        """The HTML report on rows X and their true classes y: one self-contained page, as text.

        Examples
        --------
        >>> from nldt import NLDTClassifier
        >>> from nldt.datasets import load
        >>> data = load("ds1", seed=0)
        >>> clf = NLDTClassifier(random_state=0).fit(data.X, data.y)
        >>> page = clf.report(data.X, data.y, title="DS1")
        >>> "<title>DS1</title>" in page
        True
        """
        rows = self._rows(X)
        classes = validation.read_known_classes(y, self.classes_, len(rows))
        return render_page(summarise(self._subject(), rows, classes), title)

    def _subject(self) -> Subject:
        return Subject(self._model(), self.fronts_, self.criterion, self._feature_range)

    def _repr_html_inner(self) -> str:
        """What notebooks show: the rules of a fitted tree; scikit-learn's diagram before."""
        return self._notebook_html() or super()._repr_html_inner()

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        if "text/html" in bundle:  # scikit-learn leaves it out where display="text" is set
            bundle["text/html"] = self._notebook_html() or bundle["text/html"]
        return bundle

    def _notebook_html(self) -> str | None:
        """The rules and the tree; None where there are none yet, or no package to write them with."""
        try:
            return render_notebook(describe(self._subject()), type(self).__name__)
        except (NotFittedError, InputError):
            return None

    def explain(self, x: Any) -> Explanation:
        """Why one row gets its class, and the smallest change of each single feature that would change that.

        Parameters
        ----------
        x : one row
            A sequence in the order of the features, a mapping or Series from name to value, or a table of one row.

        Returns
        -------
        Explanation
            Path, values, margins, contributions and flips; ``print`` shows it as text, a notebook as HTML.

        Examples
        --------
        >>> from nldt.datasets import load
        >>> data = load("iris")
        >>> clf = NLDTClassifier(random_state=0, max_depth=1).fit(data.X, data.y)
        >>> easiest = clf.explain(data.X.iloc[17]).flips[0]
        >>> changed = data.X.iloc[[17]].assign(**{easiest.name: easiest.value})
        >>> clf.predict(data.X.iloc[[17]])[0] != clf.predict(changed)[0] == easiest.to_class
        True
        """
        check_is_fitted(self)
        return explain_row(self._model(), read_row(self, x))

    def to_json(self) -> str:
        """The model as JSON: what ``save`` writes and ``load_model`` reads."""
        return document.write(self.to_document())

    def to_document(self) -> document.ModelDocument:
        """All that a model file holds."""
        check_is_fitted(self)
        return document.ModelDocument(
            parameters=self.get_params(deep=False) | {"search": write_search(self.search)},
            classes=self.classes_,
            n_features=self.n_features_in_,
            feature_names=getattr(self, "feature_names_in_", None),
            full_tree=self.full_tree_,
            fronts=self._full_fronts,
            pruned_at=self._pruned_at,
            report=self.search_report_,
            feature_range=self._feature_range,
        )

    @classmethod
    def from_document(cls, content: document.ModelDocument) -> NLDTClassifier:
        """The fitted classifier that a model file holds."""
        parameters = dict(content.parameters)
        if "search" in parameters:
            parameters["search"] = read_search(parameters["search"])
        classifier = cls(**parameters)
        classifier.classes_ = content.classes
        classifier.n_features_in_ = content.n_features
        if content.feature_names is not None:
            classifier.feature_names_in_ = content.feature_names
        classifier.search_report_ = content.report
        classifier._feature_range = content.feature_range
        classifier._set_trees(content.full_tree, content.fronts, content.pruned_at)
        return classifier

    def save(self, path: str | Path) -> None:
        """Write the model as JSON, all of it or nothing."""
        write_whole(path, self.to_json())

    def _model(self) -> TreeModel:
        check_is_fitted(self)
        # In full where rules have been rounded: what is printed is what runs.
        digits: Digits = None if self._traits().shortens_numbers else "auto"
        return TreeModel(self.tree_, validation.feature_names(self), self.classes_.tolist(), digits)
