"""The one table of parameters: it drives validation, documentation and the command line's help."""

from __future__ import annotations

import numbers
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# Searches make tables of their own parameters with these.
from nldt.allowed import Allowed as Allowed
from nldt.allowed import flag as flag
from nldt.allowed import number as number
from nldt.allowed import one_of as one_of
from nldt.allowed import optional as optional
from nldt.allowed import whole as whole
from nldt.errors import InputError, given


@dataclass(frozen=True)
class Parameter:
    """One row of the table; ``symbol`` is the paper's name for it."""

    name: str
    default: Any
    allowed: Allowed
    meaning: str
    symbol: str = ""


@dataclass(frozen=True, repr=False)
class Fixed:
    """A rule that is the root of a tree, with just these numbers: ``NLDTClassifier(start_from=Fixed("x2/x1 <= 2"))``.

    A formula without a relation means formula ≤ 0.

    >>> from nldt import Fixed, NLDTClassifier
    >>> clf = NLDTClassifier(start_from=Fixed("x1 - 2*x2 <= 0.5"), max_rules=1)
    >>> rows = [[a, b] for a in range(6) for b in range(6)]
    >>> print(clf.fit(rows, [a > 2 * b for a, b in rows]).to_text(), end="")
    1 rule, rule length 2, 2 leaves
    x1 − 2·x2 ≤ 0.5
    ├─ yes: False (100.0 % of 27)
    └─ no:  True (100.0 % of 9)
    <BLANKLINE>
    value of the rule   False   True
                 ≤ −5  97.8 %  2.2 %
                    0  97.4 %  2.6 %
                  0.5    50 %   50 %
                  ≥ 2    10 %   90 %
    In between, probabilities follow straight lines.
    """

    rule: str

    def __repr__(self) -> str:
        return f"Fixed({self.rule!r})"


def _holds_exponents(value: Any) -> bool:
    return all(map(_holds_exponent_set, value.values())) if isinstance(value, Mapping) else _holds_exponent_set(value)


def _holds_exponent_set(value: Any) -> bool:
    if isinstance(value, str | Mapping) or not hasattr(value, "__iter__"):
        return False
    entries = list(value)
    whole_numbers = all(
        isinstance(entry, numbers.Integral) and not isinstance(entry, bool) and abs(int(entry)) <= MOST_EXPONENT
        for entry in entries
    )
    return whole_numbers and any(entry != 0 for entry in entries)


def _holds_forbidden(value: Any) -> bool:
    """Groups of columns; which columns there are is known later."""
    return _is_list(value) and all(_is_list(group) and len(group) > 1 for group in value)


def _is_list(value: Any) -> bool:
    """Whether it holds things in some order or none; text, mappings and what can be read only once do not."""
    return hasattr(value, "__iter__") and hasattr(value, "__len__") and not isinstance(value, str | Mapping)


def _holds_units(value: Any) -> bool:
    return isinstance(value, Mapping) and all(isinstance(unit, str) for unit in value.values())


MEMORY_UNITS = {"B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
_MEMORY = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([KMGT]?B)", re.IGNORECASE)
LEAST_MEMORY = 10**6


def memory_bytes(limit: Any) -> float:
    """Bytes that a limit names: a number, or a text such as "2GB".

    >>> memory_bytes("1.5 GB"), memory_bytes(2_000_000)
    (1500000000.0, 2000000.0)
    """
    if not isinstance(limit, str):
        return float(limit)
    found = _MEMORY.fullmatch(limit.strip())
    return float(found[1]) * MEMORY_UNITS[found[2].upper()] if found else 0.0


def _holds_memory(value: Any) -> bool:
    is_number = isinstance(value, numbers.Real) and not isinstance(value, bool)
    return (is_number or isinstance(value, str)) and LEAST_MEMORY <= memory_bytes(value) < float("inf")


def _holds_class_weight(value: Any) -> bool:
    return value is None or isinstance(value, Mapping) or (isinstance(value, str) and value == "balanced")


def _holds_columns(value: Any) -> bool:
    if isinstance(value, str | Mapping) or not hasattr(value, "__len__"):
        return False
    return all(isinstance(entry, str | numbers.Integral) and not isinstance(entry, bool) for entry in value)


# Classes of searches by name. ``nldt.search.registry`` fills and reads it; it stands here, below all searches, because
# imports go one way and the check of the parameter ``search`` must know the names.
REGISTERED_SEARCHES: dict[str, type[Any]] = {}


def _holds_search(value: Any) -> bool:
    if isinstance(value, str):
        return value in REGISTERED_SEARCHES
    return callable(getattr(value, "find_split", None)) and not isinstance(value, type)


class _SearchParameter(Parameter):
    """The row of ``search``, whose words follow the searches that are registered."""

    def __init__(self) -> None:
        object.__setattr__(self, "name", "search")
        object.__setattr__(self, "default", "fast")
        object.__setattr__(self, "symbol", "")

    @property
    def allowed(self) -> Allowed:
        *others, last = map(repr, REGISTERED_SEARCHES)
        names = f"{', '.join(others)} or {last}" if others else last
        return Allowed(f"{names}, or an object with a method find_split(task)", _holds_search, names)

    @property
    def meaning(self) -> str:
        return f"How rules are found: {', '.join(map(repr, REGISTERED_SEARCHES))}; in Python, a search object too."


def _holds_random_state(value: Any) -> bool:
    if isinstance(value, numbers.Integral):
        return not isinstance(value, bool) and 0 <= int(value) < 2**32
    return value is None or hasattr(value, "randint")


def _holds_names(value: Any) -> bool:
    if isinstance(value, str | Mapping) or not hasattr(value, "__iter__"):
        return False
    names = list(value)
    return bool(names) and all(_is_name(name) for name in names)


def _holds_directions(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        _is_name(name) and isinstance(sign, numbers.Integral) and not isinstance(sign, bool) and abs(int(sign)) == 1
        for name, sign in value.items()
    )


def _is_name(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, numbers.Integral) and not isinstance(value, bool))


def _holds_start(value: Any) -> bool:
    text = value.rule if isinstance(value, Fixed) else value
    return isinstance(text, str) and bool(text.strip())


MOST_PRICE = 100.0
PRICE = number(0.01, MOST_PRICE)
DEFAULT_EXPONENTS = (-3, -2, -1, 0, 1, 2, 3)
MOST_EXPONENT = 20
MOST_TERMS = 1000  # nobody reads such a rule, and structures take as much memory as they have room for
EXPONENTS = Allowed(
    f"whole numbers between -{MOST_EXPONENT} and {MOST_EXPONENT}, not all zero, or a mapping from feature to such "
    "numbers",
    _holds_exponents,
)

CLASSIFIER_PARAMETERS = (
    _SearchParameter(),
    Parameter(
        "max_terms",
        None,
        optional(whole(1, MOST_TERMS)),
        "Terms that a rule may have; None: 3 for 'paper', as many as pay for 'fast'.",
        "p",
    ),
    Parameter(
        "exponents",
        DEFAULT_EXPONENTS,
        EXPONENTS,
        "Exponents that a term may use; or a mapping {feature name or index: exponents}, the rest as the default.",
        "E",
    ),
    Parameter("max_features_per_term", None, optional(whole(1)), "Features in one term; None: no limit.", "a_max"),
    Parameter("modulus", True, flag(), "Allow bands (rules with two ends).", "m"),
    Parameter("criterion", "gini", one_of("gini", "entropy"), "Impurity measure; entropy is in bits."),
    Parameter(
        "max_depth",
        None,
        optional(whole(1)),
        "Rules on any path from the root to a leaf; None: 5 for 'paper', no limit for 'fast'.",
    ),
    Parameter(
        "min_samples_split",
        10,
        number(0, above=True),
        "A node with fewer rows stays a leaf; a row counts as often as its sample_weight says.",
        "N_min",
    ),
    Parameter(
        "target_impurity",
        None,
        optional(number(0, 1)),
        "Impurity that a rule must reach to count as feasible; None: 'paper' asks for 0.05 (gini) or "
        "0.17 (entropy), 'fast' for none.",
        "tau_I",
    ),
    Parameter(
        "min_impurity",
        None,
        optional(number(0, 1)),
        "A node that is this pure stays a leaf; None: 0.05 (gini) or 0.17 (entropy) for 'paper', 0 for 'fast'.",
        "tau_min",
    ),
    Parameter(
        "prune_tolerance",
        None,
        optional(number(0, 1)),
        "Training accuracy that pruning may give up, as a fraction; None: 0.03 for 'paper', none for 'fast'.",
        "tau_prune",
    ),
    Parameter(
        "scaling",
        None,
        optional(one_of("raw", "shift")),
        "Units of the rules: 'raw', or 'shift' into [1, 2]; None: the search's own, which is raw.",
    ),
    Parameter(
        "class_weight",
        None,
        Allowed("None, 'balanced' or a mapping from class to cost", _holds_class_weight),
        "What an error on a row of each class costs, as in scikit-learn.",
    ),
    Parameter(
        "time_limit",
        None,
        optional(number(0, above=True)),
        "Seconds after which the best tree so far is returned, with a warning.",
    ),
    Parameter(
        "n_jobs",
        None,
        Allowed(
            "None, -1 or a whole number, 1 or more",
            lambda value: value is None or (whole(-1).holds(value) and value != 0),
            "-1 or a whole number, 1 or more",
        ),
        "Threads; None or -1: all cores. The result never depends on it.",
    ),
    Parameter(
        "random_state",
        None,
        Allowed(
            "None, a whole number from 0 to 4294967295, or a numpy RandomState",
            _holds_random_state,
            "a whole number from 0 to 4294967295",
        ),
        "Seed; the same seed gives the same model.",
    ),
    Parameter(
        "verbose",
        0,
        Allowed("True, False or a whole number", lambda value: flag().holds(value) or whole(0).holds(value)),
        "1 or more: show progress.",
    ),
    Parameter(
        "price",
        1.0,
        PRICE,
        "What a bit of a rule costs beside a bit of the classes: 2 gives plainer models, 0.5 richer ones.",
    ),
    Parameter("max_rules", None, optional(whole(1)), "Rules that the whole tree may have; None: no limit."),
    Parameter(
        "max_length",
        None,
        optional(whole(1)),
        "Rule length (complexities of all rules, added up) that the whole tree may have; None: no limit.",
    ),
    Parameter(
        "drop",
        None,
        optional(Allowed("a list of column names, or of numbers of columns from 0 on", _holds_columns)),
        "Columns that are left out: by name, or by number from 0 on; None: none.",
    ),
    Parameter(
        "forbidden",
        None,
        optional(Allowed("groups of two columns or more, such as [('a', 'b')]", _holds_forbidden)),
        "Groups of columns of which no two are ever in one term together.",
    ),
    Parameter(
        "units",
        None,
        optional(Allowed("a mapping from column to unit, such as {'mass': 'kg'}", _holds_units)),
        "Units of columns: only terms of one unit are added. Columns that are not named are plain numbers.",
    ),
    Parameter(
        "required",
        None,
        optional(Allowed("columns, by name or number", _holds_names)),
        "Columns each of which must be in at least one rule.",
    ),
    Parameter(
        "monotone",
        None,
        optional(Allowed("a mapping from columns to +1 or -1", _holds_directions)),
        "Of two classes: columns with which the probability of the second may not fall (+1), or not rise (-1).",
    ),
    Parameter(
        "start_from",
        None,
        optional(Allowed("a formula as text, or Fixed of one", _holds_start)),
        "A formula that the search of the root starts from, such as 'x2/x1 - 2'; in Fixed(...): the root's rule.",
    ),
    Parameter(
        "memory_limit",
        None,
        optional(Allowed("bytes, 1,000,000 or more, or a text such as '2GB'", _holds_memory)),
        "Memory for a fit from partitions, in bytes or as '2GB'; None: 2 GB. Tables in memory do not mind it.",
    ),
)

DEFAULT_PRICES = (0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0)
ONE_STANDARD_ERROR, BEST = "one-standard-error", "best"


def _holds_prices(value: Any) -> bool:
    return _is_list(value) and len(value) > 0 and all(PRICE.holds(price) for price in value)


def _holds_folds(value: Any) -> bool:
    return whole(2).holds(value) or hasattr(value, "split") or _is_list(value)


# Of NLDTClassifierCV, beside all of the classifier's but ``price``.
PATH_PARAMETERS = (
    Parameter(
        "cv",
        5,
        Allowed(
            "a whole number, 2 or more, a splitter of scikit-learn, or pairs of row numbers",
            lambda value: _holds_folds(value) and not isinstance(value, str),
            whole(2).words,
        ),
        "Folds that accuracies are estimated by.",
    ),
    Parameter(
        "prices",
        None,
        optional(Allowed("numbers from 0.01 to 100", _holds_prices)),
        "What a bit of a rule costs in each model of the path; None: 0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8 and 4.",
    ),
    Parameter(
        "choose",
        ONE_STANDARD_ERROR,
        Allowed(
            "'one-standard-error', 'best' or a length, a whole number from 0 on",
            lambda value: whole(0).holds(value) or (isinstance(value, str) and value in (ONE_STANDARD_ERROR, BEST)),
            "one-standard-error, best or a length, a whole number from 0 on",
        ),
        "Which model of the path it is: the shortest within one standard error of the best, the best, or the best that "
        "is no longer than this.",
    ),
)

# What can be asked of a search that weighs length only, and of one that keeps limits of structures (``SearchTraits``);
# with what a search without the trait does not do.
LENGTH_PARAMETERS = ("price", "max_rules", "max_length")
LIMIT_PARAMETERS = ("forbidden", "units")
WISHES = ("required", "monotone", "start_from")
TRAIT_PARAMETERS = (
    ("weighs_length", LENGTH_PARAMETERS, "does not weigh length"),
    ("keeps_limits", LIMIT_PARAMETERS, "does not promise to keep such limits"),
    ("weighs_length", WISHES, "does not promise to keep such wishes"),
)

ROUNDING_PARAMETERS = (
    Parameter(
        "max_loss",
        0.005,
        number(0, 1),
        "Training accuracy that shorter numbers may cost, as a fraction; 0: no training row changes its class.",
    ),
)


def validate(owner: str, table: tuple[Parameter, ...], values: Mapping[str, Any]) -> None:
    """Raise InputError for the first value that its row of the table does not allow."""
    for parameter in table:
        value = values[parameter.name]
        if not parameter.allowed.holds(value):
            raise InputError(f"{given(parameter.name, value, owner)} must be {parameter.allowed.words}")
