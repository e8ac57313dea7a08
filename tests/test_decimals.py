"""Short decimals: they read back as the same number, and the shortest one in a gap is found."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from nldt.decimals import neighbours, number_text, round_to, short_between, significant_digits

FINITE = st.floats(allow_nan=False, allow_infinity=False)
ORDINARY = st.floats(1e-9, 1e9) | st.floats(-1e9, -1e-9)


@given(FINITE | st.decimals(-1000, 1000, places=3).map(float))
@example(5e-324)
@example(1.7976931348623157e308)
def test_a_printed_number_reads_back_as_the_same_number(value):
    assert float(number_text(value)) == value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-0.0, "0"),
        (3.0, "3"),
        (-1200000.0, "-1200000"),
        (1e7, "1e7"),
        (12345678.0, "12345678"),
        (123456789012.0, "123456789012"),
        (0.0001, "0.0001"),
        (0.00012, "0.00012"),
        (0.000012, "1.2e-5"),
        (8.3e-07, "8.3e-7"),
        (1e100, "1e100"),
        (float("inf"), "inf"),
    ],
)
def test_numbers_are_written_as_people_write_them(value, text):
    assert number_text(value) == text


@given(FINITE.filter(bool))
def test_digits_are_those_of_the_decimal(value):
    digits, exponent = significant_digits(value)
    written = Decimal(repr(abs(value))).normalize()
    assert digits == "".join(map(str, written.as_tuple().digits))
    assert exponent == written.adjusted()


@given(ORDINARY, st.integers(1, 12))
def test_neighbours_enclose_the_number_and_have_its_digits(value, digits):
    around = neighbours(value, digits)
    assert around[0] == round_to(value, digits)
    assert all(len(significant_digits(number)[0]) <= digits for number in around)
    if len(around) == 1:
        assert around == [value]
    else:
        assert min(around) < value < max(around)
        # No decimal of so many digits lies between them: their middle needs one more.
        assert len(significant_digits(round_to(sum(around) / 2, 15))[0]) > digits


def decimals_inside(low: float, high: float, digits: int) -> list[float]:
    """All decimals of so many digits between two numbers, by going through them (or the first few)."""
    found = []
    for exponent in range(-12, 12):
        unit = Decimal(10) ** (exponent - digits + 1)
        count = int(Decimal(low) / unit) - 1
        for k in range(count, count + 400):
            number = float(k * unit)
            if k and len(str(abs(k))) <= digits and low < number < high:
                found.append(number)
    return found


@given(st.decimals(-50, 50, places=3), st.decimals("0.001", 3, places=3))
def test_the_shortest_decimal_is_found_up_to_a_digit_spent_on_the_middle(low, width):
    low, high = float(low), float(low + width)
    decimal = short_between(low, high)
    assert low < decimal < high
    digits = len(significant_digits(decimal)[0])
    fewest = 0 if low < 0 < high else next(d for d in range(1, 9) if decimals_inside(low, high, d))
    assert fewest <= digits <= fewest + 1
    middle, quarter = (low + high) / 2, (high - low) / 4
    if digits > fewest:
        assert abs(decimal - middle) <= quarter
        assert abs((round_to(middle, fewest) if fewest else 0.0) - middle) > quarter
    elif digits:
        nearest = min(abs(other - middle) for other in decimals_inside(low, high, digits))
        assert abs(decimal - middle) == pytest.approx(nearest)


@given(ORDINARY, ORDINARY)
def test_an_end_stays_in_its_gap(one, other):
    low, high = sorted([one, other])
    assume(low < high)
    decimal = short_between(low, high)
    assert low <= decimal < high


def test_where_nothing_lies_between_it_is_the_lower_one():
    assert short_between(1.0, 1.0000000000000002) == 1.0
    assert short_between(1.0, 1.0000000000000004) == 1.0000000000000002
