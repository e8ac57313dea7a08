"""How well a model may be expected to do: figures with intervals, each with the rows that it is from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

CROSS_VALIDATED, NEW, TRAINING, UNKNOWN = "cross-validated", "new", "training", "not known"
ROWS = (CROSS_VALIDATED, NEW, TRAINING, UNKNOWN)
ROWS_IN_WORDS = {
    NEW: "rows of another table than the training table",  # which may have some of its rows
    TRAINING: "training rows",
    UNKNOWN: "rows that training may have had",
}
NOT_ESTIMATED = "cross-validated accuracy: not estimated"
TITLES = {"accuracy": "accuracy", "balanced_accuracy": "balanced accuracy", "auc": "AUC"}


def estimate_lines(estimate: Estimate | None, why_not: str = "") -> list[str]:
    """What is known of how well a model does on rows that it has not seen; where nothing is, that, and why."""
    if estimate is None:
        return [f"{NOT_ESTIMATED}{f' ({why_not})' if why_not else ''}"]
    return estimate.lines()


@dataclass(frozen=True)
class Figure:
    """A share between 0 and 1, with the ends of its interval where it has one."""

    value: float
    low: float | None = None
    high: float | None = None

    def words(self, level: float) -> str:
        """In per cent, with the interval.

        >>> Figure(0.9561, 0.939, 0.9702).words(0.9)
        '95.6 % (90 % interval 93.9 to 97.0)'
        """
        if self.low is None or self.high is None:
            return f"{100 * self.value:.1f} %"
        interval = f"{100 * level:g} % interval {100 * self.low:.1f} to {100 * self.high:.1f}"
        return f"{100 * self.value:.1f} % ({interval})"


@dataclass(frozen=True)
class Estimate:
    """Accuracy, balanced accuracy and AUC on rows of one kind.

    Attributes
    ----------
    rows : {"cross-validated", "new", "training", "not known"}
        Which rows the figures are from: those that each fold's model had not seen; rows of another table than the
        training table, which may share some with it; the training rows themselves; rows of which nobody knows.
    n_rows : int
        How many rows.
    accuracy, balanced_accuracy : Figure
        The share of right answers, and the mean of this share over the classes.
    auc : Figure, optional
        How well probabilities rank: of several classes, each against the rest, the mean. None where it can't be known.
    largest_class : float
        The accuracy of always answering the most frequent class of these rows.
    level : float
        The share of intervals that cover what they are of, where all is as assumed: 0.9.
    folds, n_groups : int, optional
        Of cross-validation: how many folds, and groups of rows that were kept together.
    sampled_from : int, optional
        The rows of the table where only a sample of them was used.
    is_weighted : bool
        Whether rows count as often as weights say.
    chose_length : bool
        Whether the model was chosen from others by these very folds: a choice among many flatters a little.
    """

    rows: str
    n_rows: int
    accuracy: Figure
    balanced_accuracy: Figure
    auc: Figure | None
    largest_class: float
    level: float = 0.9
    folds: int | None = None
    n_groups: int | None = None
    sampled_from: int | None = None
    is_weighted: bool = False
    chose_length: bool = False

    @property
    def figures(self) -> dict[str, Figure]:
        """The figures that there are, by name."""
        named = {name: getattr(self, name) for name in TITLES}
        return {name: figure for name, figure in named.items() if figure is not None}

    @property
    def is_no_better_than_the_largest_class(self) -> bool:
        """Whether always answering the most frequent class is right as often, or more often."""
        return self.accuracy.value <= self.largest_class

    @property
    def source(self) -> str:
        """The rows in words: "5 folds of 569 rows"."""
        return self.source_in_words(str)

    def source_in_words(self, count: Callable[[int], str]) -> str:
        """The same, where pages have their own way to write a count."""
        rows = f"{count(self.n_rows)} rows"
        if self.sampled_from is not None:
            rows += f", a stratified sample of {count(self.sampled_from)}"
        if self.n_groups is not None:
            rows += f" in {count(self.n_groups)} groups"
        if self.is_weighted:
            rows += ", weighted"
        if self.chose_length:
            rows += ", by which the length was chosen"
        return rows if self.folds is None else f"{self.folds} folds of {rows}"

    def lines(self) -> list[str]:
        """A line for each figure, which names its rows."""
        return [
            f"{self._label(name)} {figure.words(self.level)}, {self.source}" for name, figure in self.figures.items()
        ]

    def title(self, name: str) -> str:
        """A figure with its rows, such as "cross-validated accuracy" or "AUC on training rows"."""
        if self.rows == CROSS_VALIDATED:
            return f"{self.rows} {TITLES[name]}"
        return f"{TITLES[name]} on {ROWS_IN_WORDS[self.rows]}"

    def _label(self, name: str) -> str:
        """The title, set apart from what follows where it ends in a word for rows."""
        return self.title(name) if self.rows == CROSS_VALIDATED else f"{self.title(name)}:"

    @property
    def _warning(self) -> str:
        return f"this is no better than always answering the largest class: {100 * self.largest_class:.1f} % of them"

    def to_frame(self) -> pd.DataFrame:
        """A data frame with a line for each figure."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "figure": TITLES[name],
                    "value": figure.value,
                    "low": figure.low,
                    "high": figure.high,
                    "rows": self.rows,
                    "from": self.source,
                }
                for name, figure in self.figures.items()
            ]
        ).set_index("figure")

    def __str__(self) -> str:
        return "\n".join([*self.lines(), self._warning] if self.is_no_better_than_the_largest_class else self.lines())

    def __repr__(self) -> str:
        """What an interactive session shows."""
        return str(self)

    def _repr_html_(self) -> str:
        """What notebooks show."""
        cells = "".join(
            f"<tr><th>{self._label(name)}</th><td>{escape(figure.words(self.level))}</td></tr>"
            for name, figure in self.figures.items()
        )
        warning = f"<br>{escape(self._warning)}" if self.is_no_better_than_the_largest_class else ""
        return f"<table><caption>{escape(self.source)}{warning}</caption><tbody>{cells}</tbody></table>"
