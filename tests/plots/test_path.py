"""Accuracy against length, drawn."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from nldt import InputError
from nldt.model.model_path import ModelPath, PathPoint
from nldt.plots import plot_path


def point(price, length, *folds):
    return PathPoint(price, SimpleNamespace(rule_length=length, rules=[None]), folds, 0.02, 0.99, 1000)


@pytest.mark.parametrize("longest", [6, 60])
def test_one_point_a_length_with_its_error_and_the_chosen_one_marked(longest):
    path = ModelPath(
        (point(0.5, longest, 0.9, 0.94), point(1, 3, 0.9, 0.92), point(2, 3, 0.8, 0.82), point(4, 0, 0.5, 0.6)), 1
    )
    ax = plot_path(path)
    (bars,) = ax.containers
    drawn = bars.lines[0].get_xydata()
    assert drawn[:, 0].tolist() == [0, 3, longest]
    assert drawn[:, 1].tolist() == pytest.approx([55, 91, 92])
    low, high = bars.lines[1]
    assert (high.get_ydata() - low.get_ydata()).tolist() == pytest.approx(
        [200 * path.points[place].standard_error for place in (3, 1, 0)]
    )
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert "chosen: length 3, 91.0 % cross-validated" in labels
    assert {"on training rows", "cross-validated, ± one standard error"} <= set(labels)  # accuracies name their rows


def test_folds_that_were_cut_short_are_not_called_cross_validated():
    ax = plot_path(ModelPath((point(1, 3, 0.9, 0.92), point(2, 0, 0.5, 0.6)), is_cut_short=True))
    labels = [text.get_text() for text in ax.get_legend().get_texts()] + [ax.get_ylabel()]
    assert "cross-validated" not in "".join(labels) and "in folds cut short, ± one standard error" in labels


def test_anything_else_is_refused():
    with pytest.raises(InputError, match="plot_path needs a fitted NLDTClassifierCV"):
        plot_path("a path")
