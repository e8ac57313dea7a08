"""Symbols and legends come from the columns: a kind that nldt does not know is shown like its own."""

from __future__ import annotations

import json
import re
import subprocess

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from made_columns import Logarithm, Mirrored, Tangled
from made_trees import made_model, made_tree, shifted_basis
from programs import need

from nldt import SplitRule, plots
from nldt.explain import explain_row
from nldt.model.basis import AsIs, Basis, Shifted
from nldt.plots.formulas import PictureFormulas
from nldt.report import describe, render_page, summarise
from nldt.report.render_html import TEMPLATES
from nldt.write.definition import define
from nldt.write.dot import to_dot
from nldt.write.formula import TextNotation
from nldt.write.latex import LatexNotation, to_latex
from nldt.write.mathml import Element, MathmlNotation, name_mathml
from nldt.write.mathtext import MathtextNotation
from nldt.write.text import to_text

NAMES = ["mean width", "height", "mass"]
# Two columns of one feature, one that goes by its name, one that no rule uses.
BASIS = Basis((Mirrored(0, 5.0, 2.0), AsIs(1), Logarithm(2), Shifted(0, 1.0, 4.0), Shifted(1, 0.0, 1.0)), 3)
RULE = SplitRule([[1, 0, -2, 0, 0], [0, 1, 0, 1, 0]], [1.0, -0.5], -np.inf, 3.0, BASIS)
MODEL = made_model(made_tree((RULE, 0, 1), 2), NAMES, ["no", "yes"])
ROWS = np.random.default_rng(0).uniform(0.5, 3.0, size=(40, 3))


def test_text_and_dot():
    assert to_text(MODEL).splitlines()[1] == "m1/l3² − 0.5·height·u1 ≤ 3"
    legend = ["m1 = (5 − [mean width])·2", "l3 = log(mass)", "u1 = 1 + ([mean width] − 1)/4"]
    assert to_text(MODEL).splitlines()[-4:] == ["where", *(f"  {line}" for line in legend)]
    assert "\\l".join(legend) + "\\l" in to_dot(MODEL)


def test_latex():
    text = to_latex(MODEL)
    assert r"\dfrac{m_{1}}{l_{3}^{2}} - 0.5 \cdot \text{height} \cdot u_{1} \le 3" in text
    assert r"m_{1} &= \left(5 - \text{[mean width]}\right) \cdot 2" in text
    assert r"l_{3} &= \operatorname{log}\left(\text{mass}\right)" in text
    assert r"u_{1} &= 1 + \dfrac{\text{[mean width]} - 1}{4}" in text


def test_pictures():
    assert PictureFormulas(MODEL).legend([RULE]) == [
        r"$m_{1} = (5 - \text{mean width})\,{\cdot}\,2$",
        r"$l_{3} = \mathrm{log}(\text{mass})$",
        r"$u_{1} = 1 + (\text{mean width} - 1)\,/\,4$",
    ]
    for ax in (
        plots.plot_tree(MODEL),
        plots.plot_term_space(MODEL, pd.DataFrame(ROWS, columns=NAMES), ["no", "yes"] * 20),
    ):
        ax.figure.canvas.draw()
        plt.close(ax.figure)


def test_report():
    told = describe(MODEL)
    assert told.features == NAMES and told.column_numbers == [0, 1, 2, 3]
    assert [column.feature for column in told.columns] == [0, 1, 2, 0]
    mass = "<mi>log</mi><mrow><mo>(</mo><mtext>mass</mtext><mo>)</mo></mrow>"
    assert f"<msub><mi>l</mi><mn>3</mn></msub><mo>=</mo>{mass}" in told.definitions[1].markup
    page = render_page(summarise(MODEL, ROWS, np.arange(40) % 2), "A report")
    assert all(definition.markup in page for definition in told.definitions)


def test_explanation():
    explanation = explain_row(MODEL, np.array([1.0, 2.0, 3.0]))
    assert explanation.path[0].formula == "m1/l3² − 0.5·height·u1 ≤ 3"
    assert [(entry.unit, entry.name, entry.value) for entry in explanation.shifted] == [
        ("m1", "mean width", 8.0),
        ("l3", "mass", np.log(3.0)),
        ("u1", "mean width", 1.0),
    ]
    assert sorted(flip.feature for flip in explanation.flips) == [0, 1, 2]
    for flip in explanation.flips:
        moved = np.array([1.0, 2.0, 3.0])
        moved[flip.feature] = flip.value
        assert flip.possible and MODEL.labels[MODEL.tree.answers[MODEL.tree.apply(moved[None])[0]]] == flip.to_class


NOTATIONS = {
    "text": (TextNotation(), "x", "(−(x − 2))·3/(x − (0.5 + x)) − (−2.5e−7)"),
    "LaTeX": (
        LatexNotation(),
        "x",
        r"\dfrac{\left(-\left(x - 2\right)\right)\,3}{x - \left(0.5 + x\right)} - \left(-2.5 \cdot 10^{-7}\right)",
    ),
    "mathtext": (
        MathtextNotation(),
        "x",
        r"(-(x - 2))\,{\cdot}\,3\,/\,(x - (0.5 + x)) - (-2.5{\cdot}10^{-7})",
    ),
}


@pytest.mark.parametrize("notation", NOTATIONS)
def test_brackets_stand_where_they_must(notation):
    rules, raw, shown = NOTATIONS[notation]
    assert define(Tangled(0), raw, rules, None) == shown


def test_brackets_in_mathml():
    markup = "".join(element.markup for element in define(Tangled(0), (name_mathml("x"),), MathmlNotation(), None))
    assert re.sub("<[^>]*>", "", markup) == "(−(x−2))·3x−(0.5+x)−(−2.5·10−7)"
    assert markup.count("<mfrac>") == 1


def test_what_is_printed_is_what_is_computed():
    x = np.linspace(3.0, 9.0, 7)
    text = define(Tangled(0), "x", TextNotation(), None).replace("−", "-").replace("·", "*")
    assert eval(text, {"x": x}).tolist() == Tangled(0).values(x).tolist()


def test_a_subtraction_of_nothing_is_not_printed():
    column = shifted_basis([0.0], [0.25]).columns[0]
    assert define(column, "x", TextNotation(), None) == "1 + x/0.25"


def test_the_page_s_script_computes_any_column(tmp_path):
    """The very functions of the page, run by Node on the page's own data."""
    page = render_page(summarise(made_model(made_tree((TANGLED_RULE, 0, 1), 2), ["x", "y"], [0, 1]), *TWO), "A report")
    data = re.search(r'id="report-data">(.*?)</script>', page)[1]
    script = (TEMPLATES / "model.js").read_text(encoding="utf-8").split("const DATA")[1].split("\n", 1)[1]
    values = json.dumps(TWO[0].tolist())
    program = f"const DATA = {data};\n{script}\nconsole.log(JSON.stringify({values}.map(columnsOf)));"
    (tmp_path / "columns.js").write_text(program, encoding="utf-8")
    done = subprocess.run([need("node"), str(tmp_path / "columns.js")], capture_output=True, check=True, text=True)
    assert json.loads(done.stdout) == TANGLED_RULE.basis.values(TWO[0]).tolist()


TANGLED_RULE = SplitRule([[1, 1, 1]], [1.0], -np.inf, 3.0, Basis((Tangled(0), Mirrored(1, 1 / 3, 0.1), AsIs(1)), 2))
TWO = np.random.default_rng(1).uniform(3.0, 9.0, size=(50, 2)), np.arange(50) % 2


def test_elements_are_text_and_nothing_else():
    nasty = Element("mtext", ("</script><b>\"'&",), (("title", "\"'<"),))
    assert nasty.markup == '<mtext title="&quot;&#x27;&lt;">&lt;/script&gt;&lt;b&gt;&quot;&#x27;&amp;</mtext>'
    assert nasty.nested == ["mtext", {"title": "\"'<"}, "</script><b>\"'&"]
