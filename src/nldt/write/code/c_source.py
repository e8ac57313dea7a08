"""The tree as C99."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from nldt.model.basis import CalendarPart
from nldt.model.feature import DATE, ORDERED, TIME, Feature, Level
from nldt.model.fitted_model import FittedModel
from nldt.model.scores import LEAST_WAY
from nldt.write.code.evaluation import leaf_classes
from nldt.write.code.statements import Dialect, IndicatorWords, indented, leaf_function_body, used_functions


def _one_of(raw: str, codes: Sequence[int], levels: Sequence[Level]) -> str:
    return f"({' || '.join(f'{raw} == {code}.0' for code in codes)} ? 1.0 : 0.0)"


def _none_of(raw: str, codes: Sequence[int], levels: Sequence[Level]) -> str:
    return f"(isnan({raw}) || {' || '.join(f'{raw} == {code}.0' for code in codes)} ? 0.0 : 1.0)"


C99 = Dialect(
    language="c",
    declare="const double {name} = {value};",
    raw_feature="x[{index}]",
    finite="isfinite({value})",
    both=" && ",
    open="if ({condition}) {{",
    close="}",
    negate="!({condition})",
    leaf="*margin = {margin};\nreturn {leaf};",
    indicators=IndicatorWords(_one_of, _none_of, "(isnan({raw}) ? 1.0 : 0.0)"),
    missing="isnan({value})",
    either=" || ",
    raw_with_gaps="x[{index}]",
    raw_category="x[{index}]",
    raw_ordered="x[{index}]",
    raw_date="x[{index}]",
    raw_time="x[{index}]",
    level=str,
    above="nldt_above",
    below="nldt_below",
    beyond="nldt_beyond",
    least="nldt_least",
)

# Only what is called is written: compilers warn of the rest.
MARGINS = {
    "nldt_above": """\
static double nldt_above(double value, double end, double scale)
{
    return isfinite(value) ? (value - end) / scale : -1.0;
}
""",
    "nldt_below": """\
static double nldt_below(double value, double end, double scale)
{
    return isfinite(value) ? (end - value) / scale : -1.0;
}
""",
    "nldt_beyond": """\
static double nldt_beyond(double value, double low, double high, double scale)
{
    return isfinite(value) ? (value < low ? low - value : value - high) / scale : -1.0;
}
""",
    "nldt_least": """\
static double nldt_least(double first, double second)
{
    return first < second ? first : second;
}
""",
}

# GCC fuses products into sums unless told otherwise, and knows only a pragma of its own.
TEMPLATE = """\
/* A nonlinear decision tree in C99.
 *
 * nldt_predict(x) gives the index of a row's class in nldt_class_names; nldt_predict_proba(x, p) writes probabilities
 * of all NLDT_N_CLASSES classes to p. x holds NLDT_N_FEATURES values in the order of nldt_feature_names. A rule whose
 * value is not finite does not hold.{note}
 *
 * Compile without -ffast-math and with -ffp-contract=off: on the boundary of a rule the last bit counts.
 */
#include <math.h>
{includes}
#ifdef __FAST_MATH__
#error "compile without -ffast-math: this file counts on infinities and on the order of operations"
#endif
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("fp-contract=off")
#else
#pragma STDC FP_CONTRACT OFF
#endif

#define NLDT_N_FEATURES {n_features}
#define NLDT_N_CLASSES {n_classes}

const char *const nldt_feature_names[NLDT_N_FEATURES] = {features};

const char *const nldt_class_names[NLDT_N_CLASSES] = {classes};

static const int nldt_leaf_class[{n_leaves}] = {leaf_classes};

/* Margins of each leaf, from its first knot on, and probabilities at these in parts of a total; then those of rows
 * without a margin, by leaf. */
static const int nldt_first_knot[{n_leaves} + 1] = {first_knots};

static const double nldt_knots[{n_knots}] = {knots};

static const double nldt_parts[{n_knots}][NLDT_N_CLASSES] = {parts};

static const double nldt_missing[{n_leaves}][NLDT_N_CLASSES] = {missing};

{categories}{margins}static int nldt_leaf(const double *x, double *margin)
{{
{body}
}}

int nldt_predict(const double *x)
{{
    double margin;
    return nldt_leaf_class[nldt_leaf(x, &margin)];
}}

void nldt_predict_proba(const double *x, double *p)
{{
    double margin;
    const int leaf = nldt_leaf(x, &margin);
    const int first = nldt_first_knot[leaf], last = nldt_first_knot[leaf + 1] - 1;
    const double *from = nldt_missing[leaf], *to = from;
    double way = 0.0;
    if (margin >= nldt_knots[last]) {{
        from = to = nldt_parts[last];
    }} else if (margin >= 0.0) {{
        int piece = first;
        while (margin >= nldt_knots[piece + 1]) ++piece;
        way = (margin - nldt_knots[piece]) / (nldt_knots[piece + 1] - nldt_knots[piece]);
        if (piece == first && way < {least_way}) way = {least_way};
        from = nldt_parts[piece];
        to = nldt_parts[piece + 1];
    }}
    for (int i = 0; i < NLDT_N_CLASSES; ++i) p[i] = (from[i] + way * (to[i] - from[i])) / {total}.0;
}}
"""


NOTE = """ A gap is NAN.
 *
 * Of a column of categories x holds nldt_category(column, text): the index of the text among those of training, -1
 * where it is none of them (NAN among ordered ones), NAN for a gap, which is NULL."""

CATEGORIES = """\
{tables}

double nldt_category(int column, const char *text)
{{
    if (!text) return NAN;
    switch (column) {{
{cases}
    default: break;
    }}
    return -1.0;
}}

"""

TABLE = "static const char *const nldt_levels_{index}[{count}] = {levels};"

CASE = """\
    case {index}:
        for (int i = 0; i < {count}; ++i)
            if (strcmp(text, nldt_levels_{index}[i]) == 0) return i;
        {unknown}"""


DAY_NUMBER = """\
double nldt_day(int year, int month, int day)
{
    static const int before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    const double y = year - (month < 3);
    return 365.0 * year + floor(y / 4.0) - floor(y / 100.0) + floor(y / 400.0) + before[month - 1] + day - 719528.0;
}

"""

# The year from the first of March on, of an era of 400 years, so that a leap day is its last.
YEAR_OF_MARCH = """\
    const double z = floor(day) + 719468.0, e = z - 146097.0 * floor(z / 146097.0);
    const double y = floor((e - floor(e / 1460.0) + floor(e / 36524.0) - floor(e / 146096.0)) / 365.0);
    const double m = floor((5.0 * (e - (365.0 * y + floor(y / 4.0) - floor(y / 100.0))) + 2.0) / 153.0);
"""

DATE_FUNCTIONS = {
    "day": """\
static double nldt_day_of(double seconds)
{
    return floor(seconds / 86400.0);
}

""",
    "year": f"""\
static double nldt_year(double day)
{{
{YEAR_OF_MARCH}\
    return y + 400.0 * floor(z / 146097.0) + floor(m / 10.0);
}}

""",
    "month": f"""\
static double nldt_month(double day)
{{
{YEAR_OF_MARCH}\
    return m + 3.0 - 12.0 * floor(m / 10.0);
}}

""",
    "weekday": """\
static double nldt_weekday(double day)
{
    const double d = floor(day) + 3.0;
    return d - 7.0 * floor(d / 7.0) + 1.0;
}

""",
    "hour": """\
static double nldt_hour(double seconds)
{
    return floor((seconds - 86400.0 * floor(seconds / 86400.0)) / 3600.0);
}

""",
}


def to_c(model: FittedModel) -> str:
    """Source with ``nldt_predict`` and ``nldt_predict_proba``."""
    classes, curves = leaf_classes(model.tree), model.curves
    counts = [len(leaf.knots) for leaf in curves.leaves]
    body = leaf_function_body(model, C99)
    if not model.used_features:
        body = ["(void)x;", *body]
    coded = {j: feature for j, feature in enumerate(model.features) if feature.has_names}
    note = "" if model.is_plain else NOTE if coded else NOTE.split("\n")[0]
    return TEMPLATE.format(
        note=note + _date_note(model),
        includes="#include <string.h>\n" if coded else "",
        categories=(_categories(coded) if coded else "") + _date_functions(model),
        n_features=len(model.feature_names),
        n_classes=len(model.labels),
        n_leaves=len(classes),
        features=_table([text_literal(name) for name in model.feature_names]),
        classes=_table([text_literal(str(label)) for label in model.labels]),
        leaf_classes=f"{{{', '.join(map(str, classes))}}}",
        first_knots=_numbers(accumulate(counts, initial=0)),
        n_knots=sum(counts),
        knots=_table([", ".join(map(repr, leaf.knots)) for leaf in curves.leaves]),
        parts=_table([_numbers(row) for leaf in curves.leaves for row in leaf.parts]),
        missing=_table([_numbers(leaf.missing) for leaf in curves.leaves]),
        least_way=repr(LEAST_WAY),
        total=curves.total,
        margins=used_functions(body, MARGINS),
        body=indented(body),
    )


def _date_note(model: FittedModel) -> str:
    """Which columns hold days, and which ones seconds."""
    columns = {kind: [j for j, feature in enumerate(model.features) if feature.kind == kind] for kind in (DATE, TIME)}
    said = ""
    for kind, words in ((DATE, "days since 1970-01-01: nldt_day(2024, 3, 1)"), (TIME, "seconds since then, in UTC")):
        if columns[kind]:
            places = ", ".join(f"x[{j}]" for j in columns[kind])
            said += f"\n *\n * Of a {kind}, in {places}, x holds the {words}."
    return said


def _date_functions(model: FittedModel) -> str:
    """The day of a date, and those of the functions of a day that rules use."""
    if not model.has_dates:
        return ""
    used = [model.basis.columns[place] for place in model.used_columns]
    parts = [column for column in used if isinstance(column, CalendarPart)]
    kinds = {column.kind for column in parts} | {
        "day" for column in parts if column.has_times and column.kind != "hour"
    }
    return DAY_NUMBER + "".join(source for kind, source in DATE_FUNCTIONS.items() if kind in kinds)


def _categories(coded: dict[int, Feature]) -> str:
    """The function that finds a category; of ordered ones an unknown one has no place among the others."""
    tables = [
        TABLE.format(
            index=j,
            count=max(len(known.levels), 1),
            levels=_table([text_literal(str(level)) for level in known.levels] or ["0"]),
        )
        for j, known in coded.items()
    ]
    cases = [
        CASE.format(index=j, count=len(known.levels), unknown="return NAN;" if known.kind == ORDERED else "break;")
        for j, known in coded.items()
    ]
    return CATEGORIES.format(tables="\n\n".join(tables), cases="\n".join(cases))


def text_literal(text: str) -> str:
    r"""A text as a C string in ASCII: UTF-8 bytes in octal, and no question mark that could start a trigraph.

    >>> print(text_literal('ä"??/'))
    "\303\244\"\?\?/"
    """

    def escaped(byte: int) -> str:
        if chr(byte) in '"\\?':
            return "\\" + chr(byte)
        return chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}"

    return '"' + "".join(escaped(byte) for byte in text.encode("utf-8", "replace")) + '"'


def _numbers(row: Iterable[float]) -> str:
    return f"{{{', '.join(map(repr, row))}}}"


def _table(entries: list[str]) -> str:
    return "{\n" + "".join(f"    {entry},\n" for entry in entries) + "}"
