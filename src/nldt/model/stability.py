"""How often features, structures and answers of a model came back when it was fitted again."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from nldt.errors import by_count

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]

MOST_SHOWN = 10  # lines of a table,
MOST_TOLD = 3  # and features of a sentence
STEADY = 0.9  # of the refits: a row with fewer of them on the model's side is called unsteady


@dataclass(frozen=True)
class Recurrence:
    """A feature or a structure, in how many refits it came back, and whether the model of all rows has it."""

    what: str
    count: int
    in_model: bool


@dataclass(frozen=True, eq=False)
class Stability:
    """How often features, structures and answers of a model come back.

    Attributes
    ----------
    n_refits : int
        Fits on other rows and with other seeds.
    features, structures : tuple of Recurrence
        Each feature that some rule uses, and the structure (terms without their weights) of each rule; the most
        frequent first.
    formula_count : int
        Refits whose rules have all the structures of the model, and no others.
    n_formulas : int
        Different sets of structures among the refits.
    agreement : array of shape (rows,)
        For each row, the share of refits that answer as the model does.
    n_without_rule : int
        Refits that found no rule.
    """

    n_refits: int
    features: tuple[Recurrence, ...]
    structures: tuple[Recurrence, ...]
    formula_count: int
    n_formulas: int
    agreement: Floats
    n_without_rule: int = 0

    @property
    def sentence(self) -> str:
        """The most important of it."""
        own = [entry for entry in self.features if entry.in_model]
        used = [f"{entry.what} in {entry.count}" for entry in own[1:MOST_TOLD]]
        first = [f"{own[0].what} is in {own[0].count} of {self.n_refits} refits"] if own else []
        rule = "the formula itself in" if own else "a tree without any rule came back in"
        told = f"{', '.join(first + used)}{'; ' if own else ''}{rule} {self.formula_count} of {self.n_refits}"
        if own and self.n_without_rule:
            told += f"; no rule at all was found in {self.n_without_rule}"
        unsteady = int(np.count_nonzero(self.agreement < STEADY))
        return (
            f"{told}. Refits answer as the model does for {100 * float(self.agreement.mean()):.1f} % of rows, and "
            f"{unsteady} of {len(self.agreement)} rows {by_count(unsteady, 'is', 'are')} answered otherwise by more "
            f"than {100 * (1 - STEADY):.0f} % of refits"
        )

    @property
    def steadiness(self) -> list[tuple[str, int]]:
        """How many rows are answered alike by all refits, most, half or more, and fewer; in words."""
        groups = (("all", 1.0), (f"{100 * STEADY:.0f} % or more", STEADY), ("half or more", 0.5), ("fewer", 0.0))
        reached = [int(np.count_nonzero(self.agreement >= least)) for _, least in groups]
        return [
            (words, count - before) for (words, _), count, before in zip(groups, reached, [0, *reached], strict=False)
        ]

    def to_frame(self) -> pd.DataFrame:
        """A data frame with a line for each feature and each structure."""
        import pandas as pd

        kinds = (("feature", self.features), ("structure", self.structures))
        return pd.DataFrame(
            [
                {
                    "kind": kind,
                    "what": entry.what,
                    "refits": entry.count,
                    "share": entry.count / self.n_refits,
                    "in the model": entry.in_model,
                }
                for kind, entries in kinds
                for entry in entries
            ],
            columns=["kind", "what", "refits", "share", "in the model"],
        )

    def __str__(self) -> str:
        lines = [self.sentence]
        for title, entries in (("feature", self.features), ("structure of a rule", self.structures)):
            lines += ["", f"{title:60}  refits  in the model"]
            lines += [
                f"{entry.what:60}  {entry.count:6}  {'yes' if entry.in_model else ''}".rstrip()
                for entry in entries[:MOST_SHOWN]
            ]
            if len(entries) > MOST_SHOWN:
                lines.append(f"and {len(entries) - MOST_SHOWN} more")
        return "\n".join(lines)

    def __repr__(self) -> str:
        """What an interactive session shows."""
        return str(self)

    def _repr_html_(self) -> str:
        """What notebooks show."""
        return f"<p>{escape(self.sentence)}</p>{self.to_frame().to_html(index=False)}"
