"""Columns that should perhaps not be used: row numbers, ids, constants, copies, rare categories, giveaways.

What is done about them is the caller's: ``fit`` warns, the command line leaves out those that are useless, and says so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nldt.data.feature_table import FeatureTable
from nldt.data.giveaways import giveaways
from nldt.errors import MOST_NAMED, list_names
from nldt.model.feature import CATEGORY

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

FEWEST_ROWS = 10  # fewer may be alike, or in order, by chance
NEARLY_ALL = 0.9  # of the rows: what they alone hold says nothing of other rows
FIRST_ROWS = 100  # a look at these spares most columns the look at all

ROW_NUMBERS = "row numbers"
IN_ROW_ORDER = "whole numbers in row order"
ALL_DIFFERENT = "different in every row"
NEARLY_ALL_DIFFERENT = "different in nearly every row"
CONSTANT = "the same in every row"
EMPTY = "empty"
GIVEAWAY = "giving the target away"
MANY_CATEGORIES = 20  # of which most have hardly a row: what a rule says of them it has learned by heart
RARE = 2  # rows of a category, at the most


@dataclass(frozen=True)
class Doubt:
    """A column by its place in the table, and what is odd about it."""

    column: int
    name: str
    reason: str

    is_useless: bool = True  # no rule should use it; others may be what the user wants


def doubtful_columns(table: FeatureTable, rows: Floats, codes: Integers) -> list[Doubt]:
    """What is odd about the columns of a table, at most one thing of each, in their order.

    ``rows``: those of the table that are used, in their order; ``codes``: their class numbers.
    """
    if len(rows) < FEWEST_ROWS:
        return []
    reasons = _constants(rows) | _numbers_in_order(rows, table)
    reasons = _all_different(rows, table) | reasons
    reasons = {j: reason for j, reason in reasons.items() if j not in table.blank}
    others = [j for j in range(rows.shape[1]) if j not in reasons and j not in table.blank]
    copies = _copies(rows, others, table)
    reasons |= {copy: f"a copy of {table.names[original]!r}" for copy, original in copies.items()}
    others = [j for j in others if j not in copies]
    risks = _rare_categories(rows, others, table)
    risks |= dict.fromkeys(giveaways(rows, table.features, codes, others), GIVEAWAY)
    doubts = [Doubt(j, table.names[j], reason) for j, reason in reasons.items()]
    doubts += [Doubt(j, table.names[j], reason, is_useless=False) for j, reason in risks.items()]
    return sorted(doubts, key=lambda doubt: doubt.column)


def doubts_in_words(doubts: Sequence[Doubt]) -> str:
    """The columns by reason, the first few of many.

    >>> doubts_in_words([Doubt(0, "a", EMPTY), Doubt(1, "b", ROW_NUMBERS), Doubt(2, "c", EMPTY)])
    "'a', 'c' (empty), 'b' (row numbers)"
    """
    by_reason: dict[str, list[str]] = {}
    for doubt in doubts:
        by_reason.setdefault(doubt.reason, []).append(doubt.name)
    return ", ".join(f"{list_names(names, MOST_NAMED)} ({reason})" for reason, names in by_reason.items())


def _constants(rows: Floats) -> dict[int, str]:
    """Columns with one value in all rows, or with none."""
    found = {}
    for j in np.flatnonzero(_alike(rows[:FIRST_ROWS])).tolist():
        if _alike(rows[:, [j]])[0]:
            found[j] = EMPTY if np.isnan(rows[0, j]) else CONSTANT
    return found


def _alike(rows: Floats) -> NDArray[np.bool_]:
    return np.asarray(((rows == rows[0]) | (np.isnan(rows) & np.isnan(rows[0]))).all(axis=0))


@np.errstate(over="ignore")  # of steps from one end of all numbers to the other
def _numbers_in_order(rows: Floats, table: FeatureTable) -> dict[int, str]:
    """Columns of rising whole numbers: row numbers where each is the next."""
    first = np.diff(rows[:FIRST_ROWS], axis=0)
    found = {}
    for j in np.flatnonzero((first > 0).all(axis=0)).tolist():
        values = rows[:, j]
        steps = np.diff(values)
        if table.features[j].is_number and (steps > 0).all() and (values % 1 == 0).all():
            found[j] = ROW_NUMBERS if (steps == 1).all() else IN_ROW_ORDER
    return found


def _all_different(rows: Floats, table: FeatureTable) -> dict[int, str]:
    """Columns of categories that no two rows share, or hardly any."""
    named = [j for j, known in enumerate(table.features) if known.kind == CATEGORY]
    found = {}
    for j in named:
        if len(table.features[j].levels) + 1 >= NEARLY_ALL * len(rows):
            count = np.unique(rows[:, j], return_counts=True)[1]
            if len(count) == len(rows):
                found[j] = ALL_DIFFERENT
            elif (count == 1).sum() >= NEARLY_ALL * len(rows):
                found[j] = NEARLY_ALL_DIFFERENT
    return found


def _rare_categories(rows: Floats, columns: Sequence[int], table: FeatureTable) -> dict[int, str]:
    """Columns of many categories, at least half of which have hardly a row, such as dates and amounts as text."""
    found = {}
    for j in columns:
        if table.features[j].kind == CATEGORY and len(table.features[j].levels) > MANY_CATEGORIES:
            known = rows[~np.isnan(rows[:, j]), j]
            count = np.unique(known, return_counts=True)[1]
            if len(count) > MANY_CATEGORIES and 2 * (count <= RARE).sum() >= len(count):
                found[j] = f"most of its {len(count)} categories have one or two rows"
    return found


def _copies(rows: Floats, columns: Sequence[int], table: FeatureTable) -> dict[int, int]:
    """Columns that hold just what an earlier one holds, and which one that is; a look at some rows spares most."""
    some = rows[:: -(-len(rows) // FIRST_ROWS)]
    alike: dict[object, list[int]] = {}
    for j in columns:
        alike.setdefault((table.features[j], _content(some[:, j])), []).append(j)
    found: dict[int, int] = {}
    for group in alike.values():
        originals: dict[bytes, int] = {}
        for j in group if len(group) > 1 else ():
            original = originals.setdefault(_content(rows[:, j]), j)
            if original != j:
                found[j] = original
    return found


def _content(values: Floats) -> bytes:
    """The same few bytes for the same numbers, and no others: zeros have no sign, gaps are all alike."""
    return hashlib.blake2b(np.where(np.isnan(values), np.nan, values + 0.0).tobytes(), digest_size=16).digest()
