"""Whether the classes of a node follow its features: what a plain tree tells of them, and of the same ones shuffled.

The best of very many rules saves bits on any classes; how many, depends on the columns: on their number, their ties,
and on how much one tells of another. Shuffling the classes against the rows keeps all of that, and breaks nothing but
what the features tell. A tree of single features, the plainest that can be grown, measures both; it takes milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from operator import add

import numpy as np
from numpy.typing import NDArray

from nldt.data.training_rows import TrainingRows
from nldt.description import label_bits
from nldt.model.target import Classes
from nldt.search import NodeTask
from nldt.tree.choice import Choice
from nldt.tree.growing_node import GrowingNode
from nldt.tree.node_split import goes_left

Floats = NDArray[np.float64]

# Leaves of the trees: a law shows in few of them, rows that repeat in many. Of the last, answers are not asked: they
# rest on a few rows each.
LEAVES = np.array([2, 5, 17, 33])
# Times that classes are shuffled; after the first few of them most nodes are settled.
SHUFFLES, FIRST_SHUFFLES = 12, 4
# Standard deviations above the mean of shuffled classes that show more than chance: of bits, and of rows that are
# answered right. Classes may follow the features without any answer that they change.
ENOUGH_BITS, ENOUGH_RIGHT = 3.0, 2.5
# Deviations of bits that settle it early.
FAR_ABOVE, FAR_BELOW = 8.0, 1.0
# Bits that the best of very many rules saves by chance are distributed as their largest (Gumbel): the chance of another
# bit halves with each. This is the deviation for one rule; those of further rules add up as variances do.
ONE_RULE_DEVIATION = np.pi / np.sqrt(6) / np.log(2)
PRIOR_SHUFFLES = 10  # that this is worth, beside the deviation that is seen
# Rows, and numbers of their columns, of the largest node that is looked at. In larger ones rules that tell anything
# save far more than chance does.
MOST_ROWS = 5_000
MOST_NUMBERS = 400_000
ROUNDING = 1e-9  # relative, of sums of evidence


@dataclass(frozen=True, eq=False)
class Excess:
    """What plain trees of so many LEAVES tell of the classes above what they tell of shuffled ones.

    Bits that they save and rows that they answer right, in this order: (2, leaves).
    """

    mean: Floats
    variance: Floats

    @classmethod
    def over(cls, real: Floats, shuffled: Floats) -> Excess:
        """Of the real classes over some shuffled ones, (shuffles, 2, leaves)."""
        n_shuffles, mean = len(shuffled), shuffled.mean(axis=0)
        one_rule = np.array([ONE_RULE_DEVIATION, 1.0])[:, None]
        expected = PRIOR_SHUFFLES * one_rule**2 * (LEAVES - 1)
        seen = ((shuffled - mean) ** 2).sum(axis=0)
        variance = (expected + seen) / (PRIOR_SHUFFLES + n_shuffles - 1)
        return cls(real - mean, variance * (1 + 1 / n_shuffles))

    def __add__(self, other: Excess) -> Excess:
        """Of two nodes together."""
        return Excess(self.mean + other.mean, self.variance + other.variance)

    @property
    def bits(self) -> float:
        """In deviations, with the number of leaves that shows it best."""
        return float((self.mean[0] / np.sqrt(self.variance[0])).max())

    @property
    def right(self) -> float:
        """The same of rows that are answered right."""
        return float((self.mean[1, :-1] / np.sqrt(self.variance[1, :-1])).max())

    @property
    def is_enough(self) -> bool:
        """Whether chance would hardly do as well."""
        return self.bits > ENOUGH_BITS and self.right > ENOUGH_RIGHT


NOTHING = Excess(np.zeros((2, len(LEAVES))), np.ones((2, len(LEAVES))))
Asking = Callable[[GrowingNode, TrainingRows], Excess]


def prove(root: GrowingNode, rows: TrainingRows, choice: Choice, ask: Asking) -> None:
    """Mark the nodes of a grown tree whose rules are known to save bits by more than chance.

    Where a node is split though all that is saved may be chance, nothing has to be asked, and its children are looked
    at. Where it is split only without that doubt, its classes are asked; if they follow the features, all below is
    proven. What single nodes can't show they may show together.
    """
    asked = [(node, ask(node, own)) for node, own in _doubtful(root, rows, choice)]
    unclear = [(node, excess) for node, excess in asked if not excess.is_enough]
    together = reduce(add, (excess for _, excess in unclear), NOTHING)
    for node, excess in asked:
        if excess.is_enough or (together.is_enough and excess.bits > FAR_BELOW):
            for below in node.in_order():
                below.is_proven = True


def _doubtful(root: GrowingNode, rows: TrainingRows, choice: Choice) -> Iterator[tuple[GrowingNode, TrainingRows]]:
    """The nodes that are split if there is no doubt, and only then, with their rows; those above them are proven."""
    sure, possible = choice.splitting(root), replace(choice, doubts=False).splitting(root)
    waiting = [(root, rows)]
    while waiting:
        node, own = waiting.pop()
        if node.rule is None or node.path not in possible:
            continue
        if node.path not in sure:
            yield node, own
            continue
        node.is_proven = True
        if node.children is not None:
            left = goes_left(node.rule, own)
            waiting += zip(node.children, (own.take(left), own.take(~left)), strict=True)


def excess(task: NodeTask) -> Excess:
    """What features tell of the classes of a node above what they tell of the same classes shuffled.

    Nothing where a node is too large to ask, or the time is up.
    """
    usable = np.flatnonzero(task.settings.space.counts > 1)
    n_rows = _row_counts(task.evidence).sum()
    if not isinstance(task.target, Classes) or not 0 < n_rows * len(usable) <= MOST_NUMBERS or n_rows > MOST_ROWS:
        return NOTHING
    plain = _PlainTrees(task.in_rows(), usable)
    random, shuffled = task.random("chance"), list[Floats]()
    real, found = plain.told(None), NOTHING
    for n_shuffles in (FIRST_SHUFFLES, SHUFFLES):
        while len(shuffled) < n_shuffles:
            if task.deadline.passed():
                return NOTHING
            shuffled.append(plain.told(random))
        found = Excess.over(real, np.array(shuffled))
        if not FAR_BELOW < found.bits < FAR_ABOVE:
            break
    return found


class _PlainTrees:
    """Trees of single features that tell classes of the same rows, shuffled or as they are."""

    def __init__(self, task: NodeTask, usable: NDArray[np.int64]) -> None:
        # A row that counts for several is as many rows: shuffled, each of them gets a class of its own.
        count = _row_counts(task.evidence)
        rows = np.repeat(np.arange(task.n_rows), count)
        self._columns = _ranks(task.columns.of(usable))[rows]
        self._values = task.values[rows]
        self._mass = (task.mass / count)[rows]
        self._n_classes = task.n_classes

    def told(self, random: np.random.Generator | None) -> Floats:
        """Bits that trees of so many leaves save on the classes, shuffled by a generator or as they are, and rows that
        they answer right where one leaf does not: (2, leaves).
        """
        from sklearn.tree import DecisionTreeClassifier  # takes a while to load

        n_rows = len(self._values)
        order = np.arange(n_rows) if random is None else random.permutation(n_rows)
        values, mass = self._values[order], self._mass[order]
        # Its best splits come first, so that each smaller tree is the beginning of the largest.
        grown = DecisionTreeClassifier(criterion="entropy", max_leaf_nodes=int(LEAVES[-1]), random_state=0)
        tree = grown.fit(self._columns, values, sample_weight=mass).tree_
        shares = tree.value[:, 0, :] / tree.value[:, 0, :].sum(axis=1, keepdims=True)
        class_mass = np.zeros((tree.node_count, self._n_classes))
        class_mass[:, grown.classes_] = shares * tree.weighted_n_node_samples[:, None]
        cost = np.array([label_bits(class_mass), class_mass.sum(axis=1) - class_mass.max(axis=1)])
        left = np.where(tree.children_left < 0, tree.node_count, tree.children_left)
        n_nodes = np.minimum(2 * LEAVES - 1, tree.node_count)
        return np.array([cost[:, 0] - cost[:, :n][:, left[:n] >= n].sum(axis=1) for n in n_nodes]).T


def _row_counts(evidence: Floats) -> NDArray[np.int64]:
    """As how many rows, whole ones, each row counts."""
    return np.maximum(np.ceil((1 - ROUNDING) * evidence), 1.0).astype(np.int64)


def _ranks(columns: Floats) -> NDArray[np.float32]:
    """(rows, columns): the places of a column's values among all that it has; gaps come before them."""
    filled = np.where(np.isnan(columns), -np.inf, columns)
    return np.array([np.unique(column, return_inverse=True)[1] for column in filled], dtype=np.float32).T.copy()
