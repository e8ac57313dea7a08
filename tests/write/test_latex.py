"""LaTeX: it compiles, fits the page, reads as it should, and says what ``predict`` does."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from export_runs import expected
from made_trees import INF, chain, made_model, made_tree, random_model, shifted_basis
from programs import need

from nldt import SplitRule
from nldt.model.fitted_model import FittedModel
from nldt.write.latex import to_latex
from nldt.write.latex_names import symbols

LINE = re.compile(
    r"\{\\leftskip=(?P<indent>[\d.]+)em\\relax \\hangindent=3em\\relax \\noindent "
    r"(?P<otherwise>\\textbf\{else\} )?(\\textbf\{if\} \$(?P<rule>.*)\$ \\textbf\{then\})? ?(?P<label>.*)\\par\}"
)


def one_rule(rule: SplitRule, names: list[str] | None = None) -> FittedModel:
    names = names or [f"x{j + 1}" for j in range(rule.exponents.shape[1])]
    return made_model(made_tree((rule, 0, 1), 2), names, ["no", "yes"])


def compiled(fragment: str, folder: Path) -> str:
    """What pdflatex says of a document that holds the fragment."""
    lines = [r"\documentclass{article}", r"\usepackage{amsmath}", r"\begin{document}", fragment, r"\end{document}"]
    (folder / "tree.tex").write_text("\n".join(lines), encoding="utf-8")
    command = [need("pdflatex"), "-interaction=nonstopmode", "-halt-on-error", "tree.tex"]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="latin-1", check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    return done.stdout


def python_of(formula: str) -> str:
    """A formula over x1, x2, ... as Python."""
    text = re.sub(r"([xu])_\{(\d+)\}", r"\1\2", formula)
    text = re.sub(r"\^\{(-?\d+)\}", r"**\1", text)
    text = re.sub(r"\\dfrac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/(\2))", text)
    for latex, python in ((r"\,", "*"), (r"\cdot", "*"), (r"\le", "<="), (r"\ge", ">="), ("10**", "10.0**")):
        text = text.replace(latex, python)
    assert "\\" not in text and "{" not in text, text
    return text


def function_of(fragment: str) -> Any:
    """The classifier that a person who reads the fragment would program."""
    lines = ["def predict(**known):", "    locals_ = dict(known)"]
    for name, value in re.findall(r"(u_\{\d+\}) &= (.*?)(?: \\\\|$)", fragment, re.MULTILINE):
        lines.append(f"    locals_[{python_of(name)!r}] = eval({python_of(value)!r}, locals_)")
    if r"\begin{cases}" in fragment:
        first = re.search(r"\\text\{(\w+)\} & \\text\{if \} (.*), \\\\", fragment)
        other = re.search(r"\\text\{(\w+)\} & \\text\{otherwise", fragment)
        assert first and other
        lines.append(f"    return {first[1]!r} if eval({python_of(first[2])!r}, locals_) else {other[1]!r}")
    for found in map(LINE.fullmatch, fragment.splitlines()):
        if found is None:
            continue
        indent = "    " * (1 + round(float(found["indent"]) / 1.5))
        if found["rule"]:
            keyword = "elif" if found["otherwise"] else "if"
            lines.append(f"{indent}{keyword} eval({python_of(found['rule'])!r}, locals_):")
            if found["label"]:
                lines.append(f"{indent}    return {found['label']!r}")
        else:
            lines += [f"{indent}else:", f"{indent}    return {found['label']!r}"]
    made: dict[str, Any] = {}
    exec("\n".join(lines), made)
    return made["predict"]


@pytest.mark.parametrize("scaling", ["raw", "shift"])
def test_what_it_says_is_what_predict_does(scaling):
    model, _ = random_model(2, scaling=scaling, classes=("a", "b", "c"))
    small, _ = random_model(1, scaling=scaling)
    single = made_model(made_tree((small.tree.conditional_rules[0], 0, 1), 2), small.feature_names, ["yes", "no"])
    rows = np.random.default_rng(0).uniform(0.1, 4.0, size=(1000, 4))
    for each in (model, single):
        predict = function_of(to_latex(each, digits=None))
        got = [predict(x1=a, x2=b, x3=c, x4=d) for a, b, c, d in rows.tolist()]
        assert got == [each.classes[index] for index in expected(each, rows)[0]]
        assert len(set(got)) > 1


@pytest.mark.parametrize("scaling", ["raw", "shift"])
@pytest.mark.parametrize("digits", [4, None])
def test_compiles_and_fits_the_page(scaling, digits, tmp_path):
    model, _ = random_model(2, scaling=scaling, names=["mean radius", "größe (µm²)", "x3", "50 % share_of"])
    said = compiled(to_latex(model, digits), tmp_path)
    assert "Overfull" not in said and "Missing character" not in said


def test_a_long_rule_is_broken_into_lines(tmp_path):
    exponents = np.full((6, 6), 3) * np.where(np.eye(6), -1, 1)
    rule = SplitRule(exponents, np.full(6, 1 / 3), -INF, 1.0)
    names = [f"a rather long name of column {j}" for j in range(6)]
    said = compiled(to_latex(one_rule(rule)), tmp_path)
    assert "Overfull" not in said
    few = SplitRule(exponents[:, :2], np.full(6, 1 / 3), -INF, 1.0)
    assert "Overfull" not in compiled(to_latex(one_rule(few, names[:2])), tmp_path)


def test_one_rule_is_written_by_cases():
    rule = SplitRule([[2, -1, 0], [0, 0, 1]], [0.61, -1.0], -INF, -0.24)
    assert to_latex(one_rule(rule)) == (
        "\\[\n"
        "  \\text{class} = \\begin{cases}\n"
        "    \\text{no} & \\text{if } 0.61\\,\\dfrac{x_{1}^{2}}{x_{2}} - x_{3} \\le -0.24, \\\\\n"
        "    \\text{yes} & \\text{otherwise.}\n"
        "  \\end{cases}\n"
        "\\]\n"
    )


@pytest.mark.parametrize(
    ("rule", "shown"),
    [
        (SplitRule([[1, 1]], [2.0], 0.98, 1.02), r"0.49 \le x_{1}\,x_{2} \le 0.51"),
        (SplitRule([[1, 0], [0, 2]], [-1.0, 0.5], -INF, -0.25), r"x_{1} - 0.5\,x_{2}^{2} \ge 0.25"),
        (
            SplitRule([[0, -2], [1, 0]], [1.0, 2.5e-7], -INF, 1e-9),
            r"\dfrac{1}{x_{2}^{2}} + 2.5 \cdot 10^{-7}\,x_{1} \le 10^{-9}",
        ),
        (SplitRule([[1, 0], [0, -1]], [1.0, 0.5], -INF, 3.0), r"x_{1} + \dfrac{0.5}{x_{2}} \le 3"),
        (SplitRule([[1, 0]], [1.0], 0.99999999, 1.0), r"0.99999999 \le x_{1} \le 1"),  # enough digits to differ
        (SplitRule([[-1, -1]], [1.0], 2.0, INF), r"\dfrac{1}{x_{1}\,x_{2}} \ge 2"),
    ],
)
def test_rules_are_typeset(rule, shown):
    assert f"\\text{{if }} {shown}, \\\\" in to_latex(one_rule(rule))


def test_names_of_several_letters_are_text_with_dots_between():
    text = to_latex(one_rule(SplitRule([[2, 1]], [1.0], -INF, 3.0), ["mean radius", "area"]))
    assert r"\text{[mean radius]}^{2} \cdot \text{area} \le 3" in text


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("PM 10", r"\text{[PM 10]}"),
        ("PM10", r"\text{PM10}"),
        ("größe", r"\text{gr\"{o}\ss{}e}"),
        ("gro\u0308sse", r"\text{gr\"{o}sse}"),  # the same letter in two parts
        ("2nd", r"\text{[2nd]}"),
        ("area²", r"\text{[area\ensuremath{^2}]}"),
        ("a\n b", r"\text{[a b]}"),
        ("a]b", r"\text{[a\textbackslash{}]b]}"),
        ("x_1", "x_{1}"),
    ],
)
def test_names_are_bracketed_as_in_the_text(name, shown):
    rule = SplitRule([[2, 1]], [1.0], -INF, 3.0)
    assert rf"\text{{if }} {shown}^{{2}} \cdot \text{{other}} \le 3" in to_latex(one_rule(rule, [name, "other"]))


def test_bracketed_names_compile(tmp_path):
    names = ["PM 10", "a]b", "[", "2nd", "имя"]
    rules = [SplitRule(np.eye(5, dtype=int)[[j]] * sign, [1.0], -INF, 3.0) for j in range(5) for sign in (1, -2)]
    model = made_model(made_tree(chain(rules, 2, "left"), 2), names, ["no", "yes"])
    assert "Overfull" not in compiled(to_latex(model), tmp_path)


def test_a_long_name_is_numbered_and_told_in_a_legend():
    name = "a name that is far too long to stand in a formula, even one of several lines"
    text = to_latex(one_rule(SplitRule([[1, 1]], [1.0], -INF, 3.0), ["a", name]))
    assert r"a \cdot \text{[feature 2]} \le 3" in text
    assert rf"\noindent feature 2: {name}\par" in text


def test_what_cannot_be_set_is_numbered_and_named_in_a_comment():
    text = to_latex(one_rule(SplitRule([[1, 1, 1]], [1.0], -INF, 3.0), ["имя", "x2", "feature 1"]))
    assert r"\text{[feature 1]} \cdot x_{2} \cdot \text{[feature 3]}" in text
    assert "% feature 1: '\\u0438\\u043c\\u044f'\n% feature 3: 'feature 1'\n" in text


def test_symbols_are_never_alike():
    shown = symbols(["x1", "x_1", "a b", "a  b", "feature 6", "имя", "é", "e\u0301"])
    assert len(set(shown)) == len(shown)


def test_a_tree_without_rules_compiles(tmp_path):
    compiled(to_latex(made_model(made_tree(1, 2), ["a"], ["no", "yes"])), tmp_path)


def test_a_long_chain_runs_over_pages(tmp_path):
    rule = SplitRule([[2, -1]], [1.0], -INF, 0.5)
    for side in ("left", "right"):
        said = compiled(to_latex(made_model(made_tree(chain([rule] * 60, 2, side), 2), ["a", "b"], [0, 1])), tmp_path)
        assert re.search(r"Output written on tree.pdf \(\d pages", said)


def test_shifted_rules_have_a_legend():
    scaling = shifted_basis([6.98, -2.0, 0.0], [21.13, 4.0, 1.0])
    text = to_latex(one_rule(SplitRule([[1, -2, 0]], [1.0], 0.4, 0.6, scaling), ["mean radius", "x2", "x3"]))
    assert r"0.4 \le \dfrac{u_{1}}{u_{2}^{2}} \le 0.6" in text
    assert r"u_{1} &= 1 + \dfrac{\text{[mean radius]} - 6.98}{21.13} \\[4pt]" in text
    assert r"u_{2} &= 1 + \dfrac{x_{2} + 2}{4}" in text
    assert "u_{3}" not in text
