"""The fast search: exact ends for every direction, screened seeds, a cache, and choice by description length."""

from __future__ import annotations

from dataclasses import replace
from math import inf, isfinite

import numpy as np
from sklearn.base import BaseEstimator

from nldt.parameters import Parameter, validate, whole
from nldt.search.fast.archive import Archive, Solved, could_pay, present_classes, solving_work
from nldt.search.fast.breeding import Breeding
from nldt.search.fast.narrowing import is_wide, narrow
from nldt.search.fast.questioning import plainer, question
from nldt.search.fast.regressions import regressed
from nldt.search.fast.rivals import rivals
from nldt.search.fast.sampling import GROWTH, stage_sizes, stages
from nldt.search.fast.seeding import promising_pairs, single_features, with_products
from nldt.search.fast.wished import wished_structures
from nldt.search.near_equal import near_equal
from nldt.search.outcome import Candidate, SearchOutcome, trade_off_front
from nldt.search.protocol import SearchTraits
from nldt.search.registry import register_search
from nldt.search.structures import Exponents, Structures, concatenate
from nldt.search.task import NodeTask

# So many of the best structures get a promising product as a further term.
BEST_BESIDE_PRODUCTS = 4
# So many of the best structures lend their columns to regressions.
BEST_REGRESSED = 8
# Of the rows of the first sample, however many classes there are.
LEAST_SHARE = 0.25
# Where the time is limited, the search on the first sample leaves enough of it for so many larger ones.
RESERVED_STAGES = 2
# Rules of other features that are given beside the best.
ALTERNATIVES = 4
# Of a rule, where the user sets no limit.
MOST_TERMS = 12

FAST_SEARCH_PARAMETERS = (
    Parameter("population", 40, whole(2), "Structures that have children."),
    Parameter("children", 160, whole(2), "New structures a generation."),
    Parameter("generations", 60, whole(0), "Generations at the most."),
    Parameter("patience", 5, whole(1), "Generations without a shorter description that end the search."),
    Parameter("pairs", 24, whole(0), "Pairs of features taken from each list of the screening."),
    Parameter("steps", 1, whole(0), "Effort of the search for weights and ends."),
    Parameter("final_steps", 50, whole(0), "The same for the finalists."),
    Parameter("finalists", 8, whole(1), "Structures that are solved again with more care."),
    Parameter("sample_rows", 5000, whole(100), "Rows of the sample on which a larger node is searched first."),
)


@register_search("fast")
class FastSearch(BaseEstimator):  # type: ignore[misc]
    """A bilevel search that looks at directions only, solves a structure once, and weighs accuracy against length.

    For a direction of weights the best ends of a rule follow from one sort; beside the direction of least impurity
    each structure gets that of a logistic regression. Structures start from single features, from the pairs that
    closed-form screening finds best, as sums and as products, and from what regressions propose; children come from
    the paper's operators and from single changes. The rule with the shortest description wins: the bits of the
    classes given the rule, plus the bits of the rule. A node whose best rule does not pay stays a leaf.

    Parameters
    ----------
    population : int
        Structures that have children.
    children : int
        New structures a generation.
    generations : int
        Generations at the most.
    patience : int
        Generations without a shorter description that end the search.
    pairs : int
        Pairs of features taken from each list of the screening.
    steps, final_steps : int
        Effort of the search for a structure's weights and ends, and of the finalists' one.
    finalists : int
        Structures that are solved again with more care.
    sample_rows : int
        A larger node is searched on a stratified sample of so many rows, and the finalists on ever larger ones; the
        weights of the last of them are fitted on all rows.

    Examples
    --------
    >>> from nldt import FastSearch, NLDTClassifier
    >>> NLDTClassifier(search=FastSearch(patience=10)).get_params()["search__patience"]
    10
    """

    # Raw units; no limit of impurity or depth unless the user gives one.
    traits = SearchTraits(
        shortens_numbers=True, max_terms=MOST_TERMS, max_depth=None, weighs_length=True, keeps_limits=True
    )
    archive_type = Archive

    def __init__(
        self,
        population: int = 40,
        children: int = 160,
        generations: int = 60,
        patience: int = 5,
        pairs: int = 24,
        steps: int = 1,
        final_steps: int = 50,
        finalists: int = 8,
        sample_rows: int = 5000,
    ) -> None:
        self.population = population
        self.children = children
        self.generations = generations
        self.patience = patience
        self.pairs = pairs
        self.steps = steps
        self.final_steps = final_steps
        self.finalists = finalists
        self.sample_rows = sample_rows

    def validate(self) -> None:
        """Raise InputError for a parameter out of range."""
        validate("FastSearch", FAST_SEARCH_PARAMETERS, self.get_params())

    def rivals(self, task: NodeTask, exponents: Exponents, most: int) -> list[Candidate]:
        """Rules that say about the same as one of a structure in other ways, the best first."""
        return rivals(self.make_archive, self.steps, task, exponents, most)

    def hastened(self) -> FastSearch:
        """The same search with about half of the effort."""
        changes = {name: max(getattr(self, name) // 2, 2) for name in ("children", "patience", "pairs")}
        return self.__class__(**{**self.get_params(), **changes})

    def find_split(self, task: NodeTask) -> SearchOutcome:
        """The rule with the shortest description; none where the classes alone are shorter."""
        task = task.in_rows()
        if not is_wide(task.settings.space):
            return self._find_split(task)
        first = next(stages(task, self._first_rows(task)))
        screens = self.pairs > 0 and task.settings.space.has_pairs
        narrowing = narrow(first, self._archive_of, screens=screens, reserve=self._sifting_work(task))
        if narrowing is None:
            return SearchOutcome(None)
        return narrowing.widened(self._find_split(narrowing.narrowed(task)))

    def _find_split(self, task: NodeTask) -> SearchOutcome:
        larger = stages(task, self._first_rows(task))
        first = next(larger)
        archive = self.make_archive(first)
        reserve = self._sifting_work(task)
        singles = single_features(first)
        if not task.must and not could_pay(task, singles):
            return SearchOutcome(None)
        begun = concatenate([wished_structures(first), singles]) if task.must or task.start is not None else singles
        complete = archive.add(begun, reserve=reserve, in_any_case=True)
        generations = 0
        # Where no single feature pays and no two of them could, there is nothing to look for.
        best = archive.best
        worthwhile = best is not None and (archive.pays(best) or task.must or could_pay(task, singles, n_factors=2))
        if complete and worthwhile and task.settings.space.has_pairs:
            complete = not task.deadline.passed(reserve)
            complete = complete and archive.add(promising_pairs(first, self.pairs), reserve=reserve)
            best_terms = [solved.exponents for solved in archive.ranked[:BEST_BESIDE_PRODUCTS]]
            complete = complete and archive.add(with_products(first, best_terms, self.pairs), reserve=reserve)
            complete = complete and archive.add(regressed(first, archive.ranked[:BEST_REGRESSED]), reserve=reserve)
            if complete:
                generations, complete = self._breeding.run(task, archive, reserve)
        finalists = self._finalists(archive)
        n_solved = archive.n_solved
        in_time = True
        while in_time:
            tariff = task.settings.tariff
            if all(not task.must and archive.is_hopeless(solved, task.n_rows, tariff) for solved in finalists):
                return SearchOutcome(None, [], generations, n_solved, complete)
            if (stage := next(larger, None)) is None:
                break
            archive, finalists, in_time = self._sift(task, stage, archive, finalists)
        finalists, complete = self._solve_again(archive, finalists, complete and in_time)
        if complete and finalists:
            plain = plainer(archive, finalists[0], task.settings.space, self.steps, self.final_steps)
            finalists = [plain, *(other for other in finalists if other is not plain)]
        candidates = [solved.candidate() for solved in finalists]
        if archive.n_rows < task.n_rows:  # bits of a sample: those of all rows are not known
            candidates = [replace(candidate, side_bits=(inf, inf)) for candidate in candidates]
        chosen = candidates[0] if finalists and (task.must or archive.pays(finalists[0])) else None
        front = trade_off_front(candidates, chosen)
        others = _alternatives(candidates) if chosen is not None else []
        near = _near(archive, finalists, candidates) if chosen is not None else []
        return SearchOutcome(chosen, front, generations, n_solved, complete, others, near=near)

    def _sift(
        self, task: NodeTask, stage: NodeTask, archive: Archive, finalists: list[Solved]
    ) -> tuple[Archive, list[Solved], bool]:
        """The finalists solved on more rows, and the best part of them; whether there was time for all.

        Those that there was time for are the first, which ranked best; if there are none, all stays as it is.
        """
        larger = self.make_archive(stage)
        exponents = np.array([solved.exponents for solved in finalists])
        in_time = larger.add(Structures(exponents, np.zeros(len(exponents), dtype=bool)))
        if in_time:
            question(larger, archive, stage.settings.space, self._sifting_work(task, stage.n_rows))
        splitting = [again for again in larger.ranked if np.isfinite(again.bits)]
        if not splitting:
            return archive, finalists, False
        kept = splitting[: max(2, len(finalists) // GROWTH)]
        before = [again for again in splitting if np.array_equal(again.exponents, finalists[0].exponents)]
        if in_time and before and before[0] is not kept[0]:
            kept, in_time = self._reconsidered(larger, kept, before[0], at_last=stage.n_rows == task.n_rows)
        return larger, kept, in_time

    def _reconsidered(
        self, archive: Archive, kept: list[Solved], before: Solved, *, at_last: bool
    ) -> tuple[list[Solved], bool]:
        """What goes on, and what was best on fewer rows: quick solves are crude where there are many without an error.

        Both of the best are solved with care; at last, all are that are left.
        """
        others = [solved for solved in kept[1:] if solved is not before]
        if at_last:
            return [kept[0], before, *others], True
        both, in_time = self._solve_again(archive, [kept[0], before], in_time=True)
        return [*both, *others], in_time

    def _first_rows(self, task: NodeTask) -> int:
        """Rows of the first sample: with several classes a rule takes longer to solve, and more rules are to come."""
        present = np.count_nonzero(np.diff(task.class_begin))
        share = 1 / np.log2(max(int(present), 2)) ** 2
        return int(self.sample_rows * max(share, LEAST_SHARE))

    def _sifting_work(self, task: NodeTask, after: int = 0) -> float:
        """What it takes to bring the finalists through the next samples, the first of more rows than ``after``."""
        sizes = stage_sizes(task.n_rows, self._first_rows(task))[1:]
        n_classes, count, work = present_classes(task), 2 * self.finalists, 0.0
        for n_rows in [size for size in sizes if size > after][:RESERVED_STAGES]:
            work += solving_work(n_rows, n_classes, count, task.settings.n_threads)
            count = max(2, count // GROWTH)
        return work

    def _solve_again(self, archive: Archive, finalists: list[Solved], in_time: bool) -> tuple[list[Solved], bool]:
        """The finalists, by rank, after more care where there is time for it; whether there was time for all."""
        if in_time and finalists:
            again = archive.solve(np.array([solved.exponents for solved in finalists]), self.final_steps, thorough=True)
            in_time = len(again) == len(finalists)
            better = [min(pair, key=archive.rank) for pair in zip(again, finalists, strict=False)]
            finalists = [*better, *finalists[len(again) :]]
        return sorted(finalists, key=archive.rank), in_time

    def _finalists(self, archive: Archive) -> list[Solved]:
        """The best by rank, and the purest of each complexity up to a few above the best's."""
        ranked = [solved for solved in archive.ranked if isfinite(solved.bits)]
        purest = [archive.purest[complexity] for complexity in sorted(archive.purest)]
        by_structure = {s.exponents.tobytes(): s for s in (*ranked[: self.finalists], *purest[: self.finalists])}
        return list(by_structure.values())

    @property
    def _breeding(self) -> Breeding:
        return Breeding(self.population, self.children, self.generations, self.patience)

    def make_archive(self, task: NodeTask) -> Archive:
        """What remembers and ranks the structures that are solved on these rows."""
        return self._archive_of(task, max(self.population, self.finalists))

    def _archive_of(self, task: NodeTask, size: int) -> Archive:
        return self.archive_type(task, self.steps, size)


def _near(archive: Archive, finalists: list[Solved], candidates: list[Candidate]) -> list[Candidate]:
    """Rules that are nearly as good as the first of the finalists: of them, and of all that the archive has kept."""
    least = archive.allowed_bits(finalists[0])
    rules = {id(one): rule for one, rule in zip(finalists, candidates, strict=True)}
    others = [
        (archive.allowed_bits(other) - least, other.exponents, other)
        for other in (*finalists[1:], *archive.near.values())
    ]
    near = near_equal(finalists[0].exponents, others)
    return [replace(rules.get(id(other)) or other.candidate(), more_bits=more) for more, other in near]


def _alternatives(candidates: list[Candidate]) -> list[Candidate]:
    """The best rules of other features than those before them."""
    by_features: dict[bytes, Candidate] = {}
    for candidate in candidates:
        by_features.setdefault(candidate.exponents.any(axis=0).tobytes(), candidate)
    return list(by_features.values())[1 : 1 + ALTERNATIVES]
