"""What the user wishes of a whole tree, in the columns of its basis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from nldt.data.feature_table import FeatureTable
from nldt.data.named_columns import named_column
from nldt.data.offered_columns import OfferedColumns
from nldt.data.training_rows import TrainingRows
from nldt.errors import InputError, called, given
from nldt.model.basis import Basis, Column
from nldt.model.basis.search_units import fit_basis
from nldt.model.rule import SplitRule
from nldt.model.target import Classes
from nldt.model.tree import FittedTree
from nldt.parameters import Fixed
from nldt.read.column_names import ColumnNames, number_columns
from nldt.read.rule_text import ReadRule, read_rule
from nldt.search.monotone import Monotone
from nldt.search.structures import Exponents, StructureSpace
from nldt.tree.choice import is_monotone
from nldt.tree.missing_side import cheaper_side
from nldt.tree.node_split import goes_left


@dataclass(frozen=True, eq=False)
class Wishes:
    """Wishes, their columns found; ``start`` is a rule of the basis."""

    required: frozenset[int] = frozenset()
    directions: Mapping[int, int] = field(default_factory=dict)  # by feature
    start: SplitRule | None = None
    root_is_fixed: bool = False

    @property
    def root(self) -> SplitRule | None:
        """The rule of the root, where the user has fixed it."""
        return self.start if self.root_is_fixed else None

    def monotone(self, basis: Basis) -> Monotone | None:
        return Monotone.of(basis, dict(self.directions)) if self.directions else None

    def are_kept(self, tree: FittedTree) -> bool:
        """Whether a finished tree keeps to the wishes."""
        used = {feature for rule in tree.conditional_rules for feature in rule.valued_features}
        monotone = self.monotone(tree.conditional_rules[0].basis) if tree.conditional_rules else None
        return used >= self.required and (monotone is None or is_monotone(tree, monotone))

    def structures(self, space: StructureSpace) -> Exponents | None:
        """What the search of the root starts from: (structures, terms, columns)."""
        if self.start is None or self.root_is_fixed:
            return None
        structures = np.zeros((1, space.max_terms, space.n_columns), dtype=np.int8)
        structures[0, : len(self.start.exponents)] = self.start.exponents
        return structures


def read_wishes(
    parameters: Mapping[str, Any], rows: TrainingRows, table: FeatureTable, offered: OfferedColumns, scaling: str
) -> tuple[Wishes, OfferedColumns]:
    """The wishes, and the offered columns with those that a rule of the user's has besides."""
    names = table.names
    required = frozenset(named_column(name, names, "required") for name in parameters["required"] or ())
    directions = _directions(parameters["monotone"], rows, table)
    wished = parameters["start_from"]
    if wished is None:
        return Wishes(required, directions), offered
    is_fixed = isinstance(wished, Fixed)
    low, high = rows.extremes
    numbers = number_columns(table.features, fit_basis(scaling, low, high, names), low)
    text = wished.rule if is_fixed else wished
    read = read_rule(text, ColumnNames(table.features, names, numbers), given("start_from", wished))
    offered = offered.including(read.columns)
    start = rule_of(read, offered.basis)
    if is_fixed:
        start = _fixed(start, read, rows, given("start_from", wished))
    return Wishes(required, directions, start, is_fixed), offered


def _directions(wished: Mapping[Any, int] | None, rows: TrainingRows, table: FeatureTable) -> dict[int, int]:
    if not wished:
        return {}
    if not isinstance(rows.target, Classes) or rows.target.n_sums != 2:
        count = rows.target.n_sums
        raise InputError(f"{given('monotone', dict(wished))} is for two classes, the target has {count}: leave it out")
    found: dict[int, int] = {}
    for name, sign in wished.items():
        j = named_column(name, table.names, "monotone")
        if table.features[j].kind == "category":
            raise InputError(
                f"{called('monotone')}: column {table.names[j]!r} holds categories, which do not rise or fall"
            )
        if found.get(j, int(sign)) != int(sign):
            raise InputError(f"{called('monotone')}: column {table.names[j]!r} is to rise and to fall")
        found[j] = int(sign)
    return found


def rule_of(read: ReadRule, basis: Basis) -> SplitRule:
    """The rule in the columns of a basis that has all of its columns."""
    places: dict[Column, int] = {column: place for place, column in reversed(list(enumerate(basis.columns)))}
    exponents = np.zeros((len(read.terms), len(basis)), dtype=np.int8)
    for row, term in zip(exponents, read.terms, strict=True):
        for column, exponent in term:
            row[places[column]] = exponent
    weights = np.array(list(read.terms.values()))
    return SplitRule(exponents, weights, read.low, read.high, basis, read.missing == "left")


def _fixed(rule: SplitRule, read: ReadRule, rows: TrainingRows, named: str) -> SplitRule:
    """The rule with its side of gaps, where the user names none; InputError where it parts nothing."""
    rule = rule if read.missing is not None else cheaper_side(rule, rows)
    side = goes_left(rule, rows)
    if side.all() or not side.any():
        where = "holds for every" if side.all() else "holds for no"
        raise InputError(f"{named}: the rule parts nothing, it {where} training row")
    return rule
