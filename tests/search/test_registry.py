"""Names of searches: who registers is known to parameters, help and files, and nobody else is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from own_searches import BestThreshold, TunableThreshold
from quick_models import fingerprint, quick, tangled

import nldt
from nldt import FastSearch, InputError, NLDTClassifier, PaperSearch
from nldt.parameters import CLASSIFIER_PARAMETERS, REGISTERED_SEARCHES
from nldt.search import SearchTraits, register_search, unregister_search
from nldt.search.protocol import traits_of
from nldt.search.registry import ready_search, registered_name, search_class

ROW = CLASSIFIER_PARAMETERS[0]


def refusal(call) -> str:
    with pytest.raises(InputError) as caught:
        call()
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_searches_of_the_package_register_themselves():
    assert list(REGISTERED_SEARCHES.items()) == [("fast", FastSearch), ("paper", PaperSearch)]
    assert [registered_name(search) for search in (FastSearch(), PaperSearch(), BestThreshold())] == [
        "fast",
        "paper",
        None,
    ]


HISTORY = "model/document/version_1.py"  # files of that time name the searches of that time


def test_no_other_module_lists_the_searches():
    """Only a search's own file names it; a stand-in is a fast search."""
    package = Path(nldt.__file__).parent
    naming = {
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        if "bench" not in path.parts and re.search(r"\b(FastSearch|PaperSearch)\b(?!\()", _code(path))
    }
    own = {f"search/{name}/{file}.py" for name in ("fast", "paper") for file in ("__init__", "search")}
    assert naming <= own | {"__init__.py", "search/__init__.py", "estimators/search_document.py"} | {HISTORY}


def _code(path: Path) -> str:
    """Without docstrings, whose examples may name a search."""
    return re.sub(r'""".*?"""', "", path.read_text(encoding="utf-8"), flags=re.S)


def test_a_registered_search_is_asked_for_by_name():
    X, y = tangled(60)
    assert "'threshold'" in refusal(lambda: quick(search="threshold").fit(X, y))
    register_search("threshold", BestThreshold)
    named, given = (quick(search=search).fit(X, y) for search in ("threshold", BestThreshold()))
    assert fingerprint(named) == fingerprint(given) and named.n_rules_ > 0


def test_the_table_of_parameters_and_so_the_command_line_learn_of_it():
    assert ROW.allowed.typed == "'fast' or 'paper'"
    register_search("threshold", BestThreshold)
    assert ROW.allowed.typed == "'fast', 'paper' or 'threshold'"
    assert ROW.allowed.holds("threshold") and "'threshold'" in ROW.meaning


def test_registering_is_a_decorator_too_and_can_be_undone():
    @register_search("mine")
    class Mine(BestThreshold):
        pass

    assert search_class("mine") is search_class("Mine") is Mine
    unregister_search("mine")
    assert search_class("mine") is None is search_class("Mine")
    assert "'mine'" in refusal(lambda: unregister_search("mine"))


def test_a_name_stays_with_its_class_and_a_class_defined_again_takes_its_place():
    def define():
        class Again(BestThreshold):
            pass

        return Again

    first, second = define(), define()
    register_search("again", first)
    register_search("again", second)
    assert search_class("again") is second
    assert "'fast'" in refusal(lambda: register_search("fast", BestThreshold))
    assert search_class("fast") is FastSearch


@pytest.mark.parametrize("name", ["", " mine", 3, None])
def test_a_name_is_a_text(name):
    assert repr(name) in refusal(lambda: register_search(name, BestThreshold))


@pytest.mark.parametrize("search", [BestThreshold(), 3, int, lambda task: None])
def test_what_is_registered_is_a_class_that_finds_splits(search):
    assert "find_split(task)" in refusal(lambda: register_search("mine", search))


class Holder:
    find_split = "not a method"


@pytest.mark.parametrize("search", [object(), Holder(), BestThreshold, "quick", 3, None, lambda task: None])
def test_what_is_no_search_is_refused_before_anything_is_read(search):
    """In one line that says what a search needs; a class that is not called is none either."""
    message = refusal(lambda: NLDTClassifier(search=search).fit("not", "a table"))
    assert message.startswith("NLDTClassifier: search=")
    assert message.endswith("must be 'fast' or 'paper', or an object with a method find_split(task)")


def test_a_search_that_needs_arguments_must_be_given_as_an_object():
    @register_search("demanding")
    class Demanding(BestThreshold):
        def __init__(self, feature):
            self.feature = feature

    assert "search='demanding'" in refusal(lambda: ready_search("demanding"))
    assert ready_search(Demanding(1)).feature == 1


# --- traits ---


def test_traits_have_defaults_and_are_checked():
    assert traits_of(BestThreshold()) == SearchTraits("raw", limits_impurity=False, shortens_numbers=False)
    assert traits_of(TunableThreshold()).shortens_numbers
    fast, paper = traits_of(FastSearch()), traits_of(PaperSearch())
    assert fast == SearchTraits(
        shortens_numbers=True, max_terms=fast.max_terms, max_depth=None, weighs_length=True, keeps_limits=True
    )
    assert paper == SearchTraits(limits_impurity=True, keeps_limits=True)
    assert (paper.max_terms, paper.max_depth, paper.weighs_length) == (3, 5, False)
    assert "scaling='standard'" in refusal(lambda: SearchTraits(scaling="standard"))
    assert "max_terms=0" in refusal(lambda: SearchTraits(max_terms=0))
    assert "max_terms=None" in refusal(lambda: SearchTraits(max_terms=None))
    assert "max_depth=-1" in refusal(lambda: SearchTraits(max_depth=-1))


def test_traits_of_another_type_are_refused_before_the_fit():
    search = BestThreshold()
    search.traits = {"scaling": "raw"}
    assert "BestThreshold: traits=" in refusal(lambda: quick(search=search).fit(*tangled(20)))


def test_the_classifier_goes_by_the_traits():
    X, y = tangled(80)
    search = BestThreshold()
    plain = quick(search=search, max_depth=1).fit(X, y)
    search.traits = SearchTraits(scaling="shift", shortens_numbers=True)
    shifted = quick(search=search, max_depth=1).fit(X, y)
    assert plain.rules_[0].basis.is_plain and not shifted.rules_[0].basis.is_plain


def test_validate_is_called_where_there_is_one():
    class Picky(BestThreshold):
        def validate(self):
            raise InputError("Picky: nothing is right")

    assert refusal(lambda: quick(search=Picky()).fit(*tangled(20))) == "Picky: nothing is right"
