from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hand_made import NASTY_NAMES
from hypothesis import example, given
from hypothesis import strategies as st
from made_trees import made_model, made_tree, shifted_basis
from matplotlib.font_manager import FontProperties
from matplotlib.mathtext import MathTextParser

from nldt import SplitRule
from nldt.plots.formulas import PictureFormulas, measure, plain, wrap
from nldt.write.mathtext import cut_name, rule_mathtext, symbol_mathtext, term_mathtext
from nldt.write.printed_rule import print_rule, print_term


def rule_pieces(rule: SplitRule, names: list[str]) -> list[str]:
    return rule_mathtext(print_rule(rule), names)


def formulas_of(rule: SplitRule, names: list[str]) -> PictureFormulas:
    return PictureFormulas(made_model(made_tree((rule, 0, 1), 2), names, ["no", "yes"]))


def glyphs(text: str) -> str:
    """The letters that matplotlib draws for a text with formulas."""
    parsed = MathTextParser("path").parse(text, dpi=72, prop=FontProperties(size=10))
    return "".join(chr(glyph[2]) for glyph in parsed.glyphs)


@given(st.text(max_size=30))
@example("A0")  # the power is drawn before the index
def test_any_name_is_drawn_letter_by_letter(name):
    drawn = glyphs(f"${symbol_mathtext(name)}$")
    assert "2" in (Counter(glyphs(f"${symbol_mathtext(name, 2)}$")) - Counter(drawn))
    printable = "".join(letter for letter in cut_name(name) if ord(letter) < 128)
    assert [letter for letter in printable if letter in drawn] == list(printable)


@pytest.mark.parametrize("name", NASTY_NAMES)
def test_nasty_name_in_a_formula_is_the_name(name):
    if name.isascii():
        assert glyphs(f"${symbol_mathtext(name)}$") == cut_name(name)


@pytest.mark.parametrize("name", NASTY_NAMES)
def test_plain_name_is_no_formula(name):
    from matplotlib.text import Text

    text, is_math = Text()._preprocess_math(plain(name))
    assert glyphs(text) == cut_name(name) if is_math else text == cut_name(name)


@given(st.text(), st.integers(8, 40))
def test_cut_names_are_short_and_one_line(name, longest):
    short = cut_name(name, longest)
    assert 0 < len(short) <= max(longest, len("(unnamed)"))
    assert short.isprintable()


@pytest.mark.parametrize(
    ("exponents", "formula"),
    [
        ([1, 0, 0], "x_{1}"),
        ([3, 0, 0], "x_{1}^{3}"),
        ([1, 2, 0], r"x_{1}\,{\cdot}\,x_{2}^{2}"),
        ([0, 0, -1], r"\dfrac{1}{x_{3}}"),
        ([1, -1, -2], r"\dfrac{x_{1}}{x_{2}\,{\cdot}\,x_{3}^{2}}"),
    ],
)
def test_terms_are_powers_and_fractions(exponents, formula):
    assert term_mathtext(print_term(1.0, np.array(exponents, dtype=np.int8), None), ["x1", "x2", "x3"]) == formula


def test_rule_is_turned_and_cut_into_pieces():
    rule = SplitRule([[1, 0], [0, -2], [2, 1]], [-1.0, 0.5, -0.25], -np.inf, -3.5e-07)
    assert rule_pieces(rule, ["a", "b"]) == [
        "a",
        r"- \dfrac{0.5}{b^{2}}",
        r"+ 0.25\,{\cdot}\,a^{2}\,{\cdot}\,b",
        r"\geq 3.5{\cdot}10^{-7}",
    ]


def test_low_end_of_a_band_stays_with_the_first_term():
    rule = SplitRule([[1, 0], [0, 1]], [1.0, -0.5], -0.25, 0.5)
    assert rule_pieces(rule, ["a", "b"]) == [r"-0.25 \leq a", r"- 0.5\,{\cdot}\,b", r"\leq 0.5"]


def test_weight_stands_before_a_fraction():
    rule = SplitRule([[1, -1], [0, 1]], [0.5, 1.0], -np.inf, 1.0)
    assert rule_pieces(rule, ["a", "b"])[0] == r"0.5\,\dfrac{a}{b}"


def test_short_numbers_are_printed_in_full_and_long_ones_are_not():
    long = SplitRule([[1, 0], [0, 1]], [1.0, 0.1234567890123], -np.inf, 1.0)
    short = SplitRule([[1, 0], [0, 1]], [1.0, 0.123456789012], -np.inf, 1.0)
    assert r"0.1235\," in rule_pieces(long, ["a", "b"])[1]
    assert r"0.123456789012\," in rule_pieces(short, ["a", "b"])[1]


@pytest.mark.parametrize("width", [60.0, 150.0, 400.0])
def test_wrapped_lines_fit_and_lose_nothing(width):
    rule = SplitRule(np.eye(5), [1.0, -2.0, 3.0, -4.0, 5.0], -np.inf, 1.0)
    pieces = rule_pieces(rule, ["x1", "mean radius", "x3", "x4", "x5"])
    lines = wrap(pieces, width, 10)
    for line in lines:
        assert measure(line, 10)[0] <= max(width, *(measure(f"${piece}$", 10)[0] + 5 for piece in pieces))
    joined = " ".join(line.strip("$").replace(r"\;", " ") for line in lines)
    assert joined == " ".join(pieces)


def test_measure_is_what_the_renderer_takes():
    import matplotlib.pyplot as plt

    figure = plt.figure(dpi=200)
    for text in (r"$\dfrac{x_{1}}{x_{2}} \leq 3$", "plain text", r"50 \$"):
        drawn = figure.text(0.5, 0.5, text, fontsize=20).get_window_extent(figure.canvas.get_renderer())
        assert measure(text, 20)[0] == pytest.approx(drawn.width * 72 / 200, rel=0.05)


def test_symbols_that_are_no_names_are_explained():
    basis = shifted_basis([2.0, -1.0, 0.0], [4.0, 0.5, 1.0])
    rule = SplitRule([[1, -1, 0]], [1.0], -np.inf, 1.0, basis)
    formulas = formulas_of(rule, ["mean radius", "x2", "unused"])
    assert formulas.symbols == ["u1", "u2", "u3"]
    assert formulas.legend([rule]) == [
        r"$u_{1} = 1 + (\text{mean radius} - 2)\,/\,4$",
        r"$u_{2} = 1 + (x_{2} + 1)\,/\,0.5$",
    ]


def test_name_without_glyphs_becomes_a_symbol_with_a_legend():
    rule = SplitRule([[1, 1]], [1.0], -np.inf, 1.0)
    formulas = formulas_of(rule, ["имя", "中文"])
    assert formulas.symbols == ["имя", "x2"]
    assert formulas.legend([rule]) == ["$x_{2}$ = 中文"]
    assert formulas_of(rule, ["a", "b"]).legend([rule]) == [] == formulas.legend([])
