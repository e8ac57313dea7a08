"""Units in print: symbols with their powers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nldt.model.unit import PLAIN_NUMBER, Unit

powers = st.lists(st.tuples(st.sampled_from(["kg", "m", "s", "°C"]), st.sampled_from([-2, -1, 1, 2, 0.5])), max_size=4)
units = powers.map(Unit.of)


@pytest.mark.parametrize(
    ("powers", "text"),
    [
        ([], ""),
        ([("kg", 1)], "kg"),
        ([("m", 2)], "m²"),
        ([("s", -1)], "1/s"),
        ([("W", 1), ("m", -2), ("K", -1)], "W/(m²·K)"),
        ([("m", 0.5), ("s", -10)], "m^(1/2)/s¹⁰"),
        ([("m", 1), ("m", 2)], "m³"),
        ([("m", 1), ("m", -1)], ""),
        ([("m", 1 / 3)], "m^(1/3)"),
    ],
)
def test_units_read_as_people_write_them(powers, text):
    assert str(Unit.of(powers)) == text
    assert bool(Unit.of(powers)) is bool(text)


@given(units, units, st.integers(-3, 3))
def test_powers_add_up_in_products(first, second, exponent):
    product = dict((first * second).powers)
    assert product == {
        symbol: power
        for symbol in {**dict(first.powers), **dict(second.powers)}
        if (power := dict(first.powers).get(symbol, Fraction(0)) + dict(second.powers).get(symbol, Fraction(0)))
    }
    assert dict((first**exponent).powers) == {s: p * exponent for s, p in first.powers if exponent}


@given(units)
def test_a_unit_over_itself_is_a_plain_number(unit):
    assert unit * unit**-1 == PLAIN_NUMBER == unit**0
