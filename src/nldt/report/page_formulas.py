"""A model's formulas as the page shows them: text for readers of screens, MathML for the eye."""

from __future__ import annotations

from nldt.model.fitted_model import FittedModel
from nldt.model.rule import SplitRule
from nldt.report.summary import PrintedFormula
from nldt.write.definition import define
from nldt.write.formula import format_name, level_numbers, rule_text, term_text, unit_text
from nldt.write.mathml import Element, MathmlNotation, definition_mathml, name_mathml, rule_mathml
from nldt.write.printed_numbers import legend_digits
from nldt.write.printed_rule import print_model_rule


class PageFormulas:
    """The formulas of a model as the page shows them."""

    def __init__(self, model: FittedModel) -> None:
        self._model = model
        self.names = [visible(name) for name in model.feature_names]
        self._digits, self._legend_digits = model.digits, legend_digits(model.rules, model.digits)
        self._columns = model.basis.symbols(self.names)
        self._symbols = [format_name(name) for name in self._columns]
        self._meanings = level_numbers(model)

    def set(self, rule: SplitRule) -> PrintedFormula:
        """The rule as text and as MathML."""
        printed = print_model_rule(self._model, rule, self._digits)
        in_full = print_model_rule(self._model, rule, None)
        exact = None if printed.digits is None else rule_text(in_full, self._symbols)
        return PrintedFormula(
            rule_text(printed, self._symbols),
            exact,
            rule_mathml(printed, self._columns),
            tuple(term_text(term.alone, self._symbols, roomy=True) + unit_text(printed.unit) for term in printed.terms),
            printed.divisor,
            bool(printed.end[1].word),
            bool(printed.says),
        )

    def definition(self, place: int) -> Element | None:
        """What a column's symbol stands for, or its numbers where they are not plain; None where nothing is to say."""
        column = self._model.basis.columns[place]
        if not column.has_symbol:
            words = self._meanings.get(place)
            return None if words is None else Element("span", (f"{self._symbols[place]}: {words}",))
        name = self.names[column.feature]
        definition = define(column, (name_mathml(name),), MathmlNotation(), self._legend_digits)
        return definition_mathml(column.symbol(name), definition)


def visible(name: str) -> str:
    """A name that can be encoded, and seen."""
    name = name.encode("utf-8", "replace").decode("utf-8")
    return name if name.strip() else "(no name)"
