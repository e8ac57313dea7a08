"""Whatever prints a rule prints the numbers of ``to_text``: those that run, where the rules have been rounded."""

from __future__ import annotations

import json
import re
import warnings
from html import unescape

import numpy as np
import pytest

from nldt import NLDTClassifier, PaperSearch
from nldt.plots import plot_feature_space, plot_term_space, plot_trade_off, plot_tree

NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])")

STEPS = np.arange(20.0)
CLOSE = np.column_stack([1e9 + 1e-4 * (STEPS // 5), np.zeros(20)]), STEPS < 10  # told apart by the 15th digit only
BELOW = np.column_stack([STEPS / 3 - 1e3 / 7, np.zeros(20)]), STEPS < 10
SPREAD = np.random.default_rng(0).uniform(1.0, 2.0, size=(60, 2))
CURVE = SPREAD, SPREAD[:, 0] ** 2 / SPREAD[:, 1] < 1.5


def fit(rows, **parameters) -> tuple[NLDTClassifier, np.ndarray, np.ndarray]:
    X, y = rows
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "column 'x1' varies little", UserWarning)
        return NLDTClassifier(random_state=0, max_depth=1, **parameters).fit(X, y), X, y


MODELS = {
    "many digits": lambda: fit(CLOSE),
    "many digits, shifted": lambda: fit(CLOSE, scaling="shift"),
    "shifted below zero": lambda: fit(BELOW, scaling="shift"),
    "not rounded": lambda: fit(CURVE, search=PaperSearch(generations=3)),
    "not rounded, shifted": lambda: fit(CURVE, search=PaperSearch(generations=3), scaling="shift"),
}


def picture(draw) -> str:
    """All that matplotlib writes into a picture."""
    import matplotlib.pyplot as plt
    from matplotlib.text import Text

    ax = draw()
    text = "\n".join(text.get_text() for text in ax.figure.findobj(Text))
    plt.close(ax.figure)
    return text


def script_texts(page: str) -> str:
    """What the page's script shows: the text of the MathML that it gets for each rule."""

    def texts(element: list) -> list[str]:
        return [part for child in element[2:] for part in ([child] if isinstance(child, str) else texts(child))]

    data = json.loads(re.search(r'id="report-data">(.*?)</script>', page)[1])
    math = [" ".join(texts(piece)) for node in data["nodes"] if "printed" in node for piece in node["printed"]["math"]]
    static = page.split('<script type="application/json"')[0]  # the legend is the page's own
    return " ".join([*math, *re.findall(r'<ul class="legend">.*?</ul>', static, re.DOTALL)])


PRINTERS = {
    "LaTeX": lambda clf, X, y: clf.to_latex(),
    "DOT": lambda clf, X, y: clf.to_dot(),
    "explanation": lambda clf, X, y: str(clf.explain(X[0])),
    "explanation as HTML": lambda clf, X, y: clf.explain(X[0]).to_html(),
    "report": lambda clf, X, y: clf.report(X, y),
    "report's script": lambda clf, X, y: script_texts(clf.report(X, y)),
    "notebook": lambda clf, X, y: clf._repr_mimebundle_()["text/html"],
    "tree picture": lambda clf, X, y: picture(lambda: plot_tree(clf)),
    "trade-off": lambda clf, X, y: picture(lambda: plot_trade_off(clf)),
    "term space": lambda clf, X, y: picture(lambda: plot_term_space(clf, X, y)),
    "feature space": lambda clf, X, y: picture(lambda: plot_feature_space(clf, X, y)),
}


@pytest.fixture(scope="module", params=MODELS)
def model(request):
    return MODELS[request.param]()


def numbers(text: str) -> set[str]:
    return set(NUMBER.findall(text))


@pytest.mark.parametrize("printer", PRINTERS)
def test_the_numbers_are_those_of_the_text(printer, model):
    clf, X, y = model
    lines = clf.to_text().splitlines()
    lines = lines[: lines.index("")] if "" in lines else lines  # without the card
    legend = lines[lines.index("where") + 1 :] if "where" in lines else []
    expected = numbers("\n".join([lines[1], *legend]))
    assert any(len(number) > 4 for number in expected)
    assert expected <= numbers(unescape(PRINTERS[printer](clf, X, y)))


def test_rounded_rules_are_printed_in_full():
    clf, X, _ = MODELS["many digits"]()
    assert "x1 ≤ 1000000000.00015\n" in clf.to_text()
    assert "x1 ≤ 1000000000.00015?\n" in str(clf.explain(X[0]))
    assert "x1 ≤ 1e9\n" in clf.to_text(digits=2)
