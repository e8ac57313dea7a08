"""DS1 to DS4 against the supplement, "Creation of Customized 2D Datasets"."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import kstest

from nldt.datasets import load

LINE, PARABOLA = "2·x1 + x2 = 3", "x1² + x2 = 1"

# The supplement's table: curve, N_A, then (N_B, delta, sigma) of class 2. Class 1 has delta 0 and sigma 0.01.
TABLE = {
    "ds1": (LINE, 100, [(100, 0.025, 0.2)]),
    "ds2": (LINE, 10, [(200, 0.025, 0.2)]),
    "ds3": (PARABOLA, 100, [(100, 0.025, 0.2)]),
    "ds4": (LINE, 100, [(50, 0.025, 0.2), (50, -0.015, -0.2)]),
}
CLOUDS = [
    (name, curve, label, size, delta, sigma)
    for name, (curve, n_a, others) in TABLE.items()
    for label, size, delta, sigma in [(1, n_a, 0.0, 0.01), *((2, *other) for other in others)]
]


def place_and_shift(curve: str, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """x1 of the reference point x_r and delta + sigma·r, of points x_r + delta + sigma·r with one r each.

    Both coordinates move alike, so x1 - x2 is that of the reference point.
    """
    difference = points[:, 0] - points[:, 1]
    if curve == LINE:
        place = (difference + 3) / 3
    else:
        place = (np.sqrt(1 + 4 * (1 + difference)) - 1) / 2
    return place, points[:, 0] - place


def cloud_points(name: str, label: int, delta: float, seed: int) -> np.ndarray:
    """The points of one row of the table; DS4's two clouds of class 2 lie on either side of the curve."""
    data = load(name, seed)
    points = data.X.to_numpy()[data.y == label]
    if label == 1:
        return points
    _, shift = place_and_shift(TABLE[name][0], points)
    return points[(shift > 0) == (delta > 0)]


@pytest.mark.parametrize(("name", "curve", "label", "size", "delta", "sigma"), CLOUDS)
def test_cloud_has_the_size_of_the_table(name, curve, label, size, delta, sigma):
    assert len(cloud_points(name, label, delta, seed=0)) == size


@pytest.mark.parametrize("name", TABLE)
def test_there_are_two_classes_and_two_features(name):
    data = load(name)
    assert sorted(data.y.unique()) == [1, 2]
    assert list(data.X.columns) == ["x1", "x2"]
    assert len(data.X) == len(data.y)


@pytest.mark.parametrize(("name", "curve", "label", "size", "delta", "sigma"), CLOUDS)
def test_points_lie_between_offset_and_offset_plus_spread(name, curve, label, size, delta, sigma):
    _, shift = place_and_shift(curve, cloud_points(name, label, delta, seed=1))
    r = (shift - delta) / sigma
    assert r.min() > -1e-9 and r.max() < 1 + 1e-9


@pytest.mark.parametrize(("name", "curve", "label", "size", "delta", "sigma"), CLOUDS)
def test_each_point_has_one_uniform_r(name, curve, label, size, delta, sigma):
    """An r for each coordinate would show as a mean of two, which is not uniform."""
    points = np.concatenate([cloud_points(name, label, delta, seed) for seed in range(40)])
    place, shift = place_and_shift(curve, points)
    assert kstest((shift - delta) / sigma, "uniform").pvalue > 1e-3
    assert kstest(place, "uniform").pvalue > 1e-3
    assert abs(np.corrcoef(place, shift)[0, 1]) < 0.15


@pytest.mark.parametrize("name", TABLE)
def test_seed_decides_the_points(name):
    first, again, other = load(name, 3), load(name, 3), load(name, 4)
    assert first.X.equals(again.X) and first.y.equals(again.y)
    assert not first.X.equals(other.X)
