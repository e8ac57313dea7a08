"""Description length: the bits of the rows of a leaf, and what rules cost beside them.

A tree is as good as its description is short. In the bits of a leaf stand the classes of its rows, and the rows that
its answer gets wrong; in those of a rule what it takes to write it down, and a share of the table that each factor must
set right to be worth a reader's time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

Floats = NDArray[np.float64]

# A leaf answers one class, whatever its shares are: each row that is of another one has to be told besides.
ERROR_BITS = 4.0
# A search that looks at thousands of rules must charge each of them in full; of a tree's few rules less will do.
RULE_SHARE = 0.5
# Bits that a factor must save, by rows of the table and by bits of a class: else a large table buys factors that set a
# handful of rows right.
FACTOR_BITS = 0.015
# Of them, what a search charges: of a node's rows a longer rule makes more than of a tree that says the same in more
# rules, so that the tree decides what is worth its length.
SEARCH_SHARE = 0.15
# On a sample factors cost no more than in a table of so many times its rows: what one of millions charges for them no
# rule could save there. That is more than the sample's share, since few rows have more noise.
MOST_OVER_SAMPLE = 20
# The best of very many rules saves bits by chance, most of those that it takes to name it among them.
CHANCE_SHARE = 0.75
# The same where the classes of the rows are known to follow their features: then most of what rules save is no chance.
PROVEN_SHARE = 0.1
# A rule may fall short of paying for itself by so much: what grows below it may pay for both.
PATIENCE_BITS = 15.0
BITS_OF_A_DIGIT = float(np.log2(10))


def label_bits(class_mass: Floats, among: NDArray[np.bool_] | None = None) -> Floats:
    """Bits of the classes of nodes with these totals of their classes (last axis), written without knowing the shares.

    With flags, the bits of the rows that are ``among`` some classes.

    A mixture code: rows times base-2 entropy, plus what learning the shares on the way costs. All classes together
    count as one row before the first (of two classes that is the code of Krichevsky and Trofimov), so that a leaf does
    not pay for each of many classes that it has no row of.

    >>> label_bits(np.array([[50.0, 50.0], [100.0, 0.0]])).round(2)
    array([103.65,   4.15])
    """
    if among is None:
        n_classes = class_mass.shape[-1]
        likelihood = gammaln(class_mass + 1.0 / n_classes).sum(axis=-1) - gammaln(class_mass.sum(axis=-1) + 1.0)
        return np.asarray((n_classes * gammaln(1.0 / n_classes) - likelihood) / np.log(2))
    return _label_bits_among(class_mass, among)


def _label_bits_among(class_mass: Floats, counted: NDArray[np.bool_]) -> Floats:
    n_classes = np.maximum(counted.sum(axis=-1), 1)
    prior = np.asarray(1.0 / n_classes)
    total = (class_mass * counted).sum(axis=-1)
    likelihood = (gammaln(class_mass + prior[..., None]) * counted).sum(axis=-1) - gammaln(total + 1.0)
    bits = (counted.sum(axis=-1) * gammaln(prior) - likelihood) / np.log(2)
    return np.where(counted.any(axis=-1), bits, 0.0)


def _factor_bits(n_rows: float, n_classes: int) -> float:
    return float(FACTOR_BITS * n_rows / np.log2(max(n_classes, 2)) ** 1.5)


def leaf_bits(class_mass: Floats) -> Floats:
    """Bits of leaves with these totals of their classes (last axis): of the classes, and of what the answers miss."""
    return label_bits(class_mass) + error_bits(class_mass)


def error_bits(class_mass: Floats) -> Floats:
    """Of them, those of what the answers miss."""
    return np.asarray(ERROR_BITS * (class_mass.sum(axis=-1) - class_mass.max(axis=-1)))


@dataclass(frozen=True)
class Tariff:
    """What the rules of a tree cost, in bits."""

    price: float = 1.0  # of a bit of a rule, beside a bit of a leaf
    factor_bits: float = 0.0  # of each factor, beside those that it takes to write it down

    @classmethod
    def of(cls, price: float, class_mass: Floats) -> Tariff:
        """The tariff of a table with these totals of its classes.

        Rows count as far as there is something to set right: where all classes are as common, all of them; of a table
        with one rare class, twice as many as the class has.
        """
        n_classes = max(len(class_mass), 2)
        n_rows = (class_mass.sum() - class_mass.max()) * n_classes / (n_classes - 1)
        return cls(price, _factor_bits(n_rows, n_classes))

    def of_sample(self, n_rows: float, n_classes: int) -> Tariff:
        """The tariff of a search on a sample of so many rows."""
        return replace(self, factor_bits=min(self.factor_bits, _factor_bits(MOST_OVER_SAMPLE * n_rows, n_classes)))

    def in_search(self, bits: Any, complexity: Any) -> Any:
        """What a search charges for a rule that takes so many bits to write down, and has so many factors."""
        return self.price * (bits + SEARCH_SHARE * self.factor_bits * complexity)

    def left_to_the_tree(self, complexity: Any) -> Any:
        """Of what so many factors cost a tree, what a search does not charge for them."""
        return self.price * (1 - SEARCH_SHARE) * self.factor_bits * complexity

    def by_chance(self, bits: Any, *, is_proven: bool = False) -> Any:
        """Bits that rules which take so many to write down must save on the classes at least."""
        return self.price * (PROVEN_SHARE if is_proven else CHANCE_SHARE) * bits

    def rule(self, bits: Any, complexity: Any) -> Any:
        """What a rule costs a tree that takes so many bits to write down, and has so many factors."""
        return self.price * (RULE_SHARE * bits + self.factor_bits * complexity)
