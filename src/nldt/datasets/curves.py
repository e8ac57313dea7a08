"""DS1 to DS4: points beside a curve in the plane (supplement, "Creation of Customized 2D Datasets")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from nldt.datasets.dataset import Dataset, Entry

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Cloud:
    """Points of one class: moved off the curve by ``offset`` and, at random, up to ``spread`` more."""

    label: int
    size: int
    offset: float  # the supplement's delta
    spread: float  # its sigma


def line(x1: Floats) -> Floats:
    """The curve 2·x1 + x2 − 3 = 0."""
    return 3 - 2 * x1


def parabola(x1: Floats) -> Floats:
    """The curve x1² + x2 − 1 = 0."""
    return 1 - x1**2


# Supplement, Table "Parameter setting to create customized datasets D1-D4".
PROBLEMS: dict[str, tuple[Callable[[Floats], Floats], str, list[Cloud]]] = {
    "ds1": (line, "2·x1 + x2 = 3", [Cloud(1, 100, 0, 0.01), Cloud(2, 100, 0.025, 0.2)]),
    "ds2": (line, "2·x1 + x2 = 3", [Cloud(1, 10, 0, 0.01), Cloud(2, 200, 0.025, 0.2)]),
    "ds3": (parabola, "x1² + x2 = 1", [Cloud(1, 100, 0, 0.01), Cloud(2, 100, 0.025, 0.2)]),
    "ds4": (
        line,
        "2·x1 + x2 = 3",
        [Cloud(1, 100, 0, 0.01), Cloud(2, 50, 0.025, 0.2), Cloud(2, 50, -0.015, -0.2)],
    ),
}


def make_curve_dataset(name: str, seed: int) -> Dataset:
    """One of DS1 to DS4: x = x_r + delta + sigma·r with x1 of x_r uniform on [0, 1] and one r a point."""
    curve, _, clouds = PROBLEMS[name]
    random = np.random.default_rng(seed)
    points, labels = [], []
    for cloud in clouds:
        x1 = random.random(cloud.size)
        shift = cloud.offset + cloud.spread * random.random(cloud.size)
        points.append(np.column_stack([x1 + shift, curve(x1) + shift]))
        labels += [cloud.label] * cloud.size
    return Dataset(
        name,
        pd.DataFrame(np.concatenate(points), columns=["x1", "x2"]),
        pd.Series(labels, name="class"),
        describe(name),
    )


def describe(name: str) -> str:
    """One line on what the points are."""
    _, equation, clouds = PROBLEMS[name]
    sizes = " + ".join(str(cloud.size) for cloud in clouds)
    return f"{sizes} points on and beside the curve {equation}"


def _entry(name: str) -> Entry:
    sizes: Counter[int] = Counter()
    for cloud in PROBLEMS[name][2]:
        sizes[cloud.label] += cloud.size
    return Entry(name, 2, dict(sizes), describe(name), "generated", lambda seed, quick: make_curve_dataset(name, seed))


CURVES = [_entry(name) for name in PROBLEMS]
