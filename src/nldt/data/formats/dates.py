"""Columns of dates in files: marks for gaps among them, and what keeps a column from being one."""

from __future__ import annotations

import pandas as pd

from nldt.data.date_texts import DateTexts, could_be_date
from nldt.data.formats.findings import Findings
from nldt.data.formats.gap_marks import is_gap
from nldt.data.formats.numbers import GLANCE, Where, first_row, is_text
from nldt.data.table import replaced

MOSTLY = 0.95  # a column with so large a share of dates was meant to hold nothing else
REMEDY = "so that the column counts as text: write dates as 2024-03-01"


def find_dates(values: pd.DataFrame, where: Where) -> tuple[pd.DataFrame, Findings]:
    """The table with gaps for their marks in columns of dates, and what was unusual about such columns, in words.

    Dates stay texts here: what they say is learned with the features of a fit, and read the same way ever after.
    """
    changed: dict[str, pd.Series] = {}
    marks, notes = set[str](), list[str]()
    for name, column in values.items():
        if not is_text(column) or not _may_be_dates(column.dropna()):
            continue
        texts = column.dropna().unique().tolist()
        dates = [text for text in texts if could_be_date(text)]
        gaps = [text for text in texts if is_gap(text)]
        odd = sorted(set(texts) - set(dates) - set(gaps))
        note = _trouble(str(name), column, dates, odd, where)
        if note is not None:
            notes += [note] if note else []
            continue
        if gaps:
            changed[str(name)] = column.mask(column.isin(gaps))
            marks.update(gaps)
    found = [f"gaps marked {' and '.join(map(repr, sorted(marks)))} among dates"] if marks else []
    return replaced(values, changed), Findings(found, notes)


def _trouble(name: str, column: pd.Series, dates: list[str], odd: list[str], where: Where) -> str | None:
    """Why a column is none of dates, in words where it was most likely meant to be; None where it is."""
    if odd:
        if 1 - column.dropna().isin(odd).mean() < MOSTLY:
            return ""
        row = first_row(column, odd)
        return f"{where(name, row)} holds {column.iloc[row]!r}, so that the column counts as text"
    known = DateTexts(tuple(dates))
    if not known.unclear or known.day_first is not None:
        return None
    row = first_row(column, known.unclear)
    if known.is_contradictory:
        return f"column {name!r} has the day first in some dates and the month first in others, {REMEDY}"
    return f"{where(name, row)}: the day or the month may be first in {column.iloc[row]!r}, {REMEDY}"


def _may_be_dates(cells: pd.Series) -> bool:
    """A look at the first of them."""
    first = cells.iloc[:GLANCE].tolist()
    likely = sum(could_be_date(text) for text in first)
    return 0 < len(first) <= 2 * (likely + sum(map(is_gap, first))) and likely > 0
