"""What a model knows of each feature: numbers, dates, or categories with their names."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import isnan

from nldt.model.calendar import day_text, moment_text
from nldt.model.unit import PLAIN_NUMBER, Unit

Level = str | int | float | bool

NUMBER, CATEGORY, ORDERED, DATE, TIME = "number", "category", "ordered", "date", "time"
KINDS = (NUMBER, CATEGORY, ORDERED, DATE, TIME)

UNSEEN = -1.0  # the code of a category that training did not have
MISSING_WORD = "missing"
SIGNS_OF_RULES = frozenset(',{}[]"')  # that part categories in a condition, or end it


@dataclass(frozen=True)
class Feature:
    """A column of the training table.

    A table of numbers holds its categories as codes: the place of a category among the levels, ``UNSEEN`` for one that
    training did not have, NaN for a gap. A date is its whole days since 1970-01-01, a time its seconds since then.

    Attributes
    ----------
    kind : {"number", "category", "ordered", "date", "time"}
        The codes of ordered categories are numbers that rules compute with; those of others are names only. Times are
        dates with more than midnights among them.
    levels : tuple
        The categories of training, by their codes; none of a number.
    has_gaps : bool
        Whether training rows had gaps in it.
    unit : Unit
        Of a number; a plain number unless the user said.
    is_whole : bool
        Of a number: whether it is a whole number in every training row that has it.
    day_first : bool or None
        Of dates that training had as texts such as 03/01/2024: whether the day comes first. None: there were none.
    is_utc : bool
        Of times: whether training had some with time zones, which count as their moments in UTC.
    """

    kind: str = NUMBER
    levels: tuple[Level, ...] = ()
    has_gaps: bool = False
    unit: Unit = field(default=PLAIN_NUMBER, repr=False)
    day_first: bool | None = field(default=None, repr=False)
    is_utc: bool = field(default=False, repr=False)
    is_whole: bool = field(default=False, repr=False)

    @property
    def is_number(self) -> bool:
        return self.kind == NUMBER

    @property
    def is_date(self) -> bool:
        """Whether it holds dates, with times or without."""
        return self.kind in (DATE, TIME)

    @property
    def has_names(self) -> bool:
        """Whether its values are categories."""
        return self.kind in (CATEGORY, ORDERED)

    @property
    def shown_unit(self) -> Unit:
        """What people give its values in; days are but what rules make of dates."""
        return PLAIN_NUMBER if self.is_date else self.unit

    @property
    def is_plain(self) -> bool:
        """Whether it is a number in every training row, as all features once were."""
        return self.is_number and not self.has_gaps

    @property
    def is_yes_or_no(self) -> bool:
        """Whether its categories are true and false."""
        return self.levels == (False, True) and all(isinstance(level, bool) for level in self.levels)

    def with_gaps(self, has_gaps: bool) -> Feature:
        return replace(self, has_gaps=has_gaps)

    def label(self, code: float) -> str:
        """The name of a category, by its code; a date as people write it.

        >>> Feature("category", ("blue", "red")).label(1.0), Feature("date").label(19783.0)
        ('red', '2024-03-01')
        """
        if isnan(code):
            return MISSING_WORD
        if self.is_date:
            return day_text(code) if self.kind == DATE else moment_text(code)
        if not self.levels:
            return "a category"  # of a feature that no rule could use
        place = int(code)
        return level_text(self.levels[place]) if 0 <= place < len(self.levels) else "another one"


def level_text(level: Level) -> str:
    """A category as people read it.

    >>> level_text("red"), level_text(3), level_text(True)
    ('red', '3', 'yes')
    """
    if isinstance(level, bool):
        return "yes" if level else "no"
    return str(level)


def level_in_rule(level: Level) -> str:
    """A category as it stands in a condition: in quotes where a reader could take a part of it for all, or for a sign.

    >>> print(level_in_rule("red"), level_in_rule("Oslo, Norway"))
    red "Oslo, Norway"
    """
    text = level_text(level)
    is_clear = text and text == text.strip() and not SIGNS_OF_RULES.intersection(text)
    return text if is_clear else f'"{text}"'


def numbers(n_features: int) -> tuple[Feature, ...]:
    """Features that are all numbers without gaps."""
    return (Feature(),) * n_features
