"""Rules in MathML: elements in pieces, the same for the page and for its script."""

from __future__ import annotations

import numpy as np
import pytest

from nldt import SplitRule
from nldt.write.mathml import Element, rule_mathml, symbol_mathml
from nldt.write.printed_rule import print_rule

INF = np.inf


def markup(rule: SplitRule, names: list[str]) -> list[str]:
    pieces = rule_mathml(print_rule(rule), names)
    assert all(piece.tag == "math" and piece.attributes == (("displaystyle", "true"),) for piece in pieces)
    return ["".join(child.markup for child in piece.children) for piece in pieces]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("x12", "<msub><mi>x</mi><mn>12</mn></msub>"),
        ("µ", "<mi>µ</mi>"),
        ("x_1", "<mtext>x_1</mtext>"),
        ("3a", "<mtext>[3a]</mtext>"),
        ("width", "<mtext>width</mtext>"),
        ("_1", "<mtext>_1</mtext>"),
        ("x1\n", "<mtext>x1</mtext>"),
        ("a < b", "<mtext>[a &lt; b]</mtext>"),
    ],
)
def test_a_letter_with_a_number_is_a_symbol_with_an_index(name, shown):
    assert symbol_mathml(name).markup == shown


def test_powers_are_raised():
    assert symbol_mathml("x12", 2).markup == "<msubsup><mi>x</mi><mn>12</mn><mn>2</mn></msubsup>"
    assert symbol_mathml("a b", 3).markup == "<msup><mtext>[a b]</mtext><mn>3</mn></msup>"


def test_a_rule_comes_in_pieces_between_which_a_line_may_break():
    rule = SplitRule([[2, -1, 0], [1, 0, 1], [0, -1, 0]], [-0.61, 1.0, -2.5e-7], -2.75, 1.5)
    assert markup(rule, ["a", "b", "c"]) == [
        '<mn>−1.5</mn><mo form="infix">≤</mo>',
        '<mn>0.61</mn><mo form="infix">·</mo>'
        "<mfrac><mrow><msup><mi>a</mi><mn>2</mn></msup></mrow><mrow><mi>b</mi></mrow></mfrac>",
        '<mo form="infix">−</mo><mi>a</mi>',
        '<mo form="infix">·</mo><mi>c</mi>',
        '<mo form="infix">+</mo><mfrac><mrow><mn>2.5</mn><mo>·</mo><msup><mn>10</mn><mn>−7</mn></msup></mrow>'
        "<mrow><mi>b</mi></mrow></mfrac>",
        '<mo form="infix">≤</mo><mn>2.75</mn>',
    ]


def test_a_minus_before_the_first_term_is_a_sign():
    rule = SplitRule([[1]], [-1.0], 2.0, INF)
    printed = print_rule(rule)
    assert markup(rule, ["a"]) == ["<mi>a</mi>", '<mo form="infix">≤</mo><mn>−2</mn>']
    negative = type(printed)(printed.low, printed.high, (type(printed.terms[0])("−", None, ((0, 1),), ()),), 1.0, None)
    assert rule_mathml(negative, ["a"])[0].markup.startswith('<math displaystyle="true"><mo form="prefix">−</mo>')


def test_nested_lists_are_the_same_elements():
    def rebuilt(nested):
        tag, attributes, *children = nested
        inner = tuple(child if isinstance(child, str) else rebuilt(child) for child in children)
        return Element(tag, inner, tuple(attributes.items()))

    rule = SplitRule([[2, -1, 0], [1, 0, 1]], [0.61, -1.0], -1.5, 2.75)
    for piece in rule_mathml(print_rule(rule), ["a", "b c", "x12"]):
        assert rebuilt(piece.nested) == piece
