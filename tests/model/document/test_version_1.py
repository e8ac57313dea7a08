"""Files of version 1, written by the nldt of that time: they predict, print and explain as they did."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from nldt import InputError, NLDTClassifier, load_model

FILES = Path(__file__).parent / "version_1"
EXPECTED = json.loads((FILES / "expected.json").read_text(encoding="utf-8"))
WITH_COSTS = ["balanced", "costs"]


def rows_for(model: NLDTClassifier, name: str) -> np.ndarray | pd.DataFrame:
    rows = np.array(EXPECTED[name]["rows"])
    return pd.DataFrame(rows, columns=model.feature_names_in_) if hasattr(model, "feature_names_in_") else rows


@pytest.mark.parametrize("name", EXPECTED)
def test_it_predicts_what_it_did(name):
    model = load_model(FILES / f"{name}.json")
    rows = rows_for(model, name)
    assert model.predict(rows).tolist() == EXPECTED[name]["classes"]
    assert model.predict_proba(rows).tolist() == EXPECTED[name]["probabilities"]
    assert model.feature_importances_.tolist() == EXPECTED[name]["importances"]


@pytest.mark.parametrize("name", [name for name in EXPECTED if name not in WITH_COSTS])
def test_it_prints_what_it_did(name):
    assert load_model(FILES / f"{name}.json").to_text() == EXPECTED[name]["text"]


@pytest.mark.parametrize("name", WITH_COSTS)
def test_of_a_fit_with_costs_it_prints_shares_but_no_counts_and_says_so(name):
    text = load_model(FILES / f"{name}.json").to_text()
    leaves = [line for line in text.splitlines() if line.endswith("%)")]
    assert len(leaves) == EXPECTED[name]["text"].count("% of")
    assert "% of" not in text and "(100.0 %)" in text
    assert "numbers of rows are not known" in text


@pytest.mark.parametrize("name", EXPECTED)
def test_saved_again_it_is_of_version_2_and_the_same_model(name, tmp_path):
    model = load_model(FILES / f"{name}.json")
    model.save(tmp_path / "model.json")
    again = load_model(tmp_path / "model.json")
    assert json.loads((tmp_path / "model.json").read_text(encoding="utf-8"))["version"] == 2
    assert again.to_text() == model.to_text()
    assert again.to_json() == model.to_json()
    assert again.model_.target.is_counted == (name not in WITH_COSTS)
    rows = rows_for(model, name)
    assert again.predict_proba(rows).tolist() == EXPECTED[name]["probabilities"]


@pytest.mark.parametrize("key", ["classes", "n_features", "scaling", "nodes", "parameters", "pruned_at"])
@pytest.mark.parametrize("value", [None, "x", 7, [None], {}])
def test_a_damaged_one_is_refused(key, value, tmp_path):
    content = json.loads((FILES / "fast.json").read_text(encoding="utf-8"))
    if (key, value) in (("scaling", None), ("parameters", {})):
        value = []  # these are no damage there
    (tmp_path / "model.json").write_text(json.dumps({**content, key: value}), encoding="utf-8")
    with pytest.raises(InputError, match="it is damaged"):
        load_model(tmp_path / "model.json")
