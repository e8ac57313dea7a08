"""The fast search: exact ends, screened seeds, a cache, and choice by description length."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from nldt import core
from nldt.parameters import FAST_SEARCH_PARAMETERS, validate
from nldt.search import operators
from nldt.search.node import Candidate, NodeTask, SearchOutcome, trade_off_front
from nldt.search.screening import best_pairs, pair_scores
from nldt.search.selection import label_bits, rule_bits, split_bits
from nldt.search.structures import Exponents, Structures, concatenate

Floats = NDArray[np.float64]
KINDS = ("half-space", "band")


class FastSearch(BaseEstimator):  # type: ignore[misc]
    """Bilevel search with exact ends for every direction, closed-form screening and choice by description length."""

    scaling = "raw"

    def __init__(
        self,
        population: int = 40,
        children: int = 120,
        generations: int = 60,
        patience: int = 6,
        seeds: int = 24,
        steps: int = 14,
        final_steps: int = 150,
        finalists: int = 8,
    ) -> None:
        self.population = population
        self.children = children
        self.generations = generations
        self.patience = patience
        self.seeds = seeds
        self.steps = steps
        self.final_steps = final_steps
        self.finalists = finalists

    def validate(self) -> None:
        """Raise InputError for a parameter out of range."""
        validate("FastSearch", FAST_SEARCH_PARAMETERS, self.get_params())

    def find_split(self, task: NodeTask) -> SearchOutcome:
        """The rule with the shortest description; none where writing the classes alone is shorter."""
        archive = _Archive(task, self.steps)
        random = task.random()
        complete = archive.solve(_seed_structures(task, self.seeds))
        best, stale, generation = archive.best_bits(), 0, 0
        for generation in range(1, self.generations + 1):
            if not complete or stale >= self.patience or not len(archive):
                break
            complete = archive.solve(_children(random, archive, task, self.population, self.children))
            stale = 0 if archive.best_bits() < best - 1e-9 else stale + 1
            best = archive.best_bits()
            point = archive.candidate(archive.order()[0])
            task.monitor.step(task.step(generation, self.generations, point))
        return archive.outcome(self.final_steps, self.finalists, generation, complete)


@dataclass(eq=False)
class _Entry:
    exponents: Exponents
    weights: Floats  # (kinds, terms)
    low: Floats
    high: Floats
    impurity: Floats
    gap: Floats
    bits: Floats
    complexity: int


class _Archive:
    """Every structure met at this node, solved once."""

    def __init__(self, task: NodeTask, steps: int) -> None:
        self._task = task
        self._steps = steps
        self._parent = np.add.reduceat(
            np.append(task.sample_weight, 0.0), np.minimum(task.class_begin[:-1], task.n_rows)
        ) * (np.diff(task.class_begin) > 0)
        self._known: set[bytes] = set()
        self.entries: list[_Entry] = []

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def unsplit_bits(self) -> float:
        return float(label_bits(self._parent))

    def best_bits(self) -> float:
        return min((float(entry.bits.min()) for entry in self.entries), default=np.inf)

    def order(self) -> list[int]:
        """Structures from the shortest description to the longest."""
        return sorted(range(len(self.entries)), key=lambda i: (self.entries[i].bits.min(), self.entries[i].complexity))

    def solve(self, structures: Structures) -> bool:
        """Solve the structures that are new; False when the deadline has passed."""
        structures = _distinct_rows(structures).canonical()
        names = structures.digests(self._task.salt)
        new = {name: i for i, name in enumerate(names) if name not in self._known}
        places = list(new.values())
        batch = max(2, int(2e7 / (self._task.n_rows + 400)))
        for start in range(0, len(places), batch):
            if self._task.deadline.passed():
                return False
            part = places[start : start + batch]
            self.entries += self._run(structures.exponents[part], [names[i] for i in part], self._steps, False)
            self._known.update(names[i] for i in part)
        return True

    def _run(self, exponents: Exponents, names: list[bytes], steps: int, thorough: bool) -> list[_Entry]:
        task = self._task
        seeds = np.array([int.from_bytes(name[:8], "little") for name in names], dtype=np.uint64)
        weights, low, high, impurity, gap, left = core.solve_directions(
            task.features,
            task.class_begin,
            task.sample_weight,
            np.ascontiguousarray(exponents),
            seeds,
            criterion=task.criterion,
            steps=steps,
            thorough=thorough,
            n_threads=task.n_threads,
            instruction_set=core.requested_instruction_set(),
        )
        n = float(self._parent.sum())
        bits = split_bits(left, self._parent) + rule_bits(exponents, task.space, n)
        bits[~np.isfinite(high) | (not task.space.modulus) * np.array([False, True])] = np.inf
        complexity = np.count_nonzero(exponents, axis=(1, 2))
        return [
            _Entry(exponents[i], weights[i], low[i], high[i], impurity[i], gap[i], bits[i], int(complexity[i]))
            for i in range(len(exponents))
        ]

    def candidate(self, place: int) -> Candidate:
        return _candidate(self.entries[place])

    def outcome(self, final_steps: int, finalists: int, generations: int, complete: bool) -> SearchOutcome:
        """The finalists solved again with more care; the shortest description wins if it beats the unsplit node."""
        if not self.entries:
            return SearchOutcome(None, [], generations, 0, complete)
        order = self.order()
        chosen = order[:finalists]
        by_complexity: dict[int, int] = {}
        for i in order:
            by_complexity.setdefault(self.entries[i].complexity, i)
        chosen = list(dict.fromkeys(chosen + list(by_complexity.values())[:finalists]))
        polished = [self.entries[i] for i in chosen]
        if complete:
            exponents = np.array([entry.exponents for entry in polished])
            names = Structures(exponents, np.zeros(len(exponents), dtype=bool)).digests(self._task.salt)
            again = self._run(exponents, names, final_steps, True)
            polished = [b if b.bits.min() <= a.bits.min() else a for a, b in zip(polished, again, strict=True)]
        winner = min(polished, key=lambda entry: (entry.bits.min(), -entry.gap[entry.bits.argmin()]))
        front = trade_off_front([_candidate(entry) for entry in polished])
        pays = winner.bits.min() < self.unsplit_bits
        return SearchOutcome(
            _candidate(winner) if pays else None, front, generations, len(self.entries), complete
        )


def _candidate(entry: _Entry) -> Candidate:
    kind = int(entry.bits.argmin())
    active = entry.exponents.any(axis=1)
    return Candidate(
        entry.exponents[active],
        entry.weights[kind][active],
        float(entry.low[kind]),
        float(entry.high[kind]),
        float(entry.impurity[kind]),
    )


def _distinct_rows(structures: Structures) -> Structures:
    """Equal rows of a structure are one term: all but the first become inactive."""
    exponents = structures.exponents.copy()
    for t in range(1, exponents.shape[1]):
        for earlier in range(t):
            same = (exponents[:, t] == exponents[:, earlier]).all(axis=1)
            exponents[same, t] = 0
    return Structures(exponents[exponents.any(axis=(1, 2))], structures.modulus[exponents.any(axis=(1, 2))])


def _structure(task: NodeTask, terms: list[dict[int, int]]) -> Exponents | None:
    """A structure with these terms, {feature: exponent} each; None where an exponent is not allowed."""
    space = task.space
    exponents = np.zeros((space.max_terms, space.n_features), dtype=np.int8)
    for row, term in zip(exponents, terms, strict=False):
        for feature, exponent in term.items():
            if exponent not in space.values[feature]:
                return None
            row[feature] = exponent
    if len(terms) > space.max_terms or (np.count_nonzero(exponents, axis=1) > space.max_features_per_term).any():
        return None
    return exponents


def _seed_structures(task: NodeTask, count: int) -> Structures:
    """Every feature by itself, and the pairs that screening finds best: as sums and as products."""
    space = task.space
    found: list[Exponents | None] = []
    for j in space.usable.tolist():
        # Powers of a positive feature rank its rows alike: one exponent stands for all.
        exponents = (1, -1) if task.features[j].min() > 0 else (1, 2, 3)
        found.append(next((s for e in exponents if (s := _structure(task, [{j: e}])) is not None), None))
        if task.features[j].min() <= 0:
            found.append(_structure(task, [{j: 2}]))
    columns, powers = _power_columns(task, space.usable)
    sums = pair_scores(columns, task.class_begin, task.sample_weight)
    for scores in (sums.fisher, sums.thinness):
        for a, b in best_pairs(scores, count):
            found.append(_structure(task, [{powers[a][0]: powers[a][1]}, {powers[b][0]: powers[b][1]}]))
    positive = [j for j in space.usable.tolist() if task.features[j].min() > 0]
    if len(positive) > 1:
        logs = pair_scores(np.log(task.features[positive]), task.class_begin, task.sample_weight)
        for scores in (logs.fisher, logs.thinness):
            for a, b in best_pairs(scores, count // 3):
                for p, q in ((1, 1), (1, -1), (2, 1), (1, 2), (2, -1), (1, -2)):
                    found.append(_structure(task, [{positive[a]: p, positive[b]: q}]))
    exponents = [structure for structure in found if structure is not None]
    return Structures(np.array(exponents, dtype=np.int8), np.zeros(len(exponents), dtype=bool))


def _power_columns(task: NodeTask, features: NDArray[np.int64]) -> tuple[Floats, list[tuple[int, int]]]:
    """Single-feature terms x_j^e: all exponents while they are few, only e = 1 (or the smallest) else."""
    powers = [
        (j, e)
        for j in features.tolist()
        for e in sorted(set(task.space.values[j].tolist()) - {0}, key=lambda e: (abs(e), -e))
    ]
    if len(powers) > 600:
        powers = [(j, next(e for k, e in powers if k == j)) for j in features.tolist()]
    return np.array([task.features[j] ** float(e) for j, e in powers]), powers


def _children(
    random: np.random.Generator, archive: _Archive, task: NodeTask, population: int, count: int
) -> Structures:
    """New structures: half by the paper's operators among the best, half by one change to one of the best."""
    order = archive.order()[:population]
    best = [archive.entries[i] for i in order]
    parents = Structures(np.array([entry.exponents for entry in best]), np.zeros(len(best), dtype=bool))
    weights = np.array([entry.weights[entry.bits.argmin()] for entry in best])
    picks = operators.tournament(random, np.arange(len(best)), count // 2) if len(best) > 1 else np.zeros(2, int)
    crossed = operators.crossover(random, parents[picks], weights[picks], 0.9)
    probability = min(0.33, 1.0 / task.space.n_features)
    mutated = operators.mutate(random, crossed, task.space, probability, 3.0, 0.75)
    changed = _single_changes(random, parents, task, count - count // 2)
    return concatenate([Structures(mutated.exponents, np.zeros(len(mutated), dtype=bool)), changed])


def _single_changes(random: np.random.Generator, parents: Structures, task: NodeTask, count: int) -> Structures:
    """Parents, the better the likelier, with one exponent set to another allowed value."""
    space = task.space
    rank = (random.random(count) ** 2 * len(parents)).astype(int)
    exponents = parents.exponents[rank].copy()
    uses = np.count_nonzero(parents.exponents, axis=(0, 1))[space.usable] + 0.5
    feature = random.choice(space.usable, size=count, p=uses / uses.sum())
    row = random.integers(space.max_terms, size=count)
    value = space.values[feature, random.integers(space.counts[feature])]
    exponents[np.arange(count), row, feature] = value
    operators.repair(random, exponents, space)
    return Structures(exponents, np.zeros(count, dtype=bool))
