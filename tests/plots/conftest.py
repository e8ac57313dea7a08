"""Models to draw, fitted once."""

from __future__ import annotations

from collections.abc import Iterator

import matplotlib
import matplotlib.pyplot as plt
import pytest

from nldt import NLDTClassifier
from nldt.datasets import load

matplotlib.use("Agg")  # without a screen


@pytest.fixture(autouse=True)
def closed_figures() -> Iterator[None]:
    yield
    plt.close("all")


def fitted(name: str) -> tuple[NLDTClassifier, object, object]:
    data = load(name)
    return NLDTClassifier(random_state=0).fit(data.X, data.y), data.X, data.y


@pytest.fixture(scope="session")
def wdbc() -> tuple:
    return fitted("wdbc")


@pytest.fixture(scope="session")
def iris() -> tuple:
    return fitted("iris")


@pytest.fixture(scope="session")
def ds4() -> tuple:
    return fitted("ds4")
