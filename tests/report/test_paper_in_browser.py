"""The report on paper: light, whole, without controls, with title, numbers of sheets and origin."""

from __future__ import annotations

import re

import numpy as np
import pytest
from made_trees import made_model, made_tree
from report_subjects import NASTY_CLASSES, NASTY_FEATURES, page_of, subject

from nldt import SplitRule

pytestmark = pytest.mark.slow

SHEET = {"width": 660, "height": 930}  # an A4 sheet between its margins, in pixels


@pytest.fixture
def on_paper(open_text):
    def open_it(text):
        page = open_text(text, viewport=SHEET, color_scheme="dark")
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print", color_scheme="dark")
        return page

    return open_it


BEYOND = """() => [...document.querySelectorAll('main *, header *, footer *')]
  .filter((e) => e.getClientRects().length && !e.closest('svg') && e.getBoundingClientRect().right > innerWidth + 1)
  .map((e) => e.outerHTML.slice(0, 80))"""

CLIPPED = """() => [...document.querySelectorAll('.scroll, .tree, .formula, .tall')]
  .filter((e) => e.getClientRects().length && getComputedStyle(e).overflowX !== 'visible').length"""


def test_nothing_is_cut_and_nothing_is_there_to_click(on_paper, text, wdbc):
    classifier, table = wdbc
    for shown in (text, classifier.report(table.X, table.y)):
        page = on_paper(shown)
        assert page.evaluate(BEYOND) == [] and page.evaluate(CLIPPED) == 0
        visible = "all => all.filter((e) => e.getClientRects().length && !e.closest('thead')).length"
        assert page.locator("button, select, input, nav a").evaluate_all(visible) == 0
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--c0')").strip() == "#0072b2"


@pytest.mark.parametrize("n_features", [9, 30])
def test_rows_of_many_features_fit_on_a_sheet(on_paper, n_features):
    random = np.random.default_rng(0)
    X, names = random.normal(size=(60, n_features)), [f"feature number {j}" for j in range(n_features)]
    tree = made_tree((SplitRule(np.eye(n_features, dtype=int), np.ones(n_features), -np.inf, 0.0), 0, 1), 2)
    page = on_paper(page_of(made_model(tree, names, ["healthy", "pancreatitis"]), X, random.integers(0, 2, 60)))
    assert page.evaluate(BEYOND) == []
    heads = page.locator("#misclassified-table thead th").evaluate_all("all => all.filter((e) => e.offsetWidth).length")
    assert heads == 4 + min(n_features, 12)
    said = page.locator("#few-features").inner_text()
    assert said == ("" if n_features == 9 else "On paper the first 12 of 30 features.")


def test_plots_are_drawn_for_the_sheet_and_again_for_the_screen(open_text, text):
    page = open_text(text)
    width = "document.querySelector('svg.scatter').viewBox.baseVal.width"
    on_screen = page.evaluate(width)
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(width) == 660 != on_screen
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert page.evaluate(width) == on_screen


def test_it_prints_on_a_few_sheets(open_text, wdbc):
    classifier, table = wdbc
    paper = open_text(classifier.report(table.X, table.y, date="2026-03-31")).pdf(
        prefer_css_page_size=True, format="A4"
    )
    assert paper.startswith(b"%PDF") and 3 <= len(re.findall(rb"/Type\s*/Page\b(?!s)", paper)) <= 5


def test_titles_stay_text_in_the_margins(data):
    title = '"} * { display: none } </style><script>window.broken = 1</script> é'
    page = page_of(subject(NASTY_FEATURES, NASTY_CLASSES), *data, title)
    shown = re.search(r'@top-left \{ content: "([^"]*)"', page)[1]
    read = re.sub(r"\\([0-9a-f]+) ", lambda found: chr(int(found[1], 16)), shown)
    assert read == title and re.fullmatch(r"(\w|\\[0-9a-f]+ )*", shown, re.ASCII)
