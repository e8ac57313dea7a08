"""Under class weights people still read rows, and are told what probabilities mean."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import matplotlib.pyplot as plt
import numpy as np
import pytest
from made_trees import made_model
from quick_models import quick, tangled

from nldt import SplitRule, plots
from nldt.explain import explain_row
from nldt.model.target import Classes
from nldt.model.tree import FittedTree
from nldt.plots.formulas import measure
from nldt.report import describe, render_notebook, render_page, summarise
from nldt.write.card import model_card
from nldt.write.dot import to_dot
from nldt.write.latex import to_latex
from nldt.write.leaf_words import MOST_COSTS, answer_notes, leaf_words, probability_notes, row_notes
from nldt.write.text import to_text

COSTS = "An error costs 100 on a row of few, 1 on a row of many (class_weight): a leaf answers"
COSTLY = Classes(np.arange(2), np.array([100.0, 1.0]))
LEFT = SplitRule([[1]], [1.0], -np.inf, 2.5)
ROWS, TRUTH = np.arange(100.0)[:, None] % 5, np.arange(100) % 5 // 3


def made(cost=None, is_counted=True, evidence=((4, 96), (3, 60), (1, 36)), classes=("few", "many")):
    n_classes = len(classes)
    tree = FittedTree(
        np.array([1, -1, -1]),
        np.array([2, -1, -1]),
        np.array(evidence, dtype=float),
        (LEFT, None, None),
        Classes(np.arange(n_classes), np.ones(n_classes) if cost is None else np.array(cost, dtype=float), is_counted),
    )
    return made_model(tree, ["size"], list(classes))


def picture(model) -> str:
    ax = plots.plot_tree(model)
    from_the_top = sorted(ax.texts, key=lambda text: -text.get_position()[1])
    text = "\n".join(text.get_text() for text in from_the_top)
    plt.close(ax.figure)
    return text


PRINTERS = {
    "text": to_text,
    "DOT": lambda model: to_dot(model).replace("\\n", " ").replace("\\l", " "),
    "notebook": lambda model: render_notebook(describe(model), "NLDTClassifier"),
    "page": lambda model: render_page(summarise(model, ROWS, TRUTH), "A report"),
    "tree picture": picture,
    "explanation": lambda model: str(explain_row(model, np.array([1.0]))),
    "explanation as HTML": lambda model: explain_row(model, np.array([1.0])).to_html(),
}


def plain(text: str) -> str:
    """The words of a text, a page or a picture, without line breaks and markup."""
    text = re.sub(r"<style>.*?</style>|<script.*?</script>", " ", text, flags=re.DOTALL)
    return " ".join(re.sub("<[^>]*>", " ", unescape(text)).replace("\u202f", " ").split())


@pytest.mark.parametrize(
    ("printer", "leaf"),
    [
        ("text", "few (4.8 % of 63)"),
        ("DOT", "few 4.8 % of 63"),
        ("notebook", "few 4.8 % of 63"),
        ("tree picture", "n = 63 (3 / 60)"),
        ("explanation", "Training rows in its leaf: few 3, many 60"),
        ("explanation as HTML", "few 83.3 % 3 many 16.7 % 60"),
    ],
)
def test_leaves_tell_rows_whatever_errors_cost(printer, leaf):
    assert leaf in plain(PRINTERS[printer](made([100, 1])))


@pytest.mark.parametrize("printer", PRINTERS)
def test_costs_are_told_in_words(printer):
    told = plain(PRINTERS[printer](made([100, 1])))
    assert COSTS in told
    assert told.count("Probabilities are shares of") == (printer in ("page", "explanation", "explanation as HTML"))


def test_a_card_says_that_its_probabilities_count_costs():
    X, y = tangled(300, 2)
    note = "Probabilities count training rows × cost, not rows."
    for costs, told in ((None, False), ({0: 3, 1: 1}, True)):
        model = quick(max_depth=1, class_weight=costs).fit(X, y).model_
        assert model_card(model) is not None
        assert (note in to_text(model).splitlines()) == told
        assert (note.replace("×", r"\ensuremath{\times}") in to_latex(model)) == told
        rules = render_page(summarise(model, X, y), "A report").split('<section id="rules"')[1].split("</section>")[0]
        assert (note in rules) == told


@pytest.mark.parametrize("printer", PRINTERS)
def test_nothing_is_said_where_all_errors_cost_the_same(printer):
    plain_model = PRINTERS[printer](made())
    assert "cost" not in plain(plain_model) and "numbers of rows are not known" not in plain(plain_model)
    assert PRINTERS[printer](made([2, 2])) == plain_model


@pytest.mark.parametrize("printer", PRINTERS)
def test_rows_that_nobody_knows_are_not_told(printer):
    model = made(is_counted=False, evidence=((400, 96), (300, 60), (100, 36)))
    told = plain(PRINTERS[printer](model))
    assert "numbers of rows are not known: the model file is of version 1" in told
    assert not re.search(r"of 360|n = |\b300\b|Training rows in", told)
    if printer in ("text", "DOT", "notebook", "tree picture"):
        assert "83.3 %" in told


def test_latex_answers_as_predict_does():
    assert r"\text{few} & \text{if } \text{size} \le 2.5" in to_latex(made([100, 1]))


def test_the_page_explains_answers_beside_the_tree_and_probabilities_beside_the_what_if():
    page = render_page(summarise(made([100, 1]), ROWS, TRUTH), "A report")
    tree, what_if = (page.split(f'<section id="{name}"')[1].split("</section>")[0] for name in ("tree", "what-if"))
    assert COSTS in tree and "Probabilities are" not in tree
    assert "Probabilities are shares of a leaf&#39;s training rows × cost" in what_if
    assert page.count(COSTS) == 1


def test_a_page_without_rules_explains_probabilities_beside_its_list():
    tree = FittedTree(np.array([-1]), np.array([-1]), np.array([[4.0, 96.0]]), (None,), COSTLY)
    page = render_page(summarise(made_model(tree, ["size"], ["few", "many"]), ROWS, TRUTH), "A report")
    assert "Probabilities are shares of" in page.split('<section id="misclassified"')[1]


def test_names_in_notes_are_text():
    model = made([100, 1], classes=["<b>few</b> $x$", "many"])
    for printer in ("page", "notebook", "explanation as HTML"):
        assert "<b>few" not in PRINTERS[printer](model)
    assert r"\$x\$" in PRINTERS["tree picture"](model)


def test_the_picture_of_a_note_is_no_wider_than_the_rest():
    model = made([100, 1])
    ax = plots.plot_tree(model)
    notes = [text for text in ax.texts if "cost" in text.get_text()]
    assert notes and all(measure(note.get_text(), 8.0)[0] < 250 for note in notes)


def test_many_costs_are_told_shortly():
    n_classes = 30
    evidence = np.ones((3, n_classes))
    model = made(np.arange(1.0, n_classes + 1), evidence=evidence, classes=[f"c{k}" for k in range(n_classes)])
    (note,) = answer_notes(model, model.labels)
    assert note.count("on a row of") == MOST_COSTS and "30 on a row of c29, 29 on a row of c28" in note
    assert f"no more on the other {n_classes - MOST_COSTS} classes (class_weight)" in note


def test_words_of_a_leaf():
    assert leaf_words(made().tree, 1) == "95.2 % of 63"
    assert leaf_words(made(evidence=((1, 1), (1, 0), (0, 0.25))).tree, 2) == "100.0 % of 0.25"
    assert row_notes(made(), ["few", "many"]) == [] == probability_notes(made())


# ------------------------------------------------------------------- real fits


@pytest.fixture(scope="module")
def table() -> tuple[np.ndarray, np.ndarray]:
    """100 rows, 4 of them of the class "few", all beyond a threshold, beside rows of the other class."""
    X = np.linspace(0.0, 1.0, 100)[:, None]
    return X, np.where(np.isin(np.arange(100), [80, 85, 90, 95]), "few", "many")


@pytest.mark.parametrize("class_weight", [{"few": 100}, "balanced"])
def test_a_fit_with_class_weights_prints_whole_rows(table, class_weight):
    X, y = table
    classifier = quick(class_weight=class_weight).fit(X, y)
    assert classifier.n_rules_ > 0
    for text in (classifier.to_text(), classifier.to_dot()):
        counts = [int(count) for count in re.findall(r" % of (\S+?)[\")]", text)]
        assert sum(counts) == 100
    explanation = classifier.explain(X[85])
    assert sum(explanation.rows.values()) == classifier.tree_.n_rows[explanation.leaf]
    assert explanation.probabilities["few"] == classifier.predict_proba(X[[85]])[0, 0]


def test_evidence_counts_rows_and_cost_does_not(table):
    X, y = table
    twice = quick().fit(X, y, sample_weight=np.full(100, 2.0))
    assert twice.tree_.n_rows[0] == 200
    dearer = replace(twice.model_.target, cost=np.array([7.0, 1.0]))
    model = replace(twice.model_, full_tree=replace(twice.full_tree_, target=dearer))
    assert model.tree.n_rows[0] == 200
