"""The tree as Python source that needs the standard library only."""

from __future__ import annotations

from collections.abc import Sequence

from nldt.model.feature import Level
from nldt.model.fitted_model import FittedModel
from nldt.model.scores import LEAST_WAY
from nldt.write.code.evaluation import leaf_classes
from nldt.write.code.statements import Dialect, IndicatorWords, indented, leaf_function_body, used_functions


def _one_of(raw: str, codes: Sequence[int], levels: Sequence[Level]) -> str:
    return f"_is_one_of({raw}, ({', '.join(map(ascii, levels))},))"


def _none_of(raw: str, codes: Sequence[int], levels: Sequence[Level]) -> str:
    return f"_is_none_of({raw}, ({', '.join(map(ascii, levels))},))"


PYTHON = Dialect(
    language="python",
    declare="{name} = {value}",
    raw_feature="float(x[{index}])",
    finite="math.isfinite({value})",
    both=" and ",
    open="if {condition}:",
    close=None,
    negate="not ({condition})",
    leaf="return {leaf}, {margin}",
    guard="_divide({above}, {below})",
    indicators=IndicatorWords(_one_of, _none_of, "(1.0 if _is_gap({raw}) else 0.0)"),
    missing="math.isnan({value})",
    either=" or ",
    raw_with_gaps="_number(x[{index}])",
    raw_category="x[{index}]",
    raw_ordered="_code(x[{index}], ({levels}))",
    raw_date="_days(x[{index}])",
    raw_time="_seconds(x[{index}])",
    level=ascii,
    above="_above",
    below="_below",
    beyond="_beyond",
    least="min",
)

MARGINS = {
    "_above": """\
def _above(value, end, scale):
    return (value - end) / scale if math.isfinite(value) else -1.0

""",
    "_below": """\
def _below(value, end, scale):
    return (end - value) / scale if math.isfinite(value) else -1.0

""",
    "_beyond": """\
def _beyond(value, low, high, scale):
    return (low - value if value < low else value - high) / scale if math.isfinite(value) else -1.0

""",
}

TEMPLATE = '''\
"""A nonlinear decision tree: predict(x) gives the class of one row, predict_proba(x) the probabilities of all classes.

x holds the features in the order of FEATURES. A rule whose value is not finite does not hold.{note}
"""

{imports}import math

FEATURES = {features}
CLASSES = {classes}

# Of each leaf: its class; margins, and probabilities at these in parts of _TOTAL; and those of rows without a margin.
_LEAF_CLASS = {leaf_classes}
_KNOTS = {knots}
_PARTS = {parts}
_MISSING = {missing}
_TOTAL = {total}


def predict(x):
    """The class of a row."""
    return CLASSES[_LEAF_CLASS[_leaf(x)[0]]]


def predict_proba(x):
    """The probability of each class, in the order of CLASSES, for a row."""
    return [part / _TOTAL for part in _parts(*_leaf(x))]


def _parts(leaf, margin):
    knots, parts = _KNOTS[leaf], _PARTS[leaf]
    if margin < 0.0:
        return _MISSING[leaf]
    if margin >= knots[-1]:
        return parts[-1]
    piece = 0
    while margin >= knots[piece + 1]:
        piece += 1
    way = (margin - knots[piece]) / (knots[piece + 1] - knots[piece])
    if piece == 0 and way < {least_way}:
        way = {least_way}
    return [first + way * (second - first) for first, second in zip(parts[piece], parts[piece + 1])]


def _divide(numerator, divisor):
    return numerator / divisor if divisor != 0.0 else math.nan


{helpers}{margins}def _leaf(x):
{body}
'''

NOTE = """
Categories are given as they were in training; others are none of the known. A gap is None or not a number."""

HELPERS = """\
def _is_gap(value):
    try:
        return value is None or bool(value != value)
    except (TypeError, ValueError):  # a missing value of pandas is neither equal to itself nor different
        return True


def _number(value):
    return math.nan if _is_gap(value) else float(value)


def _is_one_of(value, categories):
    return 1.0 if not _is_gap(value) and value in categories else 0.0


def _is_none_of(value, categories):
    return 1.0 if not _is_gap(value) and value not in categories else 0.0


def _code(value, categories):
    return float(categories.index(value)) if not _is_gap(value) and value in categories else math.nan


"""


DATE_NOTE = """
A date is a date or datetime, or its text as in ISO 8601; one with a time zone is its moment in UTC."""

DATE_HELPERS = """\
def _moment(value):
    if isinstance(value, str):
        value = datetime.datetime.fromisoformat(value.strip())
    elif hasattr(value, "astype"):  # a date of NumPy
        value = value.astype("datetime64[us]").item()
    if not isinstance(value, datetime.datetime):
        return value, 0.0
    if value.tzinfo is not None:
        value = value.astimezone(datetime.timezone.utc)
    return value, 3600.0 * value.hour + 60.0 * value.minute + value.second


def _days(value):
    if _is_gap(value) or value == "":
        return math.nan
    return float(_moment(value)[0].toordinal() - 719163)


def _seconds(value):
    if _is_gap(value) or value == "":
        return math.nan
    moment, clock = _moment(value)
    thousandths = getattr(moment, "microsecond", 0) // 1000
    return 86400.0 * (moment.toordinal() - 719163) + clock + thousandths / 1000.0


def _day(seconds):
    return seconds if math.isnan(seconds) else float(math.floor(seconds / 86400.0))


def _year(day):
    return day if math.isnan(day) else float(datetime.date.fromordinal(int(day) + 719163).year)


def _month(day):
    return day if math.isnan(day) else float(datetime.date.fromordinal(int(day) + 719163).month)


def _weekday(day):
    return day if math.isnan(day) else float((int(day) + 3) % 7 + 1)


def _hour(seconds):
    return seconds if math.isnan(seconds) else float(math.floor(seconds % 86400.0 / 3600.0))


"""


def to_python(model: FittedModel) -> str:
    """Source of a module with ``predict(x)`` and ``predict_proba(x)``."""
    body, curves = leaf_function_body(model, PYTHON), model.curves
    return TEMPLATE.format(
        imports="import datetime\n" if model.has_dates else "",
        note=("" if model.is_plain else NOTE) + (DATE_NOTE if model.has_dates else ""),
        helpers=("" if model.is_plain else HELPERS) + (DATE_HELPERS if model.has_dates else ""),
        margins=used_functions(body, MARGINS),
        features=_tuple([ascii(name) for name in model.feature_names]),
        classes=_tuple([ascii(label) for label in model.labels]),
        leaf_classes=_tuple([str(index) for index in leaf_classes(model.tree)]),
        knots=_tuple([repr(leaf.knots) for leaf in curves.leaves]),
        parts=_tuple([_tuple([repr(row) for row in leaf.parts], "    ") for leaf in curves.leaves]),
        missing=_tuple([repr(leaf.missing) for leaf in curves.leaves]),
        total=curves.total,
        least_way=repr(LEAST_WAY),
        body=indented(body),
    )


def _tuple(entries: list[str], indent: str = "") -> str:
    return "(\n" + "".join(f"{indent}    {entry},\n" for entry in entries) + f"{indent})"
