"""``nldt fit`` with wishes: exponents of columns, columns that are kept apart, units."""

from __future__ import annotations

import json

import numpy as np
import pytest

from nldt import load_model


@pytest.fixture
def units(tmp_path):
    path = tmp_path / "units.json"
    path.write_text(json.dumps({"width": "mm", "height": "mm", "mass": "kg"}), encoding="utf-8")
    return path


def test_wishes_are_those_of_python(nldt, data, units, table, tmp_path):
    path = tmp_path / "wished.json"
    wishes = ["--exponents", "width=0,1", "--exponents", "mass=-1..1", "--forbid", "width,mass", "--units", units]
    done = nldt("fit", data, "--target", "kind", "-q", "-o", path, *wishes)
    assert (done.code, done.stderr) == (0, "")
    model = load_model(path)
    assert model.exponents == {"width": (0, 1), "mass": (-1, 0, 1)}
    assert [tuple(group) for group in model.forbidden] == [("width", "mass")]
    assert model.units == {"width": "mm", "height": "mm", "mass": "kg"}
    for rule in model.rules_:
        assert not (rule.exponents[:, 0].astype(bool) & rule.exponents[:, 2].astype(bool)).any()
        assert set(np.unique(rule.exponents[:, 0])) <= {0, 1}
    shown = nldt("show", path)
    assert done.stdout.startswith(model.to_text())
    assert shown.stdout.startswith(model.to_text())


def test_names_with_commas_are_quoted(nldt, table, tmp_path):
    path = tmp_path / "commas.csv"
    table.rename(columns={"width": "width, in mm", "mass": "a=b"}).to_csv(path, index=False)
    output = tmp_path / "commas.json"
    wishes = ["--forbid", '"width, in mm",height', "--exponents", "a=b=1", "--exponents", "width, in mm=1"]
    done = nldt("fit", path, "--target", "kind", "-q", "-o", output, *wishes)
    assert (done.code, done.stderr) == (0, "")
    model = load_model(output)
    assert model.exponents == {"a=b": (1,), "width, in mm": (1,)}
    assert [tuple(group) for group in model.forbidden] == [("width, in mm", "height")]


@pytest.mark.parametrize(
    ("wishes", "names"),
    [
        (["--forbid", "width"], ["--forbid width", "two columns or more"]),
        (["--forbid", "width,hight"], ["--forbid", "'hight'", "did you mean 'height'?"]),
        (["--forbid", "width,width"], ["'width' is twice in one group"]),
        (["--exponents", "widht=1"], ["exponents", "'widht'", "did you mean 'width'?"]),
        (["--exponents", "width=x"], ["--exponents width=x", "whole numbers"]),
        (["--exponents", "width=0"], ["--exponents width=0", "not all zero"]),
        (["--exponents", "1", "--exponents", "width=1"], ["--exponents 1", "beside width=1"]),
        (["--exponents", "width=1", "--exponents", "width=2"], ["--exponents width=2", "beside width=1"]),
        (["--units", "nowhere.json"], ["'nowhere.json'", "No such file"]),
    ],
)
def test_mistakes_are_answered_in_one_line(mistake, data, wishes, names):
    mistake("fit", data, "--target", "kind", *wishes, names=names)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("width: mm", ["units.json", "is not JSON"]),
        ('["mm"]', ["units.json", "must be JSON such as"]),
        ('{"width": 3}', ["units.json", "'width'", "3", "must be text"]),
        ('{"widht": "mm"}', ["units", "'widht'", "did you mean 'width'?"]),
        ('{"width": "milimeter"}', ["units", "'milimeter'", "'width'"]),
        ('{"kind": "mm"}', ["units", "'kind'"]),
    ],
)
def test_bad_files_of_units_are_answered_in_one_line(mistake, data, units, text, names):
    units.write_text(text, encoding="utf-8")
    mistake("fit", data, "--target", "kind", "--units", units, names=names)


def test_the_paper_s_search_keeps_wishes_too(nldt, data, units, tmp_path):
    path = tmp_path / "paper.json"
    done = nldt(
        "fit", data, "--target", "kind", "-q", "--search", "paper", "-o", path, "--units", units, "--max-depth", 1
    )
    assert (done.code, done.stderr) == (0, "")
    dimensions = np.array([[1, 0], [1, 0], [0, 1]])
    for rule in load_model(path).rules_:
        assert len(np.unique(rule.exponents @ dimensions, axis=0)) == 1
