"""Counts along lines: how the classes of a node lie along the values of a rule, in many small cells near its ends.

First all cells are counted, and the best places of the ends are found among them; then the values in the cells at
these places are told, and the ends are put between two rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from nldt.data.partitions.row_reading import RowReading
from nldt.data.training_rows import TrainingRows
from nldt.model.rule import SplitRule
from nldt.model.target import Target
from nldt.model.tree import FittedTree
from nldt.tree.node_split import is_missing, rule_values
from nldt.tree.partitions.routing import features_above, features_of, rows_at

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

CELLS = 4096  # of a window


@dataclass(frozen=True)
class Window:
    """Cells of equal width, one below and one above them."""

    low: float
    width: float  # of a cell

    @classmethod
    def between(cls, low: float, high: float) -> Window:
        return cls(low, max((high - low) / CELLS, np.finfo(np.float64).tiny))

    def cells(self, values: Floats) -> Floats:
        """The cell of each value: it never falls as values rise, however they are rounded."""
        with np.errstate(over="ignore"):
            return np.clip(np.floor((values - self.low) / self.width) + 1, 0, CELLS + 1)


@dataclass(frozen=True, eq=False)
class Line:
    """The values of a rule at a node, whatever its ends, and where they are counted: at one end, or at both."""

    node: int
    rule: SplitRule
    windows: tuple[Window, ...]  # in rising order

    @property
    def n_cells(self) -> int:
        return len(self.windows) * (CELLS + 1) + 1

    def cells(self, rows: TrainingRows) -> tuple[Integers, Floats]:
        """The cell of each row, and its value; gaps come last, and before them what has no finite value."""
        values = rule_values(self.rule, rows)
        known = np.isfinite(values)
        all_known = bool(known.all())
        places = sum(window.cells(values if all_known else np.where(known, values, 0.0)) for window in self.windows)
        cells = np.asarray(places).astype(np.int64)
        if not all_known:
            cells[~known] = self.n_cells
            cells[is_missing(self.rule, rows)] = self.n_cells + 1
        return cells, values


@dataclass(frozen=True, eq=False)
class _AlongLines:
    """What passes along lines read: the features of the lines, and of the rules above them."""

    reading: RowReading
    tree: FittedTree
    lines: tuple[Line, ...]

    @property
    def columns(self) -> list[str]:
        return self.reading.columns(self._needed)

    @property
    def _needed(self) -> list[int]:
        above = features_above(self.tree, {line.node for line in self.lines})
        return sorted({*above, *features_of([line.rule for line in self.lines])})

    def _by_line(self, frame: pd.DataFrame) -> Iterator[tuple[int, Line, TrainingRows]]:
        """Each line with its place and the rows at its node."""
        rows = self.reading.rows(frame, self._needed, self.tree.target)
        at_nodes = dict(rows_at(self.tree, rows, {line.node for line in self.lines}))
        return ((place, line, at_nodes[line.node]) for place, line in enumerate(self.lines))


@dataclass(frozen=True, eq=False)
class LineCountsPass(_AlongLines):
    """The sums of all cells of all lines: (cells and two more, sums) each."""

    name: str = "counts along lines"

    def of(self, frame: pd.DataFrame) -> list[Floats]:
        by_line = self._by_line(frame)
        return [own.cell_sums(line.cells(own)[0], line.n_cells + 2) for _, line, own in by_line]

    def add(self, total: list[Floats], more: list[Floats]) -> list[Floats]:
        return [first + second for first, second in zip(total, more, strict=True)]


@dataclass(frozen=True, eq=False)
class NearValues:
    """Different values along a line, rising, and the sums of the rows that have each."""

    values: Floats
    sums: Floats  # (values, sums)

    @classmethod
    def of(cls, values: Floats, sums: Floats) -> NearValues:
        """Values in any order, some of which may be equal."""
        distinct, places = np.unique(values, return_inverse=True)
        together = np.zeros((len(distinct), sums.shape[1]))
        np.add.at(together, places, sums)
        return cls(distinct, together)

    def __add__(self, other: NearValues) -> NearValues:
        return NearValues.of(np.concatenate([self.values, other.values]), np.concatenate([self.sums, other.sums]))


@dataclass(frozen=True, eq=False)
class NearValuesPass(_AlongLines):
    """The values in some cells of lines."""

    cells: tuple[tuple[int, ...], ...]  # of each line
    name: str = "values at ends"

    def of(self, frame: pd.DataFrame) -> list[NearValues]:
        target, found = self.tree.target, []
        for place, line, own in self._by_line(frame):
            cells, values = line.cells(own)
            near = np.flatnonzero(np.isin(cells, self.cells[place]))
            brought = target.row_sums(own.values[near], own.evidence[near])
            found.append(NearValues.of(values[near], brought))
        return found

    def add(self, total: list[NearValues], more: list[NearValues]) -> list[NearValues]:
        return [first + second for first, second in zip(total, more, strict=True)]


Score = Callable[[Floats], Floats]  # of left sides, by their sums (last axis): the lower, the better


@dataclass(frozen=True, eq=False)
class Places:
    """The best ends of a line by its counts: each after so many cells."""

    after: tuple[int, ...]  # of a band the low end first
    gaps_left: bool
    score: float

    def neighbours(self, counts: Floats) -> list[tuple[int, int]] | None:
        """The cells with rows on both sides of each end; None where one is not within a window."""
        filled = np.flatnonzero(counts[:-2].any(axis=1))
        found = []
        for place, after in enumerate(self.after):
            first = place * (CELLS + 1)
            before, beyond = filled[filled <= after], filled[filled > after]
            if not len(before) or not len(beyond) or before[-1] <= first or beyond[0] > first + CELLS:
                return None
            found.append((int(before[-1]), int(beyond[0])))
        return found


def best_places(line: Line, counts: Floats, target: Target, score: Score) -> Places:
    """The ends of a line that its counts like best, with gaps on the side that suits them."""
    up_to, gaps = np.cumsum(counts[:-2], axis=0), counts[-1]
    found = []
    for gaps_left in (False, True) if gaps.any() else (False,):
        added = gaps if gaps_left else np.zeros_like(gaps)
        if len(line.windows) == 1:
            scores = score(up_to[:-1] + added)
            after = int(np.argmin(scores))
            found.append(Places((after,), gaps_left, float(scores[after])))
            continue
        low, high = CELLS // 2, CELLS + 1 + CELLS // 2
        value = np.inf
        for _ in range(2):
            scores = score(np.maximum(up_to[CELLS + 1 : -1] - up_to[low], 0.0) + added)
            high = CELLS + 1 + int(np.argmin(scores))
            scores = score(np.maximum(up_to[high] - up_to[: CELLS + 1], 0.0) + added)
            low, value = int(np.argmin(scores)), float(scores.min())
        found.append(Places((low, high), gaps_left, value))
    return min(found, key=lambda places: places.score)


def best_gap(near: NearValues, before: Floats, score: Score) -> tuple[float, float]:
    """The gap between two of the values that is the best place for an end; of equal ones the widest.

    ``before``: the sums of what is below the values. The score is asked with the sums up to and with each value.
    """
    scores = score(before + np.cumsum(near.sums, axis=0))[:-1]
    best = np.flatnonzero(scores <= scores.min())
    widths = np.diff(near.values)[best]
    place = int(best[np.argmax(widths)])
    return float(near.values[place]), float(near.values[place + 1])
