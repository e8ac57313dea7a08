"""Tables of every library give the same model and the same answers."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from mixed_tables import mixed_table

from nldt import InputError, NLDTClassifier
from nldt.data.cells import learn_feature
from nldt.data.frames import as_pandas, is_frame


def polars_table(table):
    polars = pytest.importorskip("polars")
    return polars.DataFrame(
        {name: table[name].astype(object).where(table[name].notna(), None).tolist() for name in table}
    )


def arrow_table(table):
    pyarrow = pytest.importorskip("pyarrow")
    return pyarrow.table({name: table[name].astype(object).where(table[name].notna(), None).tolist() for name in table})


LIBRARIES = {"polars": polars_table, "pyarrow": arrow_table}


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_fit_is_the_same(library):
    table, y = mixed_table(150)
    other = LIBRARIES[library](table)
    first, second = (NLDTClassifier(random_state=0).fit(X, y) for X in (table, other))
    assert first.to_text() == second.to_text()
    assert second.predict(other).tolist() == first.predict(table).tolist() == first.predict(other).tolist()
    assert np.array_equal(first.predict_proba(other), second.predict_proba(table))
    assert second.report(other, y) == first.report(table, y)
    assert str(second.explain(other[:1])) == str(first.explain(table.iloc[:1]))


@pytest.mark.parametrize("library", LIBRARIES)
def test_types_of_columns(library):
    table = pd.DataFrame(
        {
            "whole": pd.array([1, None, 3], dtype="Int64"),
            "flag": pd.array([True, None, False], dtype="boolean"),
            "text": ["a", None, "b"],
        }
    )
    found = as_pandas(LIBRARIES[library](table))
    features = {name: learn_feature(found[name]) for name in found}
    assert {name: feature.kind for name, (feature, _) in features.items()} == {
        "whole": "number",
        "flag": "category",
        "text": "category",
    }
    assert all(np.isnan(values[1]) and not np.isnan(values[[0, 2]]).any() for _, values in features.values())


def test_categories_of_polars():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"a": polars.Series(["x", "y", None], dtype=polars.Categorical)})
    assert learn_feature(as_pandas(frame)["a"])[0].levels == ("x", "y")


def test_a_lazy_frame_is_refused_in_one_line():
    polars = pytest.importorskip("polars")
    lazy = polars.DataFrame({"a": [1.0, 2.0]}).lazy()
    assert is_frame(lazy)
    with pytest.raises(InputError, match="collect it first"):
        NLDTClassifier().fit(lazy, [0, 1])


def test_repeated_names_are_refused():
    with pytest.raises(InputError, match="several columns named 'a'"):
        as_pandas(pd.DataFrame([[1, 2]], columns=["a", "a"]))
