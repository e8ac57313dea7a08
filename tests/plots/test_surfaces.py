from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from nldt.plots.surfaces import level_surface, main_normal, plane_in_box, viewpoint

AXIS = np.linspace(-1.0, 1.0, 15)
X, Y, Z = np.meshgrid(AXIS, AXIS, AXIS, indexing="ij")


def area(triangles: np.ndarray) -> float:
    sides = triangles[:, 1:] - triangles[:, :1]
    return float(np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=1).sum() / 2)


def test_sphere_has_its_radius_and_area():
    triangles = level_surface((AXIS, AXIS, AXIS), X**2 + Y**2 + Z**2, 0.64)
    radius = np.linalg.norm(triangles, axis=2)
    assert radius.min() > 0.79 and radius.max() < 0.8 + 1e-9
    assert area(triangles) == pytest.approx(4 * np.pi * 0.64, rel=0.02)


@given(st.lists(st.floats(-3, 3), min_size=3, max_size=3).filter(lambda w: max(map(abs, w)) > 0.1), st.floats(-2, 2))
def test_plane_by_tetrahedra_is_the_plane_in_the_box(weights, level):
    weights = np.array(weights)
    assume(abs(np.abs(weights).sum() - abs(level)) > 1e-6)  # a plane in a face, or through a corner, may count or not
    coarse = np.array([-1.0, 0.1, 1.0])
    grid = np.stack(np.meshgrid(coarse, coarse, coarse, indexing="ij"), axis=-1)
    triangles = level_surface((coarse, coarse, coarse), grid @ weights, level)
    polygon = plane_in_box(weights, level, np.array([[-1.0, 1.0]] * 3))
    np.testing.assert_allclose(triangles @ weights, level, atol=1e-9)
    np.testing.assert_allclose(polygon @ weights, level, atol=1e-9)
    assert (np.abs(polygon) <= 1 + 1e-9).all()
    fan = [np.stack([polygon[0], polygon[i], polygon[i + 1]]) for i in range(1, len(polygon) - 1)]
    assert area(triangles) == pytest.approx(area(np.array(fan)) if fan else 0.0, abs=1e-6)


def test_cells_without_a_finite_value_have_no_surface():
    values = np.where(X < 0, np.nan, Z)
    triangles = level_surface((AXIS, AXIS, AXIS), values, 0.05)
    assert len(triangles) and triangles[:, :, 0].min() >= 0
    assert level_surface((AXIS, AXIS, AXIS), Z, 5.0).shape == (0, 3, 3)


def test_uneven_box():
    box = np.array([[0.0, 1000.0], [-1e-3, 1e-3], [5.0, 6.0]])
    polygon = plane_in_box(np.array([1e-3, 100.0, 1.0]), 6.0, box)
    assert len(polygon) >= 3
    assert (polygon >= box[:, 0] - 1e-9).all() and (polygon <= box[:, 1] + 1e-9).all()


def test_plane_is_seen_nearly_from_its_side():
    for weights in ([1.0, 0.0, 0.0], [1.0, -1.0, 0.2], [0.1, 0.2, 1.0], [-1.0, 1.0, 1.0]):
        normal = np.array(weights) / np.linalg.norm(weights)
        elevation, azimuth = np.deg2rad(viewpoint(normal))
        sight = [np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth), np.sin(elevation)]
        assert abs(sight @ normal) < 0.75  # a level plane can't be seen from lower than 15 degrees
        assert viewpoint(normal) == viewpoint(-normal)


def test_main_normal_of_a_plane_is_its_normal():
    box = np.array([[0.0, 10.0], [0.0, 1.0], [0.0, 2.0]])
    grid = tuple(np.linspace(*side, 6) for side in box)
    x, y, z = np.meshgrid(*grid, indexing="ij")
    triangles = level_surface(grid, x / 10 + 2 * y - z / 2, 1.0)
    expected = np.array([1.0, 2.0, -1.0]) / np.sqrt(6)
    assert abs(main_normal(triangles, box) @ expected) == pytest.approx(1.0)
