"""Rules that nodes could have had, by node: dicts that print as tables of formulas, in notebooks too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from nldt.model.alternative import Alternative
from nldt.model.fitted_model import FittedModel
from nldt.model.rule import SplitRule
from nldt.model.tree import FrontPoint
from nldt.write.formula import TextFormulas

if TYPE_CHECKING:
    import pandas as pd

Entry = TypeVar("Entry", bound=FrontPoint | Alternative)


class RuleTables(dict[int, list[Entry]], Generic[Entry]):
    """Lists of rules by the number of their node. ``to_frame()`` gives them as one table."""

    def __init__(self, model: FittedModel, by_node: Mapping[int, Sequence[Entry]]) -> None:
        super().__init__({node: list(entries) for node, entries in by_node.items()})
        self._model = model

    def to_frame(self) -> pd.DataFrame:
        """A line for each rule: its node, its place in the node's list, what was measured, its formula."""
        import pandas as pd

        lines = [
            {"node": node, "place": place, **self._measures(node, entry), "formula": self._formula(entry.rule)}
            for node, entries in self.items()
            for place, entry in enumerate(entries)
        ]
        return pd.DataFrame(lines)

    def _measures(self, node: int, entry: Entry) -> dict[str, Any]:
        own: dict[str, Any] = {"length": entry.complexity, "impurity": entry.impurity}
        if isinstance(entry, Alternative):
            return {**own, "bits": entry.bits, "training_accuracy": entry.accuracy, "agreement": entry.agreement}
        return {**own, "chosen": entry.rule == self._model.tree.rules[node]}

    def _formula(self, rule: SplitRule) -> str:
        return TextFormulas(self._model, "auto").rule(rule)

    def to_text(self) -> str:
        """The rules as people read them, a paragraph for each node."""
        lines = []
        for node, entries in self.items():
            own = self._model.tree.rules[node]
            lines.append(f"node {node}: {self._formula(own) if own is not None else ''}".rstrip())
            lines += [f"  {place}: {self._line(node, entry)}" for place, entry in enumerate(entries)]
            if not entries:
                lines.append("  none of other features among the rules that the search has kept")
        return "\n".join(lines)

    def _line(self, node: int, entry: Entry) -> str:
        if isinstance(entry, Alternative):
            return (
                f"{self._formula(entry.rule)}  ({entry.bits:+.1f} bits, training accuracy {100 * entry.accuracy:.1f} %,"
                f" parts {100 * entry.agreement:.1f} % of the node's training rows alike)"
            )
        mark = "  ← chosen" if entry.rule == self._model.tree.rules[node] else ""
        return f"{self._formula(entry.rule)}  (length {entry.complexity}, impurity {entry.impurity:.4f}){mark}"

    def __repr__(self) -> str:
        return self.to_text() or "no rules"

    def _repr_html_(self) -> str:
        return self.to_frame().to_html(index=False)
