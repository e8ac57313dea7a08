"""An explanation as people read it."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from made_trees import made_model, shifted_basis
from random_trees import models_and_rows, rules

from nldt import NLDTClassifier, SplitRule
from nldt.explain import explain_row
from nldt.explain.wording import percent, tell_apart
from nldt.model.tree import FittedTree
from nldt.write.formula import format_rule
from nldt.write.printed_numbers import format_number
from nldt.write.printed_rule import print_rule

INF = np.inf


def explain(rule: SplitRule, row, names=("width", "wall height", "mass"), classes=("bolt", "nut")):
    weights = np.array([[5.0, 5], [4, 1], [1, 4]])
    tree = FittedTree(np.array([1, -1, -1]), np.array([2, -1, -1]), weights, (rule, None, None))
    return explain_row(made_model(tree, list(names), list(classes)), np.array(row, dtype=float))


def test_the_whole_text():
    rule = SplitRule([[2, -1, 0], [0, 0, 1]], [-0.5, 1.0], -INF, -0.25)
    assert str(explain(rule, [3.0, 2.0, 1.0])) == (
        "Class: bolt\n"
        "Share of training rows in its leaf: bolt 80 %, nut 20 %\n"
        "\n"
        "Path\n"
        "  node 0: 0.5·width²/[wall height] − mass ≥ 0.25?\n"
        "          yes: 1.25 is above 0.25 by 1 (30.8 % of its terms)\n"
        "            0.5·width²/[wall height]  =  2.25\n"
        "                               −mass  =    −1\n"
        "  leaf 1: bolt\n"
        "\n"
        "Smallest change of one feature alone that changes the class\n"
        "  feature      now     change to  by               class then\n"
        "  width          3  →  2.23       −0.77 (−25.7 %)  nut\n"
        "  wall height    2  →  3.61       +1.61 (+80.5 %)  nut\n"
        "  mass           1  →  2.01       +1.01 (+101 %)   nut\n"
    )


def test_a_rule_of_one_term_is_told_in_its_printed_form():
    lines = str(explain(SplitRule([[1, 0, 0]], [-2.0], -INF, -6.0), [4.0, 0.0, 0.0])).splitlines()
    assert lines[4:6] == ["  node 0: width ≥ 3?", "          yes: 4 is above 3 by 1 (25 % of it)"]


@pytest.mark.parametrize(
    ("width", "words"),
    [
        (3.0, "no: 3 is below 4 by 1 (33.3 % of it)"),
        (4.0, "yes: 4 is on the boundary"),
        (4.5, "yes: 4.5 is above 4 by 0.5 (11.1 % of it)"),
        (5.75, "yes: 5.75 is below 6 by 0.25 (4.3 % of it)"),
        (8.0, "no: 8 is above 6 by 2 (25 % of it)"),
    ],
)
def test_a_band_is_told_by_its_nearest_end(width, words):
    assert words in str(explain(SplitRule([[1, 0, 0]], [1.0], 4.0, 6.0), [width, 0.0, 0.0]))


def test_a_value_that_is_not_finite_is_told():
    told = str(explain(SplitRule([[1, -1, 0]], [1.0], -INF, 1.0), [1.0, 0.0, 0.0]))
    assert "no: the value is not finite (inf)" in told
    assert "width          1     no value changes the class" in told


def test_a_flip_at_a_pole_says_why():
    told = str(explain(SplitRule([[-2, 0, 0]], [1.0], 5.0, INF), [0.125, 0.0, 0.0]))
    assert "width    0.125  →  0          −0.125 (−100 %)  nut (divides by zero)\n" in told


def test_shifted_rules_come_with_their_units():
    shift = shifted_basis([2.0, -1.0, 0.0], [4.0, 2.0, 1.0])
    told = str(explain(SplitRule([[1, 1, 0]], [1.0], -INF, 1.5, shift), [4.0, 0.0, 0.0]))
    assert "node 0: u1·u2 ≤ 1.5?" in told
    assert "where\n  u1 = 1 + (width − 2)/4 = 1.5\n  u2 = 1 + ([wall height] + 1)/2 = 1.5\n" in told


def test_names_and_labels_stay_on_their_line():
    told = str(explain(SplitRule([[1, 0, 0]], [1.0], -INF, 3.0), [4.0, 0, 0], ["a\nb", "c", "d"], ["e\nf", "g\n\nh"]))
    assert told.startswith("Class: g h\n") and "[a b] ≤ 3?" in told and "\n  a b " in told and told.endswith(" e f\n")


def test_numbers_that_are_almost_equal_are_told_apart():
    assert tell_apart(1.0 + 2**-52, 1.0) == ("1.0000000000000002", "1")
    assert tell_apart(0.5, 0.7) == ("0.5", "0.7")


def test_shares_are_told_with_three_digits():
    assert [percent(share) for share in (1.0, 0.0, 0.12345, -0.257, 1e-5)] == [
        "100 %",
        "0 %",
        "12.3 %",
        "−25.7 %",
        "0.001 %",
    ]


@given(rules(2))
def test_values_are_divided_as_the_printed_rule_is(rule):
    printed = format_rule(rule, ["a", "b"], digits=None)
    for end in (rule.low, rule.high):
        if np.isfinite(end):
            assert format_number(end / print_rule(rule, None).divisor, None) in printed


@settings(max_examples=30)
@given(models_and_rows())
def test_what_is_printed_can_be_fed_back(model_and_row):
    explanation = explain_row(*model_and_row)
    table = str(explanation).split("\n\n")[2].splitlines()[2:]
    assert len(table) == len(explanation.flips)
    for line, flip in zip(table, explanation.flips, strict=True):
        words = line.replace("−", "-").split()
        assert (words[0], float(words[1])) == (flip.name, flip.current)
        assert float(words[3]) == flip.value if flip.possible else line.endswith("no value changes the class")


@pytest.mark.parametrize("names", [("no", "yes"), ("healthy", "ill")])
def test_a_question_is_answered_by_yes_or_no_whatever_the_classes_are_called(names):
    """Elsewhere the branches of a tree of classes "yes" and "no" are called otherwise."""
    X = pd.DataFrame({"dose": np.linspace(0, 10, 200)})
    X.loc[::9, "dose"] = np.nan
    y = np.where(X["dose"] > 5, *names[::-1])
    told = str(NLDTClassifier(random_state=0, n_jobs=1).fit(X, y).explain({"dose": np.nan}))
    assert re.search(r"\(missing → (yes|no)\)\?\n *(yes|no): dose is missing", told)
