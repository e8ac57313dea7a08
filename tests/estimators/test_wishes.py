"""Wishes that limit structures: every rule of many fits keeps them, in the tree and on its fronts, by both searches."""

from __future__ import annotations

import json
import re
from itertools import combinations

import numpy as np
import pandas as pd
import pint
import pytest
from mixed_tables import mixed_table
from own_searches import BestThreshold
from quick_models import fingerprint, quick, tangled

from nldt import FastSearch, NLDTClassifier, PaperSearch, load_model
from nldt.datasets import load
from nldt.errors import InputError
from nldt.write.formula import TextFormulas

SEARCHES = [FastSearch(), PaperSearch(population=20, generations=6, lower_generations=10)]
searches = pytest.mark.parametrize("search", SEARCHES, ids=["fast", "paper"])


def every_rule(classifier):
    """The rules of the tree and of its fronts."""
    model = classifier.model_
    return [*model.rules, *(point.rule for front in model.fronts.values() for point in front)]


def factors(rule):
    """The terms of a rule as {feature: exponent}."""
    features = rule.basis.features
    return [{int(features[j]): int(term[j]) for j in np.flatnonzero(term)} for term in rule.exponents]


def random_table(seed, n_rows=160):
    """Rows whose classes follow from a random sum of products, and a little noise."""
    random = np.random.default_rng(seed)
    X = pd.DataFrame(random.uniform(0.5, 2.0, (n_rows, 5)), columns=list("abcde"))
    powers = random.integers(-1, 3, (2, 5)) * (random.random((2, 5)) < 0.5)
    powers[:, random.integers(5)] = 1
    value = (X.to_numpy()[:, None, :] ** powers).prod(axis=2) @ random.uniform(0.5, 1.5, 2)
    return X, value + 0.05 * random.standard_normal(n_rows) > np.median(value)


# ------------------------------------------------------------------ exponents


@searches
@pytest.mark.parametrize("seed", range(4))
def test_columns_have_the_exponents_that_are_wished_and_no_others(search, seed):
    wished = {"a": (1,), "c": (-2, 2), 4: (0, -1)}
    clf = NLDTClassifier(search=search, exponents=wished, random_state=seed).fit(*random_table(seed))
    allowed = {0: {1}, 2: {-2, 2}, 4: {-1}}
    for rule in every_rule(clf):
        for term in factors(rule):
            assert all(exponent in allowed.get(j, range(-3, 4)) for j, exponent in term.items())


# ------------------------------------------------------------------ forbidden


@searches
@pytest.mark.parametrize("seed", range(4))
def test_forbidden_columns_are_never_in_one_term(search, seed):
    groups = [("a", "b"), (2, 3, 4)]
    clf = NLDTClassifier(search=search, forbidden=groups, random_state=seed).fit(*random_table(seed))
    pairs = {(0, 1), (2, 3), (2, 4), (3, 4)}
    assert every_rule(clf)
    for rule in every_rule(clf):
        for term in factors(rule):
            assert not pairs & set(combinations(sorted(term), 2))


def test_a_law_whose_product_is_forbidden_is_found_as_well_as_may_be():
    X, _ = random_table(0, 400)
    y = X["a"] * X["b"] > X["c"]
    free = NLDTClassifier(random_state=0).fit(X, y)
    apart = NLDTClassifier(forbidden=[("a", "b")], random_state=0).fit(X, y)
    assert free.score(X, y) == 1.0 and apart.score(X, y) > 0.95
    assert {"a", "b", "c"} <= {X.columns[j] for j in apart.model_.used_features}  # in different terms


def test_all_indicators_of_a_category_are_meant():
    X, y = mixed_table(300)
    free = NLDTClassifier(max_depth=1, random_state=0).fit(X, y)  # two rules of one factor would say it, too
    assert any(len(term) > 1 for rule in free.rules_ for term in factors(rule))
    apart = NLDTClassifier(forbidden=[("colour", "size")], max_depth=1, random_state=0).fit(X, y)
    for rule in every_rule(apart):
        for term in rule.exponents:
            used = {rule.basis.columns[j].feature for j in np.flatnonzero(term)}
            assert not {0, 1} <= used


# ---------------------------------------------------------------------- units


UNITS = {"truss": {"x1": "m**2", "x2": "m**2", "x3": "m"}, "welded": dict.fromkeys("hltb", "inch")}
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


def assert_is_consistent(shown, units):
    """What is printed, read back with pint: each term has the unit of the others, and of the ends."""
    registry = pint.get_application_registry()
    text, _, unit = shown.removesuffix("]").partition(" [")
    unit = registry.Unit(unit)
    text = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda found: "**" + found[0].translate(SUPERSCRIPTS), text)
    parts = re.split("[≤≥]", text.replace("·", "*").replace("−", "-"))
    (total,) = [part for part in parts if re.search(rf"\b({'|'.join(units)})\b", part)]
    values = {name: registry.Quantity(1.5, own) for name, own in units.items()}
    for term in re.split(r" [+-] ", total.strip()):
        value = eval(term, {"__builtins__": {}}, values)  # a term of our own making
        assert np.isclose(registry.Quantity(1.0, value.units).to(unit).magnitude, 1.0), shown


@searches
@pytest.mark.parametrize("name", ["truss-6", "truss-9", "welded-beam-1", "welded-beam-10"])
def test_rules_of_designs_are_dimensionally_consistent(search, name):
    data, units = load(name, seed=0, quick=True), UNITS[name.split("-")[0]]
    clf = NLDTClassifier(search=search, units=units, random_state=0).fit(data.X, data.y)
    assert clf.rules_
    for rule in every_rule(clf):
        assert_is_consistent(printed(clf, rule), units)


def printed(clf, rule):
    return TextFormulas(clf.model_, "auto").rule(rule)


@pytest.mark.parametrize("name", ["truss-6", "welded-beam-10"])
def test_units_cost_little_accuracy(name):
    data, units = load(name, seed=0, quick=True), UNITS[name.split("-")[0]]
    free, kept = (NLDTClassifier(units=u, random_state=0).fit(data.X, data.y) for u in (None, units))
    assert kept.score(data.X, data.y) >= free.score(data.X, data.y) - 0.02


@searches
@pytest.mark.parametrize("seed", range(4))
def test_rules_of_random_tables_and_units_are_consistent(search, seed):
    random = np.random.default_rng(seed)
    units = dict(zip("abcde", random.choice(["m", "m**2", "mm", "s", "m/s", "1"], 5).tolist(), strict=True))
    clf = NLDTClassifier(search=search, units=units, random_state=seed).fit(*random_table(seed))
    for rule in every_rule(clf):
        assert_is_consistent(printed(clf, rule), units)


def test_a_sum_of_products_of_one_unit_is_found():
    random = np.random.default_rng(0)
    X = pd.DataFrame(random.uniform(1, 2, (400, 6)), columns=list("abcdef"))
    units = {"a": "m", "b": "m/s", "c": "s", "d": "kg", "e": "K", "f": "m**2/s"}
    y = X["a"] * X["b"] > X["f"] + 0.5
    clf = NLDTClassifier(units=units, random_state=0).fit(X, y)
    assert clf.score(X, y) > 0.99
    assert "[m²/s]" in clf.to_text()


def test_terms_of_units_of_another_size_are_not_added():
    X, _ = random_table(3, 400)
    y = X["a"] + X["b"] > 2.4
    same, other = (
        NLDTClassifier(units={"a": "m", "b": unit}, random_state=0).fit(X[["a", "b"]], y) for unit in ("m", "mm")
    )
    assert [len(rule.weights) for rule in same.rules_] == [2]
    assert all(len({tuple(term) for term in rule.exponents.tolist()}) == 1 for rule in every_rule(other))


@searches
def test_a_unit_with_a_zero_of_its_own_has_no_powers_and_no_products(search):
    X, y = random_table(2)
    clf = NLDTClassifier(search=search, units={"a": "degC", "b": "degC"}, random_state=0).fit(X, y)
    for rule in every_rule(clf):
        terms = factors(rule)
        for term in terms:
            if {0, 1} & term.keys():
                assert list(term.values()) == [1]
        assert len({bool({0, 1} & term.keys()) for term in terms}) == 1


def test_shifted_columns_are_plain_numbers_of_features_with_units():
    X, y = random_table(1)
    kept = NLDTClassifier(scaling="shift", units={"a": "kg", "b": "m"}, random_state=0).fit(X, y)
    free = NLDTClassifier(scaling="shift", random_state=0).fit(X, y)
    assert [rule.exponents.tolist() for rule in kept.rules_] == [rule.exponents.tolist() for rule in free.rules_]
    legend = [line for line in kept.to_text().splitlines() if line.startswith("  u1 = ")]
    assert all(line.endswith(", a in kg") for line in legend)


def test_categories_and_gaps_are_plain_numbers():
    X, y = mixed_table(300)
    clf = NLDTClassifier(units={"size": "cm"}, random_state=0).fit(X, y)
    assert clf.score(X, y) > 0.9
    assert "[cm]" in clf.to_text()
    for rule in every_rule(clf):
        sizes = {
            sum(int(e) for j, e in enumerate(term) if e and not rule.basis.columns[j].is_indicator)
            for term in rule.exponents
        }
        assert len(sizes) == 1


# ------------------------------------------------------------------ and all else


def test_without_wishes_models_are_the_same():
    X, y = tangled(80, n_classes=2)
    plain = NLDTClassifier(random_state=0).fit(X, y)
    for wishes in ({"forbidden": []}, {"forbidden": None, "units": None}, {"units": {}}, {"units": {0: "1"}}):
        assert fingerprint(NLDTClassifier(random_state=0, **wishes).fit(X, y)) == fingerprint(plain)


@searches
def test_model_files_keep_wishes_and_units(search, tmp_path):
    X, y = random_table(1)
    units = {"a": "kg*m**2/s**0.5", "b": "degC"}
    wishes = {"forbidden": [("a", "c"), ("b", "d", "e")], "units": units, "exponents": {"a": (0, 1)}}
    clf = NLDTClassifier(search=search, random_state=0, **wishes).fit(X, y)
    clf.save(tmp_path / "model.json")
    loaded = load_model(tmp_path / "model.json")
    assert loaded.to_text() == clf.to_text() and loaded.to_latex() == clf.to_latex()
    assert [feature.unit for feature in loaded.model_.features] == [feature.unit for feature in clf.model_.features]
    assert loaded.units == units and loaded.exponents == {"a": (0, 1)}
    assert [tuple(group) for group in loaded.forbidden] == wishes["forbidden"]
    again = loaded.fit(X, y)  # what a file keeps can be fitted with
    assert fingerprint(again) == fingerprint(clf)


@pytest.mark.parametrize("units", [[{"kg": 1}], [{"kg": 1}] * 2 + [{"m": float("inf")}], "kg", [{"m": "2"}] * 3])
def test_damaged_units_in_a_file_are_refused(units, tmp_path):
    clf = quick(units={0: "kg"}).fit(*tangled(60))
    content = json.loads(clf.to_json())
    content["features"]["units"] = units
    (tmp_path / "model.json").write_text(json.dumps(content).replace("Infinity", "1e999"), encoding="utf-8")
    with pytest.raises(InputError, match=r"damaged|JSON"):
        load_model(tmp_path / "model.json")


def test_files_without_units_have_none():
    assert "units" not in json.loads(quick().fit(*tangled(60)).to_json())["features"]


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        ({"forbidden": [("a", "bb")]}, "forbidden: the table has no column 'bb'; did you mean 'b'?"),
        ({"forbidden": [("a", 9)]}, "forbidden: the table has no column 9"),
        ({"forbidden": [("a", 0)]}, "forbidden: column 'a' is twice in one group; name different columns"),
        ({"forbidden": ["ab"]}, "NLDTClassifier: forbidden=['ab'] must be groups of two columns or more"),
        ({"units": {"f": "kg"}}, "units: the table has no column 'f'"),
        ({"units": {"a": "killogram"}}, "did you mean 'kilogram'?"),
        ({"units": "kg"}, "NLDTClassifier: units='kg' must be a mapping from column to unit"),
        ({"exponents": {"A": (1,)}}, "exponents: the table has no column 'A'; did you mean 'a'?"),
    ],
)
def test_bad_wishes_get_one_line(wishes, words):
    with pytest.raises(InputError) as refusal:
        NLDTClassifier(**wishes).fit(*random_table(0))
    assert words in str(refusal.value) and "\n" not in str(refusal.value)


@pytest.mark.parametrize("groups", [[["a", "b"]], ({"a", "b"},), np.array([["a", "b"]]), np.array([[0, 1]])])
def test_groups_may_be_any_lists(groups, tmp_path):
    X, y = random_table(0)
    clf = NLDTClassifier(forbidden=groups, random_state=0).fit(X, y)
    assert fingerprint(clf) == fingerprint(NLDTClassifier(forbidden=[("a", "b")], random_state=0).fit(X, y))
    clf.save(tmp_path / "model.json")
    assert {*load_model(tmp_path / "model.json").forbidden[0]} in ({"a", "b"}, {0, 1})


@pytest.mark.parametrize("wish", [{"forbidden": [(0, 1)]}, {"units": {0: "kg"}}])
def test_a_search_that_promises_nothing_refuses_wishes(wish):
    with pytest.raises(InputError, match="can't be asked of search BestThreshold, which does not promise to keep"):
        NLDTClassifier(search=BestThreshold(), **wish).fit(*tangled(60))


def test_rules_taken_from_a_front_keep_the_wishes_below():
    X, y = random_table(3)
    clf = NLDTClassifier(units=dict.fromkeys("abc", "m"), forbidden=[("d", "e")], random_state=0).fit(X, y)
    for point in clf.fronts_[0]:
        other = clf.with_rule(0, point.complexity)
        for rule in every_rule(other):
            assert not any({3, 4} <= term.keys() for term in factors(rule))
            assert_is_consistent(printed(other, rule), {**dict.fromkeys("abc", "m"), "d": "1", "e": "1"})
