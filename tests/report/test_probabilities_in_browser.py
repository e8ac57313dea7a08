"""ROC, calibration and the trade-off in a real browser."""

from __future__ import annotations

import numpy as np
import pytest
from report_subjects import page_of, subject

from nldt.report import summarise

pytestmark = pytest.mark.slow


def test_curves_are_those_of_the_summary(open_text, text, data):
    page = open_text(text)
    measures = summarise(subject(), *data).probabilities
    curves = page.locator("#roc-plot .roc-curve")
    areas = [float(area) for area in curves.evaluate_all("all => all.map((e) => e.dataset.area)")]
    assert areas == [curve.area for curve in measures.roc]
    key = page.locator("#roc-plot .class-key li").all_text_contents()
    assert key == [f"{name}: AUC {area:.3f}" for name, area in zip(["red", "green", "blue"], areas, strict=True)]
    rows = page.locator("#calibration-plot .bin").evaluate_all("all => all.map((e) => Number(e.dataset.rows))")
    assert rows == [one.n_rows for one in measures.calibration] and sum(rows) == len(data[1])
    captions = page.locator("#probabilities figcaption").all_text_contents()
    assert len(captions) == 2 and all("the 200 rows of this report" in caption for caption in captions)


def test_points_of_a_curve_lie_where_the_axes_say(open_text, text, data):
    page = open_text(text)
    first = summarise(subject(), *data).probabilities.roc[0]
    drawn = page.locator("#roc-plot .roc-curve").first.get_attribute("points")
    places = np.array([pair.split(",") for pair in drawn.split()], dtype=float)
    share = (places - places[0]) / (places[-1] - places[0])  # from corner (0, 0) to corner (1, 1)
    assert share == pytest.approx(np.array(first.corners), abs=0.002)


def test_a_class_that_the_rows_lack_has_no_curve(open_text, data):
    X, truth = data
    page = open_text(page_of(subject(), X, np.where(truth == 2, 0, truth)))
    assert page.locator(".roc-curve").count() == 2
    assert page.locator("table.measures").last.locator("tbody tr").nth(2).locator("td").nth(3).inner_text() == "–"


def test_the_front_uses_its_axis(open_text, wdbc):
    classifier, table = wdbc
    page = open_text(classifier.report(table.X, table.y))
    heights = page.locator(".front-point").evaluate_all("all => all.map((e) => e.transform.baseVal[0].matrix.f)")
    lines = page.locator(".front-chart .axes line").evaluate_all(
        "all => all.map((e) => [e.y1.baseVal.value, e.y2.baseVal.value])"
    )
    top, bottom = np.min(lines), np.max(lines)
    assert np.ptp(heights) > 0.5 * (bottom - top)
