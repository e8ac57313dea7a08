"""Branches are told from classes that are called yes and no, in everything that people read."""

from __future__ import annotations

import re

import numpy as np
import pytest
from made_trees import made_model, made_tree
from report_subjects import page_of

from nldt import SplitRule
from nldt.plots import plot_tree
from nldt.report import describe, render_notebook
from nldt.write.branch_words import branch_words
from nldt.write.dot import to_dot
from nldt.write.text import to_text

RULE = SplitRule([[1]], [1.0], -np.inf, 2.5)


def two_rules(classes):
    below = SplitRule([[1]], [1.0], -np.inf, 1.5)
    return made_model(made_tree((RULE, (below, 0, 1), 1), 2), ["a"], classes)


@pytest.mark.parametrize("classes", [["no", "yes"], ["No", "maybe"], [" YES ", "x"], ["a", "b"], [0, 1], [False, True]])
def test_no_branch_has_the_name_of_a_class(classes):
    names = {str(label).strip().lower() for label in classes}
    assert not names & set(branch_words(classes))


def test_text_stays_aligned():
    lines = to_text(two_rules(["no", "yes"])).splitlines()[1:6]
    assert [re.sub(r" \(.*", "", line) for line in lines] == [
        "a ≤ 2.5",
        "├─ if so:     a ≤ 1.5",
        "│            ├─ if so:     no",
        "│            └─ otherwise: yes",
        "└─ otherwise: yes",
    ]
    plain = to_text(two_rules(["bad", "good"])).splitlines()[1:6]
    assert [re.sub(r" \(.*", "", line) for line in plain] == [
        "a ≤ 2.5",
        "├─ yes: a ≤ 1.5",
        "│      ├─ yes: bad",
        "│      └─ no:  good",
        "└─ no:  good",
    ]


@pytest.mark.parametrize(("classes", "words"), [(["no", "yes"], ["if so", "otherwise"]), (["a", "b"], ["yes", "no"])])
def test_pages_graphs_and_pictures_use_the_same_words(classes, words):
    model = two_rules(classes)
    assert re.findall(r'-> n\d \[label="([^"]*)"\]', to_dot(model)) == words * 2
    X = np.array([[1.0], [2.0], [3.0]])
    for page in (page_of(model, X, np.array([0, 1, 1])), render_notebook(describe(model), "a tree")):
        assert re.findall(r'"branch-label"><b>([^<]*)</b>', page) == [words[0], words[0], words[1], words[1]]
    drawn = [text.get_text() for text in plot_tree(model).texts]
    assert [drawn.count(word) for word in words] == [2, 2]
