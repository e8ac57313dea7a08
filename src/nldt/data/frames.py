"""Data frames of any library, as pandas has them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from nldt.errors import InputError, list_names

if TYPE_CHECKING:
    import pandas as pd


def is_frame(X: Any) -> bool:
    """Whether it is a table with named columns: of pandas, polars, pyarrow, or of another library of the kind."""
    return hasattr(X, "collect_schema") or (hasattr(X, "columns") and (hasattr(X, "dtypes") or hasattr(X, "schema")))


def as_pandas(X: Any) -> pd.DataFrame:
    """The frame as pandas has it; itself where it is one. InputError where names repeat, or nobody can read it.

    >>> import pandas as pd
    >>> frame = pd.DataFrame({"a": [1, 2]})
    >>> as_pandas(frame) is frame
    True
    """
    import pandas as pd

    frame = X if isinstance(X, pd.DataFrame) else _converted(X)
    repeated = [str(name) for name, count in Counter(frame.columns).items() if count > 1]
    if repeated:
        raise InputError(f"X has several columns named {list_names(repeated)}: rename or drop them")
    return frame


def _converted(X: Any) -> pd.DataFrame:
    """A frame of another library, column by column."""
    import narwhals
    import pandas as pd

    try:
        frame = narwhals.from_native(X, eager_only=True)
    except TypeError:
        raise InputError(
            f"X is a {type(X).__module__}.{type(X).__name__}, which is no table in memory: collect it first"
        ) from None
    return pd.DataFrame({name: _column(frame[name]) for name in frame.columns})


def _column(series: Any) -> Any:
    """A column with None or NaN for its gaps."""
    import narwhals
    import pandas as pd

    kind = series.dtype
    if kind.is_numeric():
        return series.cast(narwhals.Float64).to_numpy().astype(np.float64)
    values = series.to_list()
    if kind == narwhals.Boolean:
        return pd.array(values, dtype="boolean")
    if kind == narwhals.Categorical or kind == narwhals.Enum:
        return pd.Categorical(values)
    return pd.Series(values, dtype=object)
