"""What a structure can become at a node: a half-space, a band, or a half-space whose classes follow a curve.

The first two have the weights and ends of least impurity, and all rows of a side are alike. The third has the weights
of a logistic regression: rows far from its end take fewer bits than rows near it, so that all rows have a say in its
choice and not only those next to the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt import solve
from nldt.search.fast.selection import coefficient_bits, label_bits, structure_bits
from nldt.search.protocol import NodeTask
from nldt.search.structures import Exponents

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

HALF_SPACE, BAND, CURVE = range(3)

# Of a curve's weights, for terms of deviation 1, before any row is seen.
CURVE_PRECISION = 0.3
# The same for finalists only, and so small that a curve which parts the classes has about the widest gap that it can.
STEEP_PRECISION = 1e-3
# What it takes to say that a rule's sides are sharp: in real tables it is the exception.
SHARPNESS_BITS = 10.0


@dataclass(frozen=True, eq=False)
class RuleKinds:
    """The three kinds of rule of some structures: arrays of shape (structures, kinds, ...)."""

    weights: Floats  # (structures, kinds, terms)
    low: Floats
    high: Floats  # infinite where a kind splits nothing
    impurity: Floats
    relative_gap: Floats
    bits: Floats  # of the classes and the rule
    split_bits: Floats  # the same if all rows of a side were alike
    side_bits: Floats  # of the classes on the left and on the right: (structures, kinds, 2)


@dataclass(frozen=True, eq=False)
class _Found:
    """What the core finds for each kind, and for the curves."""

    rules: tuple[
        Floats, ...
    ]  # weights, low, high, impurity, relative gap, left class weights: (structures, kinds, ...)
    group: Flags  # (structures, classes)
    curve_bits: Floats
    curve_side_bits: Floats


def solve_kinds(task: NodeTask, exponents: Exponents, steps: int, thorough: bool) -> RuleKinds:
    """All kinds of rule of canonical structures, and their bits."""
    found = _find(task, exponents, steps, thorough)
    weights, low, high, impurity, relative_gap, left = found.rules
    parent = task.class_weights
    sides = np.stack([left, np.maximum(parent - left, 0.0)], axis=2)  # (structures, kinds, sides, classes)
    side_bits = label_bits(sides)
    of_structure = structure_bits(exponents, task.space)
    coefficients = coefficient_bits(exponents, parent.sum())[:, [HALF_SPACE, BAND, HALF_SPACE]]
    of_split = side_bits.sum(axis=-1) + of_structure[:, None] + coefficients
    bits = of_split + SHARPNESS_BITS
    bits[:, CURVE] = found.curve_bits + group_bits(parent) + member_bits(parent, found.group) + of_structure
    side_bits[:, CURVE] = found.curve_side_bits + member_bits(sides[:, CURVE], found.group[:, None])
    absent = ~np.isfinite(high)  # splits nothing
    absent[:, BAND] |= not task.space.modulus
    bits[absent] = of_split[absent] = np.inf
    return RuleKinds(weights, low, high, impurity, relative_gap, bits, of_split, side_bits)


def _find(task: NodeTask, exponents: Exponents, steps: int, thorough: bool) -> _Found:
    """The core's solutions. A curve that parts the rows as well as the half-space, with a wider gap, replaces it."""
    used = np.flatnonzero(exponents.any(axis=(0, 1)))  # the core sees no other feature: a large node has none made
    rows = task.columns.of(used), task.class_begin, task.sample_weight
    powers = np.ascontiguousarray(exponents[:, :, used])
    common: dict[str, Any] = {
        "criterion": task.criterion,
        "thorough": thorough,
        "n_threads": task.n_threads,
        "instruction_set": solve.requested_instruction_set(),
    }
    seeds = random_streams(exponents, task.salt)
    sharp = solve.solve_directions(*rows, powers, seeds, steps=steps, **common)
    group = left_group(sharp[-1][:, HALF_SPACE], task.class_weights)
    lowest = np.full(len(exponents), -np.inf)
    for precision in (STEEP_PRECISION, CURVE_PRECISION) if thorough else (CURVE_PRECISION,):
        weights, *others, curve_bits, side_bits = solve.fit_curves(*rows, powers, group, precision=precision, **common)
        curve = weights, lowest, *others
        _, _, _, impurity, gap, _ = curve
        wider = (impurity <= sharp[3][:, HALF_SPACE]) & (gap > sharp[4][:, HALF_SPACE])
        for of_sharp, of_curve in zip(sharp, curve, strict=True):
            of_sharp[wider, HALF_SPACE] = of_curve[wider]
    rules = tuple(np.concatenate([a, b[:, None]], axis=1) for a, b in zip(sharp, curve, strict=True))
    return _Found(rules, group, curve_bits, side_bits)


def random_streams(exponents: Exponents, salt: bytes) -> NDArray[np.uint64]:
    """A seed for each structure, from the salt and the structure alone: a sum of random numbers, one an exponent."""
    numbers = np.random.default_rng(int.from_bytes(salt, "little"))
    factors = numbers.integers(0, 2**64, np.prod(exponents.shape[1:]), dtype=np.uint64)
    return exponents.reshape(len(exponents), factors.size).astype(np.uint64) @ factors  # modulo 2**64


def left_group(left: Floats, parent: Floats) -> Flags:
    """The classes that a curve is to tell from the others: those of which most went left; of two, the first."""
    present = np.flatnonzero(parent > 0)
    if len(present) == 2:
        return np.tile(np.arange(len(parent)) == present[0], (len(left), 1))
    return left > parent / 2


def group_bits(class_weights: Floats) -> int:
    """Bits that say which classes a curve tells from the others: a flag for each but the first, none with two."""
    n_present = int(np.count_nonzero(class_weights))
    return n_present - 1 if n_present > 2 else 0


def member_bits(class_weights: Floats, group: Flags) -> Floats:
    """Bits of the classes (last axis) where it is known which rows are of a class in the group."""
    if class_weights.shape[-1] == 2:  # each in a group of its own
        return np.zeros(np.broadcast_shapes(class_weights.shape, group.shape)[:-1])
    return label_bits(class_weights, group) + label_bits(class_weights, ~group)
