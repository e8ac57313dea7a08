"""Names of features and classes are data: none of them breaks out, in any format."""

from __future__ import annotations

import re
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest
from awkward_names import AWKWARD
from export_runs import RUNS, assert_agrees
from made_trees import INF, chain, made_model, made_tree, random_model, rows_beside, shifted_basis
from programs import need

from nldt import InputError, SplitRule
from nldt.model.fitted_model import FittedModel
from nldt.write.code.javascript import to_javascript
from nldt.write.code.python_source import to_python
from nldt.write.code.sql import to_sql
from nldt.write.code.sympy_piecewise import to_sympy_text
from nldt.write.dot import to_dot
from nldt.write.latex import to_latex

FEATURES = [name or "no column may be nameless" for name in AWKWARD]


@pytest.fixture(scope="module", params=["raw", "shift"])
def model(request) -> FittedModel:
    """Every name as a feature that some rule reads, and as a class that some leaf gives."""
    n_names = len(AWKWARD)
    scaling = shifted_basis([0.0] * n_names, [2.0] * n_names) if request.param == "shift" else None
    random = np.random.default_rng(0)
    rules = []
    for j in range(n_names):
        exponents = np.zeros((1, n_names), dtype=np.int8)
        exponents[0, [j, (j + 1) % n_names]] = 1, -2
        rules.append(SplitRule(exponents, [random.uniform(0.5, 2.0)], -INF, random.uniform(0.1, 0.2), scaling))
    return made_model(made_tree(chain(rules, n_names), n_names), FEATURES, AWKWARD)


@pytest.fixture(scope="module")
def rows(model) -> np.ndarray:
    random = np.random.default_rng(1).uniform(0.5, 2.0, size=(300, len(AWKWARD)))
    return np.concatenate([random, rows_beside(model.tree, random, count=2)])


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_every_run_agrees(run, model, rows, tmp_path):
    assert_agrees(run, model, rows, tmp_path)


@pytest.mark.parametrize("name", ["python", "c", "javascript", "onnx"])
def test_names_come_out_as_they_are(name, model, rows, tmp_path):
    got = RUNS[name](model, rows[:1], tmp_path)
    assert got.feature_names == FEATURES
    assert got.class_names == AWKWARD


def test_source_is_plain_ascii(model):
    for source in (to_python(model), to_javascript(model), to_sympy_text(model)):
        assert re.fullmatch(r"[\n -~]*", source)


def test_javascript_can_stand_in_a_page(model):
    assert not re.search(r"</|<!--|\]\]>", to_javascript(model))


def test_sql_refuses_what_it_cannot_write():
    rule = SplitRule([[1]], [1.0], -INF, 1.0)
    for feature, label in (("a\0b", "yes"), ("a", "y\0es")):
        with pytest.raises(InputError, match="NUL") as caught:
            to_sql(made_model(made_tree((rule, 0, 1), 2), [feature], ["no", label]))
        assert "\n" not in str(caught.value)


def svg_texts(dot: str) -> list[str]:
    """The lines of text in the picture that Graphviz draws."""
    command = [need("dot"), "-Tsvg"]
    drawn = subprocess.run(command, input=dot, capture_output=True, check=True, encoding="utf-8")
    assert drawn.stderr == ""
    texts = ElementTree.fromstring(drawn.stdout).iter("{http://www.w3.org/2000/svg}text")
    return [(text.text or "").replace("\N{NO-BREAK SPACE}", " ") for text in texts]


def test_dot_shows_the_names(model):
    texts = svg_texts(to_dot(model))
    assert texts.count("yes") == texts.count("no") == len(model.tree.conditional_rules)
    whole = " ".join(texts)
    for name in AWKWARD:
        shown = "".join(chr(0x2400 + ord(sign)) if ord(sign) < 32 else sign for sign in " ".join(name.split()))
        shown = re.sub("[\x7f-\x9f]", "\N{REPLACEMENT CHARACTER}", shown)
        assert shown in whole, name


def test_latex_compiles_and_ends_where_it_should(model, tmp_path):
    log, _ = compiled(to_latex(model), tmp_path)
    assert "THE END IS REACHED" in log


def compiled(fragment: str, folder: Path) -> tuple[str, Path]:
    """The log and the PDF of a document that holds the fragment."""
    (folder / "tree.tex").write_text(
        "\\documentclass{article}\n\\usepackage{amsmath}\n\\begin{document}\n"
        f"{fragment}\\typeout{{THE END IS REACHED}}\n\\end{{document}}\n",
        encoding="utf-8",
    )
    command = [need("pdflatex"), "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "tree.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="latin-1", check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    return done.stdout, folder / "tree.pdf"


def test_two_features_of_one_slug_keep_apart(tmp_path):
    """And so do features whose names look like the variables of others."""
    model, rows = random_model(4, names=["a b", "a-b", "x1_a_b", "x2"])
    for run in RUNS.values():
        assert_agrees(run, model, np.concatenate([rows, rows_beside(model.tree, rows)]), tmp_path)
