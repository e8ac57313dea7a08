"""The laws of `make bench-laws` are what they claim to be, and are judged as the page says."""

from __future__ import annotations

import numpy as np
import pytest
from law_table import LAWS, Law
from laws import LEAST_ACCURACY, USELESS, Result, Task, make_rows, page, run, share_found
from told_structure import accuracy_if_told

from nldt import NLDTClassifier

EACH = pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)


def result(law: Law, wrong: float = 0.0, **found: object) -> Result:
    """A law that is found, unless told otherwise."""
    usual = {"accuracy": LEAST_ACCURACY, "rules": 1, "length": law.length, "formula": law.formula, "cpu": 0.1}
    usual["accuracy_if_told"] = 100.0
    return Result(Task(law, 200, wrong, 0), **{**usual, **found})


def test_there_are_laws_enough_of_every_kind_and_field():
    assert len({law.name for law in LAWS}) == len(LAWS) >= 24
    assert {law.field for law in LAWS} == {"physics", "medicine", "engineering"}
    kinds = {"sum", "product", "quotient", "mixture", "band", "centred", "threshold", "flags"}
    assert {law.kind for law in LAWS} == kinds
    assert {law.length for law in LAWS if law.kind == "sum"} >= {2, 3, 4, 5, 6}
    assert all(law.rule.is_band == (law.kind == "band") for law in LAWS)


@EACH
def test_the_search_may_write_the_law(law):
    allowed = NLDTClassifier().exponents
    powers = [term.powers for term in law.terms]
    assert all(exponent in allowed and exponent != 0 for each in powers for exponent in each.values())
    assert {name for each in powers for name in each} == set(law.features)
    both_signs = {name for name, feature in law.features.items() if feature.low <= 0}
    assert all(each[name] > 0 for each in powers for name in both_signs & set(each))


@EACH
def test_both_answers_are_common_and_no_feature_is_useless(law):
    random = np.random.default_rng(0)
    rows = law.draw(random, 20_000)
    says = law.rule.goes_left(rows)
    assert min(says.mean(), 1 - says.mean()) >= 0.3
    for place in range(rows.shape[1]):
        shuffled = rows.copy()
        shuffled[:, place] = random.permutation(rows[:, place])
        assert np.mean(law.rule.goes_left(shuffled) != says) > 0.02


@EACH
def test_the_law_itself_is_right_on_every_row_of_its_tables(law):
    X, y = make_rows(law, 200, seed=1, part="training")
    assert X.shape == (200, len(law.features) + len(USELESS))
    assert np.array_equal(law.rule.goes_left(X[list(law.features)].to_numpy()), y)
    again, _ = make_rows(law, 200, seed=1, part="training")
    other, _ = make_rows(law, 200, seed=1, part="test")
    assert X.equals(again)
    assert list(other) == list(X)
    assert not other.equals(X)


@pytest.mark.parametrize(
    ("found", "counts"),
    [
        ({}, True),
        ({"length": 1}, True),
        ({"rules": 2}, False),
        ({"length": 3}, False),
        ({"accuracy": LEAST_ACCURACY - 0.005}, False),
    ],
)
def test_a_law_is_found_by_one_rule_that_is_short_and_right(found, counts):
    law = next(law for law in LAWS if law.length == 2)
    assert result(law, **found).found == counts


@pytest.mark.parametrize("kind", ["threshold", "sum", "quotient", "band", "centred"])
def test_whoever_is_told_the_structure_finds_the_numbers(kind):
    law = next(law for law in LAWS if law.kind == kind)
    tables = [make_rows(law, 2_000, seed=0, part=part) for part in ("training", "test")]
    assert accuracy_if_told(law, *tables) >= LEAST_ACCURACY


def test_every_law_counts_alike_whatever_its_seeds():
    first, second = LAWS[:2]
    results = [result(first), result(second, rules=2), result(second, rules=2)]
    assert share_found(results) == 50.0
    assert share_found(results, told=True) == 100.0


def test_the_page_tells_what_was_found_instead():
    law = LAWS[0]
    results = [run(Task(law, 200, wrong, 0)) for wrong in (0.0, 0.1)]
    results += [result(LAWS[1], wrong, rules=2, formula="nothing like it") for wrong in (0.0, 0.1)]
    text = "\n".join(page(results))
    assert law.formula in text
    assert "nothing like it" in text
