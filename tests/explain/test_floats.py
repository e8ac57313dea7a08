"""Bisection over the floats and short decimals."""

from __future__ import annotations

import math
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nldt.explain.floats import LARGEST, shortest_decimal, switches

finite = st.floats(allow_nan=False, allow_infinity=False)


@given(finite.filter(lambda x: x > -LARGEST))
def test_a_step_is_found_to_the_last_bit_among_all_floats(step):
    found = switches(lambda x: x >= step, np.array([-LARGEST, LARGEST]))
    assert found.tolist() == [math.nextafter(step, -math.inf), step]


def test_each_change_between_points_is_found_and_no_other():
    found = switches(lambda x: np.abs(x) < 2.0, np.array([-9.0, 0.0, 1.0, 9.0]))
    below = math.nextafter(2.0, 0.0)
    assert found.tolist() == [-2.0, -below, below, 2.0]
    assert len(switches(lambda x: x > 20.0, np.array([-9.0, 0.0, 9.0]))) == 0


@given(finite, finite)
def test_a_short_decimal_lies_between_its_ends(start, stop):
    assert min(start, stop) <= shortest_decimal(start, stop) <= max(start, stop)


@given(st.floats(1e-3, 1e3), st.floats(1e-3, 1.0), st.sampled_from([-1, 1]))
def test_no_decimal_between_the_ends_is_shorter(start, share, sign):
    stop = start * (1 + share)
    found = shortest_decimal(sign * start, sign * stop)
    digits = -int(Decimal(repr(found)).normalize().as_tuple().exponent)
    coarser = 10.0 ** (digits - 1)
    assert math.floor(stop * coarser) < start * coarser * (1 + 1e-12)


@pytest.mark.parametrize(
    ("start", "stop", "short"),
    [
        (0.123456, 0.1239, 0.1235),
        (0.12391, 0.123456, 0.1239),
        (-1.0, 5e-104, 0.0),
        (17.0, 17.0, 17.0),
        (1.21, 1.99, 1.3),
        (1.99, 1.21, 1.9),
        (5e-324, 1e-323, 1e-323),
    ],
)
def test_the_decimal_nearest_to_the_start_is_taken(start, stop, short):
    assert shortest_decimal(start, stop) == short
