"""What units mean: those of a user, and which of them are one and the same."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pint
import pytest

from nldt.data.units import has_own_zero, read_units, unit_vectors
from nldt.errors import InputError
from nldt.model.feature import Feature

NAMES = ["mass", "length", "colour"]
FEATURES = [Feature(), Feature(), Feature("category", ("blue", "red"))]


def unit(text):
    return read_units({"mass": text}, NAMES, FEATURES)[0]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("kg", "kg"),
        ("kilogram", "kg"),
        ("kN/m**2", "kN/m²"),
        ("mm^3", "mm³"),
        ("m²", "m²"),
        ("N·m", "N·m"),
        ("inch", "in"),
        ("degC", "°C"),
        ("%", "%"),
        ("1", ""),
        ("", ""),
        ("dimensionless", ""),
    ],
)
def test_units_are_read_as_pint_reads_them(text, shown):
    assert str(unit(text)) == shown


def test_columns_that_are_not_named_are_plain_numbers():
    assert [str(unit) for unit in read_units({1: "m"}, NAMES, FEATURES)] == ["", "m", ""]


@pytest.mark.parametrize(
    ("units", "words"),
    [
        ({"mas": "kg"}, "units: the table has no column 'mas'; did you mean 'mass'?"),
        ({5: "kg"}, "units: the table has no column 5; give a name or a whole number from 0 to 2"),
        ({"mass": "kg", 0: "g"}, "units: column 'mass' is named twice, as 'mass' and as 0"),
        ({"colour": "nm"}, "units: column 'colour' holds no numbers, and so it has no unit: leave it out"),
        ({"mass": "kgg"}, "units: 'kgg' of column 'mass' is no unit: pint does not know 'kgg'; did you mean 'kg'?"),
        ({"mass": "furlng"}, "units: 'furlng' of column 'mass' is no unit: pint does not know 'furlng'; did you mean"),
        ({"mass": "m2"}, "units: 'm2' of column 'mass' is no unit: pint does not know 'm2'; did you mean 'm**2'?"),
        ({"mass": "100 kg"}, "units: '100 kg' of column 'mass' is no unit; write it as"),
        ({"mass": "kg+"}, "units: 'kg+' of column 'mass' is no unit; write it as"),
        ({"mass": "kg**m"}, "units: 'kg**m' of column 'mass' is no unit; write it as"),
    ],
)
def test_bad_units_are_refused_in_one_line(units, words):
    with pytest.raises(InputError) as refusal:
        read_units(units, NAMES, FEATURES)
    assert str(refusal.value).startswith(words) and "\n" not in str(refusal.value)


SAME = [("J", "N*m"), ("kg*m**2/s**2", "J"), ("rad", "1"), ("l", "dm**3"), ("mm*m", "m*mm"), ("Hz", "1/s")]
DIFFERENT = [("mm", "m"), ("kg", "m"), ("deg", "rad"), ("%", "1"), ("degC", "K"), ("degC", "degF"), ("degC", "1")]


@pytest.mark.parametrize(("pair", "same"), [*((p, True) for p in SAME), *((p, False) for p in DIFFERENT)], ids=str)
def test_units_are_the_same_where_their_vectors_are(pair, same):
    first, second = unit_vectors([unit(text) for text in pair])
    assert bool(np.allclose(first, second, atol=1e-9)) is same


def test_units_are_the_same_where_pint_converts_one_to_the_other_by_1():
    registry = pint.get_application_registry()
    simple = ["kN/m**2", "mm", "inch", "kg", "s", "MPa", "g/mm"]
    texts = [f"({a})**{p}/({b})**{q}" for a in simple for b in simple for p, q in ((1, 1), (2, 1), (1, 3))]
    vectors, units = unit_vectors([unit(text) for text in texts]), [registry.Unit(text) for text in texts]
    for a, vector in enumerate(vectors):
        for b in range(0, len(texts), 7):
            compatible = units[a].is_compatible_with(units[b])
            same = compatible and np.isclose(registry.Quantity(1.0, units[a]).to(units[b]).magnitude, 1.0, atol=0)
            assert bool(np.allclose(vector, vectors[b], rtol=0, atol=1e-9)) is bool(same), (texts[a], texts[b])


@pytest.mark.parametrize(
    ("text", "own"), [("degC", True), ("degF", True), ("dB", True), ("K", False), ("W/degC", False)]
)
def test_some_units_have_a_zero_of_their_own(text, own):
    assert has_own_zero(unit(text)) is own


def test_units_that_the_application_defines_are_known():
    pint.get_application_registry().define("nldt_test_unit = 3 * kg")
    assert str(unit("nldt_test_unit/m")) == "nldt_test_unit/m"


WITHOUT_PINT = """
import sys
sys.modules["pint"] = None
import numpy as np
from nldt import NLDTClassifier
X, y = np.arange(40.0).reshape(20, 2) + 1, np.repeat([0, 1], 10)
NLDTClassifier(random_state=0).fit(X, y)
try:
    NLDTClassifier(units={0: "kg"}).fit(X, y)
except ValueError as error:
    print(error)
"""


def test_without_pint_a_line_says_what_to_install():
    done = subprocess.run([sys.executable, "-c", WITHOUT_PINT], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["the meaning of units needs pint: pip install 'nldt[units]'"]


@pytest.mark.parametrize("unit", ["EUR", "usd", "€", "€/kg"])
def test_currencies_are_told_of(unit):
    with pytest.raises(InputError, match="pint has no currencies; leave the column out"):
        read_units({"price": unit}, ["price"], [Feature()])
