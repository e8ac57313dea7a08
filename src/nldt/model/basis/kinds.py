"""The kinds of columns by the names that model files have for them: a new kind is a file and an entry here."""

from __future__ import annotations

from nldt.model.basis.as_is import AsIs
from nldt.model.basis.column import Column
from nldt.model.basis.days_since import DaysSince
from nldt.model.basis.hour import Hour
from nldt.model.basis.is_missing import IsMissing
from nldt.model.basis.month import Month
from nldt.model.basis.one_of import OneOf
from nldt.model.basis.ordered import Ordered
from nldt.model.basis.shifted import Shifted
from nldt.model.basis.weekday import Weekday
from nldt.model.basis.year import Year

KINDS: dict[str, type[Column]] = {
    cls.kind: cls for cls in (AsIs, Shifted, OneOf, IsMissing, Ordered, DaysSince, Year, Month, Weekday, Hour)
}
