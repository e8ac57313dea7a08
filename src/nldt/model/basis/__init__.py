"""The basis: the columns that terms are made of, each kind of column in a file of its own.

To add a kind, a logarithm say, write its class beside ``as_is.py`` and list it in ``kinds.py``.
"""

from nldt.model.basis.as_is import AsIs
from nldt.model.basis.basis import Basis
from nldt.model.basis.calendar_part import CalendarPart
from nldt.model.basis.column import Column
from nldt.model.basis.days_since import DaysSince
from nldt.model.basis.hour import Hour
from nldt.model.basis.is_missing import IsMissing
from nldt.model.basis.kinds import KINDS
from nldt.model.basis.month import Month
from nldt.model.basis.one_of import OneOf
from nldt.model.basis.ordered import Ordered
from nldt.model.basis.shifted import Shifted
from nldt.model.basis.weekday import Weekday
from nldt.model.basis.year import Year

__all__ = [
    "KINDS",
    "AsIs",
    "Basis",
    "CalendarPart",
    "Column",
    "DaysSince",
    "Hour",
    "IsMissing",
    "Month",
    "OneOf",
    "Ordered",
    "Shifted",
    "Weekday",
    "Year",
]
