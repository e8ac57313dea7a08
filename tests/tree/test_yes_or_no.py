"""Rules of indicators as people say them: the same sides for any row, and words that read back."""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_trees import made_model, made_tree

from nldt import NLDTClassifier, SplitRule
from nldt.data.training_rows import TrainingRows
from nldt.model.basis import Basis, IsMissing, OneOf
from nldt.model.condition import condition_of
from nldt.model.feature import CATEGORY, Feature
from nldt.model.target import Classes
from nldt.tree.yes_or_no import said_at_last, with_one_sign
from nldt.write.formula import TextFormulas
from nldt.write.latex import to_latex
from nldt.write.mathml import rule_mathml
from nldt.write.mathtext import rule_mathtext
from nldt.write.printed_rule import print_rule

INF = np.inf
LEVELS = ("a", "b", "c")
BASIS = Basis((OneOf(0, (0,), ("a",)), OneOf(1, (0, 2), ("a", "c")), OneOf(2, (1,), ("b",), True), IsMissing(2)), 3)
# Every category of every feature, one that training did not have, and a gap.
ALL_ROWS = np.array(list(product([0.0, 1.0, 2.0, -1.0, np.nan], repeat=3)))


@st.composite
def indicator_rules(draw) -> SplitRule:
    terms = draw(st.lists(st.lists(st.integers(0, 1), min_size=4, max_size=4).filter(any), min_size=1, max_size=3))
    weights = draw(st.lists(st.sampled_from([1.0, -1.0, 0.5, 2.0, -3.0]), min_size=len(terms), max_size=len(terms)))
    low, high = sorted(draw(st.tuples(*[st.sampled_from([-2.5, -0.5, -0.25, 0.25, 0.5, 1.5, 2.75])] * 2)))
    ends = draw(st.sampled_from([(-INF, high), (low, INF), (low, high)]))
    return SplitRule(terms, weights, *ends, BASIS)


@given(indicator_rules())
@settings(max_examples=300, deadline=None)
def test_what_is_said_is_what_the_rule_does_for_any_row(rule):
    said, is_turned = said_at_last(rule)
    assert np.array_equal(said.goes_left(ALL_ROWS), rule.goes_left(ALL_ROWS) ^ is_turned)
    assert said.complexity <= rule.complexity
    assert said is rule or condition_of(said).is_yes


PAIRS = tuple(column for own in BASIS.columns[:3] for column in (own, own.opposite))
NO_GAPS = ALL_ROWS[~np.isnan(ALL_ROWS).any(axis=1)]
TRAINING = TrainingRows.of(NO_GAPS, np.arange(len(NO_GAPS)) % 2, np.ones(len(NO_GAPS)), Classes.alike(np.arange(2)))


@given(
    st.lists(st.tuples(st.integers(0, 5), st.sampled_from([1.0, -1.0, 0.5, -2.0, 0.3])), min_size=1, max_size=4),
    st.sampled_from([-2.75, -0.5, -0.25, 0.15, 0.5, 1.75]),
    st.booleans(),
)
@settings(max_examples=300, deadline=None)
def test_opposites_give_all_weights_one_sign_and_move_no_row(factors, end, is_upper):
    terms = np.eye(6, dtype=np.int8)[[column for column, _ in factors]]
    ends = (-INF, end) if is_upper else (end, INF)
    rule = SplitRule(terms, [weight for _, weight in factors], *ends, Basis(PAIRS, 3))
    said = with_one_sign(rule, TRAINING)
    assert np.array_equal(said.goes_left(NO_GAPS), rule.goes_left(NO_GAPS))
    assert said.features == rule.features
    said_in_words, holds = condition_of(said) is not None, rule.goes_left(NO_GAPS)
    # What does not hang on the terms at all, or not on all of them alike, is left as it is.
    assert said_in_words or said is rule
    if len({column // 2 for column, _ in factors}) == len(factors) and holds.any() and not holds.all():
        assert said_in_words


def naive_condition(rule: SplitRule) -> tuple[set[frozenset[int]], bool] | None:
    """Every set of terms is tried, and every set with one more."""
    n = len(rule.weights)
    sets = [frozenset(k for k in range(n) if digits[k]) for digits in product([0, 1], repeat=n)]
    holds = {own: bool(rule.low <= sum(rule.weights[k] for k in sorted(own)) <= rule.high) for own in sets}
    is_yes = not holds[frozenset()]
    so = {own for own in sets if holds[own] == is_yes}
    if not so or any(own | {k} not in so for own in so for k in range(n)):
        return None
    return {own for own in so if not any(own - {k} in so for k in own)}, is_yes


@given(indicator_rules())
@settings(max_examples=300, deadline=None)
def test_the_condition_is_what_trying_all_sets_finds(rule):
    found = condition_of(rule)
    named = None if found is None else ({frozenset(own) for own in found.alternatives}, found.is_yes)
    assert named == naive_condition(rule)


def test_rules_with_numbers_say_nothing():
    assert condition_of(SplitRule([[1, 0], [0, 1]], [1.0, 1.0], -INF, 0.5)) is None


# ------------------------------------------------------------------- the words


def shown(terms, weights, low, high) -> tuple[str, str, list[str], str]:
    """A rule as text, LaTeX, mathtext and the text of its MathML."""
    rule = SplitRule(terms, weights, low, high, BASIS)
    features = (Feature(CATEGORY, LEVELS),) * 3
    model = made_model(made_tree((rule, 0, 1), 2), ["k", "m", "n"], ["no", "yes"], features=features)
    symbols = ["K", "M", "N", "G"]
    printed = print_rule(rule)
    markup = "".join(piece.markup for piece in rule_mathml(printed, symbols))
    return TextFormulas(model, None).rule(rule), to_latex(model), rule_mathtext(printed, symbols), markup


@pytest.mark.parametrize(
    ("terms", "weights", "low", "high", "text"),
    [
        ([[1, 0, 0, 0], [0, 1, 0, 0]], [-1, -1], -INF, -0.5, "[k = a] or [m ∈ {a, c}]"),
        ([[1, 0, 1, 0], [0, 1, 1, 0]], [2, 5], 1.5, INF, "[n ≠ b] and ([k = a] or [m ∈ {a, c}])"),
        ([[1, 0, 1, 0], [0, 1, 0, 0]], [-1, -1], -INF, -0.5, "[k = a] and [n ≠ b] or [m ∈ {a, c}]"),
        ([[1, 0, 0, 0], [0, 1, 0, 1]], [1, 1], 1.5, INF, "[k = a] and [m ∈ {a, c}] and [n is missing]"),
        ([[1, 0, 1, 0], [0, 0, 1, 0]], [1, 1], 0.5, INF, "[n ≠ b]"),
        ([[1, 0, 0, 0], [0, 1, 0, 0]], [1, 1], -INF, 0.5, "[k = a] + [m ∈ {a, c}] ≤ 0.5"),
        ([[1, 0, 0, 0], [0, 1, 0, 0]], [1, 2], 1.5, INF, "[m ∈ {a, c}]"),
        ([[1, 0, 0, 0], [0, 1, 0, 0]], [1, -1], -0.5, INF, "[k = a] − [m ∈ {a, c}] ≥ −0.5"),
        (
            [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]],
            [2, 1, 1],
            2.5,
            INF,
            "[k = a] and ([m ∈ {a, c}] or [n ≠ b])",
        ),
        (  # two of three: the sum is plainer than all pairs
            [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]],
            [1, 1, 1],
            1.5,
            INF,
            "[k = a] + [m ∈ {a, c}] + [n ≠ b] ≥ 1.5",
        ),
    ],
)
def test_any_and_all_are_said_in_words(terms, weights, low, high, text):
    assert shown(terms, weights, low, high)[0] == text


def test_every_format_has_the_words():
    _, latex, mathtext, markup = shown([[1, 0, 1, 0], [0, 1, 1, 0]], [-1, -1], -INF, -0.5)
    assert r"\text{ and } (" in latex and r"\text{ or }" in latex
    assert mathtext == ["N", r"\text{ and } (K", r"\text{ or } M)"]
    words = [markup.index(word) for word in ("\u00a0and\u00a0", "<mtext>(", "\u00a0or\u00a0", "<mtext>)")]
    assert words == sorted(words)


def test_two_leaves_change_places_so_that_yes_is_on_the_left():
    """The wreck of the Titanic in small: who was not in the third class, and a child or a woman."""
    random = np.random.default_rng(0)
    X = pd.DataFrame(
        {
            "class": random.choice(["1st", "2nd", "3rd"], 900),
            "age": random.choice(["adult", "child"], 900, p=[0.9, 0.1]),
            "sex": random.choice(["man", "woman"], 900),
        }
    )
    lives = (X["class"] != "3rd") & ((X["age"] == "child") | (X["sex"] == "woman"))
    clf = NLDTClassifier(random_state=0).fit(X, np.where(lives ^ (random.random(900) < 0.1), "yes", "no"))
    lines = clf.to_text().splitlines()
    assert lines[1] == "[class ≠ 3rd] and ([age = child] or [sex = woman])"
    assert lines[2].startswith("├─ if so:     yes") and lines[3].startswith("└─ otherwise: no")
    assert np.array_equal(clf.predict(X) == "yes", lives)
    told = str(clf.explain(X.iloc[0]))
    assert "= 0" not in told and "= −1" not in told  # no sums of what is said in words
