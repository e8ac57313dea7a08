"""The length curve, alternatives and stability: what they say, and that a click shows another model or rule."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from made_trees import made_model, made_tree
from quick_models import quick, tangled
from report_subjects import INF, rows, subject

from nldt import InputError, NLDTClassifier, SplitRule, stability
from nldt.model.alternative import Alternative
from nldt.model.estimate import Estimate, Figure
from nldt.model.model_path import CUT_SHORT, ModelPath, PathPoint
from nldt.model.stability import Recurrence, Stability
from nldt.model.tree import FrontPoint
from nldt.report import render_page, summarise
from nldt.write.structures import structures_of

OTHER = SplitRule([[0, 0, 1, 0]], [1.0], -INF, 1.25)
NAMES, CLASSES = ["a", "b", "c", "d"], ["red", "green", "blue"]


def chosen_model():
    point = FrontPoint(1, 0.3, OTHER)
    return replace(subject(), full_alternatives={0: [Alternative(point, 2.5, 0.61, 0.875)]})


def path_to(model):
    short = made_model(made_tree((OTHER, 0, 1), 3), NAMES, CLASSES)
    none = made_model(made_tree(2, 3), NAMES, CLASSES)
    return ModelPath(
        (
            PathPoint(0.5, model, (0.82, 0.86), 0.03, 0.91, 200.0),
            PathPoint(1.0, short, (0.8, 0.84), 0.03, 0.83, 200.0),
            PathPoint(4.0, none, (0.4, 0.4), 0.03, 0.4, 200.0),
        )
    )


def stability_of(model, n_refits=8):
    used = [Recurrence(name, 8 - place, in_model=True) for place, name in enumerate(NAMES)]
    structures = [Recurrence(text, 5, in_model=True) for text in structures_of(model)]
    agreement = np.array([1.0] * 6 + [0.95] + [0.6] * 2 + [0.25])
    return Stability(n_refits, tuple(used), (*structures, Recurrence("<b>a</b>", 1, in_model=False)), 3, 4, agreement)


@pytest.fixture(scope="module")
def whole_page():
    model = chosen_model()
    return render_page(summarise(model, *rows(200), path=path_to(model), stability=stability_of(model)), "All")


def test_folds_that_were_cut_short_give_no_estimate_anywhere():
    model = chosen_model()
    whole, cut = (
        render_page(summarise(model, *rows(200), path=replace(path_to(model), is_cut_short=is_cut)), "All")
        for is_cut in (False, True)
    )
    assert CUT_SHORT not in whole and "Cross-validated accuracy is the mean over 2 folds" in whole
    assert f"Cross-validated accuracy: not estimated ({CUT_SHORT})." in cut
    assert cut.count(CUT_SHORT) == 2 and "Accuracy in folds cut short is the mean over 2 folds" in cut
    assert '"accuracyTitle":"accuracy in folds cut short"' in cut.replace(": ", ":")
    assert '<th scope="col">cross-validated accuracy</th>' not in cut


@pytest.mark.parametrize(("complete", "reason"), [(True, "no rule tells the classes apart"), (False, "was cut short")])
def test_a_tree_without_a_rule_says_why(complete, reason):
    leaf = made_model(made_tree(2, 3), NAMES, CLASSES)
    leaf = replace(leaf, search_report=replace(leaf.search_report, complete=complete))
    assert reason in render_page(summarise(leaf, *rows(200)), "A leaf").split('id="rules"')[1].split("</section>")[0]
    with_others = render_page(summarise(leaf, *rows(200), path=path_to(chosen_model())), "One of several")
    assert "worth its length" not in with_others


def test_a_click_on_the_curve_shows_that_model(open_text, whole_page):
    page = open_text(whole_page)
    card = page.locator("#length-card")
    assert "The model of this report" in card.inner_text()
    assert card.locator(".small-rules li").count() == 2
    points = page.locator("#length-plot .front-point")
    assert points.count() == 3 and points.locator("xpath=self::*[@aria-pressed='true']").count() == 1
    points.nth(1).locator(".touch").click()
    said = card.inner_text()
    assert "Another model" in said and card.locator(".formula").get_attribute("aria-label") == "c ≤ 1.25"
    assert (
        "82.00\u202f% ± " in said
        and "cross-validated accuracy of models made in the same way (2 folds)" in said
        and "training accuracy" in said
    )
    points.nth(0).focus()
    page.keyboard.press("Enter")
    assert "No rule: every row is answered" in card.inner_text() and "blue" in card.inner_text()
    assert page.evaluate("document.activeElement.dataset.point") == "0"


def test_of_points_close_to_each_other_a_click_shows_the_nearest(open_text):
    """Lengths from 0 to 40, drawn a few pixels apart, so that each is covered by those after it."""
    model = chosen_model()
    points = [
        PathPoint(1.0, made_model(made_tree(*line(length)), NAMES, CLASSES), (0.5 + 0.01 * length,), 0.01, 0.95, 200.0)
        for length in range(41)
    ]
    page = open_text(render_page(summarise(model, *rows(200), path=ModelPath(tuple(points))), "Long"))
    for place in (40, 39, 38, 20, 19, 1, 0):
        dot = page.locator(f'#length-plot .front-point[data-point="{place}"] .dot')
        dot.scroll_into_view_if_needed()
        box = dot.bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        facts = page.locator("#length-card table tr").first.inner_text()
        assert facts.split() == ["rule", "length", str(place)]
        assert page.evaluate("document.activeElement.dataset.point") == str(place)


def line(length):
    """A tree of one rule of so many factors; without any, a leaf."""
    if length == 0:
        return 2, 3
    exponents = np.zeros((length, 4), dtype=int)
    exponents[np.arange(length), np.arange(length) % 4] = 1 + np.arange(length) // 4
    return (SplitRule(exponents, np.ones(length), -INF, 1.25), 0, 1), 3


def test_points_of_the_curve_lie_where_the_axes_say(open_text, whole_page):
    page = open_text(whole_page)
    heights = page.locator("#length-plot .front-point").evaluate_all(
        "all => all.map((e) => e.transform.baseVal[0].matrix.f)"
    )
    shares = np.array([0.4, 0.82, 0.84])  # by rising length
    assert (heights[1] - heights[0]) / (heights[2] - heights[0]) == pytest.approx(
        (shares[1] - shares[0]) / (shares[2] - shares[0])
    )


def test_the_models_by_length_fit_on_a_phone(open_text, whole_page):
    page = open_text(whole_page, viewport={"width": 390, "height": 800})
    assert page.locator("#length-table").evaluate("(e) => e.parentNode.scrollWidth <= e.parentNode.clientWidth")


def test_an_alternative_can_be_chosen_and_left(open_text, whole_page):
    page = open_text(whole_page)
    table, card = page.locator("#alternative-table"), page.locator("#front-card")
    assert table.locator("tbody td").all_inner_texts() == ["+2.5", "61.00\u202f%", "87.5\u202f%"]
    table.get_by_role("button", name="Show alternative 1").click()
    said = card.inner_text()
    assert "Alternative 1" in said and card.locator(".formula").get_attribute("aria-label") == "c ≤ 1.25"
    entry = summarise(chosen_model(), *rows(200)).fronts[0].alternatives[0].point
    assert f"{100 * entry.tree_accuracy:.2f}\u202f%" in said and "rows of this report" in said
    assert page.locator("#front-plot [aria-pressed='true']").count() == 0
    page.locator("#front-plot .front-point .touch").last.click()
    assert "The rule of the tree" in card.inner_text() and table.locator("tr.chosen").count() == 0
    page.locator("#front-node").select_option("1")
    assert (
        "None: of the rules that the search has kept, none of other features comes near"
        in page.locator("#alternatives").inner_text()
    )


def test_an_alternative_is_judged_as_a_point_of_the_front_is():
    model = chosen_model()
    as_front = replace(model, full_fronts={0: [*model.fronts[0], FrontPoint(1, 0.3, OTHER)]})
    expected = summarise(as_front, *rows(200)).fronts[0].points[-1]
    assert summarise(model, *rows(200)).fronts[0].alternatives[0].point == expected


def test_stability_is_a_sentence_tables_and_bars(open_text, whole_page):
    page = open_text(whole_page)
    section = page.locator("#stability")
    assert stability_of(chosen_model()).sentence in section.inner_text().replace("\u202f%", " %")
    counted = page.locator("#stable-features tbody tr").evaluate_all(
        "all => all.map((e) => [e.cells[1].textContent, e.querySelector('i').style.width])"
    )
    assert counted == [["8", "100%"], ["7", "87.5%"], ["6", "75%"], ["5", "62.5%"]]
    answers = page.locator("#stable-answers tbody tr").evaluate_all(
        "all => all.map((e) => [e.cells[0].textContent, e.cells[1].textContent])"
    )
    assert answers == [["all", "6"], ["90\u202f% or more", "1"], ["half or more", "2"], ["fewer", "1"]]
    assert page.locator("#stable-structures th b").count() == 0


@pytest.mark.parametrize("look", [{"viewport": {"width": 390, "height": 844}}, {"color_scheme": "dark"}])
def test_nothing_is_wider_than_the_screen(open_text, whole_page, look):
    page = open_text(whole_page, **look)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_paper_curve_and_tables_are_whole_and_nothing_is_there_to_click(open_text, whole_page):
    page = open_text(whole_page, viewport={"width": 660, "height": 930})
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    tables = ("#length-table", "#alternative-table", "#stable-features", "#stable-structures")
    for part in ("#length-plot .front-chart", *tables):
        box = page.locator(part).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 661
    assert not page.get_by_role("button", name="Show alternative 1").is_visible()


def test_pages_without_them_have_no_such_sections():
    page = render_page(summarise(subject(), *rows(50)), "Plain")
    assert 'id="length-curve"' not in page and 'id="stability"' not in page and "Alternatives</h3>" in page


def test_what_is_no_stability_or_of_another_model_is_refused():
    X = np.arange(40.0).reshape(-1, 1)
    classifier = NLDTClassifier(random_state=0).fit(X, X[:, 0] > 20)
    with pytest.raises(InputError, match=r"stability=dict must be what nldt.stability"):
        classifier.report(X, X[:, 0] > 20, stability={})
    with pytest.raises(InputError, match=r"it is of another model, with .*: give that of nldt.stability"):
        classifier.report(X, X[:, 0] > 20, stability=stability_of(chosen_model()))


def test_per_cents_stay_on_the_line_of_their_numbers():
    X, y = tangled(200, 2)
    share = Figure(0.5, 0.4, 0.6)
    estimate = Estimate("cross-validated", 200, share, share, share, largest_class=0.6, folds=5)
    classifier = quick(max_depth=1).fit(X, y).with_estimate(estimate)
    page = classifier.report(X, y, stability=stability(classifier, X, y, n_refits=2))
    text = re.sub(r"<style>.*?</style>|<script.*?</script>", "", page, flags=re.DOTALL)
    assert "Note:" in text and 'id="stability"' in text and 'id="card"' in text
    assert not re.findall(r"\d %", text)
