"""Rules and names as matplotlib typesets them: powers, fractions, and lines that fit a width."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from nldt.decimals import Digits
from nldt.model.fitted_model import TreeModel
from nldt.model.rule import SplitRule
from nldt.write.formula import SUPERSCRIPTS, PrintedShift, format_rule, format_term, legend_digits, print_shift

LONGEST_NAME = 24
BLANK = 0.4  # between the pieces of a line, in units of the font size, with room to spare

_FROM_SUPERSCRIPTS = {value: chr(key) for key, value in SUPERSCRIPTS.items()}
_PLACEHOLDER = re.compile(rf"q(\d+)q([{''.join(map(chr, _FROM_SUPERSCRIPTS))}]*)")
_NUMBER = re.compile(r"(−?)([\d.]+)(?:e([−+]?)0*(\d+))?")


def shorten(name: object, longest: int = LONGEST_NAME) -> str:
    """One line of text, cut in the middle where it is too long: names often differ at their ends only.

    >>> shorten("mean  radius"), shorten("a name that never seems to end at all", 12)
    ('mean radius', 'a name… all')
    """
    text = " ".join("".join(letter if letter.isprintable() else " " for letter in str(name)).split()) or "(unnamed)"
    if len(text) <= longest:
        return text
    tail = longest // 3
    return f"{text[: longest - tail - 1].rstrip()}…{text[len(text) - tail :]}"


def plain(name: object, longest: int = LONGEST_NAME) -> str:
    r"""A name that matplotlib draws letter by letter, whatever it holds.

    >>> print(plain("price in $"), plain("_hidden"))
    price in \$ $\text{_hidden}$
    """
    text = shorten(name, longest)
    if text.startswith("_"):  # a legend would leave it out
        return f"${upright(text)}$"
    return text.replace("$", r"\$")


def upright(text: str) -> str:
    r"""Text inside a formula, letter by letter.

    >>> print(upright("50 $ {a}"))
    \text{50 \$ \{a\}}
    """
    escaped = re.sub(r"([\\{}$])", r"\\\1", text)
    return rf"\text{{{escaped}}}"


def feature_symbol(name: object, power: int = 1, longest: int = LONGEST_NAME) -> str:
    r"""A feature in a formula; a letter with a number is a symbol with an index.

    >>> print(feature_symbol("x12"), feature_symbol("x3", 2), feature_symbol("mean radius", 2))
    x_{12} x_{3}^{2} [\text{mean radius}]^{2}
    """
    text = shorten(name, longest)
    indexed = re.fullmatch(r"([A-Za-z])(\d*)", text)
    if indexed:
        letter, index = indexed.groups()
        symbol = f"{letter}_{{{index}}}" if index else letter
    else:
        symbol = upright(text) if power == 1 or re.fullmatch(r"\w+", text) else f"[{upright(text)}]"
    return symbol if power == 1 else f"{symbol}^{{{power}}}"


def term_formula(exponents: NDArray[np.int8], names: Sequence[object], longest: int = LONGEST_NAME) -> str:
    r"""A product of powers.

    >>> print(term_formula(np.array([2, -1], dtype=np.int8), ["a", "b"]))
    \dfrac{a^{2}}{b}
    """
    return _term_math(format_term(exponents, _placeholders(len(names))), names, longest)


def rule_pieces(
    rule: SplitRule, names: Sequence[object], longest: int = LONGEST_NAME, digits: Digits = "auto"
) -> list[str]:
    r"""The condition under which a row goes left, in pieces between which a line may break; numbers as in ``to_text``.

    >>> rule = SplitRule([[1, 0], [0, -2]], [1.0, -0.5], 0.0, 0.25)
    >>> print(*rule_pieces(rule, ["a", "mean radius"]), sep="\n")
    0 \leq a
    - \dfrac{0.5}{[\text{mean radius}]^{2}}
    \leq 0.25
    """
    text = format_rule(rule, _placeholders(rule.exponents.shape[1]), digits)
    # Signs and relations stand between blanks; a sign that belongs to a number or the first term does not.
    head, *rest = re.split(r" (?=[+−≤≥] )", text)
    pieces = [_signed(head, names, longest)]
    for part in rest:
        operator, operand = part.split(" ", 1)
        symbol = {"+": "+", "−": "-", "≤": r"\leq", "≥": r"\geq"}[operator]
        piece = f"{symbol} {_signed(operand, names, longest)}"
        if operator in "≤≥" and len(pieces) == 1 and _NUMBER.fullmatch(head):
            pieces = [f"{pieces[0]} {piece}"]  # a band's low end stays with the first term
        else:
            pieces.append(piece)
    return pieces


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


@lru_cache(maxsize=4096)  # a layout is tried in many widths, and parsing is slow
def _unit_box(formula: str) -> tuple[float, float, float]:
    """What ``measure`` gives at a font size of 1."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.mathtext import MathTextParser

    box = MathTextParser("path").parse(formula, dpi=72, prop=FontProperties(size=100))
    return box.width / 100, (box.height - box.depth) / 100, box.depth / 100


def rule_names(rule: SplitRule, names: Sequence[object]) -> list[object]:
    """What the features are called in a formula: u1, u2, ... if shifted; x3 where a name can't be typeset."""
    if rule.scaling is not None:
        return [f"u{j + 1}" for j in range(len(names))]
    return [_typeset_name(j, name) for j, name in enumerate(names)]


def symbol_legend(
    rules: Sequence[SplitRule], names: Sequence[object], longest: int = LONGEST_NAME, digits: Digits = "auto"
) -> list[str]:
    """What symbols that are no names stand for, a line each: the u's of shifted rules, and names not typeset."""
    if not rules:
        return []
    used = np.flatnonzero(np.any([rule.exponents.any(axis=0) for rule in rules], axis=0)).tolist()
    scaling = next((rule.scaling for rule in rules if rule.scaling is not None), None)
    shifts = []
    if scaling is not None:
        shown = {j: print_shift(scaling, j, rules, digits) for j in used}
        shifts = [_shift_line(j, shift, _typeset_name(j, names[j]), longest) for j, shift in shown.items()]
    replaced = [j for j in used if not _has_glyphs(shorten(names[j]))]
    return shifts + [f"$x_{{{j + 1}}}$ = {plain(names[j])}" for j in replaced]


def model_legend(model: TreeModel, rules: Sequence[SplitRule], longest: int = LONGEST_NAME) -> list[str]:
    """The legend of some of a model's rules, with the numbers of the legend of all."""
    digits = legend_digits(model.tree.conditional_rules, model.digits)
    return symbol_legend(rules, model.feature_names, longest, digits)


def _typeset_name(feature: int, name: object) -> object:
    return name if _has_glyphs(shorten(name)) else f"x{feature + 1}"


@lru_cache(maxsize=4096)
def _has_glyphs(text: str) -> bool:
    """Whether the font of formulas, which is matplotlib's own, knows all letters."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    font = get_font(findfont(FontProperties("DejaVu Sans")))
    return all(font.get_char_index(ord(letter)) for letter in text)


def _shift_line(feature: int, shift: PrintedShift, name: object, longest: int) -> str:
    symbol = feature_symbol(name, 1, longest)
    sign = shift.sign.replace("−", "-")
    above = f"({symbol} {sign} {_number_math(shift.minimum)})" if sign else symbol
    return rf"$u_{{{feature + 1}}} = 1 + {above}\,/\,{_number_math(shift.span)}$"


def _placeholders(count: int) -> list[str]:
    """Names that stand for the features while a rule is plain text."""
    return [f"q{j}q" for j in range(count)]


def _signed(text: str, names: Sequence[object], longest: int) -> str:
    """A number, or a term that may start with a minus."""
    if _NUMBER.fullmatch(text):
        return _number_math(text)
    sign = "-" if text.startswith("−") else ""
    return sign + _term_math(text.removeprefix("−"), names, longest)


def _term_math(text: str, names: Sequence[object], longest: int) -> str:
    """A term of plain text, ``0.5·q3q²/(q1q·q2q)``, as a fraction."""
    above, _, below = text.partition("/")
    if not below:
        return _product_math(above.split("·"), names, longest)
    weight, factors = [], above.split("·")
    if len(factors) > 1 and _NUMBER.fullmatch(factors[0]):
        weight, factors = factors[:1], factors[1:]
    divisor = below.removeprefix("(").removesuffix(")").split("·")
    quotient = rf"\dfrac{{{_product_math(factors, names, longest)}}}{{{_product_math(divisor, names, longest)}}}"
    return r"\,".join([*map(_number_math, weight), quotient])


def _product_math(factors: Sequence[str], names: Sequence[object], longest: int) -> str:
    symbols = []
    for factor in factors:
        found = _PLACEHOLDER.fullmatch(factor)
        if found is None:
            symbols.append(_number_math(factor))
        else:
            power = "".join(_FROM_SUPERSCRIPTS[ord(letter)] for letter in found[2])
            symbols.append(feature_symbol(names[int(found[1])], int(power or 1), longest))
    return r"\,{\cdot}\,".join(symbols)


def _number_math(text: str) -> str:
    found = _NUMBER.fullmatch(text)
    assert found is not None, text
    minus, mantissa, sign, power = found.groups()
    lead, mantissa = "-" if minus else "", mantissa.removesuffix(".0")
    if power is None:
        return lead + mantissa
    factor = "" if mantissa == "1" else rf"{mantissa}{{\cdot}}"
    return rf"{lead}{factor}10^{{{'-' if sign == '−' else ''}{power}}}"
