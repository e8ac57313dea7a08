"""What notebooks show of a classifier."""

from __future__ import annotations

import html.parser

import numpy as np
import pandas as pd
import pytest
import sklearn
from quick_models import quick, tangled
from report_subjects import NASTY_CLASSES, NASTY_FEATURES
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import estimator_html_repr

import nldt.extras


class Tags(html.parser.HTMLParser):
    """The elements of a text, and all of its words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)

    def handle_data(self, data):
        self.text += data


def test_a_fitted_tree_shows_its_rules(full_grown):
    shown = full_grown._repr_html_()
    assert shown == full_grown._repr_mimebundle_()["text/html"]
    assert shown.count("<math") >= 2 * full_grown.n_rules_ and shown.count("<details") == full_grown.n_rules_
    assert "script" not in Tags(shown).tags
    assert full_grown._repr_mimebundle_()["text/plain"] == repr(full_grown)
    assert ("u1" in shown) == (full_grown.scaling == "shift")


def test_an_unfitted_one_keeps_scikit_learns_diagram():
    assert "sk-top-container" in quick()._repr_html_()
    assert "sk-top-container" in quick()._repr_mimebundle_()["text/html"]


def test_a_pipeline_keeps_scikit_learns_diagram(full_grown):
    assert "sk-top-container" in estimator_html_repr(make_pipeline(StandardScaler(), full_grown))


def test_the_wish_for_plain_text_is_heeded(full_grown):
    with sklearn.config_context(display="text"):
        assert not hasattr(full_grown, "_repr_html_")
        assert set(full_grown._repr_mimebundle_()) == {"text/plain"}


def test_without_the_extra_scikit_learns_diagram_is_left(full_grown, monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(nldt.extras.importlib, "import_module", missing)
    assert "sk-top-container" in full_grown._repr_html_()


@pytest.mark.parametrize("scaling", ["raw", "shift"])
def test_names_stay_text(scaling):
    X, y = tangled(100, n_classes=3)
    table = pd.DataFrame(np.column_stack([X, X[:, 0]]), columns=NASTY_FEATURES)
    classifier = quick(scaling=scaling, prune_tolerance=0.0).fit(table, np.array(NASTY_CLASSES)[y])
    shown = Tags(classifier._repr_html_())
    assert {"script", "img"}.isdisjoint(shown.tags)
    assert NASTY_CLASSES[0] in shown.text
