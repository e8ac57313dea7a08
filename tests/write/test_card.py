"""The index card of a model of one rule: what it says is what predict_proba gives."""

from __future__ import annotations

import subprocess

import numpy as np
import pandas as pd
import pytest
from made_trees import made_model, made_tree
from programs import need
from quick_models import quick, tangled

from nldt import InputError, NLDTClassifier, SplitRule
from nldt.model.scores import LeafScore, Scores
from nldt.write.card import card_lines, model_card, percent


def one_rule(seed=0, n_classes=2, **parameters):
    random = np.random.default_rng(seed)
    X = random.uniform(0, 1, size=(400, 2))
    score = X[:, 0] + X[:, 1] + 0.2 * random.normal(size=400)
    y = np.digitize(score, np.linspace(0.5, 1.5, n_classes + 1)[1:-1])
    return NLDTClassifier(random_state=0, n_jobs=1, max_rules=1, **parameters).fit(X, y)


def rows_of_value(classifier, values):
    """Rows x1 = x2 on which the only rule has these values, as near as doubles come."""
    (rule,) = classifier.rules_
    line = np.linspace(-2, 3, 2_000_001)
    found = rule.value(np.column_stack([line, line]))
    order = np.argsort(found, kind="stable")
    places = order[np.clip(np.searchsorted(found[order], values), 0, len(order) - 1)]
    return np.column_stack([line[places], line[places]])


@pytest.mark.parametrize("n_classes", [2, 3])
def test_the_card_tells_what_predict_proba_gives(n_classes):
    classifier = one_rule(n_classes=n_classes)
    card = model_card(classifier.model_)
    divisor = 1.0 if classifier.rules_[0].weights[0] > 0 else -1.0
    values = [divisor * float(str(row.number).replace("−", "-")) for row in card.rows]
    assert len(values) >= 5
    found = classifier.predict_proba(rows_of_value(classifier, values))
    assert np.allclose(found, [row.probabilities for row in card.rows], atol=2e-3)


def test_straight_between_its_lines():
    classifier = one_rule()
    card = model_card(classifier.model_)
    divisor = 1.0 if classifier.rules_[0].weights[0] > 0 else -1.0
    known = np.array([divisor * float(str(row.number).replace("−", "-")) for row in card.rows])
    shares = np.array([row.probabilities[0] for row in card.rows])
    order = np.argsort(known)
    values = np.linspace(known.min() - 0.1, known.max() + 0.1, 500)
    rows = rows_of_value(classifier, values)
    exact = classifier.rules_[0].value(rows)
    expected = np.interp(exact, known[order], shares[order])
    assert np.allclose(classifier.predict_proba(rows)[:, 0], expected, atol=1e-6)


def test_text_has_the_rule_and_a_line_for_each_value():
    classifier = one_rule()
    lines = classifier.to_text().splitlines()
    assert lines[0].startswith("1 rule") and "value of the rule" in lines[5]
    assert [line.split()[0] for line in lines if line].count("≤") == 1
    assert any("50 %" in line for line in lines)
    assert classifier.to_text().endswith("straight lines.\n")


def test_a_data_frame_of_it():
    classifier = one_rule()
    frame = classifier.card()
    assert list(frame.columns) == [0, 1] and np.allclose(frame.sum(axis=1), 1)
    assert frame.index[0].startswith("≤") and frame.index[-1].startswith("≥")


def test_only_models_of_one_rule_have_a_card():
    X, y = tangled(200)
    several = quick(max_depth=3).fit(X, y)
    assert several.n_rules_ > 1 and card_lines(several.model_) == []
    with pytest.raises(InputError, match=r"card: the model has \d rules"):
        several.card()
    old = made_model(made_tree((SplitRule([[1]], [1.0], -np.inf, 1.0), 0, 1), 2), ["a"], ["x", "y"])
    assert model_card(old) is None


def test_indicators_say_yes_and_no_and_gaps_have_a_line():
    random = np.random.default_rng(0)
    colour = random.choice(["red", "blue", "green"], 300)
    yes_or_no = quick_fit(pd.DataFrame({"colour": colour}), (colour == "red") ^ (random.random(300) < 0.1))
    assert list(yes_or_no.card().index) == ["yes", "no"]
    size = np.where(random.random(300) < 0.2, np.nan, random.normal(size=300))
    gaps = quick_fit(pd.DataFrame({"size": size}), (size > 0) | (np.isnan(size) & (random.random(300) < 0.7)))
    assert gaps.card().index[-1] == "missing"
    told = gaps.card().loc["missing"].to_numpy()
    assert np.allclose(gaps.predict_proba(pd.DataFrame({"size": [np.nan]}))[0], told)


def test_a_rule_of_indicators_has_one_line_an_answer_and_every_row_has_it_bit_for_bit():
    """A girl is a child and a woman; she is no surer "child or woman" than others."""
    random = np.random.default_rng(1)
    X = pd.DataFrame({name: random.choice(["a", "b"], 600) for name in ("age", "sex", "class")})
    asked = (X["class"] == "a") & ((X["age"] == "a") | (X["sex"] == "a"))
    classifier = NLDTClassifier(random_state=0, n_jobs=1, max_rules=1).fit(X, asked ^ (random.random(600) < 0.05))
    card, tree = classifier.card(), classifier.tree_
    assert " or " in classifier.to_text() and list(card.index) == ["yes", "no"]
    says_yes = classifier.predict(X) == classifier.classes_[tree.answers[tree.left[0]]]
    assert (says_yes == asked).all() or (says_yes == ~asked).all()
    told = card.to_numpy()[np.where(says_yes, 0, 1)]
    assert classifier.predict_proba(X).tolist() == told.tolist()


def test_probabilities_that_do_not_follow_the_value_have_one_line_an_answer():
    """As under a wish for directions that curves might not keep to."""
    tree = made_tree((SplitRule([[1]], [1.0], -np.inf, 1.0), 0, 1), 2)
    parts = (9, 1), (2, 8)
    model = made_model(
        tree, ["a"], ["x", "y"], scores=Scores(10, tuple(LeafScore((), (0.0,), (own,), own) for own in parts))
    )
    rows = model_card(model).rows
    assert [(row.value, row.probabilities) for row in rows] == [("yes", (0.9, 0.1)), ("no", (0.2, 0.8))]
    assert model.probabilities(np.array([[0.5], [3.0]])).tolist() == [[0.9, 0.1], [0.2, 0.8]]


def test_knots_that_an_end_swallows_are_one_line():
    tree = made_tree((SplitRule([[1]], [1.0], -np.inf, 1e300), 0, 1), 2)
    leaves = (
        LeafScore((1.0,), (0.0, 2.0), ((6, 4), (9, 1)), (6, 4)),
        LeafScore((1.0,), (0.0, 3.0), ((4, 6), (1, 9)), (4, 6)),
    )
    card = model_card(made_model(tree, ["a"], ["x", "y"], scores=Scores(10, leaves)))
    assert [(row.value, row.probabilities) for row in card.rows] == [("1e300", (0.6, 0.4))]


def test_ordered_categories_by_name():
    random = np.random.default_rng(0)
    grade = pd.Categorical(random.choice(list("abcde"), 300), list("abcde"), ordered=True)
    classifier = quick_fit(pd.DataFrame({"grade": grade}), (grade.codes > 2) ^ (random.random(300) < 0.1))
    frame = classifier.card()
    assert list(frame.index) == list("abcde")
    each = pd.DataFrame({"grade": pd.Categorical(list("abcde"), list("abcde"), ordered=True)})
    assert np.allclose(classifier.predict_proba(each), frame.to_numpy())


@pytest.mark.parametrize("drawn", [range(24), (0, 23)])  # of two values, knots lie beyond the last names
def test_many_names_of_whole_values(drawn):
    """No value between two names is told by the name of one of them."""
    random = np.random.default_rng(0)
    levels = [f"level {place}" for place in range(24)]
    codes = random.choice(list(drawn), 300)
    grade = pd.Categorical.from_codes(codes, levels, ordered=True)
    classifier = quick_fit(pd.DataFrame({"grade": grade}), (codes > 11) ^ (random.random(300) < 0.1))
    frame = classifier.card()
    names = [value.removeprefix("≤ ").removeprefix("≥ ") for value in frame.index]
    assert len(set(names)) == len(names) > 1
    each = pd.DataFrame({"grade": pd.Categorical(names, levels, ordered=True)})
    assert np.allclose(classifier.predict_proba(each), frame.to_numpy())


@pytest.mark.parametrize("column", ["days", "hours"])
def test_days_and_hours_by_name(column):
    random = np.random.default_rng(1)
    count = random.integers(0, 24, 300)
    start = pd.Timestamp("2024-02-20")
    when = start + (pd.to_timedelta(count, "D") if column == "days" else pd.to_timedelta(count, "h"))
    if column == "hours":  # of so many different days that these tell nothing
        when += pd.to_timedelta(random.integers(0, 2000, 300), "D")
    classifier = quick_fit(pd.DataFrame({"when": when}), (count > 11) ^ (random.random(300) < 0.1))
    frame = classifier.card()
    names = [value.removeprefix("≤ ").removeprefix("≥ ") for value in frame.index]
    assert len(set(names)) == len(names) > 1
    told = pd.to_datetime(names) if column == "days" else start + pd.to_timedelta([int(name) for name in names], "h")
    assert np.allclose(classifier.predict_proba(pd.DataFrame({"when": told})), frame.to_numpy())


def quick_fit(X, y):
    return NLDTClassifier(random_state=0, n_jobs=1, max_rules=1).fit(X, np.asarray(y))


def test_latex_can_be_set(tmp_path):
    document = (
        r"\documentclass{article}\usepackage{amsmath}\begin{document}" + one_rule().to_latex() + r"\end{document}"
    )
    (tmp_path / "card.tex").write_text(document, encoding="ascii")
    command = [need("pdflatex"), "-interaction=nonstopmode", "-halt-on-error", "card.tex"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)


def test_percentages_are_never_a_false_hundred():
    assert [percent(share) for share in (0.99999, 0.00001, 0.5, 0.123)] == ["99.999 %", "0.001 %", "50 %", "12.3 %"]
