"""A model's formulas as matplotlib draws them: names that its font has, and lines that fit a width."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from nldt.model.fitted_model import FittedModel
from nldt.model.rule import SplitRule
from nldt.write.definition import define
from nldt.write.formula import level_numbers
from nldt.write.mathtext import (
    LONGEST_NAME,
    MathtextNotation,
    cut_name,
    rule_mathtext,
    symbol_mathtext,
    term_mathtext,
    unit_mathtext,
    upright,
)
from nldt.write.printed_numbers import legend_digits
from nldt.write.printed_rule import print_model_rule

BLANK = 0.4  # between the pieces of a line, in units of the font size, with room to spare


@dataclass(frozen=True, eq=False)
class PictureFormulas:
    """The formulas of a model; a feature whose name the font of formulas lacks is called x3 and told in the legend."""

    model: FittedModel

    @cached_property
    def names(self) -> list[str]:
        """Of the features."""
        return [self._name(feature) for feature in range(self.model.n_features)]

    @cached_property
    def symbols(self) -> list[str]:
        """Of the columns."""
        return self.model.basis.symbols(self.names)

    def pieces(self, rule: SplitRule, longest: int = LONGEST_NAME) -> list[str]:
        """The condition under which a row goes left, in pieces between which a line may break."""
        return rule_mathtext(print_model_rule(self.model, rule, self.model.digits), self.symbols, longest)

    def terms(self, rule: SplitRule, longest: int = LONGEST_NAME) -> list[str]:
        """The terms of a rule, without their weights, with their unit."""
        printed = print_model_rule(self.model, rule, self.model.digits)
        unit = unit_mathtext(printed.unit)
        return [term_mathtext(term.alone, self.symbols, longest) + unit for term in printed.terms]

    def legend(self, rules: Sequence[SplitRule], longest: int = LONGEST_NAME) -> list[str]:
        """What symbols in some of the rules stand for, with the numbers of the legend of all of them, a line each."""
        basis = self.model.basis
        used = sorted({column for rule in rules for column in rule.columns})
        digits = legend_digits(self.model.rules, self.model.digits)
        meanings = level_numbers(self.model)
        lines = []
        for place in used:
            column = basis.columns[place]
            if column.has_symbol:
                feature = symbol_mathtext(self.names[column.feature], 1, longest)
                definition = define(column, feature, MathtextNotation(), digits)
                lines.append(f"${symbol_mathtext(self.symbols[place], 1, longest)} = {definition}$")
            elif place in meanings:
                lines.append(f"${symbol_mathtext(self.symbols[place], 1, longest)}$: {meanings[place]}")
        unknown = [j for j in basis.features_of(used) if not _has_glyphs(cut_name(self.model.feature_names[j]))]
        return lines + [f"$x_{{{j + 1}}}$ = {plain(self.model.feature_names[j])}" for j in unknown]

    def _name(self, feature: int) -> str:
        name = self.model.feature_names[feature]
        return name if _has_glyphs(cut_name(name)) else f"x{feature + 1}"


def plain(name: object, longest: int = LONGEST_NAME) -> str:
    r"""A name that matplotlib draws letter by letter, whatever it holds.

    >>> print(plain("price in $"), plain("_hidden"))
    price in \$ $\text{_hidden}$
    """
    text = cut_name(name, longest)
    if text.startswith("_"):  # a legend would leave it out
        return f"${upright(text)}$"
    return text.replace("$", r"\$")


def wrap(pieces: Sequence[str], width: float, size: float) -> list[str]:
    """Lines of mathtext, each as long as fits the width (in points) at this font size."""
    lines = [pieces[0]]
    used = measure(f"${pieces[0]}$", size)[0]
    for piece in pieces[1:]:
        start = re.sub(r"^([+-]) ", r"\1\\;", piece)  # no blank follows a sign that starts a line
        length = measure(f"${start}$", size)[0]
        if used + BLANK * size + length <= width:
            lines[-1] += f" {piece}"
            used += BLANK * size + length
        else:
            lines.append(start)
            used = length
    return [f"${line}$" for line in lines]


def measure(text: str, size: float) -> tuple[float, float, float]:
    """Width, height above the baseline and depth below it of one line, in points: a formula or what ``plain`` gave."""
    formula = text if text.startswith("$") else f"${upright(text.replace(chr(92) + '$', '$'))}$"
    width, above, below = _unit_box(formula)
    return width * size, above * size, below * size


@lru_cache(maxsize=4096)  # a layout is tried in many widths, and setting a formula is slow
def _unit_box(formula: str) -> tuple[float, float, float]:
    """What ``measure`` gives at a font size of 1."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.mathtext import MathTextParser

    box = MathTextParser("path").parse(formula, dpi=72, prop=FontProperties(size=100))
    return box.width / 100, (box.height - box.depth) / 100, box.depth / 100


@lru_cache(maxsize=4096)
def _has_glyphs(text: str) -> bool:
    """Whether the font of formulas, which is matplotlib's own, knows all letters."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    font = get_font(findfont(FontProperties("DejaVu Sans")))
    return all(font.get_char_index(ord(letter)) for letter in text)
