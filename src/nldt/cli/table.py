"""CSV tables in and out."""

from __future__ import annotations

import difflib
import warnings
from pathlib import Path

import pandas as pd

from nldt.errors import InputError, list_names


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
    """Features and target column."""
    _refuse_target_without_classes(target_column(table, target, path))
    features = table.drop(columns=target)
    if features.columns.empty:
        raise InputError(f"{str(path)!r} has no column besides the target {target!r}")
    return features, table[target]


def target_column(table: pd.DataFrame, target: str, path: Path) -> pd.Series:
    """The column of that name, with a class in every row."""
    if target not in table.columns:
        raise InputError(f"{str(path)!r} has no column {target!r}{_suggestion(target, list(table.columns))}")
    missing = int(table[target].isna().sum())
    if missing:
        raise InputError(
            f"target column {target!r} has {missing} missing values (empty, NA, None, ...): "
            "drop those rows or fill them in"
        )
    return table[target]


def find_target(table: pd.DataFrame, features: list[str], classes: list[object], path: Path) -> str:
    """The only column that can hold a model's classes: model files do not tell its name."""
    others = [name for name in table.columns if name not in features]
    if not others:
        raise InputError(f"{str(path)!r} has no column besides the model's features: add one with the true classes")
    known = {str(label) for label in classes}
    fitting = [name for name in others if {str(label) for label in table[name].dropna().unique()} <= known]
    candidates = fitting or others
    if len(candidates) > 1:
        raise InputError(
            f"{str(path)!r} has several columns that may hold the true classes: give --target, one of "
            f"{list_names([str(name) for name in candidates])}"
        )
    return str(candidates[0])


def select_features(table: pd.DataFrame, names: list[str], path: Path) -> pd.DataFrame:
    """The model's columns, in its order; others are ignored."""
    missing = [name for name in names if name not in table.columns]
    if missing:
        hint = _suggestion(missing[0], list(table.columns))
        raise InputError(f"{str(path)!r} lacks the model's column {list_names(missing)}{hint}")
    return table[names]


def _parse_csv(path: Path) -> pd.DataFrame:
    """Rows with more cells than the header are refused, not cut or taken for row names."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", pd.errors.ParserWarning)
        table = pd.read_csv(path, skipinitialspace=True, index_col=False, low_memory=False)
    # Pandas renames repeated names silently: look at the header as it is.
    header = pd.read_csv(path, skipinitialspace=True, index_col=False, header=None, nrows=1, dtype=str).iloc[0]
    repeated = header[header.notna() & header.duplicated()].unique().tolist()
    if repeated:
        raise InputError(f"{str(path)!r} has several columns named {list_names(repeated)}: rename or drop them")
    return table


def _refuse_target_without_classes(target: pd.Series) -> None:
    if target.nunique() < 2:
        raise InputError(
            f"target column {target.name!r} holds only one class, {target.tolist()[0]!r}: "
            "a classifier needs at least two classes"
        )
    fractions = target[target % 1 != 0].tolist() if target.dtype.kind == "f" else []
    if fractions:
        raise InputError(f"target column {target.name!r} holds fractions, such as {fractions[0]}: it must hold classes")


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
