"""Generations of structures at a node: children of the best, and all that one step leads to from the very best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nldt.search import operators
from nldt.search.fast.archive import Archive, Solved
from nldt.search.fast.neighbours import neighbours
from nldt.search.structures import Structures, StructureSpace, concatenate
from nldt.search.task import NodeTask

# The paper's operators, with its numbers, make half of the children.
CROSSOVER_PROBABILITY = 0.9
MUTATION_BETA = 3.0
ZERO_PROBABILITY = 0.75
# Of children and of patience, while no rule pays: most nodes that have none early have none at all. And where rules of
# few factors are all that could pay in the tree, as in small nodes of a large table.
LESS_EFFORT = 0.5
FEW_FACTORS = 8
# Of patience, on a sample of rows of several classes: the neighbours of what is best there are tried on more rows.
PATIENCE_OF_SAMPLE = 0.6
# Of a structure, about: with many columns or terms, those columns are tried that most of the good structures use.
MOST_NEIGHBOURS = 500


@dataclass(frozen=True)
class Breeding:
    """How long and how broadly structures are bred."""

    population: int  # structures that have children
    children: int  # a generation
    generations: int  # at the most
    patience: int  # generations without a shorter description that end it

    def run(self, task: NodeTask, archive: Archive, reserve: float) -> tuple[int, bool]:
        """Generations until they bring nothing shorter; how many, and whether there was time for all.

        When the best structure has stayed so for half of the patience, one generation are all its neighbours.
        """
        random = task.random("breeding")
        best, questioned, stale, generation = archive.best, None, 0, 0
        complete = True
        is_sample = archive.n_rows < task.n_rows
        patience = self.patience * (PATIENCE_OF_SAMPLE if is_sample and archive.n_classes > 2 else 1.0)
        while complete and best is not None and generation < self.generations:
            most_factors = archive.most_factors(task.n_rows, task.settings.tariff)
            effort = 1.0 if archive.pays(best) and most_factors >= FEW_FACTORS else LESS_EFFORT
            if stale >= effort * patience:
                break
            task.tell(generation, self.generations, best)
            generation += 1
            if best is not questioned and 2 * stale >= effort * patience:
                questioned, new = best, neighbours_of(archive, best, task.settings.space, MOST_NEIGHBOURS)
            else:
                new = self._children(random, archive, task.settings.space, int(effort * self.children))
            complete = archive.add(new[new.complexity <= most_factors], reserve=reserve)
            stale = stale + 1 if archive.best is best else 0
            best = archive.best
        return generation, complete

    def _children(self, random: np.random.Generator, archive: Archive, space: StructureSpace, count: int) -> Structures:
        """New structures: half by the paper's operators, half by one change to one of the best."""
        best = archive.ranked[: self.population]
        parents = Structures(np.array([solved.exponents for solved in best]), np.zeros(len(best), dtype=bool))
        weights = np.array([solved.weights for solved in best])
        picks = operators.tournament(random, np.arange(len(best)), count // 2)
        crossed = operators.crossover(random, parents[picks], weights[picks], CROSSOVER_PROBABILITY)
        probability = min(0.33, 1 / space.n_columns)
        mutated = operators.mutate(random, crossed, space, probability, MUTATION_BETA, ZERO_PROBABILITY)
        changed = operators.change_one(random, parents, space, count - len(mutated))
        return concatenate([mutated, changed])


def neighbours_of(archive: Archive, best: Solved, space: StructureSpace, count: int) -> Structures:
    """About so many single steps from a structure, with the columns that good structures use."""
    uses = np.count_nonzero([solved.exponents for solved in archive.ranked], axis=(0, 1))
    columns = np.argsort(-uses, kind="stable")[: np.count_nonzero(uses)]
    room = count // (int(space.counts.max()) * (1 + int(best.exponents.any(axis=1).sum())))
    return neighbours(best.exponents, space, columns[: max(room, 1)].tolist())
