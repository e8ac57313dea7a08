"""The one table of parameters: it drives validation, documentation and the command line's help."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from nldt.errors import InputError


@dataclass(frozen=True)
class Allowed:
    """What a parameter may be: a test, and the same in words; ``typed``: in words for those who can type text only."""

    words: str
    holds: Callable[[Any], bool]
    typed: str = ""  # where it differs from ``words``


@dataclass(frozen=True)
class Parameter:
    """One row of the table; ``symbol`` is the paper's name for it."""

    name: str
    default: Any
    allowed: Allowed
    meaning: str
    symbol: str = ""


def whole(minimum: int) -> Allowed:
    """A whole number from ``minimum`` up."""

    def holds(value: Any) -> bool:
        return isinstance(value, numbers.Integral) and not isinstance(value, bool) and int(value) >= minimum

    return Allowed(f"a whole number, {minimum} or more", holds)


def number(low: float, high: float = float("inf"), *, above: bool = False) -> Allowed:
    """A number in [low, high], or in (low, high] with ``above``."""

    def holds(value: Any) -> bool:
        if not isinstance(value, numbers.Real) or isinstance(value, bool):
            return False
        return (
            math.isfinite(float(value))
            and float(value) <= high
            and (float(value) > low if above else float(value) >= low)
        )

    start = f"above {low:g}" if above else f"{low:g} or more" if high == float("inf") else f"from {low:g}"
    end = "" if high == float("inf") else f" and at most {high:g}" if above else f" to {high:g}"
    return Allowed(f"a number {start}{end}", holds)


def one_of(*choices: Any) -> Allowed:
    """One of a few values."""
    return Allowed(
        " or ".join(repr(choice) for choice in choices),
        lambda value: any(type(value) is type(choice) and value == choice for choice in choices),
    )


def flag() -> Allowed:
    """True or False."""
    return Allowed("True or False", lambda value: type(value).__name__ in ("bool", "bool_"))


def optional(allowed: Allowed) -> Allowed:
    """None, or what ``allowed`` says."""
    return Allowed(
        f"{allowed.words}, or None",
        lambda value: value is None or allowed.holds(value),
        allowed.typed or allowed.words,
    )


def _holds_exponents(value: Any) -> bool:
    return all(map(_holds_exponent_set, value.values())) if isinstance(value, Mapping) else _holds_exponent_set(value)


def _holds_exponent_set(value: Any) -> bool:
    if isinstance(value, str | Mapping) or not hasattr(value, "__iter__"):
        return False
    entries = list(value)
    whole_numbers = all(
        isinstance(entry, numbers.Integral) and not isinstance(entry, bool) and abs(int(entry)) <= 20
        for entry in entries
    )
    return whole_numbers and any(entry != 0 for entry in entries)


def _holds_class_weight(value: Any) -> bool:
    return value is None or isinstance(value, Mapping) or (isinstance(value, str) and value == "balanced")


def _holds_search(value: Any) -> bool:
    if isinstance(value, str):
        return value in ("fast", "paper")
    return hasattr(value, "find_split") and not isinstance(value, type)


def _holds_random_state(value: Any) -> bool:
    if isinstance(value, numbers.Integral):
        return not isinstance(value, bool) and 0 <= int(value) < 2**32
    return value is None or hasattr(value, "randint")


DEFAULT_EXPONENTS = (-3, -2, -1, 0, 1, 2, 3)
EXPONENTS = Allowed(
    "whole numbers between -20 and 20, not all zero, or a mapping from feature to such numbers", _holds_exponents
)

CLASSIFIER_PARAMETERS = (
    Parameter(
        "search",
        "fast",
        Allowed(
            "'fast', 'paper', a FastSearch or a PaperSearch",
            _holds_search,
            "'fast' or 'paper'",
        ),
        "How rules are found: 'fast', 'paper', or a search object with its own numbers.",
    ),
    Parameter("max_terms", 3, whole(1), "Terms that a rule may have.", "p"),
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
    Parameter("max_depth", 5, whole(1), "Rules on any path from the root to a leaf."),
    Parameter(
        "min_samples_split",
        10,
        number(0, above=True),
        "A node with less sample weight stays a leaf.",
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
        Allowed("None, 'balanced' or a mapping from class to weight", _holds_class_weight),
        "Weights of the classes, as in scikit-learn.",
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
)

PAPER_SEARCH_PARAMETERS = (
    Parameter("population", None, optional(whole(2)), "Structures in the upper level; None: 10 times d."),
    Parameter("generations", 100, whole(0), "Generations of the upper level."),
    Parameter("crossover_probability", 0.9, number(0, 1), "Of two parents, upper level.", "p_xover^U"),
    Parameter(
        "mutation_probability",
        None,
        optional(number(0, 1)),
        "Of an exponent or the modulus flag, upper level; None: min(0.33, 1/d).",
        "p_mut^U",
    ),
    Parameter(
        "mutation_beta", 3, number(0, above=True), "How much likelier a step of one is than a step of two.", "beta"
    ),
    Parameter("zero_probability", 0.75, number(0, 1), "That a mutated exponent becomes zero.", "p_zero"),
    Parameter("lower_population", 50, whole(2), "Candidates of weights in the lower level."),
    Parameter("lower_generations", 50, whole(0), "Generations of the lower level."),
    Parameter("lower_crossover_probability", 0.9, number(0, 1), "Of two parents, lower level."),
    Parameter(
        "lower_mutation_probability",
        None,
        optional(number(0, 1, above=True)),
        "Of a weight or bias, lower level; None: 1 over the number of variables.",
    ),
    Parameter("lower_crossover_eta", 2, number(0), "Distribution index of SBX.", "eta_c"),
    Parameter("lower_mutation_eta", 15, number(0), "Distribution index of polynomial mutation.", "eta_m"),
    Parameter("lower_tolerance", 1e-4, number(0), "Relative change of impurity that counts as none."),
    Parameter("lower_patience", 10, whole(1), "Generations without a change that end the lower level."),
)

FAST_SEARCH_PARAMETERS = (
    Parameter("population", 40, whole(2), "Structures that have children."),
    Parameter("children", 160, whole(2), "New structures a generation."),
    Parameter("generations", 60, whole(0), "Generations at the most."),
    Parameter("patience", 6, whole(1), "Generations without a shorter description that end the search."),
    Parameter("pairs", 24, whole(0), "Pairs of features taken from each list of the screening."),
    Parameter("steps", 1, whole(0), "Effort of the search for weights and ends."),
    Parameter("final_steps", 50, whole(0), "The same for the finalists."),
    Parameter("finalists", 8, whole(1), "Structures that are solved again with more care."),
    Parameter("sample_rows", 5000, whole(100), "Rows of the sample on which a larger node is searched first."),
)

ROUNDING_PARAMETERS = (
    Parameter("max_loss", 0.005, number(0, 1), "Training accuracy that shorter numbers may cost, as a fraction."),
)


def validate(owner: str, table: tuple[Parameter, ...], values: Mapping[str, Any]) -> None:
    """Raise InputError for the first value that its row of the table does not allow."""
    for parameter in table:
        value = values[parameter.name]
        if not parameter.allowed.holds(value):
            raise InputError(f"{owner}: {parameter.name}={value!r} must be {parameter.allowed.words}")
