"""What a search gives back is checked once: mended where that is harmless, refused with its name where it is not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from own_searches import Answers
from quick_models import quick

from nldt import InputError, load_model
from nldt.search import Candidate, SearchOutcome
from nldt.search.outcome import checked

X = np.random.default_rng(0).uniform(0.55, 0.95, (60, 3))  # so that their units are those of the search
Y = X[:, 0] > 0.75
GOOD = Candidate(np.array([[1, 0, 0]], dtype=np.int8), np.array([1.0]), -np.inf, 0.75, 0.3)
OTHER = Candidate(np.array([[1, 1, 0]], dtype=np.int8), np.array([1.0]), -np.inf, 0.6, 0.1)
NAN = float("nan")

UNUSABLE_RULES = {
    "impurity below zero": replace(GOOD, impurity=-5.0),
    "infinite impurity": replace(GOOD, impurity=np.inf),
    "exponent that no file holds": replace(GOOD, exponents=np.array([[-128, 0, 0]])),
    "no candidate": "a tuple in best, not a Candidate",
    "too few features": replace(GOOD, exponents=np.array([[1, 0]])),
    "one dimension": replace(GOOD, exponents=np.array([1, 0, 0])),
    "no term": replace(GOOD, exponents=np.zeros((0, 3), dtype=np.int8), weights=np.zeros(0)),
    "constant term": replace(GOOD, exponents=np.array([[1, 0, 0], [0, 0, 0]]), weights=np.ones(2)),
    "beyond int8": replace(GOOD, exponents=np.array([[300, 0, 0]])),
    "not whole": replace(GOOD, exponents=np.array([[0.5, 0, 0]])),
    "not numbers": replace(GOOD, exponents=np.array([["1", "0", "0"]])),
    "NaN weight": replace(GOOD, weights=np.array([NAN])),
    "weights of other terms": replace(GOOD, weights=np.ones(2)),
    "weights in words": replace(GOOD, weights=["one"]),
    "crossed ends": replace(GOOD, low=2.0, high=1.0),
    "NaN end": replace(GOOD, high=NAN),
    "no impurity": replace(GOOD, impurity=None),
    "NaN impurity": replace(GOOD, impurity=NAN),
    "impurity in words": replace(GOOD, impurity="low"),
    "NaN bits": replace(GOOD, side_bits=(NAN, 1.0)),
    "one side": replace(GOOD, side_bits=(1.0,)),
}


def refusal(search) -> str:
    with pytest.raises(InputError) as caught:
        quick(search=search, max_depth=2).fit(X, Y)
    assert str(caught.value).startswith("search Answers: find_split returned ")
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("rule", UNUSABLE_RULES.values(), ids=UNUSABLE_RULES)
def test_a_rule_that_can_not_be_used_is_refused_and_the_search_is_named(rule):
    message = refusal(Answers(SearchOutcome(rule)))
    assert "in best" in message or "can't be read" in message
    if isinstance(rule, Candidate):
        refusal(Answers(SearchOutcome(GOOD, [GOOD, rule])))


@pytest.mark.parametrize(
    "outcome",
    [
        None,
        GOOD,
        (GOOD, [GOOD]),
        3,
        SearchOutcome(GOOD, None),
        SearchOutcome(GOOD, generations=-5),
        SearchOutcome(GOOD, generations=np.inf),
        SearchOutcome(GOOD, promising=[0, 3]),
        SearchOutcome(GOOD, promising=[0.5]),
        SearchOutcome(GOOD, promising="all"),
    ],
)
def test_what_is_no_outcome_is_refused(outcome):
    refusal(Answers(outcome))


def test_a_front_without_the_best_rule_gets_it():
    classifier = quick(search=Answers(SearchOutcome(GOOD, [OTHER])), max_depth=1).fit(X, Y)
    assert [point.complexity for point in classifier.fronts_[0]] == [1, 2]
    assert classifier.with_rule(0, 1).to_text() == classifier.to_text()


def test_numbers_of_other_types_become_those_that_files_hold(tmp_path):
    typed = Candidate(np.array([[1.0, 0, 0]]), [1], -np.inf, np.float32(GOOD.high), np.float64(0.3))
    outcome = SearchOutcome(typed, [typed], np.int64(3), np.int32(4), np.bool_(True))
    classifier = quick(search=Answers(outcome), max_depth=1).fit(X, Y)
    assert classifier.rules_[0].exponents.dtype == np.int8
    classifier.save(tmp_path / "model.json")
    with pytest.warns(UserWarning, match="'Answers' is not registered"):
        assert load_model(tmp_path / "model.json").search_report_ == classifier.search_report_


def test_a_half_space_from_below_is_written_from_above():
    """Rules without an upper end made a leaf, silently."""
    upper = replace(GOOD, low=GOOD.high, high=np.inf)
    classifier = quick(search=Answers(SearchOutcome(upper)), max_depth=1).fit(X, Y)
    assert classifier.n_rules_ == 1
    assert (classifier.rules_[0].goes_left(X) == (X[:, 0] >= GOOD.high)).all()


def test_a_usable_outcome_stays_as_it_is():
    outcome = SearchOutcome(OTHER, [GOOD, OTHER], 5, 9, False)
    same = checked(outcome, Answers(outcome), n_features=3)
    assert (same.generations, same.structures_evaluated, same.complete) == (5, 9, False)
    assert same.best is same.front[1] and len(same.front) == 2
    for before, after in zip(outcome.front, same.front, strict=True):
        assert after.exponents is before.exponents and after.weights is before.weights
        assert (after.low, after.high, after.impurity, after.side_bits) == (
            before.low,
            before.high,
            before.impurity,
            before.side_bits,
        )


def test_no_best_rule_makes_a_leaf():
    assert quick(search=Answers(SearchOutcome(None, [GOOD]))).fit(X, Y).n_rules_ == 0
