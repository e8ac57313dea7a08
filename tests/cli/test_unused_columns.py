"""Columns that no rule uses need not be there: ``nldt predict`` and ``nldt explain`` do without them."""

from __future__ import annotations

import numpy as np
import pytest
from quick_models import quick

from nldt import NLDTClassifier, load_model

COMMANDS = {
    "predict": ["predict"],
    "explain": ["explain", "--row", 17],
    "explain as HTML": ["explain", "--row", 17, "--format", "html"],
}

# What may befall a column that no rule uses; ``table`` has "mass" and "height" of that kind.
MISHAPS = {
    "gone": lambda table: table.drop(columns=["mass", "height"]),
    "one gone": lambda table: table.drop(columns="height"),
    "a gap": lambda table: table.assign(mass=table["mass"].where(table.index != 17)),
    "empty": lambda table: table.assign(mass=np.nan, height=np.nan),
    "text": lambda table: table.assign(mass="heavy"),
    "infinite": lambda table: table.assign(height=np.inf),
}


@pytest.fixture(params=["raw", "shift"])
def narrow_model(request, table, tmp_path):
    """A model of one rule, which uses the width alone."""
    path = tmp_path / "narrow.json"
    classifier = quick(max_depth=1, max_terms=1, max_features_per_term=1, scaling=request.param)
    classifier.fit(table.drop(columns="kind"), table["kind"]).save(path)
    assert [classifier.feature_names_in_[j] for j in classifier.model_.used_features] == ["width"]
    return path


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("mishap", MISHAPS)
def test_the_answer_is_that_for_the_whole_table(nldt, narrow_model, data, table, command, mishap):
    name, *options = COMMANDS[command]
    whole = nldt(name, narrow_model, data, *options)
    MISHAPS[mishap](table).to_csv(data, index=False)
    assert nldt(name, narrow_model, data, *options) == whole
    assert (whole.code, whole.stderr) == (0, "") and len(whole.stdout) > 100


@pytest.mark.parametrize("command", ["predict", "explain"])
def test_a_used_column_must_be_there(mistake, narrow_model, data, table, command):
    name, *options = COMMANDS[command]
    table.drop(columns=["width", "mass"]).to_csv(data, index=False)
    mistake(name, narrow_model, data, *options, names=["lacks the model's column 'width'; its columns are 'height'"])


def test_a_model_without_names_does_without_them_too(nldt, table, data, tmp_path):
    path = tmp_path / "nameless.json"
    classifier = quick(max_depth=1, max_terms=1, max_features_per_term=1)
    classifier.fit(table.drop(columns="kind").to_numpy(), table["kind"]).save(path)
    table.rename(columns={"width": "x1"})[["x1"]].to_csv(data, index=False)
    printed = nldt("predict", path, data)
    assert printed.stderr == ""
    classes = [line.partition(",")[0] for line in printed.stdout.splitlines()[1:]]
    assert classes == classifier.predict(table.drop(columns="kind").to_numpy()).tolist()


def test_a_model_without_rules_needs_no_column(nldt, table, data, tmp_path):
    path = tmp_path / "leaf.json"
    random = np.random.default_rng(0)
    noise = table.drop(columns="kind").assign(width=random.random(60), height=random.random(60), mass=random.random(60))
    NLDTClassifier(random_state=0).fit(noise, np.arange(60) % 7 == 0).save(path)
    assert load_model(path).n_rules_ == 0
    table[["kind"]].to_csv(data, index=False)
    printed = nldt("predict", path, data)
    assert printed.code == 0 and [line.split(",")[0] for line in printed.stdout.splitlines()[1:]] == ["False"] * 60


def test_the_library_wants_no_more_columns(narrow_model, table):
    model = load_model(narrow_model)
    assert model.predict(table[["width"]]).tolist() == model.predict(table.drop(columns="kind")).tolist()


def test_a_report_still_wants_all_columns(mistake, narrow_model, data, table):
    """Rules of its trade-off fronts may use any of them."""
    table.drop(columns="mass").to_csv(data, index=False)
    mistake("report", narrow_model, data, names=["lacks the model's column 'mass'"])
