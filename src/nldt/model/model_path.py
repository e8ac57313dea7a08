"""Models of one table from rich to plain, with what cross-validation says of each: a length can be chosen from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from nldt.model.fitted_model import FittedModel

# What tables, charts, reports and warnings say where time ran out.
NO_TIME = "no time was left for all folds"
CUT_SHORT = f"{NO_TIME}: some of their models were cut short; what they get right chooses a length, but is no estimate"

SAME = 9  # decimals: accuracies that differ by less differ by rounding


@dataclass(frozen=True, eq=False)
class PathPoint:
    """A model, the price of its rules, and how often models of that price are right.

    Attributes
    ----------
    price : float
        What a bit of a rule costs beside a bit of the classes.
    model : FittedModel
        Of all rows.
    fold_accuracies : tuple of float
        Shares of rows that models of this price get right which were kept from their training, fold by fold.
    standard_error : float
        Of their mean, as the interval of the same accuracy has it: what the rows leave open, and what other models do.
    training_accuracy : float
        Of the model, on the rows that it was trained on.
    n_tested : float
        Rows of all folds, each counted as often as its ``sample_weight`` says.
    max_length : int or None
        That this model and those of the folds were held to, if they were to any.
    """

    price: float
    model: FittedModel
    fold_accuracies: tuple[float, ...]
    standard_error: float
    training_accuracy: float
    n_tested: float
    max_length: int | None = None

    @property
    def length(self) -> int:
        """Rule length of the model."""
        return self.model.rule_length

    @property
    def n_rules(self) -> int:
        return len(self.model.rules)

    @property
    def accuracy(self) -> float:
        """The mean over the folds: cross-validated, unless time ran out in some of them."""
        return round(fmean(self.fold_accuracies), SAME)


@dataclass(frozen=True, eq=False)
class ModelPath:
    """Models by rising price, and which of them is chosen.

    ``is_cut_short``: time ran out in some folds, so that their models are others than they would have been.
    """

    points: tuple[PathPoint, ...]
    chosen: int = 0
    is_cut_short: bool = False

    @property
    def judged(self) -> str:
        """What the accuracies of the points are, in a word or two."""
        return "in folds cut short" if self.is_cut_short else "cross-validated"

    @property
    def accuracy_title(self) -> str:
        """The same, for headings."""
        return f"accuracy {self.judged}" if self.is_cut_short else f"{self.judged} accuracy"

    @property
    def best(self) -> int:
        """The place of the model with the highest cross-validated accuracy; of equal ones, of the shortest."""
        return self._most_accurate(range(len(self.points)))

    @property
    def within_one_standard_error(self) -> int:
        """The place of the shortest model whose accuracy is within one standard error of the best one's."""
        near = [place for place, point in enumerate(self.points) if point.accuracy >= self.least_within]
        shortest = min(self.points[place].length for place in near)
        return self._most_accurate([place for place in near if self.points[place].length == shortest])

    def at_length(self, length: int) -> int | None:
        """The place of the most accurate model that is no longer than this; None where all are longer."""
        places = [place for place, point in enumerate(self.points) if point.length <= length]
        return self._most_accurate(places) if places else None

    @property
    def by_length(self) -> list[int]:
        """Of each length, by rising length, the place of the model that is chosen, or else of the most accurate."""
        found = []
        for length in sorted({point.length for point in self.points}):
            places = [place for place, point in enumerate(self.points) if point.length == length]
            found.append(self.chosen if self.chosen in places else self._most_accurate(places))
        return found

    @property
    def least_within(self) -> float:
        """The best cross-validated accuracy less one standard error: models above are as good as the best."""
        best = self.points[self.best]
        return round(best.accuracy - best.standard_error, SAME)

    def choosing(self, place: int) -> ModelPath:
        """The same path with another model chosen."""
        return replace(self, chosen=place)

    def _most_accurate(self, places: Sequence[int]) -> int:
        def order(place: int) -> tuple[float, int, float]:
            point = self.points[place]
            return -point.accuracy, point.length, -point.price

        return min(places, key=order)
