"""Units of rules in every way to print, in explanations and in the report."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from made_trees import made_model, made_tree

from nldt import NLDTClassifier
from nldt.model.basis import Shifted
from nldt.model.feature import Feature
from nldt.model.fitted_model import FittedModel
from nldt.model.rule import SplitRule
from nldt.model.unit import Unit
from nldt.plots.formulas import PictureFormulas
from nldt.write.formula import TextFormulas
from nldt.write.latex import rule_latex, to_latex, unit_latex
from nldt.write.mathml import NO_BREAK, rule_mathml
from nldt.write.mathtext import rule_mathtext
from nldt.write.printed_rule import print_model_rule

METRE, KILOGRAM = Unit.of([("m", 1)]), Unit.of([("kg", 1)])


@pytest.fixture(scope="module")
def classifier():
    """Rules of two terms of one unit each."""
    random = np.random.default_rng(0)
    X = random.uniform(1, 2, (200, 3))
    y = np.where(X[:, 0] * X[:, 1] > X[:, 2] + 0.5, "yes", "no")
    return NLDTClassifier(units={0: "m", 1: "kg*m", 2: "kg*m**2"}, random_state=0).fit(X, y), X, y


def model_with(units, rule, features=None):
    """A model of nothing but names and units; its rules are given by hand."""
    basis = rule.basis
    features = tuple(Feature(unit=unit) for unit in units) if features is None else features
    return FittedModel(None, tuple("abc"[: basis.n_features]), basis, features=features)


@pytest.mark.parametrize(
    ("exponents", "weights", "low", "text"),
    [
        ([[2, 1], [2, 1]], [1.0, 0.5], -np.inf, "a²·b + 0.5·a²·b ≤ 3 [m²·kg]"),
        ([[1, -1]], [1.0], -np.inf, "a/b ≤ 3 [m/kg]"),
        ([[-1, -1]], [1.0], -np.inf, "1/(a·b) ≤ 3 [1/(m·kg)]"),
        ([[1, 0]], [1.0], 1.0, "1 ≤ a ≤ 3 [m]"),
        ([[0, 3]], [-1.0], -np.inf, "b³ ≥ −3 [kg³]"),
    ],
)
def test_ends_carry_the_unit_of_the_terms(exponents, weights, low, text):
    rule = SplitRule(exponents, weights, low, 3.0)
    assert TextFormulas(model_with([METRE, KILOGRAM], rule), "auto").rule(rule) == text


def test_plain_numbers_have_none():
    rule = SplitRule([[1, -1]], [1.0], -np.inf, 3.0)
    assert TextFormulas(model_with([METRE, METRE], rule), "auto").rule(rule) == "a/b ≤ 3"


@pytest.mark.parametrize(("classes", "word"), [(["left", "right"], "yes"), (["No", "Yes"], "if so")])
def test_the_unit_stands_before_the_branch_of_gaps(classes, word):
    rule = SplitRule([[1, 0]], [1.0], -np.inf, 3.0, missing_left=True)
    features = (Feature(unit=METRE), Feature(unit=KILOGRAM))
    model = made_model(made_tree((rule, 0, 1), 2), ["a", "b"], classes, features=features)
    assert TextFormulas(model, "auto").rule(rule) == f"a ≤ 3 [m] (missing → {word})"
    assert rule_latex(print_model_rule(model, rule), ["a", "b"]) == (
        rf"a \le 3\ [\text{{m}}]\ (\text{{missing}} \to \text{{{word}}})"
    )
    has_space = f"{NO_BREAK}(missing → {word.replace(' ', NO_BREAK)})"
    assert has_space in "".join(element.markup for element in rule_mathml(print_model_rule(model, rule), ["a", "b"]))


def test_every_way_to_set_a_rule_has_the_unit():
    rule = SplitRule([[2, 1]], [1.0], -np.inf, 3.0)
    printed = print_model_rule(model_with([METRE, KILOGRAM], rule), rule)
    assert rule_latex(printed, ["a", "b"]) == r"a^{2}\,b \le 3\ [\text{m}^{2} \cdot \text{kg}]"
    assert "[m²·kg]" in "".join(element.markup for element in rule_mathml(printed, ["a", "b"]))
    assert rule_mathtext(printed, ["a", "b"])[-1].endswith(r"\ \text{[m²·kg]}")


@pytest.mark.parametrize(
    ("powers", "latex"),
    [
        ([("%", 1)], r"\text{\%}"),
        ([("µm", 2), ("°C", -1)], r"\text{\ensuremath{\mu}m}^{2}/\text{\ensuremath{^\circ}C}"),
        ([("s", -1), ("m", -2)], r"1/(\text{s} \cdot \text{m}^{2})"),
        ([("m", Fraction(1, 2))], r"\text{m}^{1/2}"),
        ([("元", 1)], r"\text{unit}"),
    ],
)
def test_units_in_latex(powers, latex):
    assert unit_latex(Unit.of(powers)) == latex


def test_a_legend_says_what_a_shifted_feature_is_measured_in(classifier):
    _, X, y = classifier
    clf = NLDTClassifier(units={0: "kg"}, scaling="shift", exponents={1: (1,)}, max_rules=1, random_state=0).fit(X, y)
    assert isinstance(clf.model_.basis.columns[0], Shifted)
    assert 0 in clf.model_.used_columns
    (line,) = [line for line in clf.to_text().splitlines() if line.startswith("  u1 = ")]
    assert line.endswith(", x1 in kg")
    assert r",\quad x_{1} \text{ in } \text{kg}" in to_latex(clf.model_)
    assert "[" not in clf.to_text()  # the rule itself is a plain number


def test_trees_explanations_and_reports_show_units(classifier):
    clf, X, y = classifier
    (rule,) = clf.rules_
    unit = str(clf.model_.rule_unit(rule))
    assert f" [{unit}]\n" in clf.to_text() and f" [{unit}]" in clf.to_dot()
    explained = clf.explain(X[0])
    assert explained.path[0].unit == unit
    assert unit in ("kg·m²", "m²·kg")
    assert f" {unit} (" in str(explained) and "x1 [m] " in str(explained)
    assert "x3 [kg·m²]" in explained._repr_html_()
    assert all(term.endswith(rf"\ \text{{[{unit}]}}") for term in PictureFormulas(clf.model_).terms(rule))
    page = clf.report(X, y)
    assert f"[{unit}]" in page and "x1 [m]" in page


def test_what_runs_does_not_change_with_units(classifier):
    clf, X, _ = classifier
    plain = replace(clf.model_, features=tuple(replace(feature, unit=Unit()) for feature in clf.model_.features))
    without = NLDTClassifier.from_model(plain)
    for name in ("to_python", "to_c", "to_sql", "to_javascript"):
        assert getattr(clf, name)() == getattr(without, name)()
    assert (clf.predict(X) == without.predict(X)).all()
