"""The benchmarks' variants of the fast search leave out what they say, and nothing of them stays behind."""

from __future__ import annotations

import numpy as np
import pytest
from ablations import VARIANTS
from pages import BY_HAND, publish

from nldt import FastSearch, NLDTClassifier
from nldt.datasets import load
from nldt.search.fast import rule_shapes, selection

BY_NAME = {variant.name: variant for variant in VARIANTS}


def fitted(name: str) -> NLDTClassifier:
    variant, data = BY_NAME[name], load("ds4", 0)
    with variant.patch():
        classifier = NLDTClassifier(search=variant.search(), random_state=0, **variant.parameters)
        return classifier.fit(data.X, data.y)


@pytest.mark.parametrize("name", BY_NAME)
def test_every_variant_finds_a_rule_and_leaves_the_product_as_it_was(name):
    parts = FastSearch.archive_type, rule_shapes.SHARPNESS_BITS, selection._plainness
    classifier = fitted(name)
    data = load("ds4", 0)
    assert classifier.score(data.X, data.y) > 0.95
    assert parts == (FastSearch.archive_type, rule_shapes.SHARPNESS_BITS, selection._plainness)


@pytest.mark.parametrize("name", ["exact ends", "good first directions"])
def test_stand_ins_measure_what_predict_does(name):
    """Impurities that the search reports are those of the rules on the rows."""
    data = load("iris", 0)
    variant = BY_NAME[name]
    with variant.patch():
        classifier = NLDTClassifier(search=variant.search(), max_depth=1, random_state=0).fit(data.X, data.y)
    left = classifier.rules_[0].goes_left(data.X.to_numpy())
    sides = [data.y[side].value_counts().to_numpy() for side in (left, ~left)]
    impurity = sum(counts.sum() - (counts**2).sum() / counts.sum() for counts in sides) / len(data.y)
    chosen = next(point for point in classifier.fronts_[0] if point.rule is classifier.rules_[0])
    assert chosen.impurity == pytest.approx(impurity, abs=1e-9)


def test_without_the_cache_the_rule_is_the_same_and_more_structures_are_solved():
    whole, without = fitted("nothing"), fitted("cache")
    assert without.to_text() == whole.to_text()
    assert without.search_report_.structures_evaluated > whole.search_report_.structures_evaluated


def test_without_margins_ends_lie_beside_the_last_value_inside():
    """And in the middle of their gaps with them; either way at both ends, since DS4's rule is a band."""
    rows = load("ds4", 0).X.to_numpy()
    for name, place in (("margins and rounding", 1e-6), ("rounding", 0.5)):
        rule = fitted(name).rules_[0]
        values = rule.value(rows)
        inside = values[rule.goes_left(rows)]
        above, below = values[values > rule.high], values[values < rule.low]
        assert (rule.high - inside.max()) / (above.min() - inside.max()) == pytest.approx(place, rel=1e-3)
        assert (inside.min() - rule.low) / (inside.min() - below.max()) == pytest.approx(place, rel=1e-3)


def test_without_description_length_every_impure_node_is_split():
    random = np.random.default_rng(0)
    X, y = random.uniform(1, 2, (200, 3)), random.integers(0, 2, 200)
    variant = BY_NAME["description length"]
    with variant.patch():
        grown = NLDTClassifier(search=variant.search(), max_depth=1, random_state=0, **variant.parameters).fit(X, y)
    assert NLDTClassifier(max_depth=1, random_state=0).fit(X, y).n_rules_ == 0
    assert grown.n_rules_ == 1


def test_a_page_measured_anew_keeps_what_people_wrote(tmp_path):
    page = tmp_path / "page.md"
    publish(page, "Old", "make it", ["one"])
    page.write_text(page.read_text() + f"\n{BY_HAND}\n\nMuch.\n")
    publish(page, "New", "make it", ["two"])
    assert page.read_text().startswith("# New\n\ntwo\n")
    assert page.read_text().endswith(f"\n\n{BY_HAND}\n\nMuch.\n")
    assert page.read_text().count(BY_HAND) == 1
