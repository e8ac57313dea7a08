"""The tree as C99."""

from __future__ import annotations

from nldt.model.fitted_model import FittedModel
from nldt.write.code.evaluation import leaf_classes, leaf_shares
from nldt.write.code.statements import Dialect, indented, leaf_function_body

C99 = Dialect(
    language="c",
    declare="const double {name} = {value};",
    raw_feature="x[{index}]",
    finite="isfinite({value})",
    both=" && ",
    open="if ({condition}) {{",
    close="}",
    negate="!({condition})",
    leaf="return {leaf};",
)

# GCC fuses products into sums unless told otherwise, and knows only a pragma of its own.
TEMPLATE = """\
/* A nonlinear decision tree in C99.
 *
 * nldt_predict(x) gives the index of a row's class in nldt_class_names; nldt_predict_proba(x, p) writes the shares of
 * all NLDT_N_CLASSES classes to p. x holds NLDT_N_FEATURES values in the order of nldt_feature_names. A rule whose
 * value is not finite does not hold.
 *
 * Compile without -ffast-math and with -ffp-contract=off: on the boundary of a rule the last bit counts.
 */
#include <math.h>

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

static const double nldt_leaf_shares[{n_leaves}][NLDT_N_CLASSES] = {leaf_shares};

static int nldt_leaf(const double *x)
{{
{body}
}}

int nldt_predict(const double *x)
{{
    return nldt_leaf_class[nldt_leaf(x)];
}}

void nldt_predict_proba(const double *x, double *p)
{{
    const double *shares = nldt_leaf_shares[nldt_leaf(x)];
    for (int i = 0; i < NLDT_N_CLASSES; ++i) p[i] = shares[i];
}}
"""


def to_c(model: FittedModel) -> str:
    """Source with ``nldt_predict`` and ``nldt_predict_proba``."""
    classes = leaf_classes(model.tree)
    body = leaf_function_body(model, C99)
    if not model.used_features:
        body = ["(void)x;", *body]
    return TEMPLATE.format(
        n_features=len(model.feature_names),
        n_classes=len(model.labels),
        n_leaves=len(classes),
        features=_table([text_literal(name) for name in model.feature_names]),
        classes=_table([text_literal(str(label)) for label in model.labels]),
        leaf_classes=f"{{{', '.join(map(str, classes))}}}",
        leaf_shares=_table([f"{{{', '.join(map(repr, shares))}}}" for shares in leaf_shares(model.tree)]),
        body=indented(body),
    )


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


def _table(entries: list[str]) -> str:
    return "{\n" + "".join(f"    {entry},\n" for entry in entries) + "}"
