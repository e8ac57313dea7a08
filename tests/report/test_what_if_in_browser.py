"""The what-if panel of the report in a real browser: exactly what predict_proba says."""

from __future__ import annotations

import statistics
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from made_columns import Mirrored
from made_trees import made_model, made_tree, with_made_scores
from mixed_tables import mixed_table
from report_subjects import page_of, subject

from nldt import NLDTClassifier, SplitRule
from nldt.data.feature_table import read_features
from nldt.model.basis import AsIs, Basis, Shifted
from nldt.model.target import Classes

pytestmark = pytest.mark.slow

INF = np.inf


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


def check_what_if(page, model, X):
    """Put in rows in one go, which is faster than typing, and compare all that is shown."""
    tree = model.tree
    with np.errstate(all="ignore"):
        probabilities = model.probabilities(X)
    for row, expected in zip(X, probabilities, strict=True):
        shown = page.evaluate(PUT_ROW, [repr(float(value)) for value in row])
        exact = [float(share) for share in shown["shares"]]
        assert exact == expected.tolist()
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
    check_what_if(page, full_grown.model_, X)


def test_borders_and_values_that_are_not_finite(open_text, data):
    """A value on an end goes left, the next one beyond it right; a division by zero goes right."""
    model = with_made_scores(subject())
    page, tree = open_text(page_of(model, *data)), model.tree
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
    check_what_if(page, model, X)
    type_row(page, X[7])
    assert "no finite value" in page.locator("#what-if-path li").first.inner_text()


def test_columns_of_any_kind_are_computed_as_predict_does(open_text):
    """Two columns of one feature, of a kind that no script knows by name."""
    basis = Basis((Mirrored(0, 1 / 3, 0.1), AsIs(1), Shifted(0, 0.7, 1.9)), 2)
    rule = SplitRule([[2, -1, 0], [0, 1, 1]], [1.0, -0.3], -INF, -0.2, basis)
    model = made_model(made_tree((rule, 0, 1), 2), ["a", "b"], ["no", "yes"])
    X = np.random.default_rng(2).uniform(-2.0, 2.0, size=(40, 2))
    page = open_text(page_of(model, X, np.arange(40) % 2))
    check_what_if(page, model, X)


def test_costs_of_errors_are_explained_beside_the_probabilities(open_text, data):
    model = subject(target=Classes(np.arange(3), np.array([1.0, 1.0, 50.0])))
    page = open_text(page_of(model, *data))
    note = page.locator("#what-if .cost-note")
    assert note.is_visible() and "rows × cost" in note.inner_text()
    assert "50 on a row of blue" in page.locator("#tree .cost-note").inner_text()
    check_what_if(page, model, data[0][:5])


def decimal_median(column):
    return float(statistics.median(Decimal(repr(value)) for value in column.tolist()))


def test_medians_have_no_noise_of_floats(open_text):
    assert np.median([0.1, 0.2]) != 0.15  # but 0.15000000000000002
    X = np.column_stack([[0.1, 0.2], [4.3, 4.4]])
    rule = SplitRule([[1, 0], [0, 1]], [1.0, 1.0], -INF, 4.5)
    page = open_text(page_of(made_model(made_tree((rule, 0, 1), 2), ["a", "b"], ["x", "y"]), X, np.array([0, 1])))
    assert [page.locator(f"#feature-{i}").input_value() for i in range(2)] == ["0.15", "4.35"]


def test_fields_show_short_numbers_and_the_model_gets_them_in_full(open_text):
    """A number with noise, a long one that lies just beyond the rule's end, and a whole one."""
    end = 0.25
    X = np.array([[-0.320000000000164, 12345678901.0], [end + 1e-12, 7.0]])
    rule = SplitRule([[1, 0]], [1.0], -INF, end)
    other = SplitRule([[0, 1]], [1.0], -INF, 8.0)
    page = open_text(
        page_of(made_model(made_tree((rule, (other, 0, 0), 1), 2), ["a", "b"], ["x", "y"]), X, np.array([0, 1]))
    )
    shown = []
    for row in range(2):
        page.locator("#use-row").fill(str(row))
        page.locator("#use-row-button").click()
        shown.append([page.locator(f"#feature-{i}").input_value() for i in range(2)])
    assert shown == [["-0.32", "12345678901"], ["0.25", "7"]]
    assert page.locator("#feature-0").get_attribute("title") == "exactly 0.250000000001"
    assert page.locator("#feature-1").get_attribute("title") == ""
    assert page.locator("#what-if-answer .answer").inner_text() == "y"
    page.locator("#feature-0").fill("0.25")
    assert page.locator("#what-if-answer .answer").inner_text() == "x"
    assert page.locator("#feature-0").get_attribute("title") == ""


def test_what_if_starts_at_the_median_and_takes_rows(open_text, text, data):
    page = open_text(text)
    fields = page.locator(".feature input[type=number]")
    medians = [float(f"{decimal_median(column):.8g}") for column in data[0].T]
    assert [float(fields.nth(i).input_value()) for i in range(4)] == medians
    page.locator("#use-row").fill("17")
    page.locator("#use-row").press("Enter")
    assert [float(fields.nth(i).input_value()) for i in range(4)] == [float(f"{value:.8g}") for value in data[0][17]]
    assert "Row 17" in page.locator("#what-if-start").inner_text()
    page.locator("#use-row").fill("200")
    page.locator("#use-row-button").click()
    assert "no row 200" in page.locator("#what-if-start").inner_text()
    page.locator("#use-median").click()
    assert float(fields.nth(0).input_value()) == medians[0]


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
        assert leaf == subject().tree.apply(np.array([values]))[0]
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


def test_categories_are_chosen_and_gaps_are_empty(open_text):
    table, y = mixed_table(200)
    classifier = NLDTClassifier(random_state=0).fit(table, y)
    model = classifier.model_
    page = open_text(classifier.report(table, y))
    used = model.used_features
    assert used and any(not model.features[j].is_number for j in used)
    for _, row in table.head(40).iterrows():
        codes = read_features(model, table.loc[[row.name]])[0]
        shown = page.evaluate(
            PUT_ROW, ["" if np.isnan(codes[j]) else repr(float(codes[j])).removesuffix(".0") for j in used]
        )
        assert [float(share) for share in shown["shares"]] == classifier.predict_proba(table.loc[[row.name]])[
            0
        ].tolist()


def whole_report(open_text):
    """Whole numbers, a fraction, ordered and other categories, all of them in some rule."""
    random = np.random.default_rng(0)
    grades = pd.CategoricalDtype(["C", "B", "A"], ordered=True)
    X = pd.DataFrame(
        {
            "age": random.integers(18, 81, 500),
            "dose": random.uniform(0.0, 2.0, 500).round(2),
            "grade": pd.Series(random.choice(list("ABC"), 500)).astype(grades),
            "colour": random.choice(["red", "blue"], 500),
        }
    )
    y = (X["age"] * X["dose"] > 60) ^ ((X["colour"] == "red") & (X["grade"] >= "B"))
    classifier = NLDTClassifier(random_state=0).fit(X, y)
    model = classifier.model_
    assert model.used_features == [0, 1, 2, 3]
    return classifier, X, open_text(classifier.report(X, y))


def test_whole_numbers_move_by_one_and_start_at_a_whole_one(open_text):
    _, X, page = whole_report(open_text)
    field, slider = page.locator("#feature-0"), page.locator(".feature input[type=range]").first
    assert float(field.input_value()) == np.floor(X["age"].median())
    before = float(field.input_value())
    slider.press("ArrowRight")
    assert float(field.input_value()) == before + 1
    field.press("ArrowDown")
    field.press("ArrowDown")
    assert float(field.input_value()) == before - 1
    assert page.locator("#feature-1").get_attribute("step") == "any"


def test_a_number_outside_the_training_range_is_told(open_text):
    classifier, X, page = whole_report(open_text)
    note = page.locator("#outside-0")
    assert not note.is_visible()
    page.locator("#feature-0").fill("97")
    assert note.inner_text() == f"outside the training data: {X['age'].min()} to {X['age'].max()}"
    page.locator("#feature-0").fill(str(X["age"].max()))
    assert not note.is_visible()
    page.locator("#use-row").fill("3")
    page.locator("#use-row-button").click()
    assert not note.is_visible() and shown_probabilities(page) == classifier.predict_proba(X.iloc[[3]])[0].tolist()


def test_ranges_that_are_not_of_training_claim_nothing(open_text, text):
    page = open_text(text)
    page.locator("#feature-0").fill("1e6")
    assert not page.locator("#outside-0").is_visible()


def test_an_ordered_category_is_one_of_its_own_or_missing(open_text):
    _, _, page = whole_report(open_text)
    options = [page.locator(f"#feature-{i} option").all_inner_texts() for i in (2, 3)]
    assert options == [["C", "B", "A", "missing"], ["blue", "red", "another one", "missing"]]
