"""Rules read from text: what is printed reads back as the same rule, and what can't be read is named."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from awkward_names import AWKWARD
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from made_trees import made_model
from mixed_tables import mixed_table
from random_trees import rules
from wished_tables import table

from nldt import FastSearch, InputError, NLDTClassifier, SplitRule
from nldt.estimators.tree_wishes import rule_of
from nldt.model.basis import AsIs, Basis, IsMissing, OneOf, Ordered
from nldt.model.feature import CATEGORY, ORDERED, Feature, numbers
from nldt.model.fitted_model import FittedModel
from nldt.model.tree import FittedTree
from nldt.read.column_names import ColumnNames, _level_texts, number_columns
from nldt.read.rule_text import read_rule
from nldt.write.formula import TextFormulas

GREEK = ["α", "β in %", "x1", "x", "a-b", "a", "b", "2nd", "7", "and", "is missing", "e3", "[kN]", "a]·[b", "µm²"]
LEVELS = ["red", "dark red", "a, b", "b}", "= 2", "yes", "no", "ok]", "3rd class", "α≤β", "c", 'c", "d', "d", " c", "a"]


def names_of(model: FittedModel) -> ColumnNames:
    own = {column.feature: column for column in model.basis.columns if not column.is_indicator}
    columns = Basis(tuple(own.get(j, AsIs(j)) for j in range(model.n_features)), model.n_features)
    low = np.zeros(model.n_features) if model.feature_range is None else model.feature_range[0]
    return ColumnNames(model.features, model.feature_names, number_columns(model.features, columns, low))


def read_back(model: FittedModel, rule: SplitRule) -> SplitRule:
    """The rule that is printed for a rule of a model."""
    read = read_rule(TextFormulas(model, None).rule(rule), names_of(model), "start_from")
    missing = [column for column in read.columns if column not in model.basis.columns]
    return rule_of(read, Basis((*model.basis.columns, *missing), model.n_features))


def model_of(rule: SplitRule, names: list[str], features: tuple[Feature, ...] = ()) -> FittedModel:
    tree = FittedTree(np.array([1, -1, -1]), np.array([2, -1, -1]), np.ones((3, 2)), (rule, None, None))
    model = made_model(tree, names, ["no", "yes"])
    return replace(model, features=features, basis=rule.basis) if features else model


def rows_for(rule: SplitRule, seed: int) -> np.ndarray:
    """Rows of all sizes and signs, and rows whose values are the ends of the rule if any are."""
    random = np.random.default_rng(seed)
    rows = random.normal(size=(200, rule.basis.n_features)) * 10.0 ** random.integers(-2, 3, (200, 1))
    rows[:40] = random.integers(-3, 4, (40, rule.basis.n_features))
    return rows


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_printed_rules_of_numbers_read_back_to_the_last_bit(data):
    names = data.draw(st.lists(st.sampled_from([*AWKWARD, *GREEK]), min_size=1, max_size=4, unique=True))
    rule = data.draw(rules(len(names)))
    assume(len({row.tobytes() for row in rule.exponents}) == len(rule.weights))
    back, rows = read_back(model_of(rule, names), rule), rows_for(rule, data.draw(st.integers(0, 9)))
    assert np.array_equal(back.goes_left(rows), rule.goes_left(rows))


@st.composite
def mixed_rules(draw) -> tuple[SplitRule, list[str], tuple[Feature, ...]]:
    """A rule of numbers, gaps, categories and groups of them."""
    levels = tuple(draw(st.lists(st.sampled_from(LEVELS), min_size=2, max_size=6, unique=True)))
    features = (Feature(has_gaps=True), Feature(CATEGORY, levels), Feature(CATEGORY, (False, True)), Feature())
    names = draw(
        st.lists(
            st.sampled_from(["size", "my colour", "smoker", "x = y", "b", "not c"]), min_size=4, max_size=4, unique=True
        )
    )
    codes = draw(st.lists(st.integers(0, len(levels) - 1), min_size=1, max_size=len(levels), unique=True))
    chosen = tuple(sorted(codes))
    group = OneOf(1, chosen, tuple(levels[code] for code in chosen), draw(st.booleans()))
    columns = (AsIs(0), IsMissing(0), group, OneOf(2, (1,), (True,), draw(st.booleans())), AsIs(3))
    powers = st.tuples(st.sampled_from([0, 1, 2, -1]), *[st.integers(0, 1)] * 3, st.sampled_from([0, 1, -2]))
    terms = draw(st.lists(powers.filter(any), min_size=1, max_size=3, unique=True))
    weights = draw(st.lists(st.sampled_from([1.0, -1.0, 0.5, -3.0]), min_size=len(terms), max_size=len(terms)))
    ends = draw(st.sampled_from([(-np.inf, 0.5), (-np.inf, -0.5), (0.25, 1.5), (-np.inf, 2.0)]))
    return SplitRule(terms, weights, *ends, Basis(columns, 4), draw(st.booleans())), names, features


@given(mixed_rules())
@settings(max_examples=150, deadline=None)
def test_printed_rules_of_categories_and_gaps_read_back(made):
    rule, names, features = made
    random = np.random.default_rng(0)
    rows = np.column_stack(
        [
            random.choice([np.nan, -1.0, 0.0, 0.5, 2.0], 300),
            random.choice([np.nan, -1.0, *range(len(features[1].levels))], 300),
            random.choice([np.nan, -1.0, 0.0, 1.0], 300),
            random.normal(size=300).round(1),
        ]
    )
    assert np.array_equal(read_back(model_of(rule, names, features), rule).goes_left(rows), rule.goes_left(rows))


@pytest.mark.parametrize(("low", "high"), [(-np.inf, 1.0), (1.0, 2.0), (0.5, 1.5), (-np.inf, -1.0)])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_ends_that_are_names_of_ordered_categories_read_back(low, high, sign):
    features = (Feature(ORDERED, ("C", "B minus", "B", "A")),)
    basis = Basis((Ordered(0, features[0].levels),), 1)
    rule = SplitRule([[1]], [sign], *((-high, -low) if sign < 0 and np.isfinite(low) else (low, high)), basis)
    rows = np.arange(4.0)[:, None]
    model = model_of(rule, ["grade"], features)
    assert np.array_equal(read_back(model, rule).goes_left(rows), rule.goes_left(rows)), TextFormulas(model, None).rule(
        rule
    )


@pytest.mark.parametrize("scaling", ["raw", "shift"])
@pytest.mark.parametrize("name", ["signed", "positive", "islands", "mixed"])
def test_printed_rules_of_fitted_models_part_the_training_rows_alike(name, scaling):
    for seed in (0, 1):
        X, y = table(name, seed, 200)
        classifier = NLDTClassifier(
            search=FastSearch(generations=4), random_state=seed, price=0.4, max_depth=3, scaling=scaling
        ).fit(X, y)
        rows = classifier._fitted.training.rows.X
        assert classifier.rules_
        for rule in classifier.rules_:
            if scaling == "shift" and any(isinstance(rule.basis.columns[j], IsMissing) for j in rule.columns):
                continue  # the reader knows shifted columns by their own names only, and a gap by its feature's
            back = read_back(classifier.model_, rule)
            assert np.array_equal(back.goes_left(rows), rule.goes_left(rows))


# ------------------------------------------------------------------ by hand

NAMES = ColumnNames(
    (*numbers(4), Feature(CATEGORY, ("blue", "red"))),
    ["x1", "x2", "petal width (cm)", "x12", "colour"],
    [AsIs(0), AsIs(1), AsIs(2), AsIs(3), None],
)


def shown(text: str) -> tuple[list[tuple[dict[str, int], float]], float, float]:
    read = read_rule(text, NAMES, "start_from")
    terms = [
        ({NAMES.feature_names[c.feature]: e for c, e in sorted(term, key=lambda factor: factor[0].feature)}, weight)
        for term, weight in read.terms.items()
    ]
    return terms, read.low, read.high


@pytest.mark.parametrize(
    "text",
    [
        "x2/x1 - 2",
        "x2/x1 <= 2",
        "2 ≥ x2/x1",
        "x2·x1^-1 − 2 ≤ 0",
        "x2*x1**(-1) <= 1 + 1",
        "-2 + x2 × x1⁻¹",
        "2*x2/(2*x1)-2",
    ],
)
def test_one_rule_in_many_spellings(text):
    assert shown(text) == ([({"x1": -1, "x2": 1}, 1.0)], -np.inf, 2.0)


def test_brackets_are_multiplied_out():
    terms, _, high = shown("(x1 + 2)·(x1 - x2)^2 <= 4")
    assert {tuple(term.items()): weight for term, weight in terms} == {
        (("x1", 3),): 1.0,
        (("x1", 2), ("x2", 1)): -2.0,
        (("x1", 1), ("x2", 2)): 1.0,
        (("x1", 2),): 2.0,
        (("x1", 1), ("x2", 1)): -4.0,
        (("x2", 2),): 2.0,
    }
    assert high == 4.0


def test_the_longest_name_is_meant():
    assert shown("x12 <= 1")[0] == [({"x12": 1}, 1.0)]
    for name in ("petal width (cm)", "`petal width (cm)`", "[petal width (cm)]"):
        assert shown(f"2*{name} + x1 <= 1")[0] == [({"petal width (cm)": 1}, 2.0), ({"x1": 1}, 1.0)]


def test_bands_and_gaps():
    assert shown("0.5 <= x1 - 1 <= 2")[1:] == (1.5, 3.0)
    assert shown("2 >= x1 >= -1")[1:] == (-1.0, 2.0)
    assert read_rule("x1 <= 2 (missing -> left)", NAMES, "start_from").missing == "left"


@pytest.mark.parametrize(
    ("text", "culprits"),
    [
        ("sqrt(x1)", ["'sqrt' at character 1", "no functions"]),
        ("x2 + x13", ["no column 'x13' at character 6", "did you mean 'x1"]),
        ("x1/(x2 + 1)", ["a sum stands below the line at character 4"]),
        ("x1^0.5", ["the power at character 4 must be a whole number"]),
        ("x1^x2", ["the power at character 4"]),
        ("x1^99", ["99"]),
        ("x1 < 3", ["'<' at character 4", "<="]),
        ("x1 = 3", ["'=' at character 4"]),
        ("x1 x2", ["before character 4"]),
        ("(x1 + 2", ["bracket at character 1 is not closed"]),
        ("x1 +", ["missing at the end"]),
        ("x1 - x1 <= 3", ["no column left"]),
        ("4 <= 3", ["no column left"]),
        ("3 <= x1 <= 2", ["low end 3 is above the high end 2"]),
        ("x1 <= x2 <= 3", ["ends of a band must be numbers"]),
        ("1 <= x1 >= 0", ["both be ≤"]),
        ("0 <= x1 <= 2 <= x2", ["two relations"]),
        ("colour <= 2", ["'colour' holds categories", "[colour = blue]"]),
        ("[colour = rad]", ["no category 'rad' of column 'colour'", "did you mean 'red'?"]),
        ("x1 and x2", ["'and' at character 4"]),
        ("[colour = red] or x2", ["'or' at character 16", "[a = b] or [c = d]"]),
        ("2*[colour = red] or [colour = blue]", ["'or' at character 18"]),
        ("([colour = red] or [colour = blue]", ["bracket at character 1 is not closed"]),
        ("[colour = red] or", ["missing at the end"]),
        ("x1/[colour = red]", ["indicator", "character 4"]),
        ("x1/0", ["zero at character 4"]),
        ("1e999*x1", ["too large"]),
        ("x1 # x2", ["'#' at character 4"]),
        ("(x1+x2+x12+1)^12", ["more than"]),
        ("__import__('os')", ["'__import__' at character 1"]),
        ("[petal wdith (cm)]", ["did you mean 'petal width (cm)'?"]),
        ("", ["missing at the end"]),
    ],
)
def test_what_can_not_be_read_is_named_in_one_line(text, culprits):
    with pytest.raises(InputError) as caught:
        read_rule(text, NAMES, f"start_from={text!r}")
    said = str(caught.value)
    assert said.startswith(f"start_from={text!r}: ") and "\n" not in said
    for culprit in culprits:
        assert culprit in said


@given(st.text(alphabet="x12 +-*/^()[]≤≥=<·²−.e`{}colurd", max_size=24))
@settings(max_examples=400, deadline=None)
def test_any_text_is_read_or_refused(text):
    try:
        read = read_rule(text, NAMES, "start_from")
    except InputError as error:
        assert "\n" not in str(error)
    else:
        assert read.terms and all(np.isfinite(list(read.terms.values())))


def test_mixed_tables_read_back():
    X, y = mixed_table()
    classifier = NLDTClassifier(search=FastSearch(generations=4), random_state=0).fit(X, y)
    rows = classifier._fitted.training.rows.X
    for rule in classifier.rules_:
        back = read_back(classifier.model_, rule)
        assert np.array_equal(back.goes_left(rows), rule.goes_left(rows))
        assert back.missing_left == rule.missing_left


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("[colour = red] or [colour = blue]", [1, 1, 0]),
        ("([colour = red] or [colour = blue]) and [colour ≠ red]", [1, 0, 0]),
        ("[colour ≠ red] and ([colour = red] or [colour = blue])", [1, 0, 0]),
        ("[colour = red] and [colour = blue] or [colour ≠ red]", [1, 0, 1]),
        ("(([colour = red]) or ([colour = red]))", [0, 1, 0]),
    ],
)
def test_and_binds_before_or_and_brackets_before_both(text, rows):
    """Of a blue row, a red one, and one whose colour nobody knew."""
    read = read_rule(text, NAMES, "start_from")
    rule = rule_of(read, Basis(tuple(read.columns), 5))
    codes = np.zeros((3, 5))
    codes[:, 4] = [0.0, 1.0, -1.0]
    assert rule.goes_left(codes).astype(int).tolist() == rows


def test_words_in_names_are_no_words():
    names = ColumnNames(numbers(2), ["rock and roll", "or"], [AsIs(0), AsIs(1)])
    read = read_rule("([rock and roll] - or)*2 <= 3", names, "start_from")
    assert sorted(read.terms.values()) == [-2.0, 2.0] and read.high == 3.0


def test_a_category_means_itself_though_another_is_like_it_but_for_a_space():
    feature = Feature(kind="category", levels=("red", " c", "c"))
    assert dict(_level_texts(feature)) == {"red": 0, " c": 1, "c": 2}
