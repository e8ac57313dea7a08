"""What a structure can become at a node: a half-space, a band, or a half-space whose classes follow a curve.

The first two have the weights and ends of least impurity, and all rows of a side are alike. The third has the weights
of a logistic regression: rows far from its end take fewer bits than rows near it, so that all rows have a say in its
choice and not only those next to the end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from nldt.description import error_bits, label_bits
from nldt.search.fast.selection import coefficient_bits, structure_bits
from nldt.search.structures import Exponents
from nldt.search.task import NodeTask
from nldt.solve import CurveSettings, DirectionSettings, NodeRows, RuleBatch, RuleShape, concatenate

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

# Of a curve's weights, for terms of deviation 1, before any row is seen.
CURVE_PRECISION = 0.3
# The same for finalists only, and so small that a curve which parts the classes has about the widest gap that it can.
STEEP_PRECISION = 1e-3
# What it takes to say that a rule's sides are sharp: in real tables it is the exception.
SHARPNESS_BITS = 10.0
# Numbers of a node that are made at once and kept.
FEW_NUMBERS = 1e6


def solve_shapes(
    task: NodeTask, exponents: Exponents, steps: int, thorough: bool, curves_below: float = np.inf
) -> RuleBatch:
    """The rules of canonical structures, one of each shape, and their bits: fields are (structures, shapes, ...).

    ``bits`` and ``split_bits`` are those of the classes and the rule; they are infinite where a shape splits nothing.
    No curve is fitted where half-space and band take more bits than ``curves_below``.
    """
    prices, parent = _Prices.of(task, exponents), task.class_mass

    def is_near(sharp: RuleBatch) -> Flags:
        bits = label_bits(_sides(sharp, parent)).sum(axis=-1) + prices.in_search[:, : RuleShape.CURVE] + SHARPNESS_BITS
        return np.asarray((~_absent(task, sharp) & (bits <= curves_below)).any(axis=1))

    sharp, curve, group = _found(task, exponents, steps, thorough, None if curves_below == np.inf else is_near)
    rules = concatenate([sharp, curve[:, None]], axis=1)
    sides = _sides(rules, parent)
    side_bits = label_bits(sides)
    split_bits = side_bits.sum(axis=-1) + prices.in_search
    tree_bits = (side_bits + error_bits(sides)).sum(axis=-1) + prices.in_tree
    bits = split_bits + SHARPNESS_BITS
    of_classes = curve.bits + group_bits(parent) + member_bits(parent, group)
    bits[:, RuleShape.CURVE] = of_classes + prices.of_curve
    side_bits[:, RuleShape.CURVE] = curve.side_bits + member_bits(sides[:, RuleShape.CURVE], group[:, None])
    absent = _absent(task, rules)
    if (monotone := task.settings.space.monotone) is not None:
        absent |= ~monotone.keeps(exponents[:, None], rules.weights, rules.low, rules.left_mass, parent)
    bits[absent] = split_bits[absent] = tree_bits[absent] = np.inf
    rule_bits = prices.rule_bits
    return replace(
        rules, bits=bits, split_bits=split_bits, side_bits=side_bits, rule_bits=rule_bits, tree_bits=tree_bits
    )


@dataclass(frozen=True, eq=False)
class _Prices:
    """What it takes to write down the rules of some structures, one of each shape: (structures, shapes)."""

    rule_bits: Floats  # at a price of 1
    in_search: Floats  # what the search charges
    in_tree: Floats  # what a tree does
    of_curve: Floats  # what the search charges for a curve, whose weights and end are paid for: (structures,)

    @classmethod
    def of(cls, task: NodeTask, exponents: Exponents) -> _Prices:
        space, tariff = task.settings.space, task.settings.tariff
        of_structure = structure_bits(exponents, space)
        end_like = [RuleShape.HALF_SPACE, RuleShape.BAND, RuleShape.HALF_SPACE]  # a curve has one end
        rule_bits = of_structure[:, None] + coefficient_bits(exponents, task.class_mass.sum(), space)[:, end_like]
        complexity = np.count_nonzero(exponents, axis=(1, 2))
        in_search, in_tree = (charge(rule_bits, complexity[:, None]) for charge in (tariff.in_search, tariff.rule))
        return cls(rule_bits, in_search, in_tree, tariff.in_search(of_structure, complexity))


def _sides(rules: RuleBatch, parent: Floats) -> Floats:
    """Class masses on the left and on the right: (structures, shapes, sides, classes)."""
    return np.stack([rules.left_mass, np.maximum(parent - rules.left_mass, 0.0)], axis=2)


def _absent(task: NodeTask, rules: RuleBatch) -> Flags:
    """Which shapes split nothing, or are not wanted: (structures, shapes)."""
    absent = ~np.isfinite(rules.high)
    absent[:, RuleShape.BAND] |= not task.settings.space.modulus
    return absent


def _found(
    task: NodeTask, exponents: Exponents, steps: int, thorough: bool, has_curve: Callable[[RuleBatch], Flags] | None
) -> tuple[RuleBatch, RuleBatch, Flags]:
    """What the backend finds: half-spaces and bands, curves, and the classes that each curve tells from the others.

    All structures have a curve, unless it depends on their half-spaces and bands.
    A curve that parts the rows as well as the half-space, with a wider gap, takes its place.
    """
    rows, powers = _in_use(task, exponents)
    settings, backend = task.settings, task.settings.backend
    measure, n_threads = settings.criterion, settings.n_threads
    seeds = random_streams(exponents, task.salt("breeding"))
    directions = DirectionSettings(criterion=measure, n_threads=n_threads, steps=steps, thorough=thorough)
    sharp = backend.solve_directions(rows, powers, seeds, directions)
    group = left_group(sharp.left_mass[:, RuleShape.HALF_SPACE], task.class_mass)
    if has_curve is not None:
        group &= has_curve(sharp)[:, None]  # a group of no class has none
    for precision in (STEEP_PRECISION, CURVE_PRECISION) if thorough else (CURVE_PRECISION,):
        curves = CurveSettings(criterion=measure, n_threads=n_threads, precision=precision, thorough=thorough)
        curve = backend.fit_curves(rows, powers, group, curves)
        half_space = sharp[:, RuleShape.HALF_SPACE]
        wider = (curve.impurity <= half_space.impurity) & (curve.relative_gap > half_space.relative_gap)
        sharp.put((wider, RuleShape.HALF_SPACE), curve[wider])
    return sharp, curve, group


def _in_use(task: NodeTask, exponents: Exponents) -> tuple[NodeRows, Exponents]:
    """Rows with the features that structures use, and their exponents: a large node never makes any others.

    A small one makes all of them, once.
    """
    if task.n_rows * exponents.shape[2] <= FEW_NUMBERS:
        return task.rows, exponents
    used = np.flatnonzero(exponents.any(axis=(0, 1)))
    return task.rows.using(used), np.ascontiguousarray(exponents[:, :, used])


def random_streams(exponents: Exponents, salt: bytes) -> NDArray[np.uint64]:
    """A seed for each structure, from the salt and the structure alone: a sum of random numbers, one an exponent."""
    factors = _random_factors(salt, int(np.prod(exponents.shape[1:])))
    flat = exponents.reshape(len(exponents), factors.size)
    used = flat.any(axis=0)
    return flat[:, used].astype(np.uint64) @ factors[used]  # modulo 2**64


@lru_cache(maxsize=1)  # of a node, whose structures come in many batches
def _random_factors(salt: bytes, count: int) -> NDArray[np.uint64]:
    return np.random.default_rng(int.from_bytes(salt, "little")).integers(0, 2**64, count, dtype=np.uint64)


def left_group(left: Floats, parent: Floats) -> Flags:
    """The classes that a curve is to tell from the others: those of which most went left; of two, the first."""
    present = np.flatnonzero(parent > 0)
    if len(present) == 2:
        return np.tile(np.arange(len(parent)) == present[0], (len(left), 1))
    return left > parent / 2


def group_bits(class_mass: Floats) -> int:
    """Bits that say which classes a curve tells from the others: a flag for each but the first, none with two."""
    n_present = int(np.count_nonzero(class_mass))
    return n_present - 1 if n_present > 2 else 0


def member_bits(class_mass: Floats, group: Flags) -> Floats:
    """Bits of the classes (last axis) where it is known which rows are of a class in the group."""
    if class_mass.shape[-1] == 2:  # each in a group of its own
        return np.zeros(np.broadcast_shapes(class_mass.shape, group.shape)[:-1])
    return label_bits(class_mass, group) + label_bits(class_mass, ~group)
