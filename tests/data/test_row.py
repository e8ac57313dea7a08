"""The forms in which people give one row, and their mistakes."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from quick_models import quick, tangled

from nldt import InputError, NLDTClassifier

NAMES = ["width", "height", "mass"]


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    return pd.DataFrame(tangled(60)[0], columns=NAMES)


@pytest.fixture(scope="module")
def named(table) -> NLDTClassifier:
    return quick().fit(table, tangled(60)[1])


@pytest.fixture(scope="module")
def nameless(table) -> NLDTClassifier:
    return quick().fit(*tangled(60))


@pytest.mark.filterwarnings("error")
def test_all_forms_of_a_row_say_the_same(named, nameless, table):
    row = table.iloc[17]
    values = row.tolist()
    forms = [values, tuple(values), np.array(values), np.array([values]), [values], pd.Series(values)]
    told = {str(nameless.explain(form)) for form in [*forms, dict(zip(["x1", "x2", "x3"], values, strict=True))]}
    assert len(told) == 1
    forms[-1] = row[::-1]  # names, not places, count
    forms += [row, row.to_dict(), dict(reversed(row.to_dict().items())), table.iloc[[17]]]
    told = [named.explain(form) for form in forms]
    assert {str(explanation) for explanation in told} == {str(told[0])}
    assert told[0].row == row.to_dict()
    assert told[0].prediction == named.predict(table.iloc[[17]])[0]


def test_numbers_of_any_kind_will_do(nameless):
    assert nameless.explain([1, np.float32(0.5), True]).row == {"x1": 1.0, "x2": 0.5, "x3": 1.0}


@pytest.mark.parametrize(
    ("x", "words"),
    [
        ({"width": 1.0, "mass": 1.0}, "x lacks the feature 'height'"),
        ({"width": 1.0, "mass": 1.0, "height": 2.0, "hieght": 1.0}, "x has 'hieght', not a feature of the model"),
        ([1.0, 2.0], "x has 2 values but the model has 3 features"),
        ([[1.0, 2.0, 3.0]] * 2, "x must be one row, not 2"),
        (pd.DataFrame([[1.0, 2.0, 3.0]] * 4, columns=NAMES), "x must be one row, not 4"),
        (pd.DataFrame([[1.0, 2.0, 3.0]], columns=["a", "b", "c"]), "X lacks the model's columns 'width', "),
        (np.zeros((1, 1, 3)), "x must be one row of values"),
        (3.0, "x must be one row of values, not a float"),
        ("abc", "x must be one row of values, not a str"),
        ([1.0, np.inf, 2.0], "column 'height' holds 1 infinite (inf) value"),
        ([1.0, "tall", 2.0], "column 'height' is not numeric: it holds 'tall'"),
        ([1.0, [2.0], 2.0], "column 'height' is not numeric"),
    ],
)
def test_mistakes_are_named_in_one_line(named, x, words):
    with pytest.raises(InputError) as caught:
        named.explain(x)
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_an_unfitted_classifier_explains_nothing():
    with pytest.raises(ValueError, match="not fitted"):
        NLDTClassifier().explain([1.0])
