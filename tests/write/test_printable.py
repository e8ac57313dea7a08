"""Names and labels that a terminal shows as they are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from made_trees import made_model, made_tree

from nldt import SplitRule
from nldt.explain import explain_row
from nldt.model.fitted_model import FittedModel
from nldt.write.dot import to_dot
from nldt.write.formula import format_name
from nldt.write.printable import distinct, one_line
from nldt.write.text import to_text

HIDDEN = "a\x1b[31m\u202eb\u2066\x07"

NAMES = st.lists(st.text(st.sampled_from("ab '\\]·[\n\x1b\u202e\xa01:"), max_size=6), unique=True, max_size=6)


def product(names, classes=("no", "yes")) -> FittedModel:
    """The tree of one rule, the product of two features."""
    return made_model(made_tree((SplitRule([[1, 1]], [1.0], -np.inf, 1.0), 0, 1), 2), list(names), list(classes))


def texts(model: FittedModel) -> dict[str, str]:
    explanation = explain_row(model, np.ones(2))
    return {
        "text": to_text(model),
        "DOT": to_dot(model),
        "explanation": str(explanation),
        "HTML": explanation.to_html(),
    }


@given(NAMES)
@example(["a b", "a  b", "'a b'"])
@example(["a\x1b", "a\\x1b"])
@example(["", " ", "''"])
def test_printed_names_can_be_seen_and_told_apart(names):
    shown = distinct(names)
    assert len(set(shown)) == len(names)
    assert all(name and name.isprintable() for name in shown)
    brackets = [format_name(name) for name in shown]
    assert len(set(brackets)) == len(names)


def test_identical_names_are_numbered():
    assert distinct(["a", "a", "b"]) == ["1: 'a'", "2: 'a'", "3: b"]


def test_white_space_is_collapsed_where_names_stay_apart():
    assert distinct(["line\nbreak", "a  b", "c"]) == ["line break", "a b", "c"]
    assert distinct(["a\tb", "a  b", "c"]) == [r"'a\tb'", "'a  b'", "c"]


@pytest.mark.parametrize("printer", ["text", "DOT", "explanation"])
def test_no_hidden_sign_reaches_the_terminal(printer):
    printed = texts(product([HIDDEN, "c"], [HIDDEN + "1", "2" + HIDDEN]))[printer]
    if printer == "DOT":  # its labels of classes show control signs as pictures
        assert "\x1b" not in printed and r"[a\\x1b[31m\\u202eb\\u2066\\x07]·c" in printed
    else:
        assert all(line.isprintable() for line in printed.splitlines())
        assert r"[a\x1b[31m\u202eb\u2066\x07]·c ≤ 1" in printed


def test_no_hidden_sign_reaches_the_page():
    page = texts(product([HIDDEN, "c"], [HIDDEN + "1", "2" + HIDDEN]))["HTML"]
    assert not {"\x1b", "\u202e", "\u2066", "\x07"} & set(page)
    assert one_line(HIDDEN) in page


@pytest.mark.parametrize("printer", ["text", "DOT", "explanation"])
def test_alike_names_and_labels_are_told_apart(printer):
    printed = texts(product(["a b", "a  b"], ["c d", "c  d"]))[printer]
    assert "['a b']·['a  b'] ≤ 1" in printed
    if printer != "DOT":
        assert "'c d'" in printed and "'c  d'" in printed


@pytest.mark.parametrize(
    ("name", "shown"),
    [("a]·[b", r"[a\]·[b]"), ("a\\", "[a\\\\]"), ("a\\]b", r"[a\\\]b]"), ("a\\b c", r"[a\b c]"), ("]", r"[\]]")],
)
def test_a_bracketed_name_ends_where_it_seems_to(name, shown):
    assert format_name(name) == shown
