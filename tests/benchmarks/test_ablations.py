"""The benchmarks' variants of the fast search leave out what they say, and nothing of them stays behind."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
import search_ablation
from ablation_tables import EASY, GROUPS, HARD, of_law
from ablations import VARIANTS
from fits import Fit, Time
from law_table import LAWS
from pages import BY_HAND, publish

from nldt import FastSearch, NLDTClassifier
from nldt.bench.splits import Split
from nldt.data import category_columns
from nldt.datasets import load
from nldt.description import PATIENCE_BITS, Tariff, label_bits
from nldt.model.target import Classes
from nldt.search.fast import archive, breeding, questioning, regressions, rule_shapes, selection
from nldt.search.fast.breeding import neighbours_of
from nldt.search.fast.questioning import plainer, question
from nldt.search.structures import StructureSpace
from nldt.tree import grower, growth, last_rule, plain_numbers
from nldt.tree.choice import Choice
from nldt.tree.plain_numbers import digits_of, plain_rule

BY_NAME = {variant.name: variant for variant in VARIANTS}
HOIST = next(law for law in LAWS if law.name == "load on a hoist of five crates")

# What a fit to the hoist's rows runs for an idea, and for no other one.
PARTS: dict[str, tuple[Any, str]] = {
    "regressions": (regressions.LeastSquares, "of"),
    "neighbours": (breeding, "neighbours"),
    "plainer rules in the end": (questioning, "_plainer_by_a_step"),
    "ends for two leaves": (last_rule, "_ends"),
    "digits pay": (plain_numbers._Account, "of"),
}
# Functions that modules import by name, and the modules that use them for something else than the idea.
IMPORTED: dict[str, tuple[Any, set[str]]] = {
    "prior of 1/K a class": (label_bits, set()),
    "regressions": (regressions.regressed, {"nldt.search.fast.regressions"}),
    "neighbours": (neighbours_of, {"nldt.search.fast.questioning"}),
    "plainer rules in the end": (plainer, {"nldt.search.fast.questioning"}),
    "ends for two leaves": (last_rule.last_rule, {"nldt.tree.last_rule"}),
    "digits pay": (plain_rule, {"nldt.tree.plain_numbers"}),
    "questions on larger samples": (question, {"nldt.search.fast.questioning"}),
}


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


@pytest.fixture(scope="module")
def hoist() -> Split:
    return of_law(HOIST, 300)(0)


def fit_to(rows: Split, name: str, **parameters: Any) -> NLDTClassifier:
    variant = BY_NAME[name]
    with variant.patch():
        settings = {"search": variant.search(), **variant.parameters, **parameters}
        return NLDTClassifier(random_state=0, **settings).fit(rows.X_train, rows.y_train)


@cache
def found_in(rows: Split, name: str) -> NLDTClassifier:
    """The same, once for several tests."""
    return fit_to(rows, name)


def holders(function: Any) -> set[str]:
    """The modules of the product that have a function under its own name."""
    name = function.__name__
    modules = {path: module for path, module in sys.modules.items() if path.split(".")[0] == "nldt"}
    return {path for path, module in modules.items() if vars(module).get(name) is function}


@pytest.mark.parametrize("name", ["nothing", *PARTS])
def test_a_part_of_the_search_that_is_left_out_does_not_run_and_all_others_do(hoist, name):
    for part, (where, function) in PARTS.items():
        with patch.object(where, function, wraps=getattr(where, function)) as run:
            fit_to(hoist, name)
        assert run.called == (part != name), part


@pytest.mark.parametrize("name", IMPORTED)
def test_what_is_left_out_is_left_out_in_all_modules_that_import_it(name):
    function, others = IMPORTED[name]
    before = holders(function)
    with BY_NAME[name].patch():
        assert holders(function) == others
        fitted(name)  # may import more
    assert holders(function) == before


def test_the_limit_of_terms_is_three(hoist):
    def terms(name):
        return max(len(rule.weights) for rule in found_in(hoist, name).rules_)

    assert terms("as many terms as pay") <= 3 < terms("nothing")


def test_with_half_a_row_for_each_class_many_absent_classes_cost_more_and_two_cost_the_same():
    mass, two = np.array([[30.0, 0, 0, 0, 0, 2]]), np.array([[30.0, 2.0], [0.0, 7.0]])
    half = BY_NAME["prior of 1/K a class"].patch
    whole = selection.label_bits(mass), selection.label_bits(two)
    with half():
        assert selection.label_bits(two) == pytest.approx(whole[1])
        assert selection.label_bits(mass) > whole[0] + 3
        one_by_one = -np.log2([(i + 0.5) / (i + 3) for i in range(30)]).sum()
        one_by_one -= np.log2(0.5 / 33) + np.log2(1.5 / 34)
        assert selection.label_bits(mass) == pytest.approx(one_by_one)
        among = np.array([True, True, False, False, False, True])
        assert selection.label_bits(mass, among) == pytest.approx(selection.label_bits(mass[:, among]))
    assert (selection.label_bits(mass), selection.label_bits(two)[0]) == (whole[0], whole[1][0])


def test_where_order_is_paid_for_structures_cost_more_by_its_bits():
    values = np.tile(np.array([[-1, 0, 1]], dtype=np.int8), (3, 1))
    space = StructureSpace(values, np.full(3, 3), max_terms=3, max_features_per_term=3, modulus=True)
    single = [[1, 0, 0], [0, 0, 0], [0, 0, 0]]
    product_and_two = [[1, 1, 1], [1, 0, 0], [0, 1, 0]]
    structures = np.array([single, product_and_two], dtype=np.int8)
    whole = rule_shapes.structure_bits(structures, space)
    with BY_NAME["order costs nothing"].patch():
        assert rule_shapes.structure_bits(structures, space) - whole == pytest.approx([0, 2 * np.log2(6)])


def test_without_a_share_of_the_table_a_factor_costs_what_it_takes_to_write_it_down(hoist):
    def factor_bits(name):
        with patch.object(FastSearch, "find_split", autospec=True, side_effect=FastSearch.find_split) as search:
            fit_to(hoist, name)
        return {call.args[1].settings.tariff.factor_bits for call in search.call_args_list}

    assert factor_bits("factors cost a share of the table") == {0.0}
    assert min(factor_bits("nothing")) > 3


def test_without_patience_nothing_grows_on_a_rule_that_does_not_pay_at_once():
    random = np.random.default_rng(0)
    X, y = random.uniform(1, 2, (200, 3)), random.integers(0, 2, 200)
    rows = Split(X, X, y, y)
    n_searched = {
        name: len(fit_to(rows, name).search_report_.nodes) for name in ("nothing", "growing further than pays")
    }
    assert n_searched["growing further than pays"] == 1 < n_searched["nothing"]
    with BY_NAME["growing further than pays"].patch():
        assert (growth.PATIENCE_BITS, archive.PATIENCE_BITS) == (0, 0)
        assert category_columns.PATIENCE_BITS == PATIENCE_BITS > 0


def grown(name: str) -> tuple[list[str], list[float]]:
    """Which trees grow for iris, and the leads that they must have."""
    rows, kinds, original = load("iris"), [], grower.Grower._grown

    def noted(self, training, given, settings, *others, **wishes):
        kinds.append("single" if settings.space.max_complexity == 1 else "other root" if given else "first")
        return original(self, training, given, settings, *others, **wishes)

    with (
        patch.object(grower.Grower, "_grown", noted),
        patch.object(grower, "best_part", side_effect=grower.best_part) as compared,
    ):
        fit_to(Split(rows.X, rows.X, rows.y, rows.y), name)
    return kinds, [tree.lead for call in compared.call_args_list for tree in call.args[0]]


def test_trees_are_left_out_one_kind_at_a_time():
    kinds = {name: set(grown(name)[0]) for name in ("nothing", "other root rules", "tree of single factors")}
    assert kinds["nothing"] == {"first", "other root", "single"}
    assert kinds["other root rules"] == {"first", "single"}
    assert kinds["tree of single factors"] == {"first", "other root"}


def test_without_caution_trees_are_compared_by_their_bits():
    assert set(grown("nothing")[1]) == {0.0, grower.LEAD_OF_FURTHER_ROOTS, grower.LEAD_OF_SINGLE}
    kinds, leads = grown("caution between trees")
    assert set(kinds) == {"first", "other root", "single"}
    assert set(leads) == {0.0}
    choice = Choice(Classes.alike(np.arange(2)), Tariff())
    assert choice.beside_others(10.0, 3) > 10.0
    with BY_NAME["caution between trees"].patch():
        assert choice.beside_others(10.0, 3) == 10.0


def test_where_digits_cost_nothing_numbers_have_more_of_them(hoist):
    def digits(name):
        return sum(digits_of(rule) for rule in found_in(hoist, name).rules_)

    assert digits("nothing") < digits("digits pay") < digits("rounding")


def test_without_questions_larger_samples_solve_finalists_only(hoist):
    searches = {"search": FastSearch(sample_rows=100)}
    with patch.object(questioning, "neighbours_of", side_effect=neighbours_of) as asked:
        fit_to(hoist, "questions on larger samples", **searches)
        assert not asked.called
        fit_to(hoist, "nothing", **searches)
        assert asked.called


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


def test_every_group_of_tables_has_variants_of_its_own_beside_the_whole_search():
    assert BY_NAME["nothing"].tables == frozenset(GROUPS)
    for group in GROUPS:
        assert sum(group in variant.tables for variant in VARIANTS) > 2
    assert len({name for tables in GROUPS.values() for name in tables}) == sum(map(len, GROUPS.values()))


@pytest.mark.parametrize(
    ("name", "n_rows", "n_classes"), [("glass", 214, 6), ("digits", 1797, 10), ("Housing", 546, 2)]
)
def test_tables_are_what_they_are_called(name, n_rows, n_classes):
    rows = HARD[name](0)
    assert len(rows.X_train) + len(rows.X_test) == n_rows
    assert len({*rows.y_train, *rows.y_test}) == n_classes
    assert np.isfinite(rows.X_train.to_numpy(dtype=float)).all()


def test_of_a_law_labels_to_learn_from_are_wrong_and_labels_to_test_are_not():
    rows = of_law(HOIST, 5_000)(0)
    for X, y, wrong in ((rows.X_train, rows.y_train, 0.1), (rows.X_test, rows.y_test, 0.0)):
        said = HOIST.rule.goes_left(X[list(HOIST.features)].to_numpy())
        assert np.mean(said != y) == pytest.approx(wrong, abs=0.015)


def test_what_can_make_no_difference_to_a_table_is_not_measured():
    def names(table, n_classes):
        return {variant.name for variant in search_ablation.variants_for(table, n_classes)}

    assert names("glass", 6) - names("Housing", 2) == {"prior of 1/K a class"}
    assert "questions on larger samples" in names("fuse", 2) - names("Housing", 2)
    assert all("exact ends" in names(table, 2) for table in EASY)


def test_the_page_marks_what_is_clear_and_what_is_the_same():
    def fits(*accuracies, length=4, cpu=1.0):
        return [Fit(accuracy, 1, length, Time(cpu, cpu), 10) for accuracy in accuracies]

    whole = fits(90.0, 91.0, 92.0)
    results = {
        "glass": {
            "nothing": whole,
            "curves": fits(88.0, 89.1, 89.9, cpu=2.0),
            "neighbours": whole,
            "digits pay": fits(90.0, 91.0, 92.0, length=5),
            "prior of 1/K a class": fits(89.0, 93.0, 92.0),
        },
        "Housing": {"nothing": whole, "curves": whole, "neighbours": whole, "digits pay": whole},
    }
    lines = [line.strip("| ").split(" | ") for line in search_ablation.overview(results).splitlines()[2:]]
    assert {line[0]: line[1:] for line in lines} == {
        "curves": ["**-2.00**", "=", "-1.00 (0.03)", "1.00", "1.41"],
        "prior of 1/K a class": ["+0.33", "–", "+0.33 (0.88)", "1.00", "1.00"],
        "neighbours": ["=", "=", "+0.00 (0.00)", "1.00", "1.00"],
        "digits pay": ["+0.00", "=", "+0.00 (0.00)", "1.12", "1.00"],
    }


def test_a_page_measured_anew_keeps_what_people_wrote(tmp_path):
    page = tmp_path / "page.md"
    publish(page, "Old", "make it", ["one"])
    page.write_text(page.read_text() + f"\n{BY_HAND}\n\nMuch.\n")
    publish(page, "New", "make it", ["two"])
    assert page.read_text().startswith("# New\n\ntwo\n")
    assert page.read_text().endswith(f"\n\n{BY_HAND}\n\nMuch.\n")
    assert page.read_text().count(BY_HAND) == 1
