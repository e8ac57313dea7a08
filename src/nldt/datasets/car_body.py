"""A car body of 36 variables, its mass and eight requirements: the physics of the auto-industry stand-in.

Ten kinds of thin-walled steel box beams (width, height and wall thickness each, in mm) and six further variables.
Lengths are in mm, forces in N, stresses and moduli in N/mm² (MPa), masses in kg.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

YOUNG, SHEAR, POISSON = 210e3, 81e3, 0.3  # of steel
DENSITY = 7.85e-6  # kg/mm³
GRAVITY = 9.81  # m/s²
EQUIPMENT_MASS = 900.0  # all of the car that is not body
ENGINE_MASS = 180.0
FLOOR_AREA = 1400.0 * 1600.0
SIDES = ("width", "height", "thickness")
IMPACT_SPEED = 56 / 3.6  # m/s


@dataclass(frozen=True)
class Beam:
    """How many there are, how long, and the ranges of width, height and wall thickness."""

    count: int
    length: float  # 0: it follows from other variables
    width: tuple[float, float]
    height: tuple[float, float]
    thickness: tuple[float, float]


BEAMS = {
    "front_rail": Beam(2, 0, (50, 90), (80, 140), (1.2, 2.8)),
    "rear_rail": Beam(2, 1000, (50, 90), (70, 120), (1.0, 2.4)),
    "rocker": Beam(2, 0, (70, 120), (100, 160), (0.9, 2.2)),
    "floor_beam": Beam(2, 1400, (60, 110), (50, 100), (0.8, 2.0)),
    "cowl_beam": Beam(1, 1400, (60, 120), (60, 120), (0.7, 1.6)),
    "a_pillar": Beam(2, 1000, (45, 80), (60, 100), (0.9, 2.2)),
    "b_pillar": Beam(2, 1150, (60, 110), (80, 140), (0.9, 2.4)),
    "roof_rail": Beam(2, 1700, (45, 80), (50, 90), (0.8, 1.8)),
    "roof_bow": Beam(2, 1150, (50, 90), (25, 50), (0.6, 1.4)),
    "bumper_beam": Beam(1, 1250, (60, 110), (50, 90), (1.2, 2.8)),
}
OTHER_VARIABLES = {
    "floor_thickness": (0.6, 1.2),  # mm
    "wheelbase": (2400.0, 2700.0),  # mm
    "crush_length": (450.0, 650.0),  # mm of the front rails
    "rail_yield": (280.0, 480.0),  # MPa, of rails and rockers
    "pillar_yield": (700.0, 1300.0),  # MPa
    "mount_stiffness": (50.0, 130.0),  # N/mm, each of four engine mounts
}
_RANGES = {
    **{f"{name}_{side}": getattr(beam, side) for name, beam in BEAMS.items() for side in SIDES},
    **OTHER_VARIABLES,
}
VARIABLES = tuple(_RANGES)
LOWER = np.array([low for low, _ in _RANGES.values()], dtype=np.float64)
UPPER = np.array([high for _, high in _RANGES.values()], dtype=np.float64)
REQUIREMENTS = (
    "bending stiffness",
    "torsional stiffness",
    "frequency",
    "front impact",
    "roof strength",
    "side impact",
    "buckling",
    "clearance",
)


class CarBodies:
    """Bodies, one a row of X, its columns in the order of ``VARIABLES``."""

    def __init__(self, X: Floats) -> None:
        values = dict(zip(VARIABLES, np.asarray(X, dtype=np.float64).T, strict=True))
        self.wheelbase, self.crush_length = values["wheelbase"], values["crush_length"]
        self.rail_yield, self.pillar_yield = values["rail_yield"], values["pillar_yield"]
        self.mount_stiffness, self.floor_thickness = values["mount_stiffness"], values["floor_thickness"]
        self.sections = {name: Section(*(values[f"{name}_{side}"] for side in SIDES)) for name in BEAMS}

    def mass(self) -> Floats:
        """The objective, in kg: beams and floor panel."""
        total = DENSITY * FLOOR_AREA * self.floor_thickness
        for name, beam in BEAMS.items():
            total = total + DENSITY * beam.count * self.sections[name].area * self._length(name)
        return total

    def constraints(self) -> Floats:
        """A column for each of ``REQUIREMENTS``: how far it is missed, relative to its limit; met where ≤ 0."""
        at_least = [
            self.bending_stiffness() / 2000,
            self.torsional_stiffness() / 1000,
            self.body_frequency() / (4.5 * self.engine_frequency()),
            self.crush_energy() / (0.4 * self._kinetic_energy()),
            self.roof_strength() / (4 * GRAVITY * self._car_mass()),
            self.side_strength() / 170e3,
            self.buckling_load() / 100e3,
        ]
        return np.column_stack([*(1 - ratio for ratio in at_least), self.front_travel() / 85 - 1])

    def bending_stiffness(self) -> Floats:
        """N/mm: rockers and roof rails as a beam on both axles, loaded between them."""
        return 48 * YOUNG * self._cell_inertia() / self.wheelbase**3

    def torsional_stiffness(self) -> Floats:
        """N·m per degree: front rails, passenger cell and rear rails as springs in series."""
        part = self.sections
        compliance = (
            self.crush_length / part["front_rail"].torsion
            + (self.wheelbase - 700) / (part["rocker"].torsion + part["roof_rail"].torsion)
            + BEAMS["rear_rail"].length / part["rear_rail"].torsion
        )
        return 2 * SHEAR / compliance * np.pi / 180 / 1e3

    def body_frequency(self) -> Floats:
        """Hz: first bending mode of a free beam that carries half of the car's mass."""
        stiffness = YOUNG * 1e3 * self._cell_inertia() / (0.5 * self._car_mass() * self.wheelbase**3)
        return 22.37 / (2 * np.pi) * np.sqrt(stiffness)

    def engine_frequency(self) -> Floats:
        """Hz: the engine on its four mounts."""
        return np.sqrt(4e3 * self.mount_stiffness / ENGINE_MASS) / (2 * np.pi)

    def crush_energy(self) -> Floats:
        """J: both front rails folded over three quarters of the crush length (Wierzbicki and Abramowicz)."""
        rail = self.sections["front_rail"]
        force = 13.06 * self.rail_yield * ((rail.width + rail.height) / 2) ** (1 / 3) * rail.thickness ** (5 / 3)
        return 2 * force * 0.75 * self.crush_length / 1e3

    def roof_strength(self) -> Floats:
        """N: hinges at both ends of the members of one side, at 70 % of the plastic moment."""
        part = self.sections
        moments = self.pillar_yield * (
            part["a_pillar"].plastic_modulus / BEAMS["a_pillar"].length
            + part["b_pillar"].plastic_modulus / BEAMS["b_pillar"].length
        ) + self.rail_yield * (
            part["roof_rail"].plastic_modulus / BEAMS["roof_rail"].length
            + part["roof_bow"].plastic_modulus / BEAMS["roof_bow"].length
        )
        return 0.7 * 2 * moments

    def side_strength(self) -> Floats:
        """N: collapse load of B-pillar and rocker, clamped at both ends and bent inwards."""
        pillar, rocker = self.sections["b_pillar"].lying, self.sections["rocker"].lying
        return 8 * (
            self.pillar_yield * pillar.plastic_modulus / BEAMS["b_pillar"].length
            + self.rail_yield * rocker.plastic_modulus / self._length("rocker")
        )

    def buckling_load(self) -> Floats:
        """N: both floor beams, with 30 thicknesses of panel on either side, at the flanges' critical stress."""
        beam = self.sections["floor_beam"]
        stress = 4 * np.pi**2 * YOUNG / (12 * (1 - POISSON**2)) * (beam.thickness / beam.width) ** 2
        return 2 * stress * (beam.area + 60 * self.floor_thickness**2)

    def front_travel(self) -> Floats:
        """Mm: bumper under 60 kN, cowl beam under 20 kN and engine under 10 g share the room behind the bumper."""
        bumper, cowl = self.sections["bumper_beam"].lying, self.sections["cowl_beam"].lying
        engine = 10 * GRAVITY * ENGINE_MASS / (4 * self.mount_stiffness)
        bumper_bends = 60e3 * BEAMS["bumper_beam"].length ** 3 / (48 * YOUNG * bumper.inertia)
        cowl_bends = 20e3 * BEAMS["cowl_beam"].length ** 3 / (48 * YOUNG * cowl.inertia)
        return engine + bumper_bends + cowl_bends

    def _length(self, name: str) -> Floats:
        if name == "front_rail":
            return self.crush_length + 300
        if name == "rocker":
            return self.wheelbase - 700
        return np.full_like(self.wheelbase, BEAMS[name].length)

    def _cell_inertia(self) -> Floats:
        return 2 * (self.sections["rocker"].inertia + self.sections["roof_rail"].inertia)

    def _car_mass(self) -> Floats:
        return self.mass() + EQUIPMENT_MASS

    def _kinetic_energy(self) -> Floats:
        return 0.5 * self._car_mass() * IMPACT_SPEED**2


@dataclass(frozen=True)
class Section:
    """A thin-walled box, bent about its horizontal axis."""

    width: Floats
    height: Floats
    thickness: Floats

    @property
    def lying(self) -> Section:
        """The same section bent about its vertical axis."""
        return Section(self.height, self.width, self.thickness)

    @property
    def area(self) -> Floats:
        return 2 * self.thickness * (self.width + self.height)

    @property
    def inertia(self) -> Floats:
        return self.thickness * self.height**2 * (self.height + 3 * self.width) / 6

    @property
    def torsion(self) -> Floats:
        """The torsion constant, by Bredt's second formula."""
        return 2 * self.thickness * (self.width * self.height) ** 2 / (self.width + self.height)

    @property
    def plastic_modulus(self) -> Floats:
        return self.thickness * self.height * (self.width + self.height / 2)
