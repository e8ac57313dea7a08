"""Everything that a fit has found, frozen: what exports, explanations, reports, pictures and model files read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt.decimals import MOST_DIGITS, Digits
from nldt.errors import InputError
from nldt.model.alternative import Alternative
from nldt.model.basis import Basis
from nldt.model.estimate import Estimate
from nldt.model.feature import Feature, numbers
from nldt.model.rule import SplitRule
from nldt.model.scores import Scores
from nldt.model.search_report import SearchReport
from nldt.model.target import Target
from nldt.model.tree import FittedTree, FrontPoint
from nldt.model.unit import PLAIN_NUMBER, Unit

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Fronts = Mapping[int, Sequence[FrontPoint]]


@dataclass(frozen=True, eq=False)
class FittedModel:
    """A tree with the names of its features and classes, and what is known of how it was found.

    Attributes
    ----------
    full_tree : FittedTree
        The tree before pruning.
    feature_names : tuple of str
        Those of the table; x1, x2, … where it had none.
    basis : Basis
        The columns that rules are made of.
    pruned_at : frozenset of int
        Nodes of the full tree whose splits pruning removed.
    full_fronts : mapping
        For each node of the full tree with a rule, the purest rule met at each complexity.
    criterion : {"gini", "entropy"}
        The impurity measure of the fit.
    digits : int, "auto" or None
        How numbers are printed unless a reader asks otherwise; rules with short numbers: None, in full.
    names_are_given : bool
        Whether the table had the names.
    feature_range : pair of arrays, optional
        Lowest and highest training value of each feature, where known.
    search_report : SearchReport
        What the search took.
    features : tuple of Feature
        What each feature holds: numbers, unless told, or categories; and whether training rows had gaps in it.
    left_out : tuple of str
        Columns that the training table had besides the features.
    scores : Scores, optional
        How probabilities follow from the values of rules; None, as in older files: they are the shares of leaves.
    fingerprint : str, optional
        Of the whole training table, whatever the order of its rows; None where it is not known.
    estimate : Estimate, optional
        How well the model may be expected to do, where somebody has estimated it; ``fit`` does not.
    full_alternatives : mapping
        For each node of the full tree with a rule, rules of other features that are nearly as good.
    """

    full_tree: FittedTree
    feature_names: tuple[str, ...]
    basis: Basis
    pruned_at: frozenset[int] = frozenset()
    full_fronts: Fronts = field(default_factory=dict)
    criterion: str = "gini"
    digits: Digits = "auto"
    names_are_given: bool = True
    feature_range: tuple[Floats, Floats] | None = None
    search_report: SearchReport = field(default_factory=SearchReport)
    features: tuple[Feature, ...] = ()
    left_out: tuple[str, ...] = ()
    scores: Scores | None = None
    fingerprint: str | None = None
    estimate: Estimate | None = None
    full_alternatives: Mapping[int, Sequence[Alternative]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.features:
            object.__setattr__(self, "features", numbers(len(self.feature_names)))

    # ------------------------------------------------------------------- tree

    @cached_property
    def _pruned(self) -> tuple[FittedTree, Integers]:
        return self.full_tree.without(set(self.pruned_at))

    @property
    def tree(self) -> FittedTree:
        """The tree after pruning: the one that predicts."""
        return self._pruned[0]

    @property
    def full_numbers(self) -> Integers:
        """The number in the full tree of each node of the tree."""
        return self._pruned[1]

    @cached_property
    def fronts(self) -> dict[int, list[FrontPoint]]:
        """The fronts of the nodes of the tree that have a rule."""
        numbers = {node: int(self.full_numbers[node]) for node in self.tree.conditional_nodes.tolist()}
        return {node: list(self.full_fronts[old]) for node, old in numbers.items() if old in self.full_fronts}

    @cached_property
    def alternatives(self) -> dict[int, list[Alternative]]:
        """The alternatives to the rules of the tree, by node: no two of the same features, nor of the rule's own.

        A search tells columns apart; [sex = man] and [sex = woman] are one feature.
        """
        numbers = {node: int(self.full_numbers[node]) for node in self.tree.conditional_nodes.tolist()}
        return {node: self._diverse(node, self.full_alternatives.get(old, ())) for node, old in numbers.items()}

    def _diverse(self, node: int, others: Sequence[Alternative]) -> list[Alternative]:
        own = self.tree.rules[node]
        known = set() if own is None else {tuple(own.features)}
        first: dict[tuple[int, ...], Alternative] = {}
        for other in others:
            first.setdefault(tuple(other.rule.features), other)
        return [other for features, other in first.items() if features not in known]

    def with_tree(
        self,
        full_tree: FittedTree,
        full_fronts: Fronts,
        full_alternatives: Mapping[int, Sequence[Alternative]],
        pruned_at: set[int],
        **changes: Any,
    ) -> FittedModel:
        """The same model with another tree, without scores, and of which nobody has estimated anything yet.

        Itself where nothing changes.
        """
        if full_tree is self.full_tree and pruned_at == self.pruned_at and not changes:
            return self
        return replace(
            self,
            full_tree=full_tree,
            full_fronts=full_fronts,
            full_alternatives=full_alternatives,
            pruned_at=frozenset(pruned_at),
            scores=None,
            estimate=None,
            **changes,
        )

    @cached_property
    def curves(self) -> Scores:
        """How probabilities are made: the scores, or the shares of leaves where there are none."""
        return Scores.of_shares(self.tree) if self.scores is None else self.scores

    def probabilities(self, X: Floats) -> Floats:
        """The probability of each label for each row: numbers in raw units, codes of categories, NaN for gaps."""
        return self.curves.probabilities(self.tree, X)

    # ---------------------------------------------------------------- reading

    @property
    def rules(self) -> list[SplitRule]:
        """The rules of the tree, in pre-order."""
        return self.tree.conditional_rules

    @property
    def rule_length(self) -> int:
        """Complexities of all rules, added up."""
        return sum(rule.complexity for rule in self.rules)

    @property
    def target(self) -> Target:
        """What the tree answers."""
        return self.full_tree.target

    @property
    def classes(self) -> NDArray[Any]:
        """The labels of a tree that answers classes, in ascending order."""
        return self.full_tree.classes.values

    @cached_property
    def labels(self) -> list[str | int | float | bool]:
        """What the tree may answer, as plain text or numbers."""
        return self.target.labels(self.tree.sums)

    @property
    def n_features(self) -> int:
        return len(self.feature_names)

    @cached_property
    def used_columns(self) -> list[int]:
        """The columns of the basis that some rule uses, in their order."""
        used = np.zeros(len(self.basis), dtype=bool)
        for rule in self.rules:
            used |= rule.exponents.any(axis=0)
        return np.flatnonzero(used).tolist()

    @property
    def used_features(self) -> list[int]:
        """The features that some rule reads, in their order."""
        return self.basis.features_of(self.used_columns)

    @property
    def front_features(self) -> list[int]:
        """The features that some rule reads, of the tree, its fronts or its alternatives, in their order."""
        of_fronts = [point.rule for front in self.fronts.values() for point in front]
        of_alternatives = [other.rule for others in self.alternatives.values() for other in others]
        rules = [*self.rules, *of_fronts, *of_alternatives]
        return sorted({feature for rule in rules for feature in rule.features})

    @cached_property
    def is_plain(self) -> bool:
        """Whether all features are numbers that no training row lacks, as they once had to be."""
        return all(feature.is_plain for feature in self.features)

    @cached_property
    def has_categories(self) -> bool:
        """Whether some feature is not a number."""
        return not all(feature.is_number for feature in self.features)

    @cached_property
    def has_dates(self) -> bool:
        """Whether some feature holds dates."""
        return any(feature.is_date for feature in self.features)

    def printed_digits(self, digits: Digits = "auto") -> Digits:
        """The digits that a reader asked for; the model's own for "auto". InputError for what is neither."""
        if digits is None or digits == "auto":
            return self.digits if digits == "auto" else None
        if isinstance(digits, bool) or not isinstance(digits, int | np.integer) or not 1 <= digits <= MOST_DIGITS:
            raise InputError(f"digits={digits!r} must be 'auto', None or a whole number from 1 to {MOST_DIGITS}")
        return int(digits)

    @cached_property
    def column_units(self) -> list[Unit]:
        """The unit of each column of the basis."""
        return self.basis.units(self.features)

    def rule_unit(self, rule: SplitRule) -> Unit:
        """The unit of a rule's value and of its ends, which all its terms have: that of the first, as it is written."""
        unit = PLAIN_NUMBER
        for column in np.flatnonzero(rule.exponents[0]).tolist():
            unit *= self.column_units[column] ** int(rule.exponents[0, column])
        return unit

    @property
    def feature_importances(self) -> Floats:
        """Each rule's weighted impurity decrease, shared among its non-zero exponents; sums to 1."""
        return self.tree.feature_importances(self.n_features, self.criterion)
