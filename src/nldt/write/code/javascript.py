"""The tree as JavaScript, for browsers and Node."""

from __future__ import annotations

import json
from collections.abc import Sequence

from nldt.model.feature import Level
from nldt.model.fitted_model import FittedModel
from nldt.model.scores import LEAST_WAY
from nldt.write.code.evaluation import leaf_classes
from nldt.write.code.statements import Dialect, IndicatorWords, indented, leaf_function_body, used_functions

LARGEST_EXACT = 2**53


def text_literal(text: str) -> str:
    r"""A text in ASCII that ends neither its quotes nor the page's script element.

    >>> print(text_literal("</script>"))
    "\u003c/script\u003e"
    """
    quoted = json.dumps(text, ensure_ascii=True)
    for sign in "<>&":
        quoted = quoted.replace(sign, f"\\u{ord(sign):04x}")
    return quoted


def _label(label: Level) -> str:
    """A label; whole numbers that a double can't hold become a BigInt."""
    if isinstance(label, str):
        return text_literal(label)
    if isinstance(label, int) and abs(label) > LARGEST_EXACT:
        return f"{label}n"
    return json.dumps(label)


def _one_of(raw: str, codes: Sequence[int], levels: Sequence[Level]) -> str:
    return f"isOneOf({raw}, [{', '.join(map(_label, levels))}])"


def _none_of(raw: str, codes: Sequence[int], levels: Sequence[Level]) -> str:
    return f"isNoneOf({raw}, [{', '.join(map(_label, levels))}])"


JAVASCRIPT = Dialect(
    language="javascript",
    declare="const {name} = {value};",
    raw_feature="numberOf(x[{index}])",
    finite="Number.isFinite({value})",
    both=" && ",
    open="if ({condition}) {{",
    close="}",
    negate="!({condition})",
    leaf="return [{leaf}, {margin}];",
    indicators=IndicatorWords(_one_of, _none_of, "(isGap({raw}) ? 1 : 0)"),
    missing="Number.isNaN({value})",
    either=" || ",
    raw_with_gaps="numberOf(x[{index}])",
    raw_category="x[{index}]",
    raw_ordered="codeOf(x[{index}], [{levels}])",
    raw_date="dayOf(secondsOf(x[{index}]))",
    raw_time="secondsOf(x[{index}])",
    level=_label,
    above="above",
    below="below",
    beyond="beyond",
    least="Math.min",
)

MARGINS = {
    "above": """\
function above(value, end, scale) {
    return Number.isFinite(value) ? (value - end) / scale : -1;
}
""",
    "below": """\
function below(value, end, scale) {
    return Number.isFinite(value) ? (end - value) / scale : -1;
}
""",
    "beyond": """\
function beyond(value, low, high, scale) {
    return Number.isFinite(value) ? (value < low ? low - value : value - high) / scale : -1;
}
""",
}

TEMPLATE = """\
"use strict";
// A nonlinear decision tree: predict(x) gives the class of one row, predictProba(x) the probabilities of all.
// x holds the features in the order of FEATURES. A rule whose value is not finite does not hold; so it is with a
// feature that is missing: undefined, null or an empty text.{note}

const FEATURES = {features};
const CLASSES = {classes};

// Of each leaf: its class; margins, and probabilities at these in parts of TOTAL; and those of rows without a margin.
const LEAF_CLASS = {leaf_classes};
const KNOTS = {knots};
const PARTS = {parts};
const MISSING = {missing};
const TOTAL = {total};

function predict(x) {{
    return CLASSES[LEAF_CLASS[leafOf(x)[0]]];
}}

function predictProba(x) {{
    const [leaf, margin] = leafOf(x);
    return partsAt(leaf, margin).map((part) => part / TOTAL);
}}

function partsAt(leaf, margin) {{
    const knots = KNOTS[leaf], parts = PARTS[leaf];
    if (margin < 0) return MISSING[leaf];
    if (margin >= knots[knots.length - 1]) return parts[knots.length - 1];
    let piece = 0;
    while (margin >= knots[piece + 1]) piece += 1;
    let way = (margin - knots[piece]) / (knots[piece + 1] - knots[piece]);
    if (piece === 0 && way < {least_way}) way = {least_way};
    return parts[piece].map((first, k) => first + way * (parts[piece + 1][k] - first));
}}

function numberOf(value) {{
    return value === null || (typeof value === "string" && value.trim() === "") ? NaN : Number(value);
}}

{helpers}{margins}function leafOf(x) {{
{body}
}}

if (typeof module !== "undefined" && module.exports) {{
    module.exports = {{ predict, predictProba, FEATURES, CLASSES }};
}}
"""


NOTE = """
// Categories are given as they were in training; others are none of the known. Some rules send gaps to the other side:
// undefined, null, not a number."""

HELPERS = """\
function isGap(value) {
    return value === null || value === undefined || Number.isNaN(value);
}

function isOneOf(value, categories) {
    return categories.includes(value) ? 1 : 0;
}

function isNoneOf(value, categories) {
    return isGap(value) || categories.includes(value) ? 0 : 1;
}

function codeOf(value, categories) {
    return categories.includes(value) ? categories.indexOf(value) : NaN;
}

"""


DATE_NOTE = """
// A date is a Date or a text as in ISO 8601; with a time zone it is its moment in UTC, as a Date is."""

DATE_HELPERS = r"""
const CLOCK = String.raw`[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s*(?:Z|([+-])(\d\d):?(\d\d)?)?`;
const ISO = new RegExp(String.raw`^\s*(\d{4})-(\d\d)-(\d\d)(?:${CLOCK})?\s*$`, "i");

function secondsOf(value) {
    if (isGap(value) || value === "") return NaN;
    if (typeof value !== "string") return wholeAndRest(value.getTime());
    const found = ISO.exec(value);
    if (!found) throw new RangeError(`not a date as in ISO 8601: ${value}`);
    const [year, month, day, hour, minute, second] = found.slice(1, 7).map((part) => Number(part ?? 0));
    const date = new Date(0);
    date.setUTCFullYear(year, month - 1, day);
    const offset = (found[8] === "-" ? -1 : 1) * (60 * Number(found[9] ?? 0) + Number(found[10] ?? 0));
    const clock = 3600 * hour + 60 * (minute - offset) + second;
    return wholeAndRest(date.getTime() + 1000 * clock + Number(`${found[7] ?? ""}000`.slice(0, 3)));
}

function wholeAndRest(milliseconds) {
    const whole = Math.floor(milliseconds / 1000);
    return whole + (milliseconds - 1000 * whole) / 1000;
}

function dayOf(seconds) {
    return Math.floor(seconds / 86400);
}

function yearOf(day) {
    return new Date(86400000 * day).getUTCFullYear();
}

function monthOf(day) {
    return new Date(86400000 * day).getUTCMonth() + 1;
}

function weekdayOf(day) {
    return (new Date(86400000 * day).getUTCDay() + 6) % 7 + 1;
}

function hourOf(seconds) {
    return Math.floor((seconds - 86400 * Math.floor(seconds / 86400)) / 3600);
}

""".lstrip()


def to_javascript(model: FittedModel) -> str:
    """Source with ``predict(x)`` and ``predictProba(x)``."""
    body, curves = leaf_function_body(model, JAVASCRIPT), model.curves
    return TEMPLATE.format(
        note=("" if model.is_plain else NOTE) + (DATE_NOTE if model.has_dates else ""),
        helpers=("" if model.is_plain else HELPERS) + (DATE_HELPERS if model.has_dates else ""),
        margins=used_functions(body, MARGINS),
        features=_array([text_literal(name) for name in model.feature_names]),
        classes=_array([_label(label) for label in model.labels]),
        leaf_classes=json.dumps(leaf_classes(model.tree)),
        knots=_array([json.dumps(leaf.knots) for leaf in curves.leaves]),
        parts=_array([json.dumps(leaf.parts) for leaf in curves.leaves]),
        missing=_array([json.dumps(leaf.missing) for leaf in curves.leaves]),
        total=curves.total,
        least_way=repr(LEAST_WAY),
        body=indented(body),
    )


def _array(entries: list[str]) -> str:
    return "[\n" + "".join(f"    {entry},\n" for entry in entries) + "]"
