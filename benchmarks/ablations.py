"""The fast search with one idea left out at a time.

Some are parameters of the search, or a search that differs in one part: in its lower level, in its archive. The others
replace a number or a function while a fit runs (`left_out.py`); the product has no switch for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, Literal
from unittest.mock import patch

import left_out
import numpy as np
from plain_lower_levels import GeneticDirections, RandomDirections

from nldt import FastSearch
from nldt.description import Tariff
from nldt.search import Candidate, NodeTask, SearchOutcome
from nldt.search.fast import rule_shapes, selection
from nldt.search.fast.archive import Archive, Solved, distinct_terms
from nldt.search.structures import Structures
from nldt.solve import RuleBatch, power_terms
from nldt.tree import searched
from nldt.tree.chance import NOTHING
from nldt.tree.node_split import weighted_sum

BESIDE = 1e-6  # of the gap: folding the scale of the features into the weights may round the last bit

Patch = Callable[[], AbstractContextManager[Any]]
# Tables of one or two rules, which show how a rule's weights and ends are found; those of several classes and of wrong
# labels, which show what is worth its length; and those of large nodes.
Group = Literal["easy", "hard", "large"]
EASY: frozenset[Group] = frozenset(["easy"])
HARD: frozenset[Group] = frozenset(["hard"])
LARGE: frozenset[Group] = frozenset(["large"])


@dataclass(frozen=True)
class Variant:
    """A way to fit; ``patch`` is entered for the time of the fit."""

    name: str
    instead: str
    search: Callable[[], FastSearch] = FastSearch
    parameters: Mapping[str, Any] = field(default_factory=dict)
    patch: Patch = nullcontext
    timed: bool = True  # False: a stand-in in NumPy, whose time says nothing
    tables: frozenset[Group] = EASY  # on which it may make a difference
    least_classes: int = 2  # makes none to tables of fewer


class RepeatingArchive(Archive):
    """Solves again what it knows, and takes no notice of it."""

    repeats = 0

    def add(self, structures: Structures, **limits: Any) -> bool:
        canonical = distinct_terms(structures).canonical()
        met = set(self._known)
        repeated = []
        for place, name in enumerate(matrix.tobytes() for matrix in canonical.exponents):
            if name in met:
                repeated.append(place)
            met.add(name)
        if repeated:
            self.solve(canonical.exponents[repeated], self._steps, thorough=False)
        self.repeats += len(repeated)
        return super().add(structures, **limits)


class WithoutCache(FastSearch):
    """Solves structures as often as they come up."""

    archive_type = RepeatingArchive

    def find_split(self, task: NodeTask) -> SearchOutcome:
        self._archives: list[RepeatingArchive] = []
        outcome = super().find_split(task)
        repeats = sum(archive.repeats for archive in self._archives)
        return replace(outcome, structures_evaluated=outcome.structures_evaluated + repeats)

    def make_archive(self, task: NodeTask) -> Archive:
        self._archives.append(super().make_archive(task))
        return self._archives[-1]


class WithGeneticDirections(FastSearch):
    """Leaves weights and ends to the paper's genetic algorithm."""

    def find_split(self, task: NodeTask) -> SearchOutcome:
        return super().find_split(task.with_backend(GeneticDirections()))


class WithRandomDirections(FastSearch):
    """Starts from random directions."""

    def find_split(self, task: NodeTask) -> SearchOutcome:
        return super().find_split(task.with_backend(RandomDirections()))


class PaperOrderArchive(Archive):
    """Ranks by the paper's Definition IV.1 and always splits."""

    def pays(self, solved: Solved) -> bool:
        return True

    def is_hopeless(self, solved: Solved, n_rows: int, tariff: Tariff) -> bool:
        return False

    def part_alike(self, plainer: Solved, chosen: Solved, few: float) -> bool:
        return False

    def rank(self, solved: Solved | RuleBatch) -> tuple[Any, ...]:
        infeasible = solved.impurity > self._task.impurity_limit
        first = np.where(infeasible, solved.impurity, solved.complexity)
        second = np.where(infeasible, solved.complexity, solved.impurity)
        return infeasible, first, second, np.isfinite(solved.low)


class PaperOrder(FastSearch):
    """Ranks as the paper does, and keeps what has grown."""

    archive_type = PaperOrderArchive
    traits = replace(FastSearch.traits, max_depth=5, weighs_length=False)


class GaplessArchive(Archive):
    """Does not look at the gap."""

    def rank(self, solved: Solved | RuleBatch) -> tuple[Any, ...]:
        return super().rank(solved)[:-1]


class Unrounded(FastSearch):
    """Keeps the numbers that it finds."""

    traits = replace(FastSearch.traits, shortens_numbers=False)


class WithoutMargins(Unrounded):
    """Puts ends beside the last value inside."""

    archive_type = GaplessArchive

    def find_split(self, task: NodeTask) -> SearchOutcome:
        outcome = super().find_split(task)
        moved = {id(candidate): at_the_edge(candidate, task) for candidate in outcome.front}
        best = None if outcome.best is None else moved[id(outcome.best)]
        return replace(outcome, best=best, front=[moved[id(candidate)] for candidate in outcome.front])


def at_the_edge(candidate: Candidate, task: NodeTask) -> Candidate:
    """The same rule with its ends beside the outermost values inside."""
    terms = power_terms(task.features, np.ascontiguousarray(candidate.exponents))
    values = weighted_sum(candidate.weights, terms)
    inside = values[(candidate.low <= values) & (values <= candidate.high)]
    above, below = values[values > candidate.high], values[values < candidate.low]
    high = inside.max() + BESIDE * (above.min() - inside.max()) if len(above) else candidate.high
    low = inside.min() - BESIDE * (inside.min() - below.max()) if len(below) else candidate.low
    return replace(candidate, low=float(low), high=float(high))


PAPER_LIMITS = {"target_impurity": 0.05, "min_impurity": 0.05, "prune_tolerance": 0.03}

VARIANTS = (
    Variant("nothing", "the whole search", tables=EASY | HARD | LARGE),
    Variant(
        "exact ends",
        "the paper's genetic algorithm finds weights and ends, for the half-space and the band",
        WithGeneticDirections,
    ),
    Variant(
        "good first directions",
        "random ones and a plain local search, instead of looks, turns and line searches (in NumPy: no time)",
        WithRandomDirections,
        timed=False,
    ),
    Variant(
        "curves",
        "a rule's weights are those of least impurity, and all rows of a side count alike",
        patch=lambda: patch.object(rule_shapes, "SHARPNESS_BITS", -1e9),
        tables=EASY | HARD,
    ),
    Variant("cache", "a structure that comes up again is solved again; the result is the same", WithoutCache),
    Variant("screening", "no pair of features is screened (`pairs=0`)", lambda: FastSearch(pairs=0)),
    Variant(
        "regressions",
        "no regression proposes sums of columns or of plain terms, nor products of powers",
        patch=left_out.no_regressions,
        tables=EASY | HARD,
    ),
    Variant(
        "description length",
        "the paper's order of rules, its limits of impurity and its pruning (0.05, 0.05, 0.03)",
        PaperOrder,
        parameters=PAPER_LIMITS,
    ),
    Variant(
        "description length alone",
        "the paper's limits and pruning are added; description length decides among what they leave",
        parameters=PAPER_LIMITS,
    ),
    Variant(
        "plain exponents cost less",
        "each exponent costs log2 of how many there are",
        patch=lambda: patch.object(selection, "_plainness", lambda exponents: np.ones(exponents.shape)),
    ),
    Variant(
        "careful last solve",
        "one finalist, with as few steps as all others",
        lambda: FastSearch(finalists=1, final_steps=FastSearch().steps),
    ),
    Variant(
        "asking chance",
        "what rules save counts as chance wherever it may be chance; classes are never shuffled",
        patch=lambda: patch.object(searched, "excess", lambda task: NOTHING),
        tables=EASY | HARD,
    ),
    Variant(
        "as many terms as pay",
        "a rule has three terms at the most (`max_terms=3`)",
        parameters={"max_terms": 3},
        tables=HARD,
    ),
    Variant(
        "prior of 1/K a class",
        "each class counts as half a row before the first, as Krichevsky and Trofimov have it (of two: the same)",
        patch=left_out.half_a_row_for_each_class,
        tables=HARD,
        least_classes=3,
    ),
    Variant(
        "order costs nothing",
        "the order of terms and factors is paid for: log2 k! bits of k",
        patch=left_out.order_is_paid_for,
        tables=HARD,
    ),
    Variant(
        "factors cost a share of the table",
        "a factor costs what it takes to write it down, of a table of any size",
        patch=left_out.factors_cost_no_share,
        tables=HARD,
    ),
    Variant(
        "growing further than pays",
        "a rule must pay for itself at once, not with what grows below it; the best part of the tree is still chosen",
        patch=left_out.rules_pay_at_once,
        tables=HARD,
    ),
    Variant(
        "neighbours",
        "no generation is made of all single steps from the best structure",
        patch=left_out.no_generation_of_neighbours,
        tables=HARD,
    ),
    Variant(
        "plainer rules in the end",
        "the rule that ranks first is chosen",
        patch=left_out.no_plainer_rules,
        tables=HARD,
    ),
    Variant(
        "ends for two leaves",
        "a rule above two leaves keeps the end that it was found with",
        patch=left_out.no_ends_for_two_leaves,
        tables=HARD,
    ),
    Variant(
        "other root rules",
        "no look ahead: no tree is grown from another rule of the root",
        patch=left_out.no_other_root_rules,
        tables=HARD,
    ),
    Variant(
        "tree of single factors",
        "no tree of rules of one factor is grown beside the first",
        patch=left_out.no_tree_of_single_factors,
        tables=HARD,
    ),
    Variant(
        "caution between trees",
        "of several trees that of the fewest bits stays: no 5 bits more for a factor, no lead for single factors",
        patch=left_out.trees_compared_by_bits_alone,
        tables=HARD,
    ),
    Variant(
        "digits pay",
        "numbers get shorter only as far as no row changes its side",
        patch=left_out.digits_cost_nothing,
        tables=HARD,
    ),
    Variant("rounding", "rules keep the numbers that the search found; digits don't pay either", Unrounded),
    Variant(
        "margins and rounding",
        "ends lie beside the last value inside, the gap breaks no ties; no rounding, which would centre them again",
        WithoutMargins,
    ),
    Variant(
        "samples of large nodes",
        "all rows from the start",
        lambda: FastSearch(sample_rows=10**9),
        tables=LARGE,
    ),
    Variant(
        "questions on larger samples",
        "the finalists alone are solved on larger samples, without the neighbours of the best",
        patch=left_out.no_questions,
        tables=LARGE,
    ),
)
