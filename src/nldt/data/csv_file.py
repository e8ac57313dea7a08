"""CSV tables: read once, parsed from memory."""

from __future__ import annotations

import io
import warnings
from functools import partial
from typing import Any

import pandas as pd

from nldt.data.source import Source
from nldt.data.table import Table, refuse_unusable
from nldt.errors import InputError

OTHER_SEPARATORS = ";\t|"


def read_csv(source: Source) -> Table:
    """The table of a CSV file with a header."""
    content = source.read()
    try:
        table = Table(source, _parse_header(content), _parse_values(content), partial(_parse_texts, content))
    except pd.errors.EmptyDataError:
        raise InputError(f"{source} is empty: a CSV file with a header and rows is needed") from None
    except UnicodeDecodeError:
        raise InputError(f"{source} is not UTF-8 text: save it as a UTF-8 CSV file") from None
    except Exception as error:  # pandas passes on whatever its parsers raise
        raise InputError(f"{source} is not a CSV table: {' '.join(str(error).split())}") from None
    refuse_unusable(table)
    _refuse_another_separator(table)
    return table


def _parse_header(content: bytes) -> tuple[str, ...]:
    cells = _parse(content, header=None, nrows=1, dtype=str, na_filter=False).iloc[0]
    return tuple(cells)


def _parse_values(content: bytes) -> pd.DataFrame:
    """Rows with more cells than the header are refused, not cut or taken for row names."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", pd.errors.ParserWarning)
        return _parse(content, low_memory=False)


def _parse_texts(content: bytes, places: list[int]) -> pd.DataFrame:
    texts = _parse(content, usecols=places, dtype=str, na_filter=False)
    return texts.fillna("")  # rows that end early


def _parse(content: bytes, **options: Any) -> pd.DataFrame:
    table: pd.DataFrame = pd.read_csv(io.BytesIO(content), skipinitialspace=True, index_col=False, **options)
    return table


def _refuse_another_separator(table: Table) -> None:
    found = [separator for separator in OTHER_SEPARATORS if separator in table.names[0]]
    if found and len(table.names) == 1:
        raise InputError(f"{table.source} separates its columns with {found[0]!r}: save it with commas")
