"""The column of a table that holds the classes: found, read as the file has it, and split from the features."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from nldt.data.formats.gap_marks import GAP, is_gap
from nldt.data.formats.missing_words import are_missing_words, with_missing_words
from nldt.data.gaps import counted_gaps
from nldt.data.table import Table, is_number
from nldt.errors import InputError, list_names

MOST_CLASSES_OF_FEW_ROWS = 20  # more must have two rows each on average: else the column holds numbers or names


def split_target(table: Table, target: str) -> tuple[pd.DataFrame, pd.Series]:
    """Features and the classes of the target column: booleans, numbers, or the text that the file has.

    Rows without a class are left out, with a warning.
    """
    texts = _texts(table, target)
    missing = _is_empty(texts, table)
    missing |= _is_missing_among_numbers(texts[~missing]).reindex(texts.index, fill_value=False)
    texts = _leave_out(texts, missing)
    _refuse_target_without_classes(texts)
    features = table.values[~missing.to_numpy()].drop(columns=target)
    if features.columns.empty:
        raise InputError(f"{table.source} has no column besides the target {target!r}")
    return features, typed(texts)


def true_classes(table: Table, target: str, classes: NDArray[Any]) -> pd.Series:
    """The column of that name, as the file has it where a model's classes are text.

    Rows without a class are left out, with a warning.
    """
    texts = _texts(table, target)
    if _are_text(classes):
        return _leave_out(texts, _is_empty(texts, table))
    values = table.values[target]
    return _leave_out(values, values.isna() | _is_empty(texts, table))


def find_target(table: Table, others: Sequence[str], classes: NDArray[Any]) -> str:
    """The only column, besides these others, that can hold a model's classes: model files do not tell its name."""
    besides = {*others, table.row_numbers}
    others = [name for name in table.names if name not in besides]
    if not others:
        raise InputError(
            f"{table.source} has no column besides the model's features and those that a fit leaves out: add one with "
            "the true classes, or name it by --target"
        )
    candidates = holding_only(table, others, classes) or others
    if len(candidates) > 1:
        raise InputError(
            f"{table.source} has several columns that may hold the true classes: give --target, one of "
            f"{list_names(candidates)}"
        )
    return candidates[0]


def holding_only(table: Table, names: list[str], classes: NDArray[Any]) -> list[str]:
    """Those of some columns that hold a model's classes, and nothing but them."""
    known = {str(label) for label in classes.tolist()}
    cells = table.values
    if _are_text(classes):
        cells = with_missing_words(table.texts(names).replace("", None), table.missing)
    held = {name: {str(label) for label in cells[name].dropna().unique()} for name in names}
    return [name for name, labels in held.items() if labels and labels <= known]


def _texts(table: Table, target: str) -> pd.Series:
    table.require_column(target)
    return table.texts([target])[target]


def _is_empty(texts: pd.Series, table: Table) -> pd.Series:
    return texts.str.strip().isin(["", GAP]) | are_missing_words(texts, table.missing)


def _are_text(classes: NDArray[Any]) -> bool:
    return classes.dtype.kind in "UO"


def _is_missing_among_numbers(texts: pd.Series) -> pd.Series:
    """Which cells say that a number is missing; among other words NA is a word."""
    marked = texts.isin([text for text in texts.unique() if is_gap(text)])
    return marked if all(map(is_number, texts[~marked])) else marked & False


def _leave_out(classes: pd.Series, missing: pd.Series) -> pd.Series:
    if missing.all():
        raise InputError(f"target column {classes.name!r} holds no class: all its cells are empty")
    if missing.any():
        left_out = "its row is left out" if missing.sum() == 1 else "their rows are left out"
        warnings.warn(
            f"target column {classes.name!r} has {counted_gaps(int(missing.sum()))}: {left_out}", stacklevel=3
        )
    return classes[~missing]


def _refuse_target_without_classes(texts: pd.Series) -> None:
    distinct = texts.unique().tolist()
    if len(distinct) < 2:
        raise InputError(
            f"target column {texts.name!r} holds only one class, {typed(texts).tolist()[0]!r}: "
            "a classifier needs at least two classes"
        )
    are_numbers = all(map(is_number, distinct))
    remedy = f"; cut amounts into classes first, such as {_cut(texts)}" if are_numbers else ""
    if len(distinct) > max(MOST_CLASSES_OF_FEW_ROWS, len(texts) / 2):
        raise InputError(
            f"target column {texts.name!r} holds {len(distinct)} different values in {len(texts)} rows: "
            f"it must hold classes, most of them several times{remedy}"
        )
    fractions = [text for text in distinct if float(text) % 1 != 0] if are_numbers else []
    if fractions:
        raise InputError(
            f"target column {texts.name!r} holds fractions, such as {fractions[0]}: it must hold classes{remedy}"
        )
    if are_numbers and len(distinct) > MOST_CLASSES_OF_FEW_ROWS:
        warnings.warn(
            f"target column {texts.name!r} holds {len(distinct)} different numbers, each taken for a class of its own: "
            f"where they are amounts, add a column that says what you ask of them, such as {_cut(texts)}, and give "
            "that as the target",
            stacklevel=3,
        )


def _cut(numbers: pd.Series) -> str:
    """Two classes that amounts may be cut into, in words."""
    distinct = sorted(numbers.unique().tolist(), key=float)
    middle = distinct[min(len(distinct) // 2, len(distinct) - 2)]  # nothing is above the last one
    return f"{numbers.name} above {middle} or not"


def typed(texts: pd.Series) -> pd.Series:
    """Booleans or numbers where each is written just as Python writes it; text otherwise, as it is."""
    distinct = texts.unique().tolist()
    readings: tuple[Callable[[str], Any], ...] = ({"True": True, "False": False}.__getitem__, int, float)
    for read in readings:
        if all(_writes_back(text.strip(), read) for text in distinct):
            return texts.map({text: read(text.strip()) for text in distinct})
    return texts


def _writes_back(text: str, read: Callable[[str], Any]) -> bool:
    try:
        value = read(text)
    except (KeyError, ValueError):
        return False
    return str(value) == text and abs(value) <= np.iinfo(np.int64).max  # neither NaN nor infinite
