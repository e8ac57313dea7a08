"""The optimization problems behind the truss, welded-beam and ZDT data: variables, objectives, constraints.

Truss and welded beam are those of Deb and Srinivasan's innovization study, which the paper cites; ZDT1 to ZDT3 those of
Zitzler, Deb and Thiele with 30 variables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class DesignProblem:
    """Two objectives to be minimised over a box; a design is feasible where no constraint exceeds 0."""

    title: str
    variables: tuple[str, ...]
    lower: tuple[float, ...]
    upper: tuple[float, ...]
    n_constraints: int
    objectives: Callable[[Floats], Floats]  # (designs, variables) → (designs, 2)
    constraints: Callable[[Floats], Floats]  # (designs, variables) → (designs, n_constraints)

    def violation(self, X: Floats) -> Floats:
        """The sum of the constraints that are not met, as far as they exceed 0."""
        excess: Floats = np.maximum(self.constraints(X), 0)
        return excess.sum(axis=1)


def truss_objectives(X: Floats) -> Floats:
    """Volume of two bars that carry 100 kN between them (m³), and the larger of their stresses (kPa).

    x1 and x2 are the bars' cross-sections (m²), x3 is the height of the truss (m), the literature's y.
    """
    x1, x2, x3 = X.T
    long, short = np.sqrt(16 + x3**2), np.sqrt(1 + x3**2)
    with np.errstate(divide="ignore"):  # a bar without cross-section
        stress = np.maximum(20 * long / (x3 * x1), 80 * short / (x3 * x2))
    return np.column_stack([x1 * long + x2 * short, stress])


def truss_constraints(X: Floats) -> Floats:
    """No stress above 100 MPa."""
    return truss_objectives(X)[:, 1:] - 1e5


def welded_beam_objectives(X: Floats) -> Floats:
    """Cost of a beam welded to a wall, and the deflection of its free end (inch)."""
    h, l, t, b = X.T  # noqa: E741
    cost = 1.10471 * h**2 * l + 0.04811 * t * b * (14 + l)
    return np.column_stack([cost, 2.1952 / (b * t**3)])


def welded_beam_constraints(X: Floats) -> Floats:
    """Shear stress of the weld, bending stress, weld no thicker than the beam, buckling; each relative to its limit."""
    h, l, t, b = X.T  # noqa: E741
    force, length = 6000.0, 14.0
    radius = np.sqrt(0.25 * (l**2 + (h + t) ** 2))
    direct = force / (np.sqrt(2) * h * l)
    twist = force * (length + l / 2) * radius / (np.sqrt(2) * h * l * (l**2 / 12 + 0.25 * (h + t) ** 2))
    shear = np.sqrt(direct**2 + twist**2 + direct * twist * l / radius)
    bending = 6 * force * length / (b * t**2)
    buckling = 64746.022 * (1 - 0.0282346 * t) * t * b**3
    return np.column_stack([shear / 13600 - 1, bending / 30000 - 1, (h - b) / (5 - 0.125), 1 - buckling / force])


def zdt1_objectives(X: Floats) -> Floats:
    """Its Pareto set is x2 = … = x30 = 0, as is that of ZDT2; ZDT3's is a part of it."""
    x1, g = X[:, 0], _zdt_g(X)
    return np.column_stack([x1, g * (1 - np.sqrt(x1 / g))])


def zdt2_objectives(X: Floats) -> Floats:
    x1, g = X[:, 0], _zdt_g(X)
    return np.column_stack([x1, g * (1 - (x1 / g) ** 2)])


def zdt3_objectives(X: Floats) -> Floats:
    x1, g = X[:, 0], _zdt_g(X)
    return np.column_stack([x1, g * (1 - np.sqrt(x1 / g) - x1 / g * np.sin(10 * np.pi * x1))])


def _zdt_g(X: Floats) -> Floats:
    sums: Floats = X[:, 1:].sum(axis=1)
    return 1 + 9 / (X.shape[1] - 1) * sums


def _zdt(title: str, objectives: Callable[[Floats], Floats]) -> DesignProblem:
    names = tuple(f"x{i}" for i in range(1, 31))
    return DesignProblem(title, names, (0.0,) * 30, (1.0,) * 30, 0, objectives, lambda X: np.empty((len(X), 0)))


DESIGN_PROBLEMS = {
    "truss": DesignProblem(
        "Truss-2D", ("x1", "x2", "x3"), (0.0, 0.0, 1.0), (0.01, 0.01, 3.0), 1, truss_objectives, truss_constraints
    ),
    "welded-beam": DesignProblem(
        "welded beam",
        ("h", "l", "t", "b"),  # height and length of the weld, height and width of the beam, in inches
        (0.125, 0.1, 0.1, 0.125),
        (5.0, 10.0, 10.0, 5.0),
        4,
        welded_beam_objectives,
        welded_beam_constraints,
    ),
    "zdt1": _zdt("ZDT1", zdt1_objectives),
    "zdt2": _zdt("ZDT2", zdt2_objectives),
    "zdt3": _zdt("ZDT3", zdt3_objectives),
}
