"""Tables of Parquet, Feather and Arrow files."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from nldt.data.formats.arrow_errors import unreadable
from nldt.data.formats.findings import Findings
from nldt.data.formats.kind import Kind
from nldt.data.formats.layout import Layout
from nldt.data.formats.missing_words import with_missing_words
from nldt.data.source import Source
from nldt.data.table import Table, refuse_repeated
from nldt.errors import InputError, list_names
from nldt.extras import require


def read_arrow(source: Source, content: bytes, kind: Kind, layout: Layout) -> tuple[Table, Findings]:
    """The table, as pandas has it, without columns whose cells are no single values; and which these are, in words."""
    arrow = require("pyarrow", kind.value, "parquet")
    try:
        columns = _read_columns(arrow, content, kind)
        refuse_repeated(source, columns.column_names)
        nested = [place for place, field in enumerate(columns.schema) if is_nested(arrow.types, field.type)]
        names = [columns.column_names[place] for place in nested]
        frame = as_frame(arrow, columns.select([j for j in range(columns.num_columns) if j not in nested]))
    except InputError:
        raise
    except Exception as error:  # there is a different one for almost every kind of damage
        raise InputError(f"{source} is {kind.value}, but damaged: {unreadable(error)[1]}") from None
    header = tuple(map(str, frame.columns))
    frame.columns = pd.Index([name or f"Unnamed: {place}" for place, name in enumerate(header)])
    found = [f"without {list_names(names)}: lists, structures or bytes, not single values"] if names else []
    missing = tuple(layout.missing or ())
    texts = partial(_as_texts, frame)
    return Table(source, header, with_missing_words(frame, missing), texts, missing=missing), Findings(remarks=found)


def _read_columns(arrow: Any, content: bytes, kind: Kind) -> Any:
    from pyarrow import feather, parquet

    file = arrow.BufferReader(content)
    if kind is Kind.PARQUET:  # what was written with checksums is held to them
        return parquet.ParquetFile(file, page_checksum_verification=True).read()
    return feather.read_table(file)


def is_nested(types: Any, kind: Any) -> bool:
    tests = (types.is_nested, types.is_binary, types.is_large_binary, types.is_fixed_size_binary)
    return any(test(kind) for test in tests)


def as_frame(arrow: Any, columns: Any) -> pd.DataFrame:
    """The table as pandas has it; an index is a column if it has a name, and else mere row numbers."""
    for place, field in enumerate(columns.schema):
        if arrow.types.is_decimal(field.type) or arrow.types.is_null(field.type):
            columns = columns.set_column(place, field.name, columns.column(place).cast(arrow.float64()))
    frame = _with_plain_types(columns.to_pandas(split_blocks=True))  # no copy that puts columns side by side
    named = [name for name in frame.index.names if name is not None]
    unnamed = [level for level, name in enumerate(frame.index.names) if name is None]
    if named:
        return frame.reset_index(level=unnamed, drop=True).reset_index() if unnamed else frame.reset_index()
    return frame.reset_index(drop=True)


def _with_plain_types(frame: pd.DataFrame) -> pd.DataFrame:
    """The table with NaN for a gap in types that pandas marks gaps of in another way."""
    frame = frame.copy(deep=False)
    for place, kind in enumerate(frame.dtypes):
        if isinstance(kind, pd.api.extensions.ExtensionDtype) and kind.kind in "biuf":
            column = frame.iloc[:, place]
            plain = "float64" if kind.kind != "b" else object
            whole = getattr(kind, "numpy_dtype", None)  # or pandas before 2.2 takes numbers for objects
            frame.isetitem(
                place,
                column.to_numpy(dtype=plain, na_value=np.nan) if column.hasnans else column.to_numpy(dtype=whole),
            )
    return frame


def _as_texts(frame: pd.DataFrame, places: list[int]) -> pd.DataFrame:
    """Columns with their cells as Python writes them; a gap is an empty text."""
    columns = frame.iloc[:, places]
    return columns.astype(object).map(str).where(columns.notna(), "")
