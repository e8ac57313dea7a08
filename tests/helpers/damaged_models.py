"""Model files that are damaged in every way that one can think of, and what may come of loading one."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from export_runs import cells
from hypothesis import strategies as st
from mixed_tables import mixed_table
from quick_models import quick, tangled

from nldt import FastSearch, InputError, NLDTClassifier, PaperSearch, load_model
from nldt.write.formats import FORMATS

DELETED = object()
DAMAGE: list[Any] = [DELETED, None, True, -1, 0, 1, 2, 10**15, 10**400, 0.5, -3.0, 1e308, float("nan"), float("inf")]
DAMAGE += ["", "nan", "a", "1", [], [1], {}, {"0": 1}, {"search": "os.system"}, {"mapping": [[[], 1]]}]
DAMAGE += [
    -1e308,
    5e-324,
    -float("inf"),
    2**63,
    "\x00",
    "long " * 3000,
    [[[[[[]]]]]],
    {"fixed": "x1 < 1"},
    "Ω\n",
    [None],
]

LONGEST_REFUSAL = 1000  # signs
SMALL = FastSearch(population=8, generations=2)


def made_documents() -> list[dict[str, Any]]:
    """Models with all that a file may hold: pruned rules, shifts, categories, gaps, dates, units, probabilities."""
    X, y = tangled(60)
    named = pd.DataFrame(X, columns=["a", "b", "c"])
    paper = {"search": PaperSearch(population=4, generations=2), "max_depth": 3, "prune_tolerance": 0.1}
    mixed, answers = mixed_table(200)
    dated = mixed.assign(day=pd.date_range("2024-01-01", periods=len(mixed)).astype(str))
    late = np.where(pd.to_datetime(dated["day"]).dt.day_of_week > 4, "weekend", answers)
    fitted = [
        quick(**paper, scaling="raw").fit(named, y),
        quick(**paper, scaling="shift").fit(X, y * 2.0),
        NLDTClassifier(search=SMALL, random_state=0).fit(mixed, answers),
        NLDTClassifier(search=SMALL, random_state=0).fit(dated, late),
        NLDTClassifier(search=SMALL, random_state=0, units={"a": "m", "b": "1/m", "c": "m"}).fit(named, y > 1),
    ]
    return [json.loads(classifier.to_json()) for classifier in fitted]


def places(content: Any, path: tuple = ()) -> list[tuple]:
    """The keys that lead to every entry of a document."""
    entries = content.items() if isinstance(content, dict) else enumerate(content)
    found = []
    for key, value in entries:
        found.append((*path, key))
        if isinstance(value, dict | list):
            found += places(value, (*path, key))
    return found


def at(content: Any, path: tuple) -> Any:
    """What the keys lead to."""
    for key in path:
        content = content[key]
    return content


def damaged(content: dict, path: tuple, value: object) -> dict:
    """The document with another value in one place."""
    content = copy.deepcopy(content)
    parent = at(content, path[:-1])
    if value is DELETED:
        del parent[path[-1]]
    else:
        parent[path[-1]] = value
    return content


@st.composite
def damaged_texts(draw: Callable, documents: list[dict[str, Any]]) -> str:
    """The text of a model file with one to four wounds: values replaced, moved, nudged or repeated, and signs lost."""
    content = draw(st.sampled_from(documents))
    for _ in range(draw(st.integers(1, 3))):
        found = places(content)
        path = draw(st.sampled_from(found))
        kind = draw(st.sampled_from(["replace", "move", "nudge", "repeat"]))
        there = at(content, path)
        if kind == "replace":
            content = damaged(content, path, draw(st.sampled_from(DAMAGE)))
        elif kind == "move":
            content = damaged(content, path, copy.deepcopy(at(content, draw(st.sampled_from(found)))))
        elif kind == "nudge" and isinstance(there, int | float) and not isinstance(there, bool):
            vast = there * (10**300 if isinstance(there, int) else 1e300)  # an integer may be beyond every float
            content = damaged(content, path, draw(st.sampled_from([there + 1, there - 1, -there, vast, 1e-320])))
        elif kind == "repeat" and isinstance(there, list):
            content = damaged(content, path, there + there)
    text = json.dumps(content)
    if draw(st.integers(0, 9)) == 0:
        start, length = draw(st.integers(0, len(text) - 1)), draw(st.integers(1, 40))
        text = (
            text[:start]
            + draw(st.sampled_from(["", "9" * length, "[" * length, '"', "1e999", "-"]))
            + text[start + length :]
        )
    return text


def outcome(text: str, folder: Path, use: Callable[[NLDTClassifier], None]) -> str:
    """What became of a file: the one word "refused", or "loaded", after the model has been used."""
    file = folder / "damaged.json"
    file.write_bytes(text.encode("utf-8", errors="surrogatepass"))
    try:
        model = load_model(file)
    except InputError as error:
        assert "\n" not in str(error)
        assert len(str(error)) < LONGEST_REFUSAL
        return "refused"
    use(model)
    return "loaded"


def use_model(model: NLDTClassifier) -> None:
    """Everything that a model is for, but for its exports."""
    fitted = model.model_
    rows = np.resize(tangled(10)[0], (10, model.n_features_in_))
    X = pd.DataFrame(cells(fitted, rows), columns=list(fitted.feature_names)).convert_dtypes()
    shares = model.predict_proba(X)
    assert np.abs(shares.sum(axis=1) - 1).max() < 1e-9
    assert set(model.predict(X).tolist()) <= set(model.classes_.tolist())
    assert model.to_text().startswith(f"{model.n_rules_} rule")
    if model.required is None:  # which pruning could not keep, and refuses
        assert model.pruned(1).n_rules_ <= 1
    assert np.isfinite(model.feature_importances_).all()
    assert repr(model).startswith("NLDTClassifier")
    assert json.loads(model.to_json())
    again = NLDTClassifier.from_document(json.loads(model.to_json()))
    assert again.to_json() == model.to_json()


def export_model(model: NLDTClassifier) -> None:
    """The same, and every export."""
    use_model(model)
    for write in FORMATS.values():
        try:
            assert write(model.model_)
        except InputError as error:  # some languages lack something that a model may have
            assert "\n" not in str(error)
