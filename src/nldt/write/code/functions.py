"""Functions of one number as each language writes them: what a kind of column may need beside arithmetic.

Outside of its domain a function must give what is not finite, or NULL, and raise nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from nldt.write.code import sql_dates

CALENDAR = ("day", "year", "month", "weekday", "hour")  # of a time its day; of a day its parts; of a time its hour

FUNCTIONS: dict[str, dict[str, str]] = {
    "log": {
        "python": "(math.log({0}) if {0} > 0.0 else math.nan)",
        "c": "log({0})",
        "javascript": "Math.log({0})",
        "sql": "CASE WHEN {0} > 0e0 THEN LN({0}) END",
        "onnx": "Log",
        "sympy": "log",
    },
    "floor": {"onnx": "Floor"},
    "day": {"python": "_day({0})", "c": "nldt_day_of({0})", "javascript": "dayOf({0})"},
    "year": {"python": "_year({0})", "c": "nldt_year({0})", "javascript": "yearOf({0})"},
    "month": {"python": "_month({0})", "c": "nldt_month({0})", "javascript": "monthOf({0})"},
    "weekday": {"python": "_weekday({0})", "c": "nldt_weekday({0})", "javascript": "weekdayOf({0})"},
    "hour": {"python": "_hour({0})", "c": "nldt_hour({0})", "javascript": "hourOf({0})"},
}

# Of the text of a date, which SQL has instead of a number.
SQL_CALENDAR: dict[str, Callable[[str], str]] = {
    "day": str,
    "year": sql_dates.year,
    "month": sql_dates.month,
    "weekday": sql_dates.weekday,
    "hour": sql_dates.hour,
}
