"""One row, in any of the forms that people have it in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt.data.feature_table import read_features
from nldt.errors import InputError, list_names
from nldt.model.fitted_model import FittedModel


def read_row(model: FittedModel, x: Any) -> NDArray[np.float64]:
    """The row's values in the model's order, checked as ``predict`` does.

    x: a sequence in the order of the features, a mapping or a Series from name to value, a table of one row.
    """
    names = list(model.feature_names)
    if hasattr(x, "columns"):
        _require_one_row(x.shape)
        return read_features(model, x)[0]
    if isinstance(x, Mapping) or (hasattr(x, "index") and hasattr(x, "to_dict") and _is_named(x, model)):
        values = _by_name({str(name): value for name, value in x.items()}, model)
    else:
        values = _in_order(x, names)
    if not model.names_are_given:
        return read_features(model, [values])[0]
    import pandas as pd

    table = pd.DataFrame([values], columns=names)
    return read_features(model, table)[0]


def _is_named(series: Any, model: FittedModel) -> bool:
    """Whether a Series says which value belongs to which feature; a model without names may not care."""
    return model.names_are_given or {str(name) for name in series.index} == set(model.feature_names)


def _by_name(values: dict[str, Any], model: FittedModel) -> list[Any]:
    """The values in the model's order; a gap where no rule needs one that is not given."""
    names = list(model.feature_names)
    missing = [name for name in (names[j] for j in model.used_features) if name not in values]
    if missing:
        raise InputError(f"explain: x lacks the feature {list_names(missing)}")
    unknown = [name for name in values if name not in set(names)]
    if unknown:
        raise InputError(f"explain: x has {list_names(unknown)}, not a feature of the model: leave it out")
    return [values.get(name) for name in names]


def _in_order(x: Any, names: list[str]) -> list[Any]:
    try:
        array = np.asarray(x, dtype=object)
    except ValueError:
        raise InputError("explain: x must be one row of values, not rows of different lengths") from None
    if array.ndim == 2:
        _require_one_row(array.shape)
        array = array[0]
    if array.ndim != 1:
        raise InputError(f"explain: x must be one row of values, not a {type(x).__name__}")
    if len(array) != len(names):
        raise InputError(f"explain: x has {len(array)} values but the model has {len(names)} features")
    return array.tolist()


def _require_one_row(shape: tuple[int, ...]) -> None:
    if shape[0] != 1:
        raise InputError(f"explain: x must be one row, not {shape[0]}: pick one, such as X[17] or X.iloc[17]")
