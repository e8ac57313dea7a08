"""The table of parameters against signatures, docstrings, the supplement, and values that it must refuse."""

from __future__ import annotations

import inspect

import numpy as np
import pytest
from own_searches import BestThreshold
from quick_models import fingerprint, quick, tangled
from sklearn.base import clone

from nldt import FastSearch, Fixed, InputError, NLDTClassifier, PaperSearch
from nldt.estimators.growing import PRUNE_TOLERANCE
from nldt.impurity import PURE_ENOUGH
from nldt.parameters import CLASSIFIER_PARAMETERS, LENGTH_PARAMETERS, LIMIT_PARAMETERS, WISHES
from nldt.search import FitSettings, SearchOutcome
from nldt.search.fast.search import FAST_SEARCH_PARAMETERS
from nldt.search.paper.search import PAPER_SEARCH_PARAMETERS

TABLES = [
    (NLDTClassifier, CLASSIFIER_PARAMETERS),
    (FastSearch, FAST_SEARCH_PARAMETERS),
    (PaperSearch, PAPER_SEARCH_PARAMETERS),
]

NOT_A_COUNT = [0, -1, 2.0, "3", True, None]
NOT_A_SHARE = [-0.1, 1.1, float("nan"), "0.5", True]
NOT_A_LIMIT = [0, -1, 2.0, "3", True]
NOT_POSITIVE = [0, -1, float("nan"), "1", True]

WRONG_FOR_CLASSIFIER = {
    "search": ["quick", 3, None, NLDTClassifier()],
    "max_terms": NOT_A_LIMIT,
    "exponents": [(), (0,), (1.5,), 2, "12", (21,), (True,), None, {0: ()}, {0: 1}],
    "max_features_per_term": [0, -1, 1.5, "1", True],
    "modulus": [1, "yes", None],
    "criterion": ["ginni", "log_loss", None, 1],
    "max_depth": NOT_A_LIMIT,
    "min_samples_split": [*NOT_POSITIVE, None],
    "target_impurity": NOT_A_SHARE,
    "min_impurity": NOT_A_SHARE,
    "prune_tolerance": NOT_A_SHARE,
    "scaling": ["standard", 1, True],
    "class_weight": ["even", 2, [1, 2]],
    "time_limit": NOT_POSITIVE,
    "n_jobs": [0, -2, 1.0, "2", True],
    "random_state": [-1, 2**32, 1.0, "0", True],
    "verbose": [0.5, -1, "1", None],
    "price": [0, -1, 0.009, 101, float("nan"), float("inf"), "1", True, None],
    "max_rules": NOT_A_LIMIT,
    "max_length": NOT_A_LIMIT,
    "drop": ["width", 3, 1.0, [1.0], [None], [True], {"width": 1}],
    "forbidden": ["ab", ["ab"], [("a",)], [1, 2], {"a": "b"}, 3, [("a", "b"), ()]],
    "units": ["kg", ["kg"], {"a": 1}, {"a": None}, 3],
    "required": ["age", [], [1.5], [True], {"age": 1}, 3],
    "monotone": [["age"], {"age": 0}, {"age": 2}, {"age": True}, {"age": "+1"}, {1.5: 1}, "age"],
    "start_from": ["", " ", 3, Fixed(""), Fixed(3), ["x1"]],
    "memory_limit": ["", "2", "2 apples", "-2GB", 0, -1, 999_999, float("nan"), float("inf"), True, ["2GB"]],
}

WRONG_FOR_PAPER_SEARCH = {
    "population": [1, 0, 2.0, "10", True],
    "generations": [-1, 1.0, "10", True, None],
    "crossover_probability": [*NOT_A_SHARE, None],
    "mutation_probability": NOT_A_SHARE,
    "mutation_beta": [*NOT_POSITIVE, None],
    "zero_probability": [*NOT_A_SHARE, None],
    "lower_population": [1, *NOT_A_COUNT],
    "lower_generations": [-1, 1.0, "10", True, None],
    "lower_crossover_probability": [*NOT_A_SHARE, None],
    "lower_mutation_probability": [0, *NOT_A_SHARE],
    "lower_crossover_eta": [-1, float("nan"), "2", True, None],
    "lower_mutation_eta": [-1, float("nan"), "2", True, None],
    "lower_tolerance": [-1e-4, float("nan"), "0", True, None],
    "lower_patience": NOT_A_COUNT,
}

NOT_ZERO_OR_MORE = [-1, 1.0, "10", True, None]
WRONG_FOR_FAST_SEARCH = {
    "population": [1, *NOT_A_COUNT],
    "children": [1, *NOT_A_COUNT],
    "generations": NOT_ZERO_OR_MORE,
    "patience": NOT_A_COUNT,
    "pairs": NOT_ZERO_OR_MORE,
    "steps": NOT_ZERO_OR_MORE,
    "final_steps": NOT_ZERO_OR_MORE,
    "finalists": NOT_A_COUNT,
    "sample_rows": [99, *NOT_A_COUNT],
}

RIGHT_FOR_FAST_SEARCH = {
    "population": [2, np.int64(3)],
    "children": [2, 3],
    "generations": [0, np.int32(1)],
    "patience": [1],
    "pairs": [0, 1, 1000],
    "steps": [0],
    "final_steps": [0],
    "finalists": [1, 1000],
    "sample_rows": [100],
}

RIGHT_FOR_CLASSIFIER = {
    "search": ["fast", "paper", FastSearch(population=4), PaperSearch(population=4)],
    "exponents": [[1], (-20, 20), range(3), np.array([1, 2]), {"x1": [1]}, {0: [2], np.int64(1): (1,)}, {}],
    "max_features_per_term": [1, None, np.int32(2)],
    "modulus": [np.bool_(True), False],
    "min_samples_split": [0.5, 2, np.float32(3)],
    "target_impurity": [0, 1, 0.5, None],
    "class_weight": [None, "balanced", {}, {0: 0.5}],
    "n_jobs": [None, -1, 1, np.int64(2)],
    "random_state": [None, 0, 2**32 - 1, np.int64(1), np.random.RandomState(0)],
    "verbose": [0, False, 2],
    "max_terms": [None, 1, np.int64(2)],
    "max_depth": [None, 1, np.int64(2)],
    "price": [1, 1.0, np.float64(1)],
    "max_rules": [None],
    "max_length": [None],
    "drop": [None, [], ["x1"], ("x1", 1), [np.int64(2)], {"x1"}, np.array([0])],
    "required": [None],
    "monotone": [None, {}],
    "start_from": [None, Fixed("x1 - x2 <= 0")],
}


def cases(values_by_name):
    return [(name, value) for name, values in values_by_name.items() for value in values]


def refusal(fit) -> str:
    with pytest.raises(InputError) as caught:
        fit()
    return str(caught.value)


@pytest.mark.parametrize(("owner", "table"), TABLES)
def test_table_and_signature_agree(owner, table):
    signature = inspect.signature(owner).parameters
    assert {row.name: row.default for row in table} == {name: p.default for name, p in signature.items()}
    assert [row.name for row in table] == list(signature)


@pytest.mark.parametrize(("owner", "table"), TABLES)
def test_every_default_is_allowed(owner, table):
    assert [row.name for row in table if not row.allowed.holds(row.default)] == []


@pytest.mark.parametrize(("owner", "table"), TABLES)
def test_docstring_and_table_explain_every_parameter(owner, table):
    explained = {
        name.strip()
        for line in inspect.getdoc(owner).splitlines()
        if " : " in line and not line.startswith(" ")
        for name in line.split(" : ")[0].split(",")
    }
    assert {row.name for row in table} <= explained
    assert all(row.meaning.endswith(".") for row in table)


def test_wrong_values_are_listed_for_every_parameter():
    assert list(WRONG_FOR_CLASSIFIER) == [row.name for row in CLASSIFIER_PARAMETERS]
    assert list(WRONG_FOR_PAPER_SEARCH) == [row.name for row in PAPER_SEARCH_PARAMETERS]
    assert list(WRONG_FOR_FAST_SEARCH) == [row.name for row in FAST_SEARCH_PARAMETERS]


@pytest.mark.parametrize(("name", "value"), cases(WRONG_FOR_CLASSIFIER))
def test_wrong_value_of_the_classifier_is_refused_in_one_line(name, value):
    message = refusal(lambda: quick(**{name: value}).fit(*tangled(20)))
    assert message.startswith(f"NLDTClassifier: {name}={value!r} must be ")
    assert "\n" not in message


@pytest.mark.parametrize(
    ("owner", "name", "value"),
    [(PaperSearch, *case) for case in cases(WRONG_FOR_PAPER_SEARCH)]
    + [(FastSearch, *case) for case in cases(WRONG_FOR_FAST_SEARCH)],
)
def test_wrong_value_of_the_search_is_refused_in_one_line(owner, name, value):
    message = refusal(lambda: quick(search=owner(**{name: value})).fit(*tangled(20)))
    assert message.startswith(f"{owner.__name__}: {name}={value!r} must be ")
    assert "\n" not in message


@pytest.mark.parametrize(("name", "value"), cases(RIGHT_FOR_FAST_SEARCH))
def test_right_value_of_the_fast_search_is_taken(name, value):
    classifier = quick(search=FastSearch(**{"generations": 2, name: value}), max_depth=1)
    assert classifier.fit(*tangled(200)).n_rules_ == 1


@pytest.mark.parametrize(("name", "value"), cases(RIGHT_FOR_CLASSIFIER))
def test_right_value_of_the_classifier_is_taken(name, value):
    classifier = quick(**{"max_depth": 1, "search": PaperSearch(population=4, generations=0), name: value})
    assert classifier.fit(*tangled(20)).n_features_in_ == 3


# ------------------------------------------------- the search's own limits, and limits of length

ASKED_OF_LENGTH = [("price", 2.0), ("price", 0.5), ("max_rules", 3), ("max_length", 7)]


def settings_of(classifier) -> FitSettings:
    """The settings that reach the search."""

    class Listening(type(classifier.search)):
        def find_split(self, task):
            seen.append(task.settings)
            return SearchOutcome(None)

    seen: list[FitSettings] = []
    search = Listening(**classifier.search.get_params())
    clone(classifier).set_params(search=search).fit(*tangled(20))
    return seen[0]


@pytest.mark.parametrize(
    "search", ["paper", PaperSearch(), BestThreshold()], ids=lambda search: str(search).partition(" object")[0]
)
@pytest.mark.parametrize(("name", "value"), ASKED_OF_LENGTH)
def test_what_weighs_no_length_refuses_limits_of_length_in_one_line(search, name, value):
    message = refusal(lambda: quick(search=search, **{name: value}).fit(*tangled(20)))
    named = search if isinstance(search, str) else type(search).__name__
    assert message.startswith(f"NLDTClassifier: {name}={value!r} can't be asked of search ")
    assert named in message and "search='fast'" in message and "\n" not in message


@pytest.mark.parametrize(("name", "value"), ASKED_OF_LENGTH)
def test_limits_of_length_reach_a_search_that_weighs_it(name, value):
    settings = settings_of(quick(search=FastSearch(), **{name: value}))
    assert (settings.tariff.price if name == "price" else getattr(settings, name)) == value


def test_limits_that_are_not_given_are_those_of_the_search():
    paper, fast = settings_of(quick(search=PaperSearch())), settings_of(quick(search=FastSearch()))
    assert (paper.max_depth, paper.space.max_terms) == (5, 3)
    assert (fast.max_depth, fast.space.max_terms) == (None, FastSearch.traits.max_terms)
    for settings in (paper, fast):
        assert (settings.tariff.price, settings.max_rules, settings.max_length) == (1.0, None, None)


@pytest.mark.parametrize("search", [PaperSearch(), FastSearch()], ids=str)
def test_limits_that_are_given_are_those_of_the_user(search):
    settings = settings_of(quick(search=search, max_terms=2, max_depth=9))
    assert (settings.max_depth, settings.space.max_terms) == (9, 2)


def test_new_parameters_are_given_by_name_only():
    kinds = {name: p.kind for name, p in inspect.signature(NLDTClassifier).parameters.items()}
    by_name = [name for name, kind in kinds.items() if kind is inspect.Parameter.KEYWORD_ONLY]
    assert by_name == [*LENGTH_PARAMETERS, "drop", *LIMIT_PARAMETERS, *WISHES, "memory_limit"]


@pytest.mark.parametrize("key", ["x9", 3, -1, 1.0, None])
def test_exponents_of_an_unknown_feature_are_refused(key):
    assert repr(key) in refusal(lambda: quick(exponents={key: [1]}).fit(*tangled(20)))


def test_exponents_that_the_data_forbid_are_refused():
    X, y = tangled(20)
    assert "exponents=(-1,)" in refusal(lambda: quick(exponents=(-1,), scaling="raw").fit(X - 1, y))


@pytest.mark.parametrize("weights", [{0: -1.0}, {0: float("nan")}, {0: "2"}, {0: None}, {0: 0, 1: 0, 2: 0}])
def test_class_weights_that_are_no_weights_are_refused(weights):
    assert f"class_weight={weights!r}" in refusal(lambda: quick(class_weight=weights).fit(*tangled(20)))


def test_class_weight_of_an_unknown_class_is_refused():
    assert "'seven'" in refusal(lambda: quick(class_weight={"seven": 1.0}).fit(*tangled(20)))


def test_wrong_tolerance_of_a_pruned_copy_is_refused(full_grown):
    assert "prune_tolerance=2" in refusal(lambda: full_grown.pruned(2))


def test_fast_search_by_name_has_its_own_numbers():
    assert {row.name: row.default for row in FAST_SEARCH_PARAMETERS} == FastSearch().get_params()
    named, given = (quick(search=search).fit(*tangled(60)) for search in ("fast", FastSearch()))
    assert fingerprint(named) == fingerprint(given)
    assert NLDTClassifier().search == "fast"


def test_search_has_the_numbers_of_the_supplement():
    assert PaperSearch().get_params() == {
        "population": None,  # 10·d
        "generations": 100,
        "crossover_probability": 0.9,
        "mutation_probability": None,  # min(0.33, 1/d)
        "mutation_beta": 3,
        "zero_probability": 0.75,
        "lower_population": 50,
        "lower_generations": 50,
        "lower_crossover_probability": 0.9,
        "lower_mutation_probability": None,  # 1/n_var
        "lower_crossover_eta": 2,
        "lower_mutation_eta": 15,
        "lower_tolerance": 1e-4,
        "lower_patience": 10,
    }


def test_tree_has_the_numbers_of_the_supplement():
    classifier = NLDTClassifier(search="paper")
    assert (classifier.max_terms, classifier.max_depth, classifier.min_samples_split) == (None, None, 10)
    assert (PaperSearch.traits.max_terms, PaperSearch.traits.max_depth) == (3, 5)
    assert classifier.exponents == (-3, -2, -1, 0, 1, 2, 3)
    assert (classifier.criterion, PURE_ENOUGH["gini"], PRUNE_TOLERANCE) == ("gini", 0.05, 0.03)
