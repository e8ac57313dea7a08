from __future__ import annotations

import subprocess
import sys

import pytest

from nldt.errors import InputError
from nldt.extras import require


def test_module_that_is_there():
    assert require("json.decoder", "reading", "none").JSONDecoder


def test_module_that_is_missing_names_the_remedy():
    with pytest.raises(InputError, match=r"^drawing needs nowhere: pip install 'nldt\[report\]'$"):
        require("nowhere.pyplot", "drawing", "report")


WITHOUT_MATPLOTLIB = """
import sys
sys.modules["matplotlib"] = None
import numpy as np
from nldt import NLDTClassifier, plots
X = np.arange(40.0).reshape(20, 2) + 1
y = np.repeat([0, 1], 10)
clf = NLDTClassifier(random_state=0).fit(X, y)
calls = [
    lambda: plots.plot_tree(clf), lambda: plots.plot_feature_space(clf, X, y), lambda: plots.plot_term_space(clf, X, y),
    lambda: plots.plot_trade_off(clf), lambda: plots.plot_progress(clf), lambda: plots.plot_dataset(X, y),
    lambda: plots.plot_objectives(X, y),
]
for call in calls:
    try:
        call()
    except ValueError as error:
        print(error)
"""


def test_pictures_without_matplotlib_say_what_to_install():
    done = subprocess.run([sys.executable, "-c", WITHOUT_MATPLOTLIB], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-7:] == ["drawing a picture needs matplotlib: pip install 'nldt[report]'"] * 7
