"""Pictures take a fitted classifier or its model, and show the same."""

from __future__ import annotations

import matplotlib.pyplot as plt
import pytest
from matplotlib.text import Text
from sklearn.exceptions import NotFittedError

from nldt import InputError, NLDTClassifier, plots

DRAW = {
    "tree": lambda fitted, X, y: plots.plot_tree(fitted),
    "trade-off": lambda fitted, X, y: plots.plot_trade_off(fitted),
    "progress": lambda fitted, X, y: plots.plot_progress(fitted),
    "term space": plots.plot_term_space,
    "feature space": plots.plot_feature_space,
}


def texts(ax) -> list[str]:
    found = [text.get_text() for text in ax.figure.findobj(Text)]
    plt.close(ax.figure)
    return found


@pytest.mark.parametrize("name", DRAW)
def test_a_classifier_and_its_model_give_one_picture(name, iris):
    clf, X, y = iris
    assert texts(DRAW[name](clf.model_, X, y)) == texts(DRAW[name](clf, X, y))


@pytest.mark.parametrize("name", DRAW)
def test_an_unfitted_classifier_is_refused(name, iris):
    with pytest.raises(NotFittedError):
        DRAW[name](NLDTClassifier(), *iris[1:])


def test_rows_for_a_model_are_checked_as_predict_does(iris):
    clf, X, y = iris
    used = X.columns[clf.model_.used_features[0]]
    with pytest.raises(InputError, match="lacks the model's column"):
        plots.plot_feature_space(clf.model_, X.drop(columns=used), y)
