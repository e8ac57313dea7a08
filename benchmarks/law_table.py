"""Laws of physics, medicine and engineering, as data: features with their ranges, terms, and where the law says yes.

A law is written in the shortest way that it can be: a creatinine clearance below 60 is
``age + 4320·creatinine/weight ≥ 140``, of length 3, not the textbook's quotient of length 5. No end is fitted: it is a
round number near a known limit where there is one, with ranges in which both answers are common.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from nldt.model.rule import SplitRule
from nldt.write.formula import format_rule

Kind = Literal["sum", "product", "quotient", "mixture", "band", "centred", "threshold", "flags"]


@dataclass(frozen=True)
class Feature:
    """What a column is drawn from: a range, evenly or evenly in its logarithm, or 0 and 1 with a share of ones."""

    low: float = 0.0
    high: float = 1.0
    log: bool = False
    ones: float | None = None

    def draw(self, random: np.random.Generator, n_rows: int) -> NDArray[np.float64]:
        """Some values."""
        if self.ones is not None:
            return (random.random(n_rows) < self.ones).astype(np.float64)
        if self.log:
            return np.exp(random.uniform(np.log(self.low), np.log(self.high), n_rows))
        return random.uniform(self.low, self.high, n_rows)


@dataclass(frozen=True)
class Term:
    """A weight times a product of powers: ``Term(2, v=2, r=-1)`` is 2·v²/r."""

    weight: float
    powers: Mapping[str, int]

    def __init__(self, weight: float, /, **powers: int) -> None:
        object.__setattr__(self, "weight", float(weight))
        object.__setattr__(self, "powers", powers)


@dataclass(frozen=True)
class Law:
    """Yes where ``low ≤ the sum of the terms ≤ high``."""

    name: str
    field: Literal["physics", "medicine", "engineering"]
    kind: Kind
    features: Mapping[str, Feature]
    terms: tuple[Term, ...]
    low: float = -inf
    high: float = inf

    @property
    def rule(self) -> SplitRule:
        """The law over its own features."""
        exponents = [[term.powers.get(name, 0) for name in self.features] for term in self.terms]
        return SplitRule(exponents, [term.weight for term in self.terms], self.low, self.high)

    @property
    def length(self) -> int:
        """Number of non-zero exponents."""
        return self.rule.complexity

    @property
    def formula(self) -> str:
        """As nldt prints it."""
        return format_rule(self.rule, list(self.features))

    def draw(self, random: np.random.Generator, n_rows: int) -> NDArray[np.float64]:
        """Rows of the law's own features."""
        return np.column_stack([feature.draw(random, n_rows) for feature in self.features.values()])


def flags(share: float, *names: str) -> dict[str, Feature]:
    """Columns of 0 and 1."""
    return {name: Feature(ones=share) for name in names}


LAWS = (
    Law(
        "fever",
        "medicine",
        "threshold",
        {"temperature": Feature(36.0, 41.0)},
        (Term(1, temperature=1),),
        low=38.0,
    ),
    Law(
        "mean arterial pressure above 100",
        "medicine",
        "sum",
        {"systolic": Feature(90, 200), "diastolic": Feature(50, 115)},
        (Term(1, systolic=1), Term(2, diastolic=1)),
        low=300,
    ),
    Law(
        "LDL cholesterol after Friedewald",
        "medicine",
        "sum",
        {"cholesterol": Feature(130, 300), "hdl": Feature(25, 90), "triglycerides": Feature(50, 390)},
        (Term(1, cholesterol=1), Term(-1, hdl=1), Term(-0.2, triglycerides=1)),
        low=130,
    ),
    Law(
        "alveolar-arterial gradient",
        "medicine",
        "sum",
        {"inspired_oxygen": Feature(0.21, 0.6), "carbon_dioxide": Feature(25, 70), "oxygen": Feature(50, 350)},
        (Term(713, inspired_oxygen=1), Term(-1.25, carbon_dioxide=1), Term(-1, oxygen=1)),
        low=60,
    ),
    Law(
        "energy of a day's food",
        "medicine",
        "sum",
        {
            "carbohydrate": Feature(150, 400),
            "protein": Feature(40, 180),
            "fat": Feature(30, 140),
            "alcohol": Feature(0, 60),
        },
        (Term(4, carbohydrate=1), Term(4, protein=1), Term(9, fat=1), Term(7, alcohol=1)),
        low=2500,
    ),
    Law(
        "load on a hoist of five crates",
        "engineering",
        "sum",
        {f"crate_{letter}": Feature(10, 200) for letter in "abcde"},
        tuple(Term(1, **{f"crate_{letter}": 1}) for letter in "abcde"),
        low=550,
    ),
    Law(
        "main fuse of six circuits",
        "engineering",
        "sum",
        {f"current_{number}": Feature(0, 16) for number in range(1, 7)},
        tuple(Term(1, **{f"current_{number}": 1}) for number in range(1, 7)),
        low=50,
    ),
    Law(
        "Joule heat",
        "physics",
        "product",
        {"current": Feature(0.5, 5), "resistance": Feature(1, 20)},
        (Term(1, current=2, resistance=1),),
        low=80,
    ),
    Law(
        "drag of a car",
        "physics",
        "product",
        {"coefficient": Feature(0.25, 0.6), "area": Feature(1.6, 3.2), "speed": Feature(15, 45)},
        (Term(0.6, coefficient=1, area=1, speed=2),),
        low=500,
    ),
    Law(
        "insulin resistance (HOMA)",
        "medicine",
        "product",
        {"glucose": Feature(70, 140), "insulin": Feature(2, 16)},
        (Term(1, glucose=1, insulin=1),),
        low=1012.5,
    ),
    Law(
        "power of a wind turbine",
        "engineering",
        "product",
        {"diameter": Feature(20, 120), "wind": Feature(3, 15)},
        (Term(1, diameter=2, wind=3),),
        low=3.0e6,
    ),
    Law(
        "turbulent flow in a pipe (Reynolds)",
        "physics",
        "quotient",
        {
            "density": Feature(700, 1100),
            "velocity": Feature(0.05, 2),
            "diameter": Feature(0.005, 0.05),
            "viscosity": Feature(0.0005, 0.02, log=True),
        },
        (Term(1, density=1, velocity=1, diameter=1, viscosity=-1),),
        low=4000,
    ),
    Law(
        "pressure of an ideal gas",
        "physics",
        "quotient",
        {"moles": Feature(0.5, 5), "temperature": Feature(200, 600), "volume": Feature(10, 100)},
        (Term(0.0831446, moles=1, temperature=1, volume=-1),),
        low=2,
    ),
    Law(
        "car slides in a bend",
        "physics",
        "quotient",
        {"speed": Feature(8, 30), "radius": Feature(30, 120), "friction": Feature(0.3, 0.9)},
        (Term(1, speed=2, radius=-1, friction=-1),),
        low=9.81,
    ),
    Law(
        "body mass index above 25",
        "medicine",
        "quotient",
        {"weight": Feature(45, 110), "height": Feature(1.5, 2.0)},
        (Term(1, weight=1, height=-2),),
        low=25,
    ),
    Law(
        "shock index",
        "medicine",
        "quotient",
        {"heart_rate": Feature(50, 150), "systolic": Feature(80, 180)},
        (Term(1, heart_rate=1, systolic=-1),),
        low=0.9,
    ),
    Law(
        "bending stress of a beam",
        "engineering",
        "quotient",
        {
            "force": Feature(500, 5000),
            "length": Feature(0.5, 3),
            "width": Feature(30, 80),
            "height": Feature(50, 120),
        },
        (Term(6000, force=1, length=1, width=-1, height=-2),),
        low=60,
    ),
    Law(
        "Euler buckling of a column",
        "engineering",
        "quotient",
        {
            "load": Feature(10, 100),
            "length": Feature(1, 4),
            "modulus": Feature(70, 210),
            "inertia": Feature(10, 60),
        },
        (Term(100, load=1, length=2, modulus=-1, inertia=-1),),
        low=9.87,
    ),
    Law(
        "factor of safety below 1.5",
        "engineering",
        "quotient",
        {"yield_stress": Feature(200, 500), "area": Feature(50, 400), "force": Feature(20000, 90000)},
        (Term(1, yield_stress=1, area=1, force=-1),),
        high=1.5,
    ),
    Law(
        "departure from the earth with energy to spare",
        "physics",
        "mixture",
        {"speed": Feature(3, 14), "distance": Feature(6.4, 40)},
        (Term(1, speed=2), Term(-797.2, distance=-1)),
        low=30,
    ),
    Law(
        "photoelectron of half a volt",
        "physics",
        "mixture",
        {"wavelength": Feature(150, 450), "work_function": Feature(2.0, 5.5)},
        (Term(1240, wavelength=-1), Term(-1, work_function=1)),
        low=0.5,
    ),
    Law(
        "energy enough for the loop",
        "physics",
        "mixture",
        {"speed": Feature(2, 20), "height": Feature(0, 20)},
        (Term(1, speed=2), Term(19.62, height=1)),
        low=350,
    ),
    Law(
        "creatinine clearance below 60 (Cockcroft and Gault)",
        "medicine",
        "mixture",
        {"age": Feature(20, 90), "creatinine": Feature(0.6, 2.5), "weight": Feature(45, 110)},
        (Term(1, age=1), Term(4320, creatinine=1, weight=-1)),
        low=140,
    ),
    Law(
        "heat flux through a wall",
        "engineering",
        "mixture",
        {
            "inside": Feature(15, 30),
            "outside": Feature(-15, 15),
            "thickness": Feature(0.1, 0.5),
            "conductivity": Feature(0.2, 1.0),
        },
        (Term(1, inside=1), Term(-1, outside=1), Term(-40, thickness=1, conductivity=-1)),
        low=0,
    ),
    Law(
        "cavitation at a pump",
        "engineering",
        "mixture",
        {"pressure": Feature(50, 250), "vapour_pressure": Feature(1, 40), "velocity": Feature(5, 20)},
        (Term(1, pressure=1), Term(-1, vapour_pressure=1), Term(-0.75, velocity=2)),
        high=0,
    ),
    Law(
        "axial force and bending together",
        "engineering",
        "mixture",
        {
            "axial": Feature(50, 500),
            "axial_strength": Feature(500, 1200),
            "moment": Feature(5, 80),
            "moment_strength": Feature(60, 150),
        },
        (Term(1, axial=1, axial_strength=-1), Term(1, moment=1, moment_strength=-1)),
        low=0.8,
    ),
    Law(
        "three resistors in parallel",
        "physics",
        "mixture",
        {"resistor_a": Feature(10, 100), "resistor_b": Feature(10, 100), "resistor_c": Feature(10, 100)},
        (Term(1, resistor_a=-1), Term(1, resistor_b=-1), Term(1, resistor_c=-1)),
        low=0.08,
    ),
    Law(
        "normal potassium",
        "medicine",
        "band",
        {"potassium": Feature(2.5, 6.5)},
        (Term(1, potassium=1),),
        low=3.5,
        high=5,
    ),
    Law(
        "normal anion gap",
        "medicine",
        "band",
        {"sodium": Feature(130, 150), "chloride": Feature(95, 112), "bicarbonate": Feature(15, 32)},
        (Term(1, sodium=1), Term(-1, chloride=1), Term(-1, bicarbonate=1)),
        low=8,
        high=16,
    ),
    Law(
        "flow near its critical depth (Froude)",
        "engineering",
        "band",
        {"velocity": Feature(1, 6), "depth": Feature(0.3, 2)},
        (Term(1, velocity=2, depth=-1),),
        low=5,
        high=15,
    ),
    Law(
        "sharp image of a thin lens",
        "physics",
        "band",
        {"object": Feature(150, 800), "image": Feature(40, 90), "focal": Feature(35, 70)},
        (Term(1000, object=-1), Term(1000, image=-1), Term(-1000, focal=-1)),
        low=-2.5,
        high=2.5,
    ),
    Law(
        "well damped suspension",
        "engineering",
        "band",
        {"damping": Feature(500, 4000), "stiffness": Feature(10000, 40000), "mass": Feature(200, 500)},
        (Term(1, damping=2, stiffness=-1, mass=-1),),
        low=0.3,
        high=1.2,
    ),
    Law(
        "ring around a source",
        "physics",
        "band",
        {"east": Feature(-10, 10), "north": Feature(-10, 10)},
        (Term(1, east=2), Term(1, north=2)),
        low=36,
        high=81,
    ),
    Law(
        "strain rules over rotation (Okubo and Weiss)",
        "physics",
        "centred",
        {"shear_xy": Feature(-2, 2), "shear_yx": Feature(-2, 2), "stretch": Feature(-2, 2)},
        (Term(1, shear_xy=1, shear_yx=1), Term(1, stretch=2)),
        low=1,
    ),
    Law(
        "work of a force in the plane",
        "physics",
        "centred",
        {
            "force_x": Feature(-10, 10),
            "force_y": Feature(-10, 10),
            "way_x": Feature(-5, 5),
            "way_y": Feature(-5, 5),
        },
        (Term(1, force_x=1, way_x=1), Term(1, force_y=1, way_y=1)),
        low=5,
    ),
    Law(
        "yielding after von Mises",
        "engineering",
        "centred",
        {"stress_x": Feature(-300, 300), "stress_y": Feature(-300, 300), "shear": Feature(-150, 150)},
        (Term(1, stress_x=2), Term(-1, stress_x=1, stress_y=1), Term(1, stress_y=2), Term(3, shear=2)),
        low=90000,
    ),
    Law(
        "severe pneumonia (CURB-65)",
        "medicine",
        "flags",
        flags(0.3, "confusion", "urea", "breathing", "pressure", "age"),
        tuple(Term(1, **{flag: 1}) for flag in ("confusion", "urea", "breathing", "pressure", "age")),
        low=2,
    ),
    Law(
        "two of three sensors",
        "engineering",
        "flags",
        flags(0.45, "sensor_a", "sensor_b", "sensor_c"),
        tuple(Term(1, **{flag: 1}) for flag in ("sensor_a", "sensor_b", "sensor_c")),
        low=2,
    ),
)
