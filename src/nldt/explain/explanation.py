"""What is known about one row's classification: typed data, computed once and shown in many ways."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from nldt.model.basis import Column, Shifted
from nldt.model.rule import SplitRule
from nldt.write.printed_rule import print_rule


@dataclass(frozen=True)
class Contribution:
    """What one term adds to a rule's value."""

    term: str  # its formula, without the weight
    weight: float
    term_value: float
    contribution: float  # weight × value of the term
    printed: str = ""  # the weighted term as the printed formula has it


@dataclass(frozen=True)
class Step:
    """A rule on the way from the root to the leaf.

    Attributes
    ----------
    node : int
    rule : SplitRule
    formula : str
        The rule as it is printed: when it holds, the row goes left.
    digits : int or None
        Significant digits of the printed weights; None: in full.
    value, low, high : float
        ``low <= value <= high`` goes left. The printed formula may be divided by a number: these are not.
    goes_left : bool
    deciding_end : float or None
        The end that the value would have to cross first to go the other way; None where the value is not finite.
    margin : float
        Distance of the value from that end; NaN where there is none.
    relative_margin : float
        The margin as a share of the sum of the terms' magnitudes: if every term may err by this share, and no less,
        the row may go the other way.
    contributions : tuple of Contribution
        They add up to the value, in this order.
    """

    node: int
    rule: SplitRule
    formula: str
    digits: int | None
    value: float
    low: float
    high: float
    goes_left: bool
    deciding_end: float | None
    margin: float
    relative_margin: float
    contributions: tuple[Contribution, ...]
    missing: tuple[str, ...] = ()  # features that the rule needs and the row lacks: these decide its side
    unit: str = ""  # of the value and the ends; empty: a plain number

    @property
    def printed_divisor(self) -> float:
        """What weights and ends of the printed formula are divided by."""
        return print_rule(self.rule, self.digits).divisor


@dataclass(frozen=True)
class Flip:
    """The smallest change of one feature alone that changes the predicted class.

    A category changes as a whole: ``current`` and ``value`` are names of categories then, and there is no ``change``.
    A feature that was a whole number in every training row gets a whole number. A value that training rows had, or that
    lies between theirs, is preferred to a nearer one outside their range.
    Those of a date are its text, and the change is in days.

    Attributes
    ----------
    feature : int
    name : str
    current : float or str
        The row's own value.
    value : float, str or None
        A short number just beyond the boundary: with it the class is another one, with half of the change it is not.
        Where the row itself divides by zero, the boundary is as near as floats can be: a readable number of the same
        class then, and half of the change flips too. Of whole numbers, the nearest one with another class. None where
        no value changes the class.
    change : float or None
        ``value - current``.
    boundary : float or None
        The nearest value, to the last bit, with which the class is another one; of whole numbers, where the class that
        has the suggested one begins. For a row from outside the training range, the end of the range where the class is
        another one there.
    to_class : object or None
        That class.
    at_pole : bool
        Whether the class changes there because a rule's value is not finite: a zero under a quotient.
    unit : str
        Of the feature; empty: a plain number.
    is_whole : bool
        Whether only whole numbers were looked at.
    training_range : pair, optional
        The lowest and the highest training value of a number or a date, where they are known.
    effort : float
        How much the change is, so that changes of different features compare: a share of the training range, of ordered
        categories of the way from the first to the last; 1 for any other category; infinite if impossible. Where the
        range is not known, a share of the larger of both values.
    """

    feature: int
    name: str
    current: Any
    value: Any
    change: float | None
    boundary: float | None
    to_class: Any
    at_pole: bool = False
    unit: str = ""
    is_whole: bool = False
    training_range: tuple[Any, Any] | None = None
    effort: float = math.inf

    @property
    def possible(self) -> bool:
        """Whether any value of the feature changes the class."""
        return self.value is not None

    @property
    def relative_change(self) -> float:
        """The change as a share of the current value; infinite where that is 0 or no value will do."""
        if self.change is None or self.current == 0.0 or isinstance(self.current, str):
            return math.inf
        return self.change / abs(self.current)

    @property
    def is_outside(self) -> bool:
        """Whether the suggested value lies outside the training range, where no rule has been tried."""
        if self.value is None or self.training_range is None:
            return False  # texts of dates compare as dates do
        low, high = self.training_range
        return not low <= self.value <= high


@dataclass(frozen=True)
class DefinedColumn:
    """A column that formulas show under a symbol of its own, such as a feature in shifted units."""

    unit: str  # the symbol
    name: str  # of the feature
    column: Column
    value: float  # of the column, on this row
    formula: str  # the definition as it is printed

    @property
    def minimum(self) -> float:
        """Of a shifted feature: unit = 1 + (feature - minimum)/span."""
        return self._shifted.minimum

    @property
    def span(self) -> float:
        """Of a shifted feature: unit = 1 + (feature - minimum)/span."""
        return self._shifted.span

    @property
    def _shifted(self) -> Shifted:
        if not isinstance(self.column, Shifted):
            raise AttributeError(f"{self.unit} is no shifted feature")
        return self.column


ShiftedFeature = DefinedColumn  # its name when there was one kind of them only


@dataclass(frozen=True)
class Explanation:
    """Why one row is classified as it is, and what would change that.

    ``print`` shows it as text, a notebook as HTML; ``to_html`` gives a whole page.

    Attributes
    ----------
    prediction : object
        The predicted class.
    probabilities : dict
        What ``predict_proba`` gives.
    leaf : int
        Its number.
    row : dict
        The row's values by feature name; categories by name, dates as text, None for gaps.
    path : tuple of Step
        The rules from the root to the leaf.
    flips : tuple of Flip
        One for each feature that any rule of the tree uses: the least effort first, suggestions outside the training
        range after all others.
    shifted : tuple of DefinedColumn
        What the units in the formulas stand for; empty where rules are in raw units.
    rows : dict or None
        Training rows of each class in the row's leaf; None where nobody knows them.
    notes : tuple of str
        What the probabilities mean, where that is not plain: under costs of errors.
    is_scored : bool
        Whether the probabilities follow the values of the rules; if not, they are the shares of classes in the training
        rows of the row's leaf, by rows × cost.
    """

    prediction: Any
    probabilities: dict[Any, float]
    leaf: int
    row: dict[str, Any]
    path: tuple[Step, ...]
    flips: tuple[Flip, ...]
    shifted: tuple[DefinedColumn, ...]
    rows: dict[Any, float] | None = None
    notes: tuple[str, ...] = ()
    is_scored: bool = False

    def __str__(self) -> str:
        from nldt.explain.text import to_text

        return to_text(self)

    def to_html(self, title: str = "Explanation of one row") -> str:
        """A whole page that works offline."""
        from nldt.explain.html import to_page

        return to_page(self, title)

    def __repr__(self) -> str:
        """What an interactive session shows."""
        return str(self)

    def _repr_html_(self) -> str:
        from nldt.explain.html import to_fragment

        return to_fragment(self)
