"""The structures of a model's rules: what stays of them without weights and ends."""

from __future__ import annotations

from nldt.model.fitted_model import FittedModel
from nldt.write.formula import format_term
from nldt.write.printable import distinct


def structures_of(model: FittedModel) -> tuple[str, ...]:
    """The terms of each rule without their weights, in no order that means anything."""
    symbols = model.basis.symbols(distinct(model.feature_names))
    return tuple(
        sorted(" + ".join(sorted(format_term(row, symbols) for row in rule.exponents)) for rule in model.rules)
    )
