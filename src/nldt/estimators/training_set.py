"""From the user's table to what a tree is grown from."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import check_random_state

from nldt.data import costs, validation
from nldt.data.doubtful_columns import Doubt, doubtful_columns, doubts_in_words
from nldt.data.feature_table import FeatureTable, read_training_table
from nldt.data.fingerprint import fingerprint, row_marks
from nldt.data.offered_columns import offered_columns
from nldt.data.training_rows import TrainingRows
from nldt.data.units import read_units
from nldt.errors import MOST_NAMED, DoubtfulColumnsWarning, InputError, called, given, list_names
from nldt.estimators.term_wishes import without_left_out
from nldt.estimators.tree_wishes import Wishes, read_wishes
from nldt.model.basis import Basis, Shifted
from nldt.model.basis.search_units import SearchUnits, unresolved_features
from nldt.model.feature import Feature
from nldt.model.target import Classes
from nldt.tree.growth import ROUNDING


@dataclass(frozen=True, eq=False)
class TrainingSet:
    """What a tree is grown from, kept so that a part of it can be grown anew."""

    rows: TrainingRows
    feature_names: tuple[str, ...]
    names_are_given: bool
    features: tuple[Feature, ...]
    left_out: tuple[str, ...]  # columns that the table had besides
    units: SearchUnits
    naming_bits: NDArray[np.float64] | None
    evidence_per_mass: float
    seed: int
    wishes: Wishes
    fingerprint: str

    @property
    def basis(self) -> Basis:
        """The columns that rules are made of."""
        return self.units.basis

    @property
    def feature_range(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The lowest and the highest value of each feature."""
        return self.units.low, self.units.high


def read_class_rows(
    estimator_name: str, X: Any, y: Any, sample_weight: ArrayLike | None, parameters: Mapping[str, Any]
) -> tuple[TrainingRows, FeatureTable, float, str]:
    """The rows of a table with classes, the table, the evidence of a unit of mass, and the table's fingerprint.

    Warns of doubtful columns.
    """
    if y is None:
        raise InputError(
            f"{estimator_name} requires y to be passed, but the target y is None: give a class for each row"
        )
    given = read_training_table(estimator_name, X, parameters["drop"])
    table = given.rows
    labels, known = validation.read_training_classes(y, len(table))
    if len(table) < 2:
        raise InputError("n_samples=1: at least two rows are needed, of two different classes")
    evidence = validation.read_sample_weight(sample_weight, table)
    if not known.all():
        _warn(f"y has no class in {np.count_nonzero(~known)} of {len(known)} rows: they are left out", stacklevel=4)
        table, evidence = table[known], evidence[known]
    if (evidence == 0).any():
        table, labels, evidence = table[evidence > 0], labels[evidence > 0], evidence[evidence > 0]
    classes, codes = validation.encode_classes(labels)
    warn_of_doubts(given, doubtful_columns(given, table, codes))
    known_by = fingerprint(row_marks(given, table, classes, codes), evidence)
    class_evidence = np.bincount(codes, weights=evidence).astype(np.float64)
    class_cost = costs.class_costs(parameters["class_weight"], classes, class_evidence)
    if (class_cost == 0).any():
        used = class_cost[codes] > 0
        table, codes, evidence = table[used], codes[used], evidence[used]
    rows = TrainingRows.canonical(table, codes, evidence, Classes(classes, class_cost))
    return rows, given, costs.evidence_per_mass(class_cost, class_evidence), known_by


def make_training_set(
    rows: TrainingRows,
    table: FeatureTable,
    evidence_per_mass: float,
    known_by: str,
    parameters: Mapping[str, Any],
    scaling: str,
    seed: int | None = None,
) -> TrainingSet:
    """All that a tree is grown from; warns of what will keep a search from finding a rule.

    ``seed``: None is drawn from the random state.
    """
    parameters = without_left_out(parameters, table.left_out)
    low, high = rows.extremes
    names = table.names
    features = tuple(
        replace(feature, is_whole=feature.is_number and is_whole)
        for feature, is_whole in zip(table.features, rows.are_whole, strict=True)
    )
    if parameters["units"] is not None:
        units_of = read_units(parameters["units"], names, features)
        features = tuple(replace(feature, unit=unit) for feature, unit in zip(features, units_of, strict=True))
    offered = offered_columns(rows, features, names, scaling, evidence_per_mass, table.blank)
    wishes, offered = read_wishes(parameters, rows, table, offered, scaling)
    units = SearchUnits.fit(offered.basis, low, high)
    _warn_of_trouble(rows, parameters["min_samples_split"], [names[j] for j in unresolved_features(units)])
    if scaling == "shift":
        _warn_of_blurs(rows, units, names)
    return TrainingSet(
        rows,
        names,
        table.given_names is not None,
        _used(features, offered.basis),
        table.left_out,
        units,
        offered.naming_bits,
        evidence_per_mass,
        drawn_seed(parameters["random_state"]) if seed is None else seed,
        wishes,
        known_by,
    )


def _used(features: Sequence[Feature], basis: Basis) -> tuple[Feature, ...]:
    """The features without the names of categories that no rule could use: a model is no list of its rows' names."""
    usable = set(basis.features.tolist())
    return tuple(feature if j in usable else replace(feature, levels=()) for j, feature in enumerate(features))


def drawn_seed(random_state: Any) -> int:
    """A seed from what the user gives for one."""
    first, second = check_random_state(random_state).randint(2**31, size=2)
    return int(first) << 31 | int(second)


def _warn_of_trouble(rows: TrainingRows, min_samples_split: float, unresolved: list[str]) -> None:
    n_rows = float(rows.evidence.sum())
    if n_rows < (1 - ROUNDING) * min_samples_split:
        _warn(
            f"the rows count for {n_rows:g}, by {called('sample_weight')} if it is given, less than the "
            f"{min_samples_split:g} that a rule needs (min_samples_split): the tree has no rule"
        )
    if unresolved:
        columns, vary, their = ("column", "varies", "its") if len(unresolved) == 1 else ("columns", "vary", "their")
        _warn(
            f"{columns} {list_names(unresolved, MOST_NAMED)} {vary} little beside {their} size: the search can't tell "
            f"{their} values apart in raw units; subtract a constant or use {given('scaling', 'shift')}"
        )


def _warn_of_blurs(rows: TrainingRows, units: SearchUnits, names: Sequence[str]) -> None:
    """Shifted columns have 2**52 values from 1 to 2: beside a huge one all others are the same."""
    features = units.basis.features
    before, after = rows.columns.only(features).n_values(), rows.columns.in_basis(units.basis).n_values()
    is_shifted = [isinstance(column, Shifted) for column in units.basis.columns]
    blurred = [names[j] for j in features[is_shifted & (2 * after < before)]]
    if blurred:
        _warn(
            f"{given('scaling', 'shift')} makes one number of most values of {list_names(blurred, MOST_NAMED)}, so far "
            "apart are the others: change or leave out the rows with the largest ones"
        )


def warn_of_doubts(table: FeatureTable, doubts: Sequence[Doubt]) -> None:
    """One warning of all columns that should perhaps not be used."""
    if not doubts:
        return
    named: list[Any] = [doubt.name if table.given_names else doubt.column for doubt in doubts[:MOST_NAMED]]
    remedy = f"drop={named}" if len(doubts) <= MOST_NAMED else "drop=[…]"
    words = f"X has columns that should perhaps not be used: {doubts_in_words(doubts)}"
    _warn(f"{words}; {remedy} would leave them out", category=DoubtfulColumnsWarning)


def _warn(message: str, stacklevel: int = 5, category: type[UserWarning] = UserWarning) -> None:
    warnings.warn(message, category, stacklevel=stacklevel)  # where the user called fit
