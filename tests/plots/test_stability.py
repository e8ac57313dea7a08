"""The picture of stability: names that can be told apart, whole refits."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pytest

from nldt import plots
from nldt.model.stability import Recurrence, Stability


def found(structures, n_refits=4):
    features = (Recurrence("width", n_refits, in_model=True),)
    counted = tuple(Recurrence(text, 2, in_model=False) for text in structures)
    return Stability(n_refits, features, counted, 0, len(structures), np.ones(10))


@pytest.mark.parametrize("n_middle", [1, 10, 20])
def test_structures_that_differ_in_the_middle_are_told_apart(n_middle):
    start, end = "[a very long name of a feature] + ", " + [another long name of a feature]"
    structures = [f"{start}{' + '.join([letter * 6] * n_middle)}{end}" for letter in "abc"]
    ax = plots.plot_stability(found(structures))
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert len(set(names)) == len(names) == 4
    assert max(len(line) for name in names for line in name.splitlines()) <= 44
    plt.close(ax.figure)


@pytest.mark.parametrize("n_refits", [1, 3, 4, 50])
def test_ticks_are_whole_refits(n_refits):
    ax = plots.plot_stability(found(["width"], n_refits))
    assert all(tick == round(tick) for tick in ax.get_xticks())
    plt.close(ax.figure)
