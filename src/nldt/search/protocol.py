"""What a search is: how to write one of your own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from nldt.errors import InputError
from nldt.parameters import optional, whole
from nldt.search.outcome import SearchOutcome
from nldt.search.task import NodeTask

SCALINGS = ("raw", "shift")


@dataclass(frozen=True)
class SearchTraits:
    """What the classifier must know of a search; a search without an attribute ``traits`` has these.

    ``max_terms`` and ``max_depth`` hold where the user gives none. A search that says nothing gets the paper's 3 and 5:
    one that finds a rule wherever it is asked would else grow a tree until all leaves are pure. Only a search that
    leaves a node alone where no rule is worth its length, as "fast" does, should do without a limit of depth.
    """

    scaling: str = "raw"  # units of its rules where the user chooses none: "raw", or "shift" into [1, 2]
    limits_impurity: bool = False  # the paper's limits of impurity and its pruning hold where the user gives none
    shortens_numbers: bool = False  # its rules get the shortest numbers that part the rows alike, printed in full
    max_terms: int = 3  # terms that a rule may have
    max_depth: int | None = 5  # rules on any path from the root to a leaf; None: no limit
    # Counts bits, and keeps to ``settings.space.max_complexity``: ``price``, ``max_rules`` and ``max_length`` can be
    # asked of it.
    weighs_length: bool = False
    keeps_limits: bool = False  # its rules keep ``settings.space.limits``: ``forbidden`` and ``units`` can be asked

    def __post_init__(self) -> None:
        if self.scaling not in SCALINGS:
            raise InputError(f"SearchTraits: scaling={self.scaling!r} must be 'raw' or 'shift'")
        if not whole(1).holds(self.max_terms):
            raise InputError(f"SearchTraits: max_terms={self.max_terms!r} must be {whole(1).words}")
        if not optional(whole(1)).holds(self.max_depth):
            raise InputError(f"SearchTraits: max_depth={self.max_depth!r} must be {optional(whole(1)).words}")


class Search(Protocol):
    """Finds the rule of a node.

    ``find_split`` is all that a search must have. Some more attributes are looked for: ``traits``, a ``SearchTraits``;
    and ``validate()``, called before a fit, which raises ``nldt.InputError`` for parameters out of range. One that
    weighs length may have ``hastened()``, a search of less effort, for the richest trees of a path. A search that
    derives from ``sklearn.base.BaseEstimator`` can be tuned as ``search__parameter``, and its parameters are kept in
    model files. A search that is registered can be asked for by name, and a model file that names it brings it back, in
    every process that has imported the module that registers it.

    Rules are (terms, features) of whole exponents, a weight for each term, and two ends; ``NodeTask.candidate``
    measures one. Features are in units of the search, about 1 in size, and ends must be, too. Where randomness is
    needed, ``NodeTask.random`` gives a generator that depends on the seed and the node alone.

    Examples
    --------
    A search that takes the best threshold of a single feature, from fit to file:

    >>> import numpy as np
    >>> from nldt import NLDTClassifier, load_model
    >>> from nldt.datasets import load
    >>> from nldt.search import SearchOutcome, SearchTraits, register_search, unregister_search
    >>> @register_search("threshold")
    ... class BestThreshold:
    ...     traits = SearchTraits(shortens_numbers=True)
    ...
    ...     def find_split(self, task):
    ...         exponents = np.eye(len(task.features), dtype=int)  # row j is the term x_j
    ...         rules = [
    ...             task.candidate(exponents[[j]], [1.0], low=-np.inf, high=threshold)
    ...             for j, values in enumerate(task.features)
    ...             for threshold in np.unique(values)[:-1]
    ...         ]
    ...         return SearchOutcome(min(rules, key=lambda rule: rule.impurity, default=None))
    >>> iris = load("iris")
    >>> clf = NLDTClassifier(search="threshold", max_depth=2).fit(iris.X, iris.y)
    >>> print(clf.to_text(), end="")
    2 rules, rule length 2, 3 leaves
    [petal length (cm)] ≤ 1.9
    ├─ yes: setosa (100.0 % of 50)
    └─ no:  [petal width (cm)] ≤ 1.7
           ├─ yes: versicolor (90.7 % of 54)
           └─ no:  virginica (97.8 % of 46)
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     clf.save(pathlib.Path(folder) / "iris.json")
    ...     loaded = load_model(pathlib.Path(folder) / "iris.json")
    >>> loaded.search, bool((loaded.predict(iris.X) == clf.predict(iris.X)).all())
    ('threshold', True)
    >>> unregister_search("threshold")
    """

    def find_split(self, task: NodeTask) -> SearchOutcome:
        """The rule that parts the rows of a node; an outcome whose ``best`` is None makes the node a leaf."""


def traits_of(search: Search) -> SearchTraits:
    """The traits that a search declares, or the defaults."""
    traits = getattr(search, "traits", SearchTraits())
    if not isinstance(traits, SearchTraits):
        raise InputError(f"search {type(search).__name__}: traits={traits!r} must be a SearchTraits")
    return traits
