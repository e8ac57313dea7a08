"""Classes as a target: what follows from their sums, against a look at every row."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nldt.model.target import KINDS, Classes

COST = np.array([1.0, 0.5, 3.0])
CLASSES = Classes(np.array(["a", "b", "c"], dtype=object), COST)

rows = st.lists(st.tuples(st.integers(0, 2), st.integers(1, 5)), min_size=1, max_size=30)


@given(rows)
def test_sums_are_those_of_the_rows(given_rows):
    values, evidence = (np.array(column) for column in zip(*given_rows, strict=True))
    sums = CLASSES.sums(values, evidence.astype(float))
    assert sums.tolist() == [sum(e for v, e in given_rows if v == k) for k in range(3)]
    assert sums.tolist() == CLASSES.row_sums(values, evidence.astype(float)).sum(axis=0).tolist()


@given(rows, st.integers(0, 30))
def test_what_sums_tell_is_what_the_rows_tell(given_rows, cut):
    values, evidence = (np.array(column) for column in zip(*given_rows, strict=True))
    sums = CLASSES.sums(values, evidence.astype(float))
    masses = [sum(e * COST[v] for v, e in given_rows if v == k) for k in range(3)]
    assert CLASSES.n_rows(sums) == evidence.sum()
    assert CLASSES.mass(sums) == sum(masses)
    assert CLASSES.right(sums) == max(masses)
    assert masses[CLASSES.answers(sums)] == max(masses)
    shares = np.array(masses) / sum(masses)
    assert CLASSES.shares(sums) == pytest.approx(shares)
    assert CLASSES.impurity(sums, "gini") == pytest.approx(1 - (shares**2).sum())
    part = CLASSES.sums(values[:cut], evidence[:cut].astype(float))
    assert CLASSES.rest(sums, part).tolist() == CLASSES.sums(values[cut:], evidence[cut:].astype(float)).tolist()


def test_costs_that_are_alike_are_none():
    assert CLASSES.has_costs
    assert not Classes(np.arange(2), np.array([4.0, 4.0])).has_costs
    assert not Classes.alike(np.arange(2)).has_costs


@pytest.mark.parametrize("values", [np.array(["a", "b"]), np.array([1, 2], dtype=np.int8), np.array([False, True])])
def test_a_document_keeps_the_classes(values):
    entry = Classes(values, np.array([1.0, 2.0]), is_counted=False).to_document()
    assert set(entry) == set(Classes.document_schema)
    again = KINDS["classes"].from_document(entry)
    assert (again.values.tolist(), again.values.dtype) == (values.tolist(), values.dtype)
    assert (again.cost.tolist(), again.is_counted) == ([1.0, 2.0], False)


def test_labels_are_plain_whatever_they_were():
    labels = Classes.alike(np.array([np.str_("x"), np.str_("y")], dtype=object)).labels(np.ones((1, 2)))
    assert [type(label) for label in labels] == [str, str]


@pytest.mark.parametrize("sums", [[[0.0, 0.0, 0.0]], [[-1.0, 2.0, 0.0]]])
def test_sums_that_no_rows_have_are_refused(sums):
    with pytest.raises(ValueError, match="no rows"):
        CLASSES.check(np.array(sums))
