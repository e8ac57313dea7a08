"""Whether all rows want what some have chosen: a rule's neighbours on more rows, and plainer rules in the end."""

from __future__ import annotations

import numpy as np

from nldt.search.fast.archive import Archive, Solved
from nldt.search.fast.breeding import neighbours_of
from nldt.search.fast.neighbours import neighbours
from nldt.search.fast.selection import structure_bits
from nldt.search.structures import Structures, StructureSpace

# Structures times rows that are solved to question the best one of a stage.
QUESTIONING_WORK = 3e6
MOST_ROUNDS = 3
# Plainer rules that look best are solved with care: the first of them may look better than it is.
MOST_SERIOUS = 2
# A share of the bits that more care may save; a rule that falls further behind is not looked at again.
SECOND_LOOK = 0.05
SAME_BITS = 1e-6  # rounding


def question(archive: Archive, space: StructureSpace) -> bool:
    """Add the neighbours of the best structure while they bring better ones; False where the time did not suffice.

    Those that are no longer come first; with many rows there is work for few.
    """
    room = int(QUESTIONING_WORK / archive.n_rows)
    for _ in range(MOST_ROUNDS):
        best = archive.best
        if best is None or room < 1:
            break
        near = neighbours_of(archive, best, space, room)
        order = np.argsort(near.complexity, kind="stable")[:room]
        if not archive.add(near[order]):
            return False
        if archive.best is best:
            break
    return True


def plainer(archive: Archive, chosen: Solved, space: StructureSpace, steps: int, final_steps: int) -> Solved:
    """The rule that is left when no factor can go: in a tree, none that costs more bits than it saves.

    Here a rule is worth what its two sides would be as leaves. So nothing stays that changes hardly any answer, however
    well it tells rows near the end from rows far away.
    """
    while True:
        shorter = _shorter(chosen, space)
        looks = sorted(archive.solve(shorter.exponents, steps, thorough=False, as_leaves=True), key=_tree_bits)
        most = chosen.tree_bits * (1 + SECOND_LOOK)
        serious = [solved for solved in looks[:MOST_SERIOUS] if solved.tree_bits <= most]
        if not serious:
            return chosen
        structures = np.array([solved.exponents for solved in serious])
        again = archive.solve(structures, final_steps, thorough=True, as_leaves=True)
        best = min([*again, *serious], key=_tree_bits)
        if best.tree_bits > chosen.tree_bits:
            return chosen
        chosen = best


def _tree_bits(solved: Solved) -> float:
    return solved.tree_bits


def _shorter(solved: Solved, space: StructureSpace) -> Structures:
    """The structures of fewer factors, or of as many with plainer exponents, that one step leads to."""
    near = neighbours(solved.exponents, space, ()).canonical()
    bits = structure_bits(near.exponents, space)
    no_longer = near.complexity <= solved.complexity
    return near[no_longer & (bits < structure_bits(solved.exponents, space) - SAME_BITS)]
