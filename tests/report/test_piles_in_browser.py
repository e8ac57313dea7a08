"""Rows that share a place in the term space, in a real browser: spread, counted, and told from each other."""

from __future__ import annotations

import numpy as np
import pytest
from made_trees import made_model, made_tree
from report_subjects import page_of

from nldt import SplitRule

pytestmark = pytest.mark.slow

INF = np.inf
THIN = "\u202f"

POINTS = """() => [...document.querySelectorAll('.scatter .point')].map((point) => {
  const { e, f } = point.transform.baseVal.consolidate().matrix;
  const region = document.querySelector('.rule-region polygon');
  return [Number(point.dataset.row), e, f, region.isPointInFill(new DOMPoint(e, f))];
})"""


def flags(n_rows, seed=0):
    """Features that are 0 or 1, and classes that one rule mostly tells."""
    random = np.random.default_rng(seed)
    X = (random.random((n_rows, 2)) < [0.2, 0.3]).astype(float)
    return X, np.where(random.random(n_rows) < 0.15, 1 - (X.sum(axis=1) > 0.5), X.sum(axis=1) > 0.5).astype(int)


def flags_model(exponents=((1, 0), (0, 1))):
    rule = SplitRule(exponents, [1.0] * len(exponents), -INF, 0.5)
    return made_model(made_tree((rule, 0, 1), 2), ["a", "b"], ["no", "yes"])


def expected_lines(X, truth, here):
    """What stands beside the place (0, 0), whose rows are answered "no"."""
    no, yes = (int(np.count_nonzero(truth[here] == k)) for k in range(2))
    told = [f"{count:,} {name}".replace(",", THIN) for count, name in sorted([(no, "no"), (yes, "yes")], reverse=True)]
    return [f"{no + yes:,} rows".replace(",", THIN), ", ".join(told), f"{yes:,} wrong".replace(",", THIN)]


@pytest.mark.parametrize("n_rows", [1300, 100_000])
def test_places_are_counted_with_all_their_rows(open_text, n_rows):
    """Of 100,000 rows a sample is drawn; the counts are of all."""
    X, truth = flags(n_rows)
    page = open_text(page_of(flags_model(), X, truth))
    counts = page.locator(".pile-count")
    assert counts.count() == 4
    first = counts.first.locator("tspan").all_text_contents()  # the largest pile comes first
    assert first == expected_lines(X, truth, (X == 0).all(axis=1))
    totals = [int(text.split(" ")[0].replace(THIN, "")) for text in page.locator(".pile-total").all_text_contents()]
    assert sum(totals) == n_rows


def test_rows_of_one_place_are_spread_within_their_side_of_the_rule_and_not_ringed(open_text):
    X, truth = flags(1300)
    page = open_text(page_of(flags_model(), X, truth))
    points = page.evaluate(POINTS)
    assert len(points) == 1300 and len({(x, y) for _, x, y, _ in points}) > 1200
    assert page.locator(".wrong-ring").count() == 0
    wrong = page.locator(".point.wrong").evaluate_all("all => all.map((e) => Number(e.dataset.row))")
    assert sorted(wrong) == np.flatnonzero(truth != (X.sum(axis=1) > 0.5)).tolist()
    assert all(inside == (X[row].sum() <= 0.5) for row, _, _, inside in points)
    place = {row: (x, y) for row, x, y, _ in points}
    centres = {
        key: np.mean([place[i] for i in np.flatnonzero((key == X).all(axis=1))], axis=0) for key in np.ndindex(2, 2)
    }
    for row, spot in place.items():
        nearest = min(centres, key=lambda key: np.hypot(*(centres[key] - spot)))
        assert nearest == tuple(X[row].astype(int))


def test_a_tooltip_tells_how_many_share_the_place(open_text):
    X, truth = flags(1300)
    page = open_text(page_of(flags_model(), X, truth))
    page.locator("svg.scatter").press("n")
    row = int(page.locator(".tooltip b").inner_text().split()[1])
    here = (X[row] == X).all(axis=1)
    told = page.locator(".tip-pile").inner_text()
    assert told.startswith(f"One of {int(here.sum()):,} rows at this place: ".replace(",", THIN))


def test_one_flag_is_a_strip_of_counted_classes(open_text):
    X, truth = flags(1300)
    page = open_text(page_of(flags_model([[1, 0]]), X, truth))
    totals = sorted(
        int(text.split(" ")[0].replace(THIN, "")) for text in page.locator(".pile-total").all_text_contents()
    )
    assert totals == sorted(int(np.sum((X[:, 0] == a) & (truth == k))) for a in range(2) for k in range(2))
    points = page.evaluate(POINTS)
    assert all(inside == (X[row, 0] <= 0.5) for row, _, _, inside in points)
    assert page.locator(".scatter .axes text").all_text_contents()[:-2] == ["0", "1"]  # whole numbers only


def test_rows_of_many_values_are_neither_counted_nor_shrunk(open_text):
    random = np.random.default_rng(0)
    X = random.integers(0, 40, (600, 2)) / 10
    page = open_text(page_of(flags_model([[1, 0]]), X, (X[:, 0] > 0.5).astype(int)))
    assert page.locator(".pile-count").count() == 0 and page.locator(".point.small").count() == 0


def test_a_few_far_rows_do_not_squeeze_the_others(open_text):
    random = np.random.default_rng(0)
    X = random.uniform(0, 1, (300, 2))
    X[:2] = [[400.0, 0.5], [0.4, 900.0]]
    page = open_text(page_of(flags_model(), X, (X.sum(axis=1) > 0.5).astype(int)))
    assert len(page.evaluate(POINTS)) == 298
    assert "2 of them lie outside the first view" in page.locator("#term-plot .note").inner_text()
    spread = np.ptp([[x, y] for _, x, y, _ in page.evaluate(POINTS)], axis=0)
    assert (spread > [200, 80]).all()  # of about 900 and 400 pixels
    page.locator("[aria-label='Show all rows']").click()
    assert len(page.evaluate(POINTS)) == 300
