"""The stand-in: its size, its labels, and the physics against text-book numbers."""

import numpy as np
import pytest

from nldt.datasets import load, objectives
from nldt.datasets.auto_stand_in import search_bodies
from nldt.datasets.car_body import BEAMS, LOWER, REQUIREMENTS, UPPER, VARIABLES, CarBodies, Section


def body(**changes):
    """The body in the middle of all ranges, with some variables changed."""
    values = dict(zip(VARIABLES, (LOWER + UPPER) / 2, strict=True))
    assert set(changes) <= set(values)
    return CarBodies(np.array([list({**values, **changes}.values())]))


def test_size_of_the_papers_problem():
    data = load("auto-stand-in")
    assert data.X.shape == (1184, 36)
    assert data.y.value_counts().to_dict() == {"bad": 996, "good": 188}
    assert len(REQUIREMENTS) == CarBodies(data.X.to_numpy()).constraints().shape[1] == 8
    assert "stand-in" in data.name and "Stand-in" in data.description


@pytest.mark.parametrize("seed", range(3))
def test_good_bodies_are_feasible_and_lighter_than_any_other_feasible_one(seed):
    data = load("auto-stand-in", seed)
    X, good = data.X.to_numpy(), (data.y == "good").to_numpy()
    assert ((X >= LOWER) & (X <= UPPER)).all()
    assert not data.X.duplicated().any()
    feasible = (CarBodies(X).constraints() <= 0).all(axis=1)
    mass = objectives("auto-stand-in", X)[:, 0]
    assert feasible[good].all()
    assert mass[good].max() < mass[~good & feasible].min()
    # Both kinds of bad bodies are there, light ones too: mass alone tells nothing.
    assert 0.2 < feasible[~good].mean() < 0.8
    assert (mass[~good & ~feasible] < mass[good].max()).sum() > 20


def test_all_good_bodies_of_the_search_are_taken():
    bodies = search_bodies(np.random.default_rng(4))
    feasible = (CarBodies(bodies).constraints() <= 0).all(axis=1)
    lightest = np.sort(CarBodies(bodies).mass()[feasible])[:188]
    data = load("auto-stand-in", 4)
    np.testing.assert_array_equal(objectives("auto-stand-in", data.X[data.y == "good"])[:, 0], lightest)


def test_seed_decides_the_bodies():
    assert load("auto-stand-in", 1).X.equals(load("auto-stand-in", 1, quick=True).X)
    assert not load("auto-stand-in", 1).X.equals(load("auto-stand-in", 2).X)


def test_a_box_is_the_difference_of_two_rectangles():
    width, height, wall = 80.0, 120.0, 1e-4  # thin: terms of higher order vanish
    section = Section(width, height, wall)
    outer, inner = (width + wall, height + wall), (width - wall, height - wall)
    area = outer[0] * outer[1] - inner[0] * inner[1]
    inertia = (outer[0] * outer[1] ** 3 - inner[0] * inner[1] ** 3) / 12
    plastic = (outer[0] * outer[1] ** 2 - inner[0] * inner[1] ** 2) / 4
    assert section.area == pytest.approx(area, rel=1e-6)
    assert section.inertia == pytest.approx(inertia, rel=1e-6)
    assert section.plastic_modulus == pytest.approx(plastic, rel=1e-6)
    assert section.torsion == pytest.approx(4 * (width * height) ** 2 * wall / (2 * (width + height)))  # Bredt
    assert section.lying.inertia == Section(height, width, wall).inertia != section.inertia


def test_figures_of_the_middle_body_are_those_of_a_small_car():
    car = body()
    assert 80 < car.mass()[0] < 130  # kg
    assert 25 < car.body_frequency()[0] < 50  # Hz
    assert 5 < car.engine_frequency()[0] < 10
    assert car.engine_frequency()[0] == pytest.approx(np.sqrt(4 * 90e3 / 180) / (2 * np.pi))  # k = 90 kN/m, 180 kg
    assert 30e3 < car.crush_energy()[0] < 100e3  # J


@pytest.mark.parametrize(
    ("quantity", "variable", "power"),
    [
        ("bending_stiffness", "wheelbase", -3),
        ("engine_frequency", "mount_stiffness", 0.5),
        ("crush_energy", "front_rail_thickness", 5 / 3),
        ("crush_energy", "rail_yield", 1),
        ("crush_energy", "crush_length", 1),
    ],
)
def test_power_laws(quantity, variable, power):
    index = VARIABLES.index(variable)
    low, high = LOWER[index], UPPER[index]
    ratio = getattr(body(**{variable: high}), quantity)() / getattr(body(**{variable: low}), quantity)()
    assert ratio[0] == pytest.approx((high / low) ** power)


def test_every_variable_counts():
    """Each changes the mass or a requirement."""
    for variable, low, high in zip(VARIABLES, LOWER, UPPER, strict=True):
        first, second = body(**{variable: low}), body(**{variable: high})
        assert first.mass() != second.mass() or (first.constraints() != second.constraints()).any(), variable


@pytest.mark.parametrize("beam", BEAMS)
def test_every_beam_is_needed(beam):
    """Thicker walls make a body heavier and help at least one requirement: there is a trade-off in each."""
    index = VARIABLES.index(f"{beam}_thickness")
    thin, thick = body(**{VARIABLES[index]: LOWER[index]}), body(**{VARIABLES[index]: UPPER[index]})
    assert thick.mass() > thin.mass()
    assert (thick.constraints() < thin.constraints()).any()
