"""The term space of the report in a real browser."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from made_trees import made_model
from report_subjects import fronts_of, page_of, rows, subject

from nldt import Fixed, NLDTClassifier, SplitRule
from nldt.model.tree import FittedTree

pytestmark = pytest.mark.slow

INF = np.inf


@pytest.fixture
def term_page(open_text, wdbc):
    classifier, table = wdbc
    page = open_text(classifier.report(table.X, table.y))
    page.locator("#term-space").scroll_into_view_if_needed()
    show_all_rows(page)
    return page


def show_all_rows(page):
    page.locator("[aria-label='Show all rows']").click()  # a few far ones may be out of the first view


def test_a_point_has_a_tooltip(term_page):
    tip = term_page.locator(".tooltip")
    assert not tip.is_visible()
    point = term_page.locator(".scatter .point").last
    number = point.get_attribute("data-row")
    box = point.bounding_box()
    term_page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert tip.is_visible() and f"Row {number} " in tip.inner_text() and "misclassified" in tip.inner_text()


def test_points_are_walked_by_keyboard_and_used(term_page):
    scatter = term_page.locator("svg.scatter")
    scatter.focus()
    told = set()
    for _ in range(3):
        scatter.press("n")
        told.add(term_page.locator(".tooltip b").inner_text())
    assert len(told) == 3
    term_page.locator("text=Use this row in “What if”").click()
    assert term_page.locator("#what-if-start").inner_text().startswith(term_page.locator(".tooltip b").inner_text())
    scatter.press("Escape")
    assert not term_page.locator(".tooltip").is_visible()


def test_zoom_changes_the_view(term_page):
    scatter, points = term_page.locator("svg.scatter"), term_page.locator(".scatter .point")
    axis = term_page.locator(".scatter .axes text")
    everything, ticks = points.count(), axis.all_text_contents()
    assert everything == 569
    for zoom_in, zoom_out in (("+", "-"), ("=", "0")):
        scatter.press(zoom_in)
        scatter.press(zoom_in)
        assert points.count() < everything and axis.all_text_contents() != ticks
        scatter.press(zoom_out)
        scatter.press(zoom_out)
    term_page.locator("[aria-label='Zoom in']").click()
    term_page.locator("[aria-label='Zoom in']").click()
    inside = points.count()
    assert inside < everything
    scatter.press("ArrowRight")
    assert points.count() != inside
    show_all_rows(term_page)
    assert points.count() == everything and axis.all_text_contents() == ticks
    box = scatter.bounding_box()
    term_page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    term_page.keyboard.down("Control")
    term_page.mouse.wheel(0, -300)
    term_page.wait_for_function("n => document.querySelectorAll('.scatter .point').length < n", arg=everything)
    term_page.keyboard.up("Control")


def test_dragging_moves_the_view(term_page):
    scatter = term_page.locator("svg.scatter")
    scatter.press("+")
    before = term_page.locator(".scatter .axes text").all_text_contents()
    box = scatter.bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    term_page.mouse.move(*middle)
    term_page.mouse.down()
    term_page.mouse.move(middle[0] - 150, middle[1] + 60, steps=3)
    term_page.mouse.up()
    assert term_page.locator(".scatter .axes text").all_text_contents() != before


POINTS_IN_REGION = """() => {
  const polygon = document.querySelector('.rule-region polygon');
  return [...document.querySelectorAll('.scatter .point')].map((point) => {
    const { e, f } = point.transform.baseVal.consolidate().matrix;
    return [Number(point.dataset.row), polygon.isPointInFill(new DOMPoint(e, f))];
  });
}"""


@pytest.mark.parametrize("axes", [None, ("term-0", "value"), ("value", "class")])
def test_the_shaded_side_holds_the_rows_for_which_the_rule_holds(term_page, wdbc, axes):
    classifier, table = wdbc
    if axes is not None:
        for select, axis in zip(("Across", "Up"), axes, strict=True):
            term_page.get_by_label(select).select_option(axis)
        show_all_rows(term_page)
    left = classifier.rules_[0].goes_left(table.X.to_numpy())
    inside = dict(term_page.evaluate(POINTS_IN_REGION))
    assert len(inside) == len(left)
    assert sum(inside[row] != holds for row, holds in enumerate(left)) <= 1  # a tenth of a pixel may hide the side
    assert term_page.locator(".rule-region line").count() == 1


def test_three_terms_show_the_value_of_the_rule_and_say_where_they_can_not(open_text, text, data):
    page = open_text(text)
    left = subject().tree.rules[0].goes_left(data[0])
    inside = dict(page.evaluate(POINTS_IN_REGION))
    assert [inside[row] for row in range(len(left))] == left.tolist()
    assert page.locator(".rule-region line").count() == 2  # a band
    page.get_by_label("Up").select_option("term-1")
    assert page.locator(".rule-region line").count() == 0
    assert "can’t be drawn here" in page.locator("#term-plot .note").inner_text()


def test_of_three_terms_one_of_many_values_is_shown_first(open_text):
    """Over a category, 0 or 1, all rows stand on two lines."""
    random = np.random.default_rng(0)
    X = pd.DataFrame(
        {"city": random.choice(["Oslo", "Bergen"], 80), "dose": random.random(80), "age": random.random(80)}
    )
    y = (X["city"] == "Oslo") + X["dose"] - X["age"] > 0.5
    root = Fixed("[city = Oslo] + dose - age <= 0.5")
    page = open_text(NLDTClassifier(start_from=root, max_rules=1).fit(X, y).report(X, y))
    assert page.get_by_label("Across").locator("option:checked").inner_text() == "dose"
    assert page.get_by_label("Up").locator("option:checked").inner_text() == "left-hand side of the rule"


def test_one_term_is_a_strip(open_text, text, data):
    page = open_text(text)
    page.get_by_label("Rule", exact=True).select_option("2")
    tree = subject().tree
    here = np.flatnonzero(~tree.rules[0].goes_left(data[0]))
    left = tree.rules[2].goes_left(data[0])
    inside = dict(page.evaluate(POINTS_IN_REGION))
    assert sorted(inside) == here.tolist()
    assert [inside[row] for row in here.tolist()] == left[here].tolist()


def test_rows_without_a_finite_place_are_told(open_text):
    X, truth = rows(50)
    X[:3, 1] = 0.0
    page = open_text(page_of(subject(), X, truth))
    assert page.locator(".scatter .point").count() == 47
    assert (
        "3 of them have a gap or no finite number here and are not drawn."
        in page.locator("#term-plot .note").inner_text()
    )


@pytest.fixture(scope="module")
def product_rows():
    """Positive features of several orders of magnitude, and how their product compares with two numbers."""
    X = np.exp(np.random.default_rng(0).normal(0.0, 2.0, (300, 2)))
    return X, np.digitize(X[:, 0] * X[:, 1], [0.03, 20.0])


def rule_page(rule, X, y):
    weights = np.array([[30.0, 30, 30], [0, 30, 0], [30, 0, 30]])
    tree = FittedTree(np.array([1, -1, -1]), np.array([2, -1, -1]), weights, (rule, None, None))
    fronts = fronts_of(tree, simple=SplitRule([[1, 0]], [1.0], -INF, 1.0))
    return page_of(made_model(tree, ["a", "b"], ["low", "middle", "high"], full_fronts=fronts), X, y)


def row_in_tooltip(page):
    return int(page.locator(".tooltip b").inner_text().split()[1])


@pytest.mark.parametrize(("weight", "low", "high"), [(1.0, 0.03, 20.0), (-2.0, -40.0, -0.06), (1.0, -INF, 20.0)])
def test_a_product_of_many_orders_of_magnitude_is_a_strip_over_its_logarithm(
    open_text, product_rows, weight, low, high
):
    X, y = product_rows
    rule = SplitRule([[1, 1]], [weight], low, high)
    page = open_text(rule_page(rule, X, y))
    inside = dict(page.evaluate(POINTS_IN_REGION))
    assert [inside[row] for row in range(len(X))] == rule.goes_left(X).tolist()
    assert page.locator(".rule-region line").count() == np.isfinite([low, high]).sum()
    ticks = [float(text) for text in page.locator(".scatter .axes text").all_text_contents()[:-2]]
    assert len(ticks) > 3 and np.allclose(np.log10(ticks) % 1, 0)
    scatter = page.locator("svg.scatter")
    scatter.press("n")
    first = page.locator(".tooltip tbody td").first.inner_text()
    assert float(first) == pytest.approx(float(X[row_in_tooltip(page)].prod()), rel=1e-4)
    for _ in range(7):
        scatter.press("+")
    closer = [float(text) for text in page.locator(".scatter .axes text").all_text_contents()[:-2]]
    assert len(closer) > 1 and closer == sorted(closer) and not np.allclose(np.log10(closer) % 1, 0)


def test_evenly_spread_values_stay_linear_however_near_to_zero_some_are(open_text):
    X = np.random.default_rng(0).uniform(0.0, 1.0, (300, 2))
    X[0, 0] = 1e-6
    page = open_text(rule_page(SplitRule([[1, 0]], [1.0], -INF, 0.5), X, np.digitize(X[:, 0], [0.4, 0.5])))
    ticks = [float(text) for text in page.locator(".scatter .axes text").all_text_contents()[:-2]]
    assert len(ticks) > 3 and np.allclose(np.diff(ticks), ticks[1] - ticks[0])


def test_a_strip_that_crosses_zero_stays_linear(open_text, product_rows):
    X, y = product_rows
    page = open_text(rule_page(SplitRule([[1, 1]], [1.0], -1.0, 20.0), X, y))
    ticks = [float(text.replace("−", "-")) for text in page.locator(".scatter .axes text").all_text_contents()[:-2]]
    assert np.allclose(np.diff(ticks), ticks[1] - ticks[0])
