"""Dates in the report in a real browser: fields of dates, values and axes by date, and what predict says."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from report_subjects import page_of

from nldt import NLDTClassifier
from nldt.data.feature_table import read_features

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def timed():
    random = np.random.default_rng(0)
    at = pd.Timestamp("1968-11-05") + pd.to_timedelta(random.integers(0, 700 * 86400, 300), unit="s")
    days = pd.Timestamp("2019-01-05") + pd.to_timedelta(random.integers(0, 2000, 300), unit="D")
    X = pd.DataFrame({"at": at, "day": days})
    y = np.where((at.hour >= 18) ^ (days > pd.Timestamp("2021-06-15")), "yes", "no")
    return NLDTClassifier(random_state=0).fit(X, y), X, y


PUT = """texts => {
  texts.forEach((text, i) => {
    const field = document.getElementById(`feature-${i}`);
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const steps = [...document.querySelectorAll('#what-if-path li')];
  return {
    leaf: Number(document.getElementById('what-if-answer').dataset.leaf),
    values: steps.map((e) => [Number(e.dataset.node), e.dataset.value]),
    texts: steps.map((e) => e.innerText),
  };
}"""


def test_dates_are_typed_and_give_what_predict_gives(open_text, timed):
    classifier, X, y = timed
    model = classifier.model_
    page = open_text(page_of(model, read_features(model, X), np.unique(y, return_inverse=True)[1]))
    assert page.locator("#feature-0").get_attribute("type") == "datetime-local"
    assert page.locator("#feature-1").get_attribute("type") == "date"
    edges = ["1969-12-31T17:59:59.999", "1969-12-31T18:00:00", "1970-01-01T00:00:00.001", "2024-02-29T23:59:59"]
    for at in edges:
        for day in ("2021-06-14", "2021-06-16", "9999-12-31"):
            rows = read_features(model, pd.DataFrame({"at": [at], "day": [day]}))
            shown = page.evaluate(PUT, [at, day])
            assert shown["leaf"] == model.tree.apply(rows)[0]
            for node, value in shown["values"]:
                assert float(value) == model.tree.rules[node].value(rows)[0]
            assert any(day in text or "hour" in text for text in shown["texts"])


def test_axes_and_ends_of_sliders_are_dates(open_text, timed):
    _, X, _ = timed
    y = (X["day"] > "2021-06-15").to_numpy()
    model = NLDTClassifier(random_state=0).fit(X, y).model_
    page = open_text(page_of(model, read_features(model, X), y.astype(int)))
    assert page.locator(".ends").inner_text().split() == [f"{end:%Y-%m-%d}" for end in (X["day"].min(), X["day"].max())]
    ticks = page.locator("#term-plot .axes text").all_text_contents()
    assert {"2020", "2021", "2022"} <= {tick[:4] for tick in ticks}
