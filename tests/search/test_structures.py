"""Structures, their canonical form and names, and the space that they come from."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from upper_level import PAPER_EXPONENTS, row_set, space, spaces_and_structures, structures

from nldt.errors import InputError
from nldt.search.structures import concatenate, structure_space

some = settings(max_examples=80, deadline=None)


def shuffled_rows(members, random):
    exponents = members.exponents.copy()
    for matrix in exponents:
        random.shuffle(matrix, axis=0)
    return structures(exponents, members.modulus)


# --- canonical form ---


@some
@given(spaces_and_structures())
def test_the_order_of_rows_does_not_change_the_canonical_form(case):
    _, members, random = case
    np.testing.assert_array_equal(members.canonical().exponents, shuffled_rows(members, random).canonical().exponents)


@some
@given(spaces_and_structures())
def test_the_canonical_form_has_the_same_rows_inactive_ones_last(case):
    _, members, _ = case
    for before, after in zip(members.exponents, members.canonical().exponents, strict=True):
        assert row_set(before) == row_set(after)
        active = after.any(axis=1).tolist()
        assert active == sorted(active, reverse=True)


@some
@given(spaces_and_structures())
def test_the_canonical_form_of_a_canonical_form_is_itself(case):
    _, members, _ = case
    once = members.canonical()
    np.testing.assert_array_equal(once.exponents, once.canonical().exponents)
    np.testing.assert_array_equal(once.modulus, members.modulus)


def test_structures_that_differ_have_different_canonical_forms():
    matrices = [[[1, 2], [0, 0]], [[1, 0], [0, 2]], [[2, 1], [0, 0]], [[-1, 2], [0, 0]], [[1, 2], [1, 2]]]
    forms = {matrix.tobytes() for matrix in structures(matrices).canonical().exponents}
    assert len(forms) == len(matrices)


def test_every_order_of_rows_has_one_canonical_form():
    rows = [[1, -3, 0], [0, 0, 0], [-128, 127, 5], [1, -3, 1]]
    forms = {matrix.tobytes() for matrix in structures(list(permutations(rows))).canonical().exponents}
    assert len(forms) == 1


# --- names ---


@some
@given(spaces_and_structures(min_size=2))
def test_canonical_structures_share_a_name_if_and_only_if_they_are_equal(case):
    _, members, random = case
    again = concatenate([members, shuffled_rows(members, random)])
    names = again.canonical().digests(b"salt")
    keys = [(row_set(m), bool(f)) for m, f in zip(again.exponents, again.modulus, strict=True)]
    for i in range(len(again)):
        for j in range(i):
            assert (names[i] == names[j]) == (keys[i] == keys[j])


def test_names_depend_on_the_salt_and_the_modulus_flag():
    pair = structures([[[1, 2]], [[1, 2]]], [False, True])
    assert len({*pair.digests(b"a"), *pair.digests(b"b")}) == 4
    assert pair.digests(b"a") == pair.digests(b"a")
    assert {len(name) for name in pair.digests(b"a")} == {16}


# --- arrays of structures ---


@some
@given(spaces_and_structures())
def test_complexity_counts_the_exponents_that_are_not_zero(case):
    _, members, _ = case
    expected = [sum(e != 0 for row in matrix for e in row) for matrix in members.exponents.tolist()]
    assert members.complexity.tolist() == expected
    assert members.canonical().complexity.tolist() == expected


@some
@given(spaces_and_structures(min_size=2))
def test_parts_make_up_the_whole(case):
    _, members, _ = case
    whole = concatenate([members[:1], members[1:]])
    np.testing.assert_array_equal(whole.exponents, members.exponents)
    np.testing.assert_array_equal(whole.modulus, members.modulus)
    assert len(whole) == len(members) == len(members.modulus)


# --- the space ---


def sets_of(chosen):
    return [row[:count].tolist() for row, count in zip(chosen.values, chosen.counts, strict=True)]


def test_one_set_of_exponents_serves_every_feature():
    assert sets_of(space(3, PAPER_EXPONENTS)) == [list(PAPER_EXPONENTS)] * 3


def test_sets_are_sorted_without_repeats_and_with_zero():
    assert sets_of(space(1, (3, -1, 3, 2))) == [[-1, 0, 2, 3]]


def test_a_mapping_names_features_by_name_or_index_the_rest_as_the_default():
    chosen = space(3, {"x2": (1,), 2: (-1, 1)})
    assert sets_of(chosen) == [list(PAPER_EXPONENTS), [0, 1], [-1, 0, 1]]


def test_features_keep_the_exponents_that_the_scaling_allows():
    def allows(feature, exponent):
        return feature == 0 or exponent in (1, 2)

    chosen = structure_space(PAPER_EXPONENTS, PAPER_EXPONENTS, ["a", "b"], [0, 1], allows, 3, None, True)
    assert sets_of(chosen) == [list(PAPER_EXPONENTS), [0, 1, 2]]


def test_all_columns_of_a_feature_have_the_exponents_that_are_asked_for_it():
    chosen = structure_space({"b": [1]}, [-1, 2], ["a", "b"], [1, 0, 1], lambda j, e: True, 3, None, True)
    assert sets_of(chosen) == [[0, 1], [-1, 0, 2], [0, 1]]


def test_short_sets_are_padded_with_their_last_value():
    chosen = space(2, {0: (0, 1), 1: PAPER_EXPONENTS})
    assert chosen.values[0].tolist() == [0, 1, 1, 1, 1, 1, 1]


def test_features_without_an_exponent_are_not_usable():
    assert space(3, {1: (0,)}).usable.tolist() == [0, 2]


@pytest.mark.parametrize(("given_limit", "limit"), [(None, 4), (1, 1), (3, 3)])
def test_no_limit_of_features_per_term_means_all_features(given_limit, limit):
    assert space(4, most_features=given_limit).max_features_per_term == limit


def test_a_space_without_any_exponent_is_refused():
    with pytest.raises(InputError, match=r"exponents=\(-2, -1\) leaves no exponent to use"):
        space(2, (-2, -1), divisible=False)
    with pytest.raises(InputError, match="leaves no exponent to use"):
        space(2, (0,))


def test_exponents_of_a_column_that_it_can_not_have_are_refused():
    with pytest.raises(InputError, match=r"exponents: column 'x2' can have none of \[-2, -1\]"):
        space(2, {"x2": (-2, -1)}, divisible=False)
    assert sets_of(space(2, {"x2": (-2, 1)}, divisible=False))[1] == [0, 1]


@pytest.mark.parametrize("key", ["x9", 2, -1, 1.5, None])
def test_an_unknown_feature_is_refused_by_name(key):
    with pytest.raises(InputError, match="exponents: the table has no column") as refusal:
        space(2, {key: (0, 1)})
    assert repr(key) in str(refusal.value)


def test_a_whole_number_of_numpy_is_an_index_too():
    assert sets_of(space(2, {np.int64(1): (0, 1)}))[1] == [0, 1]


@some
@given(st.sets(st.integers(-5, 5)).filter(any), st.booleans())
def test_only_allowed_exponents_and_zero_are_in_a_set(exponents, divisible):
    expected = sorted({e for e in exponents if divisible or e > 0} | {0})
    if expected == [0]:
        with pytest.raises(InputError):
            space(1, tuple(exponents), divisible=divisible)
    else:
        assert sets_of(space(1, tuple(exponents), divisible=divisible)) == [expected]
