"""The report in a real browser."""

from __future__ import annotations

import numpy as np
import pytest

from browser import chromium, visit
from nldt import NLDTClassifier, SplitRule
from nldt.datasets import load
from nldt.export.formula import format_name
from nldt.export.printable import one_line
from nldt.report import Subject, summarise
from nldt.tree import FittedTree, TreeModel
from report_subjects import NASTY_CLASSES, NASTY_FEATURES, page_of, rows, subject

INF = np.inf


@pytest.fixture(scope="module")
def browser():
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("reports")


@pytest.fixture
def open_text(browser, folder):
    """Open a page that is given as text; it is checked for complaints and requests when the test ends."""
    opened = []

    def open_it(text, **options):
        file = folder / f"page{len(opened)}.html"
        file.write_text(text, encoding="utf-8")
        opened.append(visit(browser, file, **options))
        return opened[-1].__enter__().page

    yield open_it
    for one in opened:
        one.__exit__(None, None, None)


@pytest.fixture(scope="module")
def data():
    return rows(200)


@pytest.fixture(scope="module")
def text(data):
    return page_of(subject(), *data)


@pytest.fixture(scope="module")
def wdbc():
    table = load("wdbc")
    return NLDTClassifier(random_state=0).fit(table.X, table.y), table


def type_row(page, row):
    for i, value in enumerate(row):
        page.locator(f"#feature-{i}").fill(repr(float(value)))


PUT_ROW = """texts => {
  texts.forEach((text, i) => {
    const field = document.getElementById(`feature-${i}`);
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const all = (selector, read) => [...document.querySelectorAll(selector)].map(read);
  return {
    shares: all('#what-if-answer .probabilities data', (e) => e.value),
    texts: all('#what-if-answer .probabilities data', (e) => e.innerText),
    steps: all('#what-if-path li', (e) => [e.dataset.node, e.dataset.value]),
  };
}"""


def shown_probabilities(page):
    """In full."""
    found = page.locator("#what-if-answer .probabilities data")
    return [float(v) for v in found.evaluate_all("all => all.map((e) => e.value)")]


def check_what_if(page, tree, X):
    """Put in rows in one go, which is faster than typing, and compare all that is shown."""
    for row, leaf in zip(X, tree.apply(X), strict=True):
        shown = page.evaluate(PUT_ROW, [repr(float(value)) for value in row])
        exact = [float(share) for share in shown["shares"]]
        assert exact == tree.shares[leaf].tolist()
        percents = [float(text.removesuffix("\u202f%")) for text in shown["texts"]]
        assert np.allclose(percents, 100 * np.array(exact), rtol=0, atol=0.00501)
        passed = [node for node in tree.decision_path(row[None]).indices if tree.rules[node] is not None]
        assert [int(node) for node, _ in shown["steps"]] == sorted(passed)
        for node, value in shown["steps"]:
            assert np.array_equal(float(value), tree.rules[int(node)].value(row[None])[0], equal_nan=True)


def test_typed_values_give_exactly_the_probabilities_of_predict_proba(open_text, wdbc):
    classifier, table = wdbc
    page = open_text(classifier.report(table.X, table.y))
    used = np.flatnonzero(sum(np.abs(rule.exponents).sum(axis=0) for rule in classifier.rules_))
    fifty = table.X.iloc[np.linspace(0, len(table.X) - 1, 50).astype(int)]
    for row, shares in zip(fifty.to_numpy(), classifier.predict_proba(fifty), strict=True):
        type_row(page, row[used])
        assert shown_probabilities(page) == shares.tolist()
        answer = classifier.classes_[shares.argmax()]
        assert page.locator("#what-if-answer .answer").inner_text() == answer


def test_rules_of_a_large_tree_give_the_same_numbers(open_text, full_grown, tangled_rows):
    """In raw and in shifted units, with values outside the training range too."""
    page = open_text(full_grown.report(*tangled_rows))
    X = np.concatenate([tangled_rows[0][:25], np.random.default_rng(1).uniform(-3, 9, size=(25, 3))])
    check_what_if(page, full_grown.tree_, X)


def test_borders_and_values_that_are_not_finite(open_text, data):
    """A value on an end goes left, the next one beyond it right; a division by zero goes right."""
    page = open_text(page_of(subject(), *data))
    tree = subject().model.tree
    at = 0.5625  # b·d = 1.125/2 is the end of the second rule
    X = np.array(
        [
            [9.0, 1.0, 0.5, at],
            [9.0, 1.0, 0.5, np.nextafter(at, 0)],
            [9.0, 1.0, 0.5, np.nextafter(at, 1)],
            [0.0, 1.0, 1.5, 1e300],  # the lower end of the band
            [0.0, 1.0, np.nextafter(1.5, 2), 1e300],
            [1.0, 1e200, 10.0, 1e200],  # minus infinity at a rule without a lower end
            [1.0, 0.0, 1.0, 1.0],
            [0.0, 0.0, 1.0, 1.0],
            [1e200, 1e-200, 1.0, 1.0],
            [1.0, 1.0, 0.0, -1.0],
            [-0.0, 3e-7, 1e-5, 1e21],
        ]
    )
    assert tree.apply(X[:6]).tolist() == [3, 4, 3, 1, 3, 4] and tree.rules[2].value(X[5:6])[0] == -INF
    check_what_if(page, tree, X)
    type_row(page, X[7])
    assert "no finite value" in page.locator("#what-if-path li").first.inner_text()


def test_what_if_starts_at_the_median_and_takes_rows(open_text, text, data):
    page = open_text(text)
    fields = page.locator(".feature input[type=number]")
    assert [float(fields.nth(i).input_value()) for i in range(4)] == np.median(data[0], axis=0).tolist()
    page.locator("#use-row").fill("17")
    page.locator("#use-row").press("Enter")
    assert [float(fields.nth(i).input_value()) for i in range(4)] == data[0][17].tolist()
    assert "Row 17" in page.locator("#what-if-start").inner_text()
    page.locator("#use-row").fill("200")
    page.locator("#use-row-button").click()
    assert "no row 200" in page.locator("#what-if-start").inner_text()
    page.locator("#use-median").click()
    assert float(fields.nth(0).input_value()) == np.median(data[0][:, 0])


def test_sliders_span_the_range_and_move_the_answer(open_text, text, data):
    page = open_text(text)
    sliders = page.locator(".feature input[type=range]")
    ends = sliders.evaluate_all("all => all.map((e) => [Number(e.min), Number(e.max)])")
    assert ends == [[column.min(), column.max()] for column in data[0].T]
    leaves = set()
    for key in ("Home", "End"):
        for i in range(4):
            sliders.nth(i).press(key)
        values = [float(page.locator(f"#feature-{i}").input_value()) for i in range(4)]
        assert np.allclose(values, [end[key == "End"] for end in ends], rtol=1e-3)
        leaf = int(page.locator("#what-if-answer").get_attribute("data-leaf"))
        assert leaf == subject().model.tree.apply(np.array([values]))[0]
        leaves.add(leaf)
    assert len(leaves) > 1


def test_what_is_no_number_is_marked_and_changes_nothing(open_text, text):
    page = open_text(text)
    path = page.locator("#what-if-path")
    before = path.inner_html()
    page.locator("#feature-0").fill("")
    assert page.locator("#feature-0").get_attribute("aria-invalid") == "true"
    assert path.inner_html() == before
    page.locator("#feature-0").fill("1.5")
    assert page.locator("#feature-0").get_attribute("aria-invalid") == "false"


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
    tree = subject().model.tree
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
    assert "An alternative rule" in card.inner_text()
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
    tree = subject().model.tree
    wrong = np.flatnonzero(tree.class_weights.argmax(axis=1)[tree.apply(data[0])] != data[1])
    table = page.locator("#misclassified-table tbody")
    assert table.locator("tr td:first-child").all_inner_texts() == [str(row) for row in wrong]
    table.locator("button").nth(3).click()
    assert float(page.locator("#feature-2").input_value()) == data[0][wrong[3], 2]


@pytest.fixture
def term_page(open_text, wdbc):
    classifier, table = wdbc
    page = open_text(classifier.report(table.X, table.y))
    page.locator("#term-space").scroll_into_view_if_needed()
    return page


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
    term_page.locator("[aria-label='Show all rows']").click()
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
    left = classifier.rules_[0].goes_left(table.X.to_numpy())
    inside = dict(term_page.evaluate(POINTS_IN_REGION))
    assert len(inside) == len(left)
    assert sum(inside[row] != holds for row, holds in enumerate(left)) <= 1  # a tenth of a pixel may hide the side
    assert term_page.locator(".rule-region line").count() == 1


def test_three_terms_show_the_value_of_the_rule_and_say_where_they_can_not(open_text, text, data):
    page = open_text(text)
    left = subject().model.tree.rules[0].goes_left(data[0])
    inside = dict(page.evaluate(POINTS_IN_REGION))
    assert [inside[row] for row in range(len(left))] == left.tolist()
    assert page.locator(".rule-region line").count() == 2  # a band
    page.get_by_label("Up").select_option("term-1")
    assert page.locator(".rule-region line").count() == 0
    assert "can’t be drawn here" in page.locator("#term-plot .note").inner_text()


def test_one_term_is_a_strip(open_text, text, data):
    page = open_text(text)
    page.get_by_label("Rule", exact=True).select_option("2")
    tree = subject().model.tree
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
    assert "3 of them have no finite place" in page.locator("#term-plot .note").inner_text()


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
    assert [name.strip() for name in texts("table.figures tbody th")] == NASTY_CLASSES


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
    page = open_text(
        page_of(Subject(TreeModel(tree, ["a"], [0, 1]), {}, "gini"), np.ones((4, 1)), np.array([0, 1, 1, 0]))
    )
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
    page = open_text(page_of(Subject(TreeModel(tree, list("abcd"), names), {}, "gini"), X, np.arange(60) % 12))
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
              const kind = e.matches('summary') ? 'summary' : e.type ?? e.getAttribute('role') ?? e.tagName;
              return [`${e.closest('section')?.id ?? 'top'}: ${kind}`, parseFloat(seen)];
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
