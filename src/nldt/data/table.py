"""CSV tables in and out."""

from __future__ import annotations

import difflib
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from nldt.errors import InputError, list_names

MISSING_NUMBERS = {"na", "n/a", "nan", "none", "null", "<na>"}
NAME_OF_UNNAMED = "Unnamed: 0"  # what pandas calls a first column whose header is empty
MOST_CLASSES_OF_FEW_ROWS = 20  # more must have two rows each on average: else the column holds numbers or names
UNUSED_VALUE = 1.0  # in place of a feature that no rule uses


def read_csv(path: Path) -> pd.DataFrame:
    """The table of a CSV file with a header."""
    try:
        table = _parse_csv(path)
    except OSError as error:
        raise InputError(f"can't read {str(path)!r}: {error.strerror or error}") from None
    except pd.errors.EmptyDataError:
        raise InputError(f"{str(path)!r} is empty: a CSV file with a header and rows is needed") from None
    except UnicodeDecodeError:
        raise InputError(f"{str(path)!r} is not UTF-8 text: save it as a UTF-8 CSV file") from None
    except Exception as error:  # pandas passes on whatever its parsers and decompressors raise
        raise InputError(f"{str(path)!r} is not a CSV table: {' '.join(str(error).split())}") from None
    if table.empty:
        raise InputError(f"{str(path)!r} has a header but no rows")
    if len(table.columns) == 1 and (separators := [c for c in ";\t|" if c in str(table.columns[0])]):
        raise InputError(f"{str(path)!r} separates its columns with {separators[0]!r}: save it with commas")
    if all(_is_number(name) for name in table.columns):
        raise InputError(f"{str(path)!r} has numbers where the header should be: add a line with column names")
    return table


def split_target(table: pd.DataFrame, target: str, path: Path) -> tuple[pd.DataFrame, pd.Series]:
    """Features and the classes of the target column: booleans, numbers, or the text that the file has."""
    texts = target_texts(table, target, path)
    _refuse_missing(target, _is_missing_among_numbers(texts))
    _refuse_target_without_classes(texts)
    features = table.drop(columns=target)
    numbers = row_number_column(table, path)
    if numbers in features.columns:
        warnings.warn(
            f"the first column of {str(path)!r} has no name and holds row numbers: it is left out; name it to use it",
            stacklevel=2,
        )
        features = features.drop(columns=numbers)
    if features.columns.empty:
        raise InputError(f"{str(path)!r} has no column besides the target {target!r}")
    return features, _typed(texts)


def complete_rows(features: pd.DataFrame, classes: pd.Series, drop: bool) -> tuple[pd.DataFrame, pd.Series]:
    """The rows without a gap; gaps are refused unless their rows are to be dropped.

    Gaps in text don't matter here: text is no feature, gaps or not, and the classifier says so.
    """
    text = [name for name, column in features.items() if pd.api.types.is_string_dtype(column.dropna())]
    gaps = features.drop(columns=text).isna()
    incomplete = gaps.any(axis=1)
    if not incomplete.any():
        return features, classes
    counts = gaps.sum()
    name, count = counts.idxmax(), int(counts.max())
    if incomplete.all():
        raise InputError(f"every row has a missing value, {count} of them in column {name!r}: fill them in")
    if not drop:
        raise InputError(
            f"column {name!r} has {_counted(count)}: fill them in, or leave those rows out with --drop-missing"
        )
    warnings.warn(f"{incomplete.sum()} of {len(features)} rows have missing values: they are left out", stacklevel=2)
    return features[~incomplete], classes[~incomplete]


def row_number_column(table: pd.DataFrame, path: Path) -> str | None:
    """The first column of a table that was read from the file, where it holds row numbers, as pandas writes them."""
    first = table.iloc[:, 0]
    is_unnamed = bool(_read_header(path)[:1].isna().all()) and first.name == NAME_OF_UNNAMED
    if is_unnamed and first.dtype.kind in "iuf" and first.is_unique and (first % 1 == 0).all():
        return NAME_OF_UNNAMED
    return None


def true_classes(table: pd.DataFrame, target: str, classes: NDArray[Any], path: Path) -> pd.Series:
    """The column of that name, with a class in every row; as the file has it where a model's classes are text."""
    texts = target_texts(table, target, path)
    if _are_text(classes):
        return texts
    _refuse_missing(target, table[target].isna())
    return table[target]


def target_texts(table: pd.DataFrame, target: str, path: Path) -> pd.Series:
    """The cells of a column as the file has them: 001 is not 1, and NA may be a country."""
    if target not in table.columns:
        raise InputError(f"{str(path)!r} has no column {target!r}{_suggestion(target, list(table.columns))}")
    texts = _read_texts(table, [target], path)[target]
    _refuse_missing(target, texts.str.strip() == "")
    return texts


def find_target(table: pd.DataFrame, features: list[str], classes: NDArray[Any], path: Path) -> str:
    """The only column that can hold a model's classes: model files do not tell its name."""
    numbers = row_number_column(table, path)
    others = [name for name in table.columns if name not in features and name != numbers]
    if not others:
        raise InputError(f"{str(path)!r} has no column besides the model's features: add one with the true classes")
    known = {str(label) for label in classes.tolist()}
    cells = _read_texts(table, others, path).replace("", None) if _are_text(classes) else table
    fitting = [name for name in others if {str(label) for label in cells[name].dropna().unique()} <= known]
    candidates = fitting or others
    if len(candidates) > 1:
        raise InputError(
            f"{str(path)!r} has several columns that may hold the true classes: give --target, one of "
            f"{list_names([str(name) for name in candidates])}"
        )
    return str(candidates[0])


def select_features(table: pd.DataFrame, names: list[str], path: Path, used: list[int] | None = None) -> pd.DataFrame:
    """The model's columns, in its order; others are ignored.

    ``used``: the numbers of those that matter, all unless told. The rest may be missing, or hold gaps and text: they
    are filled with one number, since ``predict`` wants them to be there.
    """
    needed = names if used is None else [names[j] for j in used]
    missing = [name for name in needed if name not in table.columns]
    if missing:
        hint = _suggestion(missing[0], list(table.columns))
        raise InputError(f"{str(path)!r} lacks the model's column {list_names(missing)}{hint}")
    return table[needed].reindex(columns=names, fill_value=UNUSED_VALUE)


def _parse_csv(path: Path) -> pd.DataFrame:
    """Rows with more cells than the header are refused, not cut or taken for row names."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", pd.errors.ParserWarning)
        table = pd.read_csv(path, skipinitialspace=True, index_col=False, low_memory=False)
    # Pandas renames repeated names silently: look at the header as it is.
    header = _read_header(path)
    repeated = header[header.notna() & header.duplicated()].unique().tolist()
    if repeated:
        raise InputError(f"{str(path)!r} has several columns named {list_names(repeated)}: rename or drop them")
    return table


def _read_header(path: Path) -> pd.Series:
    """The header's cells as they are; an empty one is missing."""
    cells: pd.Series = pd.read_csv(path, skipinitialspace=True, index_col=False, header=None, nrows=1, dtype=str).iloc[
        0
    ]
    return cells


def _read_texts(table: pd.DataFrame, names: list[str], path: Path) -> pd.DataFrame:
    """Some columns of a table that was read from the file, as text; an empty cell is an empty text."""
    places = [list(table.columns).index(name) for name in names]
    texts = pd.read_csv(path, skipinitialspace=True, index_col=False, usecols=places, dtype=str, na_filter=False)
    return texts.fillna("")


def _are_text(classes: NDArray[Any]) -> bool:
    return classes.dtype.kind in "UO"


def _is_missing_among_numbers(texts: pd.Series) -> pd.Series:
    """Which cells say that a number is missing; among other words NA is a word."""
    marked = texts.str.strip().str.casefold().isin(MISSING_NUMBERS)
    return marked if all(map(_is_number, texts[~marked])) else marked & False


def _refuse_missing(target: str, missing: pd.Series) -> None:
    if missing.any():
        raise InputError(
            f"target column {target!r} has {_counted(int(missing.sum()))} (empty, or NA, NaN, ... among numbers): "
            "drop those rows or fill them in"
        )


def _counted(n_missing: int) -> str:
    return "1 missing value" if n_missing == 1 else f"{n_missing} missing values"


def _refuse_target_without_classes(texts: pd.Series) -> None:
    distinct = texts.unique().tolist()
    if len(distinct) < 2:
        raise InputError(
            f"target column {texts.name!r} holds only one class, {_typed(texts).tolist()[0]!r}: "
            "a classifier needs at least two classes"
        )
    if len(distinct) > max(MOST_CLASSES_OF_FEW_ROWS, len(texts) / 2):
        raise InputError(
            f"target column {texts.name!r} holds {len(distinct)} different values in {len(texts)} rows: "
            "it must hold classes, most of them several times"
        )
    fractions = [text for text in distinct if float(text) % 1 != 0] if all(map(_is_number, distinct)) else []
    if fractions:
        raise InputError(f"target column {texts.name!r} holds fractions, such as {fractions[0]}: it must hold classes")


def _typed(texts: pd.Series) -> pd.Series:
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


def _suggestion(name: str, columns: list[str]) -> str:
    by_lower_case = {str(column).casefold(): str(column) for column in columns}
    close = difflib.get_close_matches(name.casefold(), by_lower_case, n=1)
    if close:
        return f"; did you mean {by_lower_case[close[0]]!r}?"
    return f"; its columns are {list_names([str(column) for column in columns])}"


def _is_number(name: object) -> bool:
    try:
        float(str(name))
    except ValueError:
        return False
    return True
