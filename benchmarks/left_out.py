"""Ideas of the product that have no switch, left out while a fit runs: another number or function stands in for one.

Many modules import what they use by name, so that each of them has to be patched; the tests look through all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import ModuleType
from typing import Any
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from nldt import description
from nldt.model.target import classes
from nldt.search import gap_backend
from nldt.search.fast import archive, breeding, rule_shapes, search, selection
from nldt.search.fast.archive import Archive, Solved
from nldt.search.fast.seeding import structures_of
from nldt.search.structures import Structures
from nldt.tree import chance, choice, finishing, grower, growth, shorter_ends
from nldt.tree.partitions import refining

Floats = NDArray[np.float64]


@contextmanager
def replaced(name: str, new: Any, *modules: ModuleType) -> Iterator[None]:
    """Under this name, all these modules have something else."""
    with ExitStack() as stack:
        for module in modules:
            stack.enter_context(patch.object(module, name, new))
        yield


def half_a_row_for_each_class() -> Any:
    """Each class counts as half a row before the first. (The core writes no classes: curves have probabilities.)"""
    users = description, classes, chance, gap_backend, archive, rule_shapes, selection
    return replaced("label_bits", bits_after_krichevsky_and_trofimov, *users)


def bits_after_krichevsky_and_trofimov(class_mass: Floats, among: NDArray[np.bool_] | None = None) -> Floats:
    """``label_bits`` with half a row for each class that is counted."""
    counted = np.ones(class_mass.shape[-1], dtype=bool) if among is None else among
    prior = np.maximum(counted.sum(axis=-1), 1) / 2
    total = (class_mass * counted).sum(axis=-1)
    likelihood = ((gammaln(class_mass + 0.5) - gammaln(0.5)) * counted).sum(axis=-1)
    bits = (gammaln(total + prior) - gammaln(prior) - likelihood) / np.log(2)
    return np.where(counted.any(axis=-1), bits, 0.0)


def order_is_paid_for() -> Any:
    """Nothing is taken off for the order of terms and factors, which is all that ``selection`` takes log k! for."""
    return replaced("gammaln", np.zeros_like, selection)


def no_regressions() -> Any:
    """Nothing is proposed beside what screening finds."""
    return replaced("regressed", lambda task, best: structures_of(task, []), search)


def rules_pay_at_once() -> Any:
    """No rule that falls short of paying for itself; which categories are offered stays as it is."""
    return replaced("PATIENCE_BITS", 0.0, growth, archive)


def factors_cost_no_share() -> Any:
    """A factor costs what it takes to write it down, in large tables as in small ones."""
    return replaced("FACTOR_BITS", 0.0, description)


def no_other_root_rules() -> Any:
    """No tree is grown from another rule of the root."""
    return replaced("MOST_WORK_BEFORE_OTHERS", 0.0, grower)


def no_tree_of_single_factors() -> Any:
    """No tree of rules of one factor is grown beside the first."""
    return replaced("MOST_ROWS_FOR_SINGLE", 0, grower)


@contextmanager
def trees_compared_by_bits_alone() -> Iterator[None]:
    """Between trees no factor counts more, and none needs to lead."""
    with (
        replaced("FACTOR_BESIDE_OTHERS", 0.0, choice),
        replaced("LEAD_OF_SINGLE", 0.0, grower),
        replaced("LEAD_OF_FURTHER_ROOTS", 0.0, grower),
    ):
        yield


def no_ends_for_two_leaves() -> Any:
    """A rule above two leaves keeps the end that it was found with."""
    return replaced("last_rule", lambda rule, rows, unit_mass: None, growth, finishing, shorter_ends, refining)


def no_plainer_rules() -> Any:
    """The rule that ranks first is chosen."""
    return replaced("plainer", lambda archive, chosen, *others: chosen, search)


def no_generation_of_neighbours() -> Any:
    """The generation of all single steps from the best structure is empty; the others stay as they are."""
    return replaced("neighbours_of", no_neighbours, breeding)


def no_neighbours(archive: Archive, best: Solved, space: Any, count: int) -> Structures:
    """No structures."""
    return Structures(best.exponents[None][:0], np.zeros(0, dtype=bool))


def digits_cost_nothing() -> Any:
    """Numbers are rounded as far as no row changes its side, no further."""
    return replaced("plain_rule", lambda rule, rows, unit_mass, digit_bits: rule, finishing)


def no_questions() -> Any:
    """On larger samples finalists alone are solved, not the neighbours of the best."""
    return replaced("question", lambda larger, before, space, reserve: None, search)
