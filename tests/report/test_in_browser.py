"""The report in a real browser: rules, tree, fronts, lists, looks; what-if and term space have files of their own."""

from __future__ import annotations

import numpy as np
import pytest
from made_trees import made_model
from report_subjects import NASTY_CLASSES, NASTY_FEATURES, page_of, rows, subject

from nldt import SplitRule
from nldt.model.tree import FittedTree
from nldt.report import summarise
from nldt.write.formula import format_name
from nldt.write.printable import one_line

pytestmark = pytest.mark.slow

INF = np.inf


def test_nodes_fold_by_mouse_and_by_keyboard(open_text, text):
    page = open_text(text)
    inner = page.locator("#tree details.node").nth(1)
    leaf = page.locator("#tree [data-node='4']")
    assert leaf.is_visible()
    inner.locator("summary").click()
    assert not leaf.is_visible()
    inner.locator("summary").focus()
    page.keyboard.press("Enter")
    assert leaf.is_visible()
    page.keyboard.press("Space")
    assert not leaf.is_visible()
    page.locator("#unfold-all").click()
    assert leaf.is_visible()
    page.locator("#fold-all").click()
    assert not page.locator("#tree [data-node='1']").is_visible()


def test_branches_tell_their_share_of_rows(open_text, text, data):
    page = open_text(text)
    tree = subject().tree
    left = tree.rules[0].goes_left(data[0])
    right = tree.rules[2].goes_left(data[0][~left])
    shares = [left.mean(), 1 - left.mean(), right.mean(), 1 - right.mean()]
    assert page.locator(".branch-share").all_inner_texts() == [f"{100 * share:.1f}\u202f%" for share in shares]


def test_a_front_point_changes_the_shown_rule(open_text, text, data):
    page = open_text(text)
    card, rule = page.locator("#front-card"), page.locator("#front-card .formula")
    own = rule.get_attribute("aria-label")
    assert "The rule of the tree" in card.inner_text()
    page.locator("[data-point='0'] .touch").click()
    assert rule.get_attribute("aria-label") == summarise(subject(), *data).fronts[0].points[0].printed.text != own
    assert "Another rule of the front" in card.inner_text()
    assert page.locator("[data-point='0']").get_attribute("aria-pressed") == "true"
    page.locator("[data-point='1']").focus()
    page.keyboard.press("Enter")
    assert rule.get_attribute("aria-label") == own
    assert page.evaluate("document.activeElement.dataset.point") == "1"


def test_the_shown_accuracy_is_that_of_the_front_point(open_text, text, data):
    page = open_text(text)
    page.locator("#front-tools select").select_option("1")
    for i, point in enumerate(summarise(subject(), *data).fronts[1].points):
        page.locator(f"[data-point='{i}']").press("Enter")
        told = page.locator("#front-card data").evaluate_all("all => all.map((e) => Number(e.value))")
        assert told == [point.impurity, point.split_accuracy, point.tree_accuracy]


def test_scripts_typeset_rules_as_the_page_does(open_text, text):
    page = open_text(text)
    typeset = page.locator(".rule-card .formula").evaluate_all("all => all.map((e) => e.outerHTML)")
    page.locator("#front-tools select").select_option("0")
    assert page.locator("#front-card .formula").evaluate("e => e.outerHTML") == typeset[0]
    assert "<mfrac>" in typeset[0] and "<msup>" in typeset[0]
    page.locator("#front-tools select").select_option("1")
    assert page.locator("#front-card .formula").evaluate("e => e.outerHTML") == typeset[1]
    page.locator("[data-point='0']").press("Enter")  # 1e-7 as a power of ten
    assert page.locator("#front-card .formula msup mn").all_text_contents() == ["10", "−7"]


def test_every_column_sorts_both_ways(open_text, text):
    page = open_text(text)
    table = page.locator("#misclassified-table")
    n_columns = table.locator("thead th").count()
    assert n_columns == 8

    def column(c):
        cells = table.locator(f"tbody td:nth-child({c + 1})")
        return [float(v) for v in cells.evaluate_all("all => all.map((e) => e.dataset.value)")]

    assert len(column(0)) > 20
    for c in range(1, n_columns):
        table.locator("thead button").nth(c).click()
        assert column(c) == sorted(column(c))
        assert table.locator("thead th").nth(c).get_attribute("aria-sort") == "ascending"
        table.locator("thead button").nth(c).press("Enter")
        assert column(c) == sorted(column(c), reverse=True)
        assert table.locator("thead th").nth(c).get_attribute("aria-sort") == "descending"
    assert column(n_columns - 1) != column(0)


def test_listed_rows_are_the_misclassified_ones_and_can_be_tried(open_text, text, data):
    page = open_text(text)
    tree = subject().tree
    wrong = np.flatnonzero(tree.answers[tree.apply(data[0])] != data[1])
    table = page.locator("#misclassified-table tbody")
    assert table.locator("tr td:first-child").all_inner_texts() == [str(row) for row in wrong]
    table.locator("button").nth(3).click()
    assert page.locator("#feature-2").input_value() == f"{data[0][wrong[3], 2]:.8g}"


def test_nasty_names_stay_text(open_text, data):
    title = "<title> & </title><script>window.broken = 1</script>"
    page = open_text(page_of(subject(NASTY_FEATURES, NASTY_CLASSES), *data, title=title))
    page.locator("svg.scatter").press("n")
    for point in ("0", "1"):
        page.locator(f"[data-point='{point}']").press("Enter")
    assert page.evaluate("window.broken") is None
    assert page.locator("img, b:has-text('bold'), b:has-text('class')").count() == 0
    assert page.locator("script").count() == 2
    assert page.title() == title and page.locator("h1").inner_text() == title

    def texts(selector):
        return [text.replace("\u2028", " ") for text in page.locator(selector).all_text_contents()]

    names = [name.replace("\u2028", " ") for name in NASTY_FEATURES]
    assert texts(".feature label") == names
    assert set(texts(".rule-card mtext")) == {format_name(one_line(name)) for name in NASTY_FEATURES}
    assert texts("#misclassified-table thead button")[4:] == names
    assert set(names) <= set(texts(".tooltip th"))
    assert texts(".probabilities .bar-name") == NASTY_CLASSES
    assert [name.strip() for name in texts("table.measures tbody th")] == NASTY_CLASSES


def test_names_of_several_words_are_bracketed_in_formulas_alone(open_text, data):
    names = ["PM 10", "area", "x3", "mean radius"]
    page = open_text(page_of(subject(names), *data))
    card = page.locator(".rule-card .formula").first
    assert card.locator("mtext").all_text_contents() == ["[PM 10]", "area", "[mean radius]"]
    assert page.locator("#front-card .formula").evaluate("e => e.outerHTML") == card.evaluate("e => e.outerHTML")
    across = page.get_by_label("Across").locator("option").all_text_contents()
    assert across[:3] == ["[PM 10]² / area", "x3", "1 / (x3² · [mean radius])"]
    assert page.locator(".feature label").all_text_contents() == names


def test_a_tree_without_rules_has_no_questions(open_text):
    tree = FittedTree(np.array([-1]), np.array([-1]), np.array([[3.0, 1.0]]), (None,))
    page = open_text(page_of(made_model(tree, ["a"], [0, 1]), np.ones((4, 1)), np.array([0, 1, 1, 0])))
    assert "single leaf" in page.locator("#rules").inner_text()
    assert page.locator("#what-if, #term-space, #fronts").count() == 0
    assert page.locator("#misclassified-table tbody tr").count() == 2


def test_many_classes_have_marks_of_their_own(open_text):
    names = [f"class {k}" for k in range(12)]
    weights = np.ones((3, 12))
    weights[1, 3] = weights[2, 5] = 9.0
    rule = SplitRule([[1, 0, 0, 0]], [1.0], -INF, 1.0)
    tree = FittedTree(np.array([1, -1, -1]), np.array([2, -1, -1]), weights, (rule, None, None))
    X, _ = rows(60)
    page = open_text(page_of(made_model(tree, list("abcd"), names), X, np.arange(60) % 12))
    looks = page.locator(".scatter .point").evaluate_all(
        "all => all.map((e) => e.getAttribute('d') + getComputedStyle(e).fill)"
    )
    assert len(set(looks)) == 12


def test_light_and_dark(open_text, text):
    def lightness(scheme):
        page = open_text(text, color_scheme=scheme)
        colours = page.evaluate(
            "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]"
        )
        return [sum(int(part) for part in colour[4:-1].split(",")) for colour in colours]

    background, writing = lightness("light")
    assert background > 700 and writing < 150
    background, writing = lightness("dark")
    assert background < 150 and writing > 600


@pytest.mark.parametrize("width", [360, 800])
def test_nothing_is_wider_than_a_phone(open_text, data, width):
    """Long names scroll inside their formula."""
    page = open_text(page_of(subject(NASTY_FEATURES, NASTY_CLASSES), *data), viewport={"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("#what-if-answer").is_visible()


def test_a_tap_shows_a_tooltip_on_a_phone(open_text, text):
    page = open_text(text, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.locator("svg.scatter").scroll_into_view_if_needed()
    box = page.locator(".scatter .point").last.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert page.locator(".tooltip").is_visible()
    tip = page.locator(".tooltip").bounding_box()
    assert tip["x"] >= 0 and tip["x"] + tip["width"] <= 390


def test_paper_shows_all_nodes_and_no_controls(open_text, text):
    page = open_text(text)
    page.locator("#fold-all").click()
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator("#tree [data-node='4']").is_visible()
    assert page.locator("nav, #what-if, #fold-all").evaluate_all("all => all.filter((e) => e.offsetParent).length") == 0
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert not page.locator("#tree [data-node='4']").is_visible()


def test_everything_is_reached_by_keyboard_with_visible_focus(open_text, text):
    page = open_text(text)
    reached = set()
    for _ in range(300):
        page.keyboard.press("Tab")
        found = page.evaluate(
            """() => {
              const e = document.activeElement;
              const halo = e.querySelector?.('.halo');
              const seen = halo ? getComputedStyle(halo).strokeWidth : getComputedStyle(e).outlineWidth;
              const role = e.matches('summary') ? 'summary' : e.type ?? e.getAttribute('role') ?? e.tagName;
              return [`${e.closest('section')?.id ?? 'top'}: ${role}`, parseFloat(seen)];
            }"""
        )
        if found[0] in ("top: BODY", "top: body"):
            break
        reached.add(found[0])
        assert found[1] >= 1, found
    assert {
        "tree: summary",
        "tree: button",
        "what-if: number",
        "what-if: range",
        "term-space: application",
        "term-space: select-one",
        "fronts: button",
        "misclassified: button",
    } <= reached


def test_a_notebook_shows_the_rules(open_text, wdbc):
    page = open_text("<!doctype html><meta charset=utf-8><link rel=icon href='data:,'>" + wdbc[0]._repr_html_())
    names = {format_name(name) for name in wdbc[1].X.columns}
    assert set(page.locator("summary mtext").all_text_contents()) <= names
    assert page.locator("summary math").first.is_visible()
    assert sorted(page.locator(".class-name").all_inner_texts()) == ["benign", "malignant"]
    page.locator("summary").click()
    assert not page.locator(".class-name").first.is_visible()


def test_without_scripts_rules_tree_and_figures_are_there(open_text, text):
    page = open_text(text, java_script_enabled=False)
    assert page.locator(".rule-card math").first.is_visible()
    assert page.locator("table.confusion").is_visible()
    assert not page.locator("#what-if").is_visible()
    assert "JavaScript" in page.inner_text("body")
