"""Where a function of three variables takes a value: triangles by marching tetrahedra, and planes in a box."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# A cube as six tetrahedra around its diagonal: each walks from corner 0 to corner 7 along the three axes in some order.
TETRAHEDRA = [
    [(0, 0, 0), *np.cumsum(np.eye(3, dtype=int)[list(order)], axis=0).tolist()] for order in permutations(range(3))
]
AZIMUTHS = [side + turn for side in (-180, -90, 0, 90) for turn in range(25, 70, 5)]  # no axis is seen end-on


def level_surface(grid: tuple[Floats, Floats, Floats], values: Floats, level: float) -> Floats:
    """Triangles of shape (count, 3 corners, 3 coordinates) on which the values, linear in between, equal the level.

    Parameters
    ----------
    grid : three rising arrays
        Coordinates along each axis.
    values : array of the shape that the grid spans
        Cells with a value that is not finite have no surface.
    level : float
        The value.

    Examples
    --------
    >>> axis = np.linspace(0.0, 1.0, 3)
    >>> x, y, z = np.meshgrid(axis, axis, axis, indexing="ij")
    >>> triangles = level_surface((axis, axis, axis), x + y + z, 1.2)
    >>> bool(np.allclose(triangles.sum(axis=2), 1.2))
    True
    """
    places = np.stack(np.meshgrid(*grid, indexing="ij"), axis=-1)
    offset = values - level
    triangles = []
    for corners in TETRAHEDRA:
        corner_places = np.stack([_shifted(places, corner) for corner in corners], axis=1)
        corner_values = np.stack([_shifted(offset, corner) for corner in corners], axis=1)
        usable = np.isfinite(corner_values).all(axis=1)
        triangles.append(_cut(corner_places[usable], corner_values[usable]))
    return np.concatenate(triangles)


def _shifted(array: NDArray[np.float64], corner: tuple[int, ...]) -> Floats:
    """The entries at one corner of every cube, in a row."""
    window = tuple(slice(step, size - 1 + step) for step, size in zip(corner, array.shape[:3], strict=True))
    return array[window].reshape(-1, *array.shape[3:])


def _cut(places: Floats, values: Floats) -> Floats:
    """Triangles in which tetrahedra are cut: one where a corner stands alone, two where they stand in pairs."""
    below = values < 0
    found = [np.empty((0, 3, 3))]
    for alone in range(4):
        others = [corner for corner in range(4) if corner != alone]
        cut = (below[:, others] != below[:, [alone]]).all(axis=1)
        found.append(np.stack([_crossing(places[cut], values[cut], alone, other) for other in others], axis=1))
    for first, second in ((0, 1), (0, 2), (0, 3)):
        third, fourth = (corner for corner in range(4) if corner not in (first, second))
        paired = (below[:, first] == below[:, second]) & (below[:, third] == below[:, fourth])
        cut = paired & (below[:, first] != below[:, third])
        edges = [(first, third), (first, fourth), (second, fourth), (second, third)]  # round the quadrilateral
        ring = [_crossing(places[cut], values[cut], *edge) for edge in edges]
        found += [np.stack([ring[0], ring[1], ring[2]], axis=1), np.stack([ring[0], ring[2], ring[3]], axis=1)]
    return np.concatenate(found)


def _crossing(places: Floats, values: Floats, first: int, second: int) -> Floats:
    """Where the values cross zero between two corners."""
    share = values[:, first] / (values[:, first] - values[:, second])
    return places[:, first] + share[:, None] * (places[:, second] - places[:, first])


def plane_in_box(weights: Floats, level: float, box: Floats) -> Floats:
    """Corners, in order, of the polygon in which the plane ``weights . x = level`` cuts a box of shape (3, 2).

    Examples
    --------
    >>> unit = np.array([[0.0, 1.0]] * 3)
    >>> plane_in_box(np.array([0.0, 0.0, 1.0]), 0.5, unit)[:, 2].tolist()
    [0.5, 0.5, 0.5, 0.5]
    >>> len(plane_in_box(np.array([1.0, 1.0, 1.0]), 1.5, unit)), len(plane_in_box(np.array([1.0, 0.0, 0.0]), 2.0, unit))
    (6, 0)
    """
    corners = np.array(np.meshgrid([0, 1], [0, 1], [0, 1], indexing="ij")).reshape(3, -1).T
    scaled = weights * (box[:, 1] - box[:, 0])
    excess = corners @ scaled + weights @ box[:, 0] - level
    cuts = []
    for i, j in combinations(range(8), 2):
        if np.abs(corners[i] - corners[j]).sum() == 1 and (excess[i] < 0) != (excess[j] < 0):
            share = excess[i] / (excess[i] - excess[j])
            cuts.append(corners[i] + share * (corners[j] - corners[i]))
    if not cuts:
        return np.empty((0, 3))
    ring = np.array(cuts)
    return box[:, 0] + ring[_order_around(ring, scaled)] * (box[:, 1] - box[:, 0])


def _order_around(ring: Floats, normal: Floats) -> NDArray[np.intp]:
    """The order of points of a convex polygon by their angle around its centre."""
    start = np.eye(3)[np.argmin(np.abs(normal))]
    across = np.cross(normal, start)
    along = np.cross(across, normal)
    spokes = ring - ring.mean(axis=0)
    scale = np.linalg.norm(across), np.linalg.norm(along)
    return np.argsort(np.arctan2(spokes @ across / scale[0], spokes @ along / scale[1]), kind="stable")


def viewpoint(normal: Floats) -> tuple[float, float]:
    """Elevation and azimuth, as near as may be to matplotlib's own, from which the plane appears narrow."""
    elevation, azimuth = (angle.ravel() for angle in np.meshgrid(np.arange(15, 45, 5), AZIMUTHS, indexing="ij"))
    up, round_ = np.deg2rad(elevation), np.deg2rad(azimuth)
    sight = np.stack([np.cos(up) * np.cos(round_), np.cos(up) * np.sin(round_), np.sin(up)], axis=1)
    seen = np.abs(sight @ normal) / np.linalg.norm(normal)
    turn = np.abs((azimuth + 60 + 180) % 360 - 180) / 180
    best = int(np.argmin(np.abs(seen - 0.2) + 0.15 * turn + 0.003 * np.abs(elevation - 25)))
    return float(elevation[best]), float(azimuth[best])


def main_normal(triangles: Floats, box: Floats) -> Floats:
    """The direction that most of a surface faces, in units of the box."""
    scaled = triangles / np.ptp(box, axis=1)
    normals = np.cross(scaled[:, 1] - scaled[:, 0], scaled[:, 2] - scaled[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    normals, lengths = normals[lengths > 0], lengths[lengths > 0]
    # Triangles have no common orientation: the largest eigenvector of their outer products has none to lose.
    return np.linalg.eigh((normals / lengths[:, None]).T @ normals)[1][:, -1]
