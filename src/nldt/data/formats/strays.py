"""Columns that count as text though at least half of their cells are numbers: which words do it, and what helps."""

from __future__ import annotations

import shlex
from collections import Counter

import pandas as pd

from nldt.data.formats.gap_marks import is_gap
from nldt.data.formats.notation import Notation, likely_notation
from nldt.data.formats.numbers import Where, first_row, texts_by_column


def stray_texts(values: pd.DataFrame, notation: Notation, where: Where) -> dict[str, str]:
    """A sentence for each such column, by name.

    ``notation``: that of the table; a column that is none of numbers may be written in the other one.
    """
    found = {}
    for name, texts in texts_by_column(values).items():
        cells = Counter(values[name].dropna().tolist())
        known = [text for text in texts if not is_gap(text)]
        likely = likely_notation(known, notation)
        odd = [text for text in known if not likely.is_number(text)]
        n_cells, n_odd = (sum(cells[text] for text in some) for some in (known, odd))
        if odd and 2 * n_odd <= n_cells:
            found[name] = _sentence(values[name], Counter({text: cells[text] for text in odd}), n_cells, where)
    return found


def _sentence(column: pd.Series, odd: Counter[str], n_cells: int, where: Where) -> str:
    word, count = odd.most_common(1)[0]
    n_odd = odd.total()
    are, them = ("are no numbers", "gaps of them") if n_odd > 1 else ("is no number", "a gap of it")
    if count < n_odd:
        are = f"{are}, most often {word!r} ({count})"
        them = f"gaps of these {count}" if count > 1 else "a gap of this one"
    elif n_odd > 1:
        are += f", all of them {word!r}"
    return (
        f"{where(str(column.name), first_row(column, [word]))} holds {word!r}, so that the column counts as text: "
        f"{n_odd} of its {n_cells} cells {are}; --missing {shlex.quote(word.strip())} makes {them}"
    )
