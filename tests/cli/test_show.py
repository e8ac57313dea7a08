"""``nldt show``: every format."""

from __future__ import annotations

import ast
import json
import os

import numpy as np
import pytest

from nldt import load_model
from nldt.cli.show import Format
from nldt.write.cautions import cautions


def said_below(model) -> str:
    """What stands below the text of a model without an estimate: what is odd about it."""
    notes = [f"note: {caution}" for caution in cautions(load_model(model).model_)]
    assert len(notes) == 1 and "fewer than 10 training rows" in notes[0]
    return "\n".join(["cross-validated accuracy: not estimated", *notes]) + "\n"


@pytest.mark.parametrize(
    "name", [name for name in Format if name not in (Format.ONNX, Format.SYMPY, Format("sql-probabilities"))]
)
def test_prints_what_the_method_gives(nldt, model, name):
    shown = nldt("show", model, "--format", name)
    assert (shown.code, shown.stderr) == (0, "")
    said = said_below(model) if name == Format.TEXT else ""
    assert shown.stdout == getattr(load_model(model), f"to_{name}")() + said


def test_every_format_can_be_written_to_a_file(nldt, model, tmp_path):
    for name in Format:
        shown = nldt("show", model, "--format", name, "-o", tmp_path / name)
        assert (shown.code, shown.stdout, shown.stderr) == (0, "", "")
        assert (tmp_path / name).stat().st_size > 0
    assert not [name for name in os.listdir(tmp_path) if name.startswith(".")]


def test_formats_are_those_of_the_contract():
    contract = {"text", "latex", "sympy", "python", "c", "sql", "javascript", "dot", "json", "onnx"}
    contract |= {"sql-probabilities"}
    assert {str(name) for name in Format} == contract


def test_onnx_file_predicts(nldt, model, table, tmp_path):
    import onnxruntime

    nldt("show", model, "--format", "onnx", "-o", tmp_path / "tree.onnx")
    session = onnxruntime.InferenceSession(tmp_path / "tree.onnx", providers=["CPUExecutionProvider"])
    X = table.drop(columns="kind")
    labels, shares = session.run(None, {"X": X.to_numpy()})
    assert labels.tolist() == load_model(model).predict(X).tolist()
    assert np.array_equal(shares, load_model(model).predict_proba(X))


def test_onnx_is_not_printed(mistake, model):
    mistake("show", model, "--format", "onnx", names=["onnx", "-o FILE"])


def test_an_unknown_format_is_named(mistake, model):
    mistake("show", model, "--format", "cobol", names=["cobol", "'javascript'"])


def test_sympy_is_read_back_by_sympy(nldt, model):
    import sympy

    shown = nldt("show", model, "--format", "sympy").stdout
    assert isinstance(sympy.sympify(shown), sympy.Piecewise)
    assert "# x1_width: 'width'\n" in shown and "# 1: 'nut'\n" in shown


def test_piped_text_is_plain(nldt_process, model):
    shown = nldt_process("show", model, FORCE_COLOR="1", COLUMNS="20")
    assert shown.stdout == load_model(model).to_text() + said_below(model)
    assert "\x1b" not in shown.stdout


def test_piped_source_is_whole(nldt_process, model):
    ast.parse(nldt_process("show", model, "--format", "python").stdout)
    json.loads(nldt_process("show", model, "--format", "json").stdout)
