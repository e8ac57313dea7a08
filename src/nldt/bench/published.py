"""The numbers that the paper printed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from nldt.bench.statistics import Spread

RUNS = 50  # behind every published mean


@dataclass(frozen=True)
class PublishedRow:
    """One row of a published table; measures that it does not give are absent."""

    table: str
    source: str
    dataset: str
    method: str
    measures: dict[str, Spread]
    p_value: float | None

    @property
    def rule_length(self) -> Spread | None:
        """The published rule length; rules times size where only those are given."""
        if "rule_length" in self.measures:
            return self.measures["rule_length"]
        if {"rules", "rule_size"} <= self.measures.keys():
            return Spread(self.measures["rules"].mean * self.measures["rule_size"].mean, None, RUNS)
        return None


def rows_of(*tables: str) -> list[PublishedRow]:
    """The rows of some tables, in order.

    >>> rows_of("iris")[0].measures["test_accuracy"].mean
    94.8
    """
    return [row for table in tables for row in _tables()[table]]


def table_names() -> list[str]:
    """The names of all tables."""
    return list(_tables())


@cache
def _tables() -> dict[str, list[PublishedRow]]:
    content = json.loads(files("nldt.bench").joinpath("paper_results.json").read_text(encoding="utf-8"))
    return {name: [_row(name, table["source"], row) for row in table["rows"]] for name, table in content.items()}


def _row(table: str, source: str, cells: dict[str, Any]) -> PublishedRow:
    measures = {name: Spread(cell[0], cell[1], RUNS) for name, cell in cells.items() if isinstance(cell, list)}
    return PublishedRow(table, source, cells["dataset"], cells["method"], measures, cells.get("p_value"))
