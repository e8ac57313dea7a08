"""NLDTClassifier: validate → columns → grow → prune."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin

from nldt.data.feature_table import read_features
from nldt.data.partitions.opened import PartitionedRows, is_partitioned, open_rows
from nldt.errors import InputError
from nldt.estimators.editing import EditingMethods
from nldt.estimators.exports import ExportMethods
from nldt.estimators.fitted import Fitted
from nldt.estimators.growing import (
    chosen_search,
    grow_model,
    kept_parameters,
    opened_checkpoint,
    warn_if_cut_short,
)
from nldt.estimators.parameter_document import read_parameters
from nldt.estimators.partitioned_answers import (
    APPLY,
    PREDICT,
    PROBABILITIES,
    SHARES,
    answers,
    answers_of_partitions,
)
from nldt.estimators.partitioned_fit import fit_partitions
from nldt.estimators.reading import ReadingMethods
from nldt.estimators.training_set import make_training_set, read_class_rows
from nldt.model.fitted_model import FittedModel
from nldt.progress import Deadline, RichMonitor, SilentMonitor
from nldt.search import Search
from nldt.search.protocol import traits_of

# What follows a search, rounding and parting the rows, takes no more than this share of what precedes it.
LAST_STEPS = 0.2


class NLDTClassifier(EditingMethods, ReadingMethods, ExportMethods, ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A decision tree of very few nodes, each one short algebraic rule.

    Parameters
    ----------
    search : str or search object
        How rules are found: "fast", "paper" for the paper's bilevel search, or another name that is registered; a
        FastSearch, a PaperSearch or a search of your own (``nldt.search.Search``) brings its own numbers.
    max_terms : int, optional
        Terms that a rule may have (p). None: the search's own, 3 under "paper" and as many as pay under "fast".
    exponents : sequence of int, or mapping
        Exponents that a term may use (E); or {column name or number: exponents}, the other columns having the default.
        0 need not be named.
    max_features_per_term : int, optional
        Features in one term (a_max); no limit where None.
    modulus : bool
        Allow bands, rules with two ends (m).
    criterion : {"gini", "entropy"}
        Impurity measure; entropy is in bits.
    max_depth : int, optional
        Rules on any path from the root to a leaf. None: the search's own, 5 under "paper" and no limit under "fast".
    min_samples_split : float
        A node with fewer rows stays a leaf, a row counting as often as its ``sample_weight`` says (N_min).
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
        What an error on a row of each class costs, as in scikit-learn. Costs are no rows: those are what
        ``sample_weight`` counts, and what leaves show.
    time_limit : float, optional
        Seconds after which the best tree so far is returned, with a warning.
    n_jobs : int, optional
        Threads; all cores where None. The result never depends on it.
    random_state : int or RandomState, optional
        Seed; the same seed gives the same model.
    verbose : int
        1: show progress.
    price : float
        What a bit of a rule costs beside a bit of the classes, 0.01 to 100: 2 gives plainer models, 0.5 richer ones.
    max_rules, max_length : int, optional
        Rules that the whole tree may have, and complexities of all its rules, added up; no limit where None. These two
        and ``price`` can be asked of a search that weighs length, as "fast" does; "paper" refuses them.
    drop : sequence of str or int, optional
        Columns that are left out: names of a table's columns, or numbers from 0 on. A table need not have them when
        rows are classified; an array keeps their places.
    forbidden : sequence of groups of columns, optional
        No two columns of a group are ever in one term together: ``[("a", "b"), ("c", "d", "e")]``. Columns go by name
        or number; of a category, all its indicators are meant. They may still be added.
    units : mapping from column to text, optional
        Units of columns, as pint reads them: ``{"mass": "kg", "area": "mm**2"}``. Only terms of one and the same unit
        are added, so that weights are pure numbers: J and N·m are the same, mm and m are not. Rules print their unit.
        A column that is not named is a plain number, as are indicators and columns of ``scaling="shift"``. A unit with
        a zero of its own, such as °C, is used without powers and products. Needs ``pip install 'nldt[units]'``.
    required : list of columns, optional
        Names or numbers of columns each of which must be in at least one rule of the tree.
    monotone : mapping, optional
        {column: +1 or -1}, for two classes: of two rows that differ in this column alone, the one with more of it has
        no lower (+1) or no higher (-1) probability of ``classes_[1]``, nor is its predicted class the lower (higher).
    start_from : str or Fixed, optional
        A formula in the columns' names, such as ``"x2/x1 - 2"`` or a printed rule, whose structure the search of the
        root starts from; ``nldt.Fixed("x2/x1 <= 2")`` is the root, and only what is below it is searched. The fast
        search keeps to these three wishes (docs/wishes.md); "paper" takes a fixed root and refuses the others.
    memory_limit : int or str, optional
        Bytes, or text such as "2GB", that a fit from partitions may take; None: 2 GB. The rows of a larger table are
        never all in memory (``docs/scale.md``). Tables that are in memory do not mind it.

    Attributes
    ----------
    model_ : FittedModel
        All that was found, frozen; the other attributes read it.
    classes_ : array of shape (classes,)
    tree_, full_tree_ : FittedTree
        The tree after and before pruning; nodes are numbered in pre-order, root 0.
    fronts_ : dict
        For each node of ``tree_`` with a rule, the purest rule met at each complexity.
    alternatives_ : dict
        For each of them, rules of other features within a few bits: formula, bits, accuracy, agreement with the rule.
    search_report_ : SearchReport
        What the search took.
    n_features_in_, feature_names_in_
        As in scikit-learn.

    Notes
    -----
    A fitted classifier keeps its training rows, for ``with_rule`` and ``rounded``, and so does a pickle of it. Files
    that ``save`` writes, and models that ``load_model`` reads, hold no rows: only each feature's lowest and highest
    training value, and the names of the categories of features that rules could use. Hand these on where the rows must
    stay at home.

    Examples
    --------
    >>> from nldt import NLDTClassifier, PaperSearch
    >>> from nldt.datasets import load
    >>> data = load("ds1", seed=0)
    >>> clf = NLDTClassifier(search=PaperSearch(generations=10), random_state=0).fit(data.X, data.y)
    >>> clf.n_rules_, clf.score(data.X, data.y) > 0.95
    (1, True)

    Rules that keep units (``docs/wishes.md`` has more wishes):

    >>> import numpy as np
    >>> import pandas as pd
    >>> random = np.random.default_rng(0)
    >>> X = pd.DataFrame(random.uniform(1, 2, (300, 3)), columns=["width", "height", "area"])
    >>> y = X["width"] * X["height"] > X["area"] + 0.5
    >>> clf = NLDTClassifier(units={"width": "m", "height": "m", "area": "m**2"}, random_state=0).fit(X, y)
    >>> print(clf.to_text(), end="")
    1 rule, rule length 3, 2 leaves
    width·height − area ≤ 0.5 [m²]
    ├─ yes: False (100.0 % of 104)
    └─ no:  True (100.0 % of 196)
    <BLANKLINE>
    value of the rule   False     True
              ≤ −0.13  98.3 %    1.7 %
                 0.23  98.2 %    1.8 %
                0.403  97.2 %    2.8 %
                0.488  93.3 %    6.7 %
                  0.5    50 %     50 %
                0.516   2.9 %   97.1 %
                0.597   1.3 %   98.7 %
                 0.84   0.7 %   99.3 %
               ≥ 1.22  0.61 %  99.39 %
    In between, probabilities follow straight lines.
    """

    def __init__(
        self,
        search: str | Search = "fast",
        max_terms: int | None = None,
        exponents: Any = (-3, -2, -1, 0, 1, 2, 3),
        max_features_per_term: int | None = None,
        modulus: bool = True,
        criterion: str = "gini",
        max_depth: int | None = None,
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
        *,
        price: float = 1.0,
        max_rules: int | None = None,
        max_length: int | None = None,
        drop: Any = None,
        forbidden: Any = None,
        units: Any = None,
        required: Any = None,
        monotone: Any = None,
        start_from: Any = None,
        memory_limit: Any = None,
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
        self.price = price
        self.max_rules = max_rules
        self.max_length = max_length
        self.drop = drop
        self.forbidden = forbidden
        self.units = units
        self.required = required
        self.monotone = monotone
        self.start_from = start_from
        self.memory_limit = memory_limit

    def fit(
        self,
        X: Any,
        y: Any,
        sample_weight: ArrayLike | None = None,
        *,
        checkpoint: str | Path | None = None,
        deadline: Deadline | None = None,
    ) -> NLDTClassifier:
        """Learn a tree from rows X and their classes y; ``sample_weight`` says for how many rows each row counts.

        X : a table of pandas, polars or pyarrow, an array, or a list of rows. Text, booleans and categories are
        categories, ordered ones numbers 0, 1, …; dates are days, years, months, weekdays and hours; NaN, None and their
        like are gaps. Rows without a class are left out.
        Or, for more rows than memory holds (``docs/scale.md``): a Dask DataFrame or array, a dataset of pyarrow, the
        path of a folder of Parquet files or of a large CSV file; y is then the name of a column, or Dask's own.
        Row numbers, ids, constants, copies of columns and columns that give y away are used like all others, unless
        ``drop`` names them; one ``DoubtfulColumnsWarning`` tells of all of them.
        checkpoint : a file in which the fit keeps, every few seconds, what it has found. The same fit goes on from
        there after an interrupt, a time limit or a loss of power, and ends with the same model as without one; a fit of
        other rows or with other parameters is refused. The file is kept in the end: a further run is done at once.
        deadline : an ``nldt.progress.Deadline`` in the place of ``time_limit``, which somebody may ``end()`` while it
        runs: ``search_report_.complete`` tells whether it passed, and no warning does.

        Examples
        --------
        >>> import pandas as pd
        >>> X = pd.DataFrame({"colour": ["red", "blue", "green", None] * 10, "size": [1.0, 2.0, 3.0, None] * 10})
        >>> print(NLDTClassifier(random_state=0).fit(X, X["colour"] == "red").to_text(), end="")
        1 rule, rule length 1, 2 leaves
        [colour = red]
        ├─ yes: True (100.0 % of 10)
        └─ no:  False (100.0 % of 30)
        <BLANKLINE>
        value of the rule   False    True
                      yes   8.3 %  91.7 %
                       no  98.6 %   1.4 %
        """
        name = type(self).__name__
        search = chosen_search(name, self.get_params(deep=False))
        parameters = kept_parameters(self.get_params(deep=False))
        limit = Deadline(self.time_limit) if deadline is None else deadline
        if is_partitioned(X):
            rows = open_rows(X, y, sample_weight, self.n_jobs)
            return self._fit_partitions(rows, search, parameters, limit, checkpoint, warns=deadline is None)
        read = read_class_rows(name, X, y, sample_weight, parameters)
        training = make_training_set(*read, parameters, self.scaling or traits_of(search).scaling)
        limit.reserve(LAST_STEPS)
        with (
            RichMonitor() if self.verbose else SilentMonitor() as monitor,
            opened_checkpoint(checkpoint, parameters, training.seed) as kept,
        ):
            model = grow_model(parameters, search, training, monitor, limit, kept)
        if deadline is None:
            warn_if_cut_short(model.search_report.complete, self.time_limit)
        self._fitted = Fitted(model, parameters, training)  # last, and the only step that changes this object
        return self

    def _fit_partitions(
        self,
        rows: PartitionedRows,
        search: Search,
        parameters: dict[str, Any],
        deadline: Deadline,
        checkpoint: str | Path | None,
        *,
        warns: bool,
    ) -> NLDTClassifier:
        with RichMonitor() if self.verbose else SilentMonitor() as monitor:
            fitted = fit_partitions(rows, search, parameters, monitor, deadline, checkpoint)
        if warns:
            report = fitted.model.search_report
            warn_if_cut_short(report.complete, self.time_limit, counts_a_sample=report.counts_a_sample)
        self._fitted = fitted  # last, as in fit
        return self

    @classmethod
    def from_model(cls, model: FittedModel, **parameters: Any) -> NLDTClassifier:
        """A fitted classifier with this model and these parameters; it has no training rows."""
        classifier = cls(**parameters)
        classifier._fitted = Fitted(model, kept_parameters(classifier.get_params(deep=False)))
        return classifier

    @classmethod
    def from_document(cls, document: dict[str, Any]) -> NLDTClassifier:
        """The fitted classifier of a model document; raises ``ForeignDocument`` for anything else."""
        from nldt.model.document import read

        model, entries = read.from_document(document)
        try:
            return cls.from_model(model, **read_parameters(entries))
        except read.DAMAGE as error:
            raise read.damaged(error) from None

    def __sklearn_tags__(self) -> Any:
        """What scikit-learn is told: gaps, categories and sparse matrices are welcome."""
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.sparse = True  # made dense
        return tags

    @property
    def classes_(self) -> NDArray[Any]:
        """The class labels, in ascending order."""
        return self.model_.classes

    def predict(self, X: Any) -> NDArray[Any]:
        """The class of each row; of a table of Dask a lazy column, which is computed with what is made of it.

        A dataset of pyarrow, or the path of a folder of Parquet files or of a large CSV file, is read some rows at a
        time.
        """
        return self._answers(X, PREDICT)

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """The probability of each class for each row, from the values of the rules on the way to its leaf.

        The farther a row is from the ends of these rules, the more probable is the class of its leaf: straight pieces
        between a few knots, fitted on the training rows (``docs/scores.md``). They are continuous, never 0 or 1, and
        the class that ``predict`` gives is the most probable one, for every row. Rows of training count with the costs
        of their classes. (Before, and of models from older files, these were the shares of ``leaf_shares``.)

        Examples
        --------
        >>> import numpy as np
        >>> X, y = np.tile(np.arange(40.0), 2)[:, None], np.tile(np.repeat(["low", "high"], 20), 2)
        >>> clf = NLDTClassifier(random_state=0).fit(X, y == "high")
        >>> clf.predict_proba([[0.0], [19.0], [20.0], [39.0]]).round(2)
        array([[0.98, 0.02],
               [0.93, 0.07],
               [0.07, 0.93],
               [0.02, 0.98]])
        """
        return self._answers(X, PROBABILITIES)

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """The logarithms of what ``predict_proba`` gives.

        Of two classes: one number a row, the log-odds of ``classes_[1]``, above 0 exactly where ``predict`` gives it.
        Of more: shape (rows, classes), log-probabilities, the largest being that of the class that ``predict`` gives.
        A model from an older file, or one that gives shares of leaves, may have infinities here.
        """
        if is_partitioned(X):
            raise InputError("decision_function: ask predict_proba, which takes tables of partitions")
        found = self.predict_proba(X)
        with np.errstate(divide="ignore"):
            return np.log(found[:, 1] / found[:, 0]) if found.shape[1] == 2 else np.log(found)

    def leaf_shares(self, X: Any) -> NDArray[np.float64]:
        """The share of each class in the leaf of each row, each row of training counted with its class's cost."""
        return self._answers(X, SHARES)

    def apply(self, X: Any) -> NDArray[np.int64]:
        """The number of the leaf of each row."""
        return self._answers(X, APPLY)

    def decision_path(self, X: Any) -> sparse.csr_matrix:
        """Indicator matrix (rows, nodes) of the nodes that each row passes."""
        model = self.model_
        return model.tree.decision_path(read_features(model, X, type(self).__name__))

    def _answers(self, X: Any, kind: str) -> Any:
        asked = answers_of_partitions if is_partitioned(X) else answers
        return asked(self.model_, X, kind, type(self).__name__)
