"""A search of a user's own works from the fit to the file and back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import warnings

import numpy as np
import pytest
from own_searches import BestThreshold, TunableThreshold
from quick_models import fingerprint, quick, tangled
from sklearn.base import clone

from nldt import FastSearch, InputError, load_model
from nldt.parameters import REGISTERED_SEARCHES
from nldt.search import SearchTraits, register_search

X, Y = tangled(80)


def saved(classifier, folder):
    classifier.save(folder / "model.json")
    return folder / "model.json"


def search_entry(path):
    return json.loads(path.read_text(encoding="utf-8"))["parameters"]["search"]


def quietly_loaded(path):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return load_model(path)


def loaded_with_one_warning(path, words):
    with pytest.warns(UserWarning) as caught:
        loaded = load_model(path)
    (warning,) = caught
    assert words in str(warning.message) and "\n" not in str(warning.message)
    assert warning.filename == __file__
    return loaded


@pytest.mark.parametrize("search", [BestThreshold(), TunableThreshold(1)])
def test_an_unregistered_search_fits_prunes_rounds_saves_and_loads_with_one_warning(search, tmp_path):
    classifier = quick(search=search).fit(X, Y)
    assert classifier.n_rules_ > 0
    assert classifier.rounded(0.05).n_rules_ > 0 and classifier.pruned(0.2).n_rules_ >= 0
    path = saved(classifier, tmp_path)
    assert search_entry(path)["search"] == type(search).__name__
    loaded = loaded_with_one_warning(path, f"{type(search).__name__!r} is not registered")
    assert loaded.predict_proba(X).tolist() == classifier.predict_proba(X).tolist()
    assert loaded.to_text() == classifier.to_text() and loaded.to_latex() == classifier.to_latex()
    tree, *_ = classifier.pruned(0.2).to_text().partition("\n\n")  # a model from a file has no rows for another card
    assert loaded.pruned(0.2).to_text().partition("\n\n")[0].rstrip() == tree.rstrip()
    assert loaded.to_json() == classifier.to_json()  # the stand-in keeps what it stands for
    assert fingerprint(clone(loaded).fit(X, Y)) == fingerprint(loaded.fit(X, Y))  # as "fast" would


def test_the_stand_in_searches_as_fast_does(tmp_path):
    search = BestThreshold()
    search.traits = SearchTraits(shortens_numbers=True)  # as those of "fast"
    loaded = loaded_with_one_warning(saved(quick(search=search).fit(X, Y), tmp_path), "'fast' stands in its place")
    assert loaded.fit(X, Y).to_text() == quick(search="fast").fit(X, Y).to_text()


@pytest.mark.parametrize("traits", [SearchTraits(), SearchTraits("shift", True, True)])
def test_a_registered_name_comes_back_and_where_it_is_unknown_the_model_prints_the_same(traits, tmp_path):
    search = type("Named", (BestThreshold,), {"traits": traits})
    register_search("named", search)
    classifier = quick(search="named").fit(X, Y)
    path = saved(classifier, tmp_path)
    loaded = quietly_loaded(path)
    assert loaded.search == "named" and loaded.to_json() == classifier.to_json()
    assert fingerprint(loaded.fit(X, Y)) == fingerprint(classifier)
    printed, written = classifier.to_text(), classifier.to_json()
    del REGISTERED_SEARCHES["named"]
    stranger = loaded_with_one_warning(path, "'named' is not registered")
    assert stranger.to_text() == printed and stranger.to_json() == written


def test_a_registered_object_comes_back_with_its_parameters(tmp_path):
    register_search("tunable", TunableThreshold)
    classifier = quick(search=TunableThreshold(np.int64(2), np.array([0.4, 0.6]))).fit(X, Y)
    path = saved(classifier, tmp_path)
    assert search_entry(path)["parameters"] == {"feature": 2, "measure": None, "quantiles": [0.4, 0.6]}
    loaded = quietly_loaded(path)
    assert type(loaded.search) is TunableThreshold and loaded.search.feature == 2
    assert fingerprint(loaded.fit(X, Y)) == fingerprint(classifier)


def test_a_file_from_before_the_class_was_registered_is_read_by_its_class(tmp_path):
    path = saved(quick(search=TunableThreshold(1)).fit(X, Y), tmp_path)
    register_search("tunable", TunableThreshold)
    assert quietly_loaded(path).search.feature == 1


def test_a_parameter_that_no_file_can_hold_is_left_out_and_named(tmp_path):
    search = TunableThreshold(measure=lambda rule: rule.impurity)
    classifier = quick(search=search).fit(X, Y)
    with pytest.warns(UserWarning, match="can't hold measure of the search TunableThreshold") as caught:
        path = saved(classifier, tmp_path)
    assert len(caught) == 1
    assert "measure" not in search_entry(path)["parameters"]


def test_a_search_that_can_not_be_made_from_the_file_has_a_stand_in(tmp_path):
    @register_search("demanding")
    class Demanding(BestThreshold):
        def __init__(self, feature):
            self.feature = feature

    classifier = quick(search=Demanding(1)).fit(X, Y)  # no get_params: the file knows nothing of the feature
    loaded = loaded_with_one_warning(saved(classifier, tmp_path), "'demanding' can't be made from the file")
    assert loaded.to_text() == classifier.to_text()


def test_a_search_derived_from_one_of_the_package_is_none_of_the_package(tmp_path):
    class Mine(FastSearch):
        """Of another class, whatever its base."""

    classifier = quick(search=Mine(population=5, patience=1)).fit(X, Y)
    path = saved(classifier, tmp_path)
    assert search_entry(path)["search"] == "Mine" and search_entry(path)["parameters"]["population"] == 5
    loaded = loaded_with_one_warning(path, "'Mine' is not registered")
    assert loaded.predict(X).tolist() == classifier.predict(X).tolist()


@pytest.mark.parametrize(("written", "kept"), [("FastSearch", "fast"), ("PaperSearch", "paper"), ("fast", "fast")])
def test_class_names_of_earlier_files_are_read(written, kept, tmp_path):
    content = json.loads(quick(search="fast").fit(X, Y).to_json())
    content["parameters"]["search"] = {"search": written, "parameters": {"population": 7, "later": 1}}
    path = tmp_path / "model.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    loaded = quietly_loaded(path)
    assert loaded.search.population == 7
    assert json.loads(loaded.to_json())["parameters"]["search"]["search"] == kept


@pytest.mark.parametrize("name", ["FastSearch", "PaperSearch"])
def test_a_class_without_parameters_has_its_own_numbers(name, tmp_path):
    content = json.loads(quick(search="fast").fit(X, Y).to_json())
    content["parameters"]["search"] = name
    (tmp_path / "model.json").write_text(json.dumps(content), encoding="utf-8")
    loaded = quietly_loaded(tmp_path / "model.json")
    assert type(loaded.search).__name__ == name and loaded.n_rules_ > 0


@pytest.mark.parametrize(
    "entry",
    [
        3,
        None,
        [],
        {},
        {"search": 3},
        {"search": "fast", "parameters": 3},
        {"search": "fast", "parameters": {"population": -1}},
        {"search": "mine", "parameters": 3},
        {"search": ["mine"]},
        {"search": "paper", "parameters": {"mutation_beta": 10**400}},
    ],
)
def test_an_entry_that_is_no_search_is_refused(entry, tmp_path):
    content = json.loads(quick(search="fast").fit(X, Y).to_json())
    content["parameters"]["search"] = entry
    path = tmp_path / "model.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(InputError, match="it is damaged") as caught:
        load_model(path)
    assert "\n" not in str(caught.value)


# --- on the command line ---

SCRIPT = """
import sys
from own_searches import BestThreshold
from nldt.cli import main
from nldt.search import register_search
register_search("threshold", BestThreshold)
main()
"""


def command(*arguments):
    """The command line in a process that has registered a search of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    script = [sys.executable, "-c", SCRIPT, *map(str, arguments)]
    return subprocess.run(script, capture_output=True, text=True, encoding="utf-8", env=environment, check=False)


def test_the_command_line_knows_a_registered_search(tmp_path):
    table, model = tmp_path / "table.csv", tmp_path / "model.json"
    rows = [f"{a},{b},{c},{label}" for (a, b, c), label in zip(X.tolist(), Y.tolist(), strict=True)]
    table.write_text("\n".join(["a,b,c,label", *rows]), encoding="utf-8")
    fit = ("fit", table, "--target", "label", "-q", "-o", model)
    assert command(*fit, "--search", "threshold").returncode == 0
    assert search_entry(model) == "threshold"
    refused = command(*fit, "--search", "quick")
    assert refused.returncode == 2
    assert refused.stderr == "nldt: --search quick: must be 'fast', 'paper' or 'threshold'\n"
