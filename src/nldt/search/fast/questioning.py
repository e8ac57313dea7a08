"""Whether all rows want what some have chosen: a rule's neighbours on more rows, and plainer rules in the end."""

from __future__ import annotations

import numpy as np

from nldt.search.fast.archive import Archive, Solved
from nldt.search.fast.breeding import neighbours_of
from nldt.search.fast.neighbours import neighbours
from nldt.search.fast.selection import structure_bits
from nldt.search.structures import Structures, StructureSpace

# Structures times rows that are solved to question the best one of a stage; of several classes, rows take longer.
QUESTIONING_WORK = 2e6
MOST_ROUNDS = 6
# Plainer rules that look best are solved with care: the first of them may look better than it is.
MOST_SERIOUS = 3
# Of the bits of the classes without a rule, what more care may save: a rule that falls further behind the chosen one,
# when both are solved quickly, is not looked at again.
SECOND_LOOK = 0.05
SAME_BITS = 1e-6  # rounding
FEW_ROWS = 0.001  # a share
FEW_WRONG = 0.01  # a share of rows: classes that a rule leaves wrong, where they seem to be right


def question(archive: Archive, before: Archive, space: StructureSpace, reserve: float) -> None:
    """Add the neighbours of the best structure while they bring better ones, and while there is time.

    Those that are no longer come first; with many rows there is work for few. What fell far behind on the sample
    ``before`` is left out.
    """
    room = int(QUESTIONING_WORK / (archive.n_rows * np.log2(archive.n_classes) ** 2))
    for _ in range(MOST_ROUNDS):
        best = archive.best
        if best is None or room < 1:
            break
        near = before.may_be_best(neighbours_of(archive, best, space, room))
        order = np.argsort(near.complexity, kind="stable")[:room]
        if not archive.add(near[order], reserve=reserve) or archive.best is best:
            break


def plainer(archive: Archive, chosen: Solved, space: StructureSpace, steps: int, final_steps: int) -> Solved:
    """The rule that is left when no factor can go: none stays that costs more bits than it saves.

    Nor does one that changes hardly any answer, however well it tells rows near the end from rows far away. But a rule
    that pays stays one: less than that would leave the node without any.
    """
    while (better := _plainer_by_a_step(archive, chosen, space, steps, final_steps)) is not None:
        chosen = better
    return chosen


def _plainer_by_a_step(
    archive: Archive, chosen: Solved, space: StructureSpace, steps: int, final_steps: int
) -> Solved | None:
    """The best of the plainer rules that one step leads to, if it does as well.

    Of many factors that move a few rows across the ends of a rule one sets some wrong classes right by chance, so that
    each must pay in full. But where hardly a class is wrong there is no chance to fit; to a curve all rows have a say,
    by how far away they are; and of more classes, what a factor tells is often seen in the rules below only.
    """
    may_fit_chance = not chosen.is_curve and archive.n_classes == 2 and archive.share_wrong(chosen) > FEW_WRONG
    bits_of = archive.bits_in_full if may_fit_chance else archive.allowed_bits
    bits = bits_of(chosen)
    shorter = archive.allowed(_shorter(chosen, space))
    own, *looks = archive.solve(np.stack([chosen.exponents, *shorter.exponents]), steps, thorough=False) or [chosen]
    # The chosen one has been solved with care: others need not be as good before they are.
    most = max(bits, bits_of(own)) + SECOND_LOOK * archive.unsplit_bits
    looks.sort(key=bits_of)
    serious = [solved for solved in looks[:MOST_SERIOUS] if bits_of(solved) <= most < np.inf]
    if serious:
        again = archive.solve(np.array([solved.exponents for solved in serious]), final_steps, thorough=True)
        looks = sorted([*again, *looks], key=bits_of)
    paying = [s for s in looks if archive.pays(s) or not archive.pays(chosen)]
    as_good = (s for s in paying if bits_of(s) <= bits < np.inf or archive.part_alike(s, chosen, FEW_ROWS))
    return next(as_good, None)


def _shorter(solved: Solved, space: StructureSpace) -> Structures:
    """The structures of fewer factors, or of as many with plainer exponents, that one step leads to."""
    near = neighbours(solved.exponents, space, ()).canonical()
    bits = structure_bits(near.exponents, space)
    no_longer = near.complexity <= solved.complexity
    return near[no_longer & (bits < structure_bits(solved.exponents, space) - SAME_BITS)]
