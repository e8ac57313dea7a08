"""Wide tables: of thousands of columns a few hundred that promise something are searched.

Every column is solved by itself, and closed-form screening looks at all pairs and products; both go through the columns
block by block, so that nothing is made that has structures on one axis and all columns on another. The search goes on
with the columns that came out best as if there were no others, but for the bits that it takes to name a column.

The root looks at all pairs; nodes below it at those of columns that came out best above them, or by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest

import numpy as np
from numpy.typing import NDArray

from nldt import solve
from nldt.search.fast.archive import Archive, Solved, could_pay
from nldt.search.fast.pair_search import Effort, Pair, best_of_all_pairs, columns_in_blocks
from nldt.search.fast.seeding import plainest_exponents, single_features
from nldt.search.fast.wide_screening import WideProducts, WideSums
from nldt.search.outcome import Candidate, SearchOutcome
from nldt.search.structures import StructureSpace
from nldt.search.task import NodeTask

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# A table with more columns is narrowed to so many.
MOST_COLUMNS_SEARCHED = 500
# Columns and pairs that each list proposes; from the lists in turn columns are taken until there are enough.
PROPOSALS = 150


def is_wide(space: StructureSpace) -> bool:
    """Whether there are more columns than are searched together."""
    return space.n_columns > MOST_COLUMNS_SEARCHED


@dataclass(frozen=True, eq=False)
class Narrowing:
    """The columns of a task that are searched, and what it took to choose them."""

    columns: Integers  # in rising order
    n_columns: int  # of the whole table
    n_solved: int = 0  # columns left out that were solved by themselves
    complete: bool = True  # False: the deadline left some columns or pairs unseen

    def narrowed(self, task: NodeTask) -> NodeTask:
        """The task with these columns only."""
        return with_columns(task, self.columns)

    def widened(self, outcome: SearchOutcome) -> SearchOutcome:
        """The outcome of the narrowed task, in the columns of the whole table."""
        rules = (outcome.best, *outcome.front, *outcome.alternatives, *outcome.near)
        wide = {id(rule): self._widened(rule) for rule in rules if rule is not None}
        return replace(
            outcome,
            best=None if outcome.best is None else wide[id(outcome.best)],
            front=[wide[id(rule)] for rule in outcome.front],
            alternatives=[wide[id(rule)] for rule in outcome.alternatives],
            near=[wide[id(rule)] for rule in outcome.near],
            structures_evaluated=outcome.structures_evaluated + self.n_solved,
            complete=outcome.complete and self.complete,
            promising=self.columns,
        )

    def _widened(self, rule: Candidate) -> Candidate:
        exponents = np.zeros((len(rule.exponents), self.n_columns), dtype=rule.exponents.dtype)
        exponents[:, self.columns] = rule.exponents
        return replace(rule, exponents=exponents)


def with_columns(task: NodeTask, columns: Integers) -> NodeTask:
    """A task with some of the columns only; bits are still counted with all of them."""
    settings = replace(task.settings, space=task.settings.space.narrowed(columns))
    start = None if task.start is None else task.start[:, :, columns]
    # Of columns that a rule must use those are left that are among them; all of them, where these are searched.
    must = tuple(np.flatnonzero(np.isin(columns, group)) for group in task.must)
    return replace(task, columns=task.columns.only(columns), settings=settings, start=start, must=must)


def narrow(
    task: NodeTask, make_archive: Callable[[NodeTask, int], Archive], *, screens: bool = True, reserve: float = 0.0
) -> Narrowing | None:
    """The columns of a task that promise a rule; None where no rule of one column could pay.

    Where columns of the node above are known, pairs are made of those and of the best by themselves.
    ``make_archive`` is given a task and how many structures to keep. Unless it ``screens``, no pairs are looked at.
    ``reserve`` is work that the deadline must leave time for.
    """
    space = task.settings.space
    if len(space.usable) <= MOST_COLUMNS_SEARCHED:
        return Narrowing(space.usable, space.n_columns)
    if not task.must and not _could_pay(task, 1):
        return None
    singles = _solve_singles(task, make_archive, reserve)
    proposed: list[Sequence[int]] = [singles.best]
    complete = singles.complete
    # Where one column parts the classes without an error, two can only be longer.
    if complete and screens and not singles.part_all and (singles.pays or _could_pay(task, 2)):
        paired = space.usable if task.promising is None else np.union1d(task.promising, singles.best)
        lists, complete = _screened(task, paired, reserve)
        proposed += lists
    chosen = np.array(sorted({*taken_in_turn(proposed, MOST_COLUMNS_SEARCHED), *_wished(task)}), dtype=np.int64)
    left_out = singles.n_solved - int(np.isin(singles.columns, chosen).sum())
    return Narrowing(chosen, space.n_columns, left_out, complete)


def _wished(task: NodeTask) -> list[int]:
    """Columns that are searched whatever they promise."""
    started = [] if task.start is None else np.flatnonzero(task.start.any(axis=(0, 1))).tolist()
    return [*started, *(int(column) for group in task.must for column in group)]


def taken_in_turn(lists: Sequence[Sequence[int]], count: int) -> list[int]:
    """Distinct numbers, one of each list in turn, until there are enough.

    >>> taken_in_turn([[1, 2, 3, 4], [2, 5], [6]], 5)
    [1, 2, 6, 5, 3]
    """
    in_turn = (number for turn in zip_longest(*lists) for number in turn if number is not None)
    return list(dict.fromkeys(in_turn))[:count]


@dataclass(frozen=True, eq=False)
class _Singles:
    """What came of solving every column by itself."""

    best: list[int]  # columns, the best first
    pays: bool  # whether any of them does
    part_all: bool  # whether any of them parts the classes without an error
    columns: Integers  # of each structure that was solved
    complete: bool

    @property
    def n_solved(self) -> int:
        return len(self.columns)


def _blocks(task: NodeTask) -> Iterator[tuple[Integers, NodeTask]]:
    """Some of the usable columns at a time, and the task with those only, of one term a rule."""
    usable = task.settings.space.usable
    for part in columns_in_blocks(len(usable)):
        block = with_columns(task, usable[part])
        space = replace(block.settings.space, max_terms=1)
        yield usable[part], replace(block, settings=replace(block.settings, space=space), start=None, must=())


def _could_pay(task: NodeTask, n_factors: int) -> bool:
    return any(could_pay(block, single_features(block), n_factors) for _, block in _blocks(task))


def _solve_singles(task: NodeTask, make_archive: Callable[[NodeTask, int], Archive], reserve: float) -> _Singles:
    """Every column solved by itself, or as many as there is time for; those of the first block in any case."""
    contenders: list[tuple[tuple[float, ...], int]] = []
    solved_columns: list[Integers] = []
    pays = part_all = False
    complete = True
    for columns, block in _blocks(task):
        archive = make_archive(block, PROPOSALS)
        singles = single_features(block)
        complete = archive.add(singles, reserve=reserve, in_any_case=not solved_columns)
        of_structure = columns[singles.exponents.any(axis=1).argmax(axis=1)]
        solved_columns.append(of_structure[: archive.n_solved])
        contenders += [(archive.rank(solved), int(columns[_column(solved)])) for solved in archive.ranked]
        contenders = sorted(contenders)[:PROPOSALS]
        pays = pays or any(archive.pays(solved) for solved in archive.ranked[:1])
        part_all = part_all or any(solved.impurity == 0.0 for solved in archive.purest.values())
        if not complete:
            break
    best = list(dict.fromkeys(column for _, column in contenders))
    return _Singles(best, pays, part_all, np.concatenate(solved_columns), complete)


def _column(single: Solved) -> int:
    """The one column that a structure uses."""
    return int(single.exponents.any(axis=0).argmax())


def _screened(task: NodeTask, columns: Integers, reserve: float) -> tuple[list[list[int]], bool]:
    """Of some columns, those of the best pairs and products, a list for each kind; whether there was time for all."""

    def late() -> bool:
        return task.deadline.passed(reserve)

    effort = Effort(n_threads=task.settings.n_threads, stop=late)
    low, high = _extremes(task, columns)
    terms = WideSums.read(lambda part: _plain_terms(task, columns[part]), len(columns), task.class_begin, task.mass)
    found = [columns[terms.numbers[terms.best_columns(PROPOSALS)]].tolist()]
    found += [_columns_of(pairs, columns[terms.numbers]) for pairs in best_of_all_pairs(terms, PROPOSALS, effort)]
    del terms  # as large as the table
    if task.settings.space.max_features_per_term > 1:
        positive, both_signs = columns[low > 0], (low < 0) & (high > 0)
        if len(positive) > 1:
            logs = WideSums.read(
                lambda part: np.log(task.columns.filled().of(positive[part])),
                len(positive),
                task.class_begin,
                task.mass,
            )
            found += [
                _columns_of(pairs, positive[logs.numbers]) for pairs in best_of_all_pairs(logs, PROPOSALS, effort)
            ]
            del logs
        if both_signs.any():
            products = WideProducts.of(task.columns.filled().of(columns), both_signs, task.class_begin, task.mass)
            found += [_columns_of(pairs, columns) for pairs in best_of_all_pairs(products, PROPOSALS, effort)]
    return found, not late()


def _extremes(task: NodeTask, columns: Integers) -> tuple[Floats, Floats]:
    """The lowest and the highest value of each column."""
    low, high = np.empty(len(columns)), np.empty(len(columns))
    for part in columns_in_blocks(len(columns)):
        values = task.columns.filled().of(columns[part])
        low[part], high[part] = values.min(axis=1), values.max(axis=1)
    return low, high


def _plain_terms(task: NodeTask, columns: Integers) -> Floats:
    """Each of the columns to its plainest exponent."""
    exponents, values = plainest_exponents(task.settings.space, columns), task.columns.filled().of(columns)
    return values if (exponents == 1).all() else solve.power_terms(values, np.diag(exponents).astype(np.int8))


def _columns_of(pairs: Sequence[Pair], numbers: Integers) -> list[int]:
    """The columns of some pairs, those of the best pair first."""
    return list(dict.fromkeys(int(numbers[place]) for place in chain.from_iterable(pairs)))
