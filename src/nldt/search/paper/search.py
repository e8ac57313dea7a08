"""The paper's bilevel search for one node's rule (Algs. 2-4), with the supplement's numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from sklearn.base import BaseEstimator

from nldt.parameters import Parameter, number, optional, validate, whole
from nldt.search import operators
from nldt.search.outcome import Candidate, SearchOutcome, trade_off_front
from nldt.search.paper.lower_level import LowerLevel, TimeLimitReached, candidate
from nldt.search.paper.ranking import rank_order
from nldt.search.protocol import SearchTraits
from nldt.search.registry import register_search
from nldt.search.structures import Structures
from nldt.search.structures import concatenate as concatenate_structures
from nldt.search.task import NodeTask
from nldt.solve import GeneticSettings, RuleBatch
from nldt.solve import concatenate as concatenate_rules

PAPER_SEARCH_PARAMETERS = (
    Parameter("population", None, optional(whole(2)), "Structures in the upper level; None: 10 times d."),
    Parameter("generations", 100, whole(0), "Generations of the upper level."),
    Parameter("crossover_probability", 0.9, number(0, 1), "Of two parents, upper level.", "p_xover^U"),
    Parameter(
        "mutation_probability",
        None,
        optional(number(0, 1)),
        "Of an exponent or the modulus flag, upper level; None: min(0.33, 1/d).",
        "p_mut^U",
    ),
    Parameter(
        "mutation_beta", 3, number(0, above=True), "How much likelier a step of one is than a step of two.", "beta"
    ),
    Parameter("zero_probability", 0.75, number(0, 1), "That a mutated exponent becomes zero.", "p_zero"),
    Parameter("lower_population", 50, whole(2), "Candidates of weights in the lower level."),
    Parameter("lower_generations", 50, whole(0), "Generations of the lower level."),
    Parameter("lower_crossover_probability", 0.9, number(0, 1), "Of two parents, lower level."),
    Parameter(
        "lower_mutation_probability",
        None,
        optional(number(0, 1, above=True)),
        "Of a weight or bias, lower level; None: 1 over the number of variables.",
    ),
    Parameter("lower_crossover_eta", 2, number(0), "Distribution index of SBX.", "eta_c"),
    Parameter("lower_mutation_eta", 15, number(0), "Distribution index of polynomial mutation.", "eta_m"),
    Parameter("lower_tolerance", 1e-4, number(0), "Relative change of impurity that counts as none."),
    Parameter("lower_patience", 10, whole(1), "Generations without a change that end the lower level."),
)


@register_search("paper")
class PaperSearch(BaseEstimator):  # type: ignore[misc]
    """The genetic algorithms of the paper; every default is the supplement's ("Parameter Setting").

    Parameters
    ----------
    population : int, optional
        Structures in the upper level; 10 times the number of features where None.
    generations : int
        Generations of the upper level.
    crossover_probability : float
        Probability that two parents are crossed (p_xover^U).
    mutation_probability : float, optional
        Of an exponent or the modulus flag (p_mut^U); min(0.33, 1/d) where None.
    mutation_beta : float
        How much likelier a step of one is than a step of two (beta).
    zero_probability : float
        That a mutated exponent becomes zero (p_zero).
    lower_population, lower_generations : int
        Size and length of the lower level.
    lower_crossover_probability : float
        Probability that two parents are crossed.
    lower_mutation_probability : float, optional
        Of a weight or bias; 1 over the number of variables where None.
    lower_crossover_eta, lower_mutation_eta : float
        Distribution indices of SBX and polynomial mutation (eta_c, eta_m).
    lower_tolerance, lower_patience : float, int
        The lower level ends when the impurity changes by less than the tolerance, relatively, over so many
        generations.

    Examples
    --------
    >>> from nldt import NLDTClassifier, PaperSearch
    >>> NLDTClassifier(search=PaperSearch(generations=20)).get_params()["search__generations"]
    20
    """

    # Raw units, as the paper's Eq. (3) is in x; tau_I, tau_min and tau_prune have defaults; numbers stay as found.
    # p and the maximum depth are the supplement's.
    traits = SearchTraits(limits_impurity=True, max_terms=3, max_depth=5, keeps_limits=True)

    def __init__(
        self,
        population: int | None = None,
        generations: int = 100,
        crossover_probability: float = 0.9,
        mutation_probability: float | None = None,
        mutation_beta: float = 3,
        zero_probability: float = 0.75,
        lower_population: int = 50,
        lower_generations: int = 50,
        lower_crossover_probability: float = 0.9,
        lower_mutation_probability: float | None = None,
        lower_crossover_eta: float = 2,
        lower_mutation_eta: float = 15,
        lower_tolerance: float = 1e-4,
        lower_patience: int = 10,
    ) -> None:
        self.population = population
        self.generations = generations
        self.crossover_probability = crossover_probability
        self.mutation_probability = mutation_probability
        self.mutation_beta = mutation_beta
        self.zero_probability = zero_probability
        self.lower_population = lower_population
        self.lower_generations = lower_generations
        self.lower_crossover_probability = lower_crossover_probability
        self.lower_mutation_probability = lower_mutation_probability
        self.lower_crossover_eta = lower_crossover_eta
        self.lower_mutation_eta = lower_mutation_eta
        self.lower_tolerance = lower_tolerance
        self.lower_patience = lower_patience

    def validate(self) -> None:
        """Raise InputError for a parameter out of range."""
        validate("PaperSearch", PAPER_SEARCH_PARAMETERS, self.get_params())

    def find_split(self, task: NodeTask) -> SearchOutcome:
        """The best rule for the rows of one node (Alg. 2, ObtainSplitRule)."""
        lower_level = LowerLevel(task, self.lower_settings(task.settings.criterion, task.settings.n_threads))
        upper_level = _UpperLevel(self, task)
        done = 0
        try:
            while done <= self.generations:  # generation 0 is the first population
                upper_level.tell(lower_level.solve(upper_level.ask(), done))
                task.tell(done, self.generations, upper_level.best)
                done += 1
        except TimeLimitReached:
            pass
        met = list(lower_level.best_of_complexity.values())
        best = upper_level.best if upper_level.population is not None else _first_by_rank(met, task.impurity_limit)
        return SearchOutcome(
            best,
            trade_off_front(met if best is None or best in met else [*met, best], best),
            max(done - 1, 0),
            lower_level.n_solved,
            bool(done > self.generations),
        )

    def lower_settings(self, criterion: str, n_threads: int) -> GeneticSettings:
        """The numbers of the lower level."""
        return GeneticSettings(
            criterion=criterion,
            n_threads=n_threads,
            population=self.lower_population,
            generations=self.lower_generations,
            crossover_probability=self.lower_crossover_probability,
            mutation_probability=self.lower_mutation_probability or 0.0,  # 0: one over the number of variables
            crossover_eta=self.lower_crossover_eta,
            mutation_eta=self.lower_mutation_eta,
            tolerance=self.lower_tolerance,
            patience=self.lower_patience,
        )


def _first_by_rank(candidates: list[Candidate], target_impurity: float) -> Candidate | None:
    """The best of the rules met before the first population was complete."""
    if not candidates:
        return None
    order = rank_order(
        np.array([candidate.impurity for candidate in candidates]),
        np.array([candidate.complexity for candidate in candidates]),
        np.array([np.isfinite(candidate.low) for candidate in candidates]),
        target_impurity,
    )
    return candidates[order[0]]


@dataclass(frozen=True, eq=False)
class _Population:
    """Solved structures, from the best to the worst."""

    structures: Structures
    rules: RuleBatch


class _UpperLevel:
    """The genetic algorithm over structures: asks for structures to be solved, and is told their rules."""

    def __init__(self, search: PaperSearch, task: NodeTask) -> None:
        self._search = search
        self._task = task
        self._random = task.random("breeding")
        n_features = task.settings.space.n_columns
        self._size = search.population or 10 * n_features
        self._mutation_probability = (
            min(0.33, 1 / n_features) if search.mutation_probability is None else search.mutation_probability
        )
        self._asked: Structures
        self.population: _Population | None = None

    @property
    def best(self) -> Candidate:
        """ObtainBestInd of Alg. 2."""
        assert self.population is not None
        return candidate(self.population.structures, self.population.rules, 0)

    def ask(self) -> Structures:
        """The next structures to solve: the first population, then children."""
        if self.population is None:
            self._asked = operators.initialise(self._random, self._size, self._task.settings.space).canonical()
        else:
            self._asked = self._children(self.population)
        return self._asked

    def tell(self, rules: RuleBatch) -> None:
        """(mu + lambda) survival: the best of children and parents, children first among equals."""
        structures = self._asked
        if self.population is not None:
            structures = concatenate_structures([structures, self.population.structures])
            rules = concatenate_rules([rules, self.population.rules])
        order = rank_order(rules.impurity, structures.complexity, structures.modulus, self._task.impurity_limit)
        survivors = order[: self._size]
        self.population = _Population(structures[survivors], rules[survivors])

    def _children(self, population: _Population) -> Structures:
        search, space = self._search, self._task.settings.space
        ranks = np.arange(self._size)  # survivors stand in the order of their rank
        parents = operators.tournament(self._random, ranks, self._size)
        children = operators.crossover(
            self._random,
            population.structures[parents],
            population.rules.weights[parents],
            search.crossover_probability,
        )
        children = operators.mutate(
            self._random,
            children,
            space,
            self._mutation_probability,
            search.mutation_beta,
            search.zero_probability,
        )
        return operators.make_unique(self._random, children, space)
