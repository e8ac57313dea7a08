"""Options of the tree that a command learns: the same for all commands that learn one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

from nldt.cli.options import option
from nldt.cli.wishes import (
    Exponents,
    Forbidden,
    Monotone,
    Required,
    Root,
    StartFrom,
    Units,
    chosen_exponents,
    forbidden_groups,
    tree_wishes,
    units_of_file,
)

if TYPE_CHECKING:
    from nldt import NLDTClassifier

Price = Annotated[float, option("price")]


@dataclass(frozen=True)
class TreeOptions:
    """What may be said of a tree, but for what its length costs."""

    search: Annotated[str, option("search", meaning="How rules are found: fast, or paper, as in the paper.")] = "fast"
    seed: Annotated[int, option("random_state", "--seed")] = 0
    max_terms: Annotated[int | None, option("max_terms")] = None
    exponents: Exponents = field(default_factory=lambda: ["-3..3"])
    forbid: Forbidden = None
    units: Units = None
    max_features_per_term: Annotated[int | None, option("max_features_per_term")] = None
    max_depth: Annotated[int | None, option("max_depth")] = None
    max_rules: Annotated[int | None, option("max_rules")] = None
    max_length: Annotated[int | None, option("max_length")] = None
    required: Required = None
    monotone: Monotone = None
    start_from: StartFrom = None
    root: Root = None
    criterion: Annotated[str, option("criterion")] = "gini"
    scaling: Annotated[str | None, option("scaling")] = None
    prune_tolerance: Annotated[float | None, option("prune_tolerance")] = None
    jobs: Annotated[int | None, option("n_jobs", "--jobs")] = None

    @property
    def parameters(self) -> dict[str, Any]:
        """The same as parameters of the classifier."""
        return {
            "search": self.search,
            "max_terms": self.max_terms,
            "exponents": chosen_exponents(self.exponents),
            "max_features_per_term": self.max_features_per_term,
            "max_depth": self.max_depth,
            "max_rules": self.max_rules,
            "max_length": self.max_length,
            "forbidden": forbidden_groups(self.forbid),
            "units": units_of_file(self.units),
            "criterion": self.criterion,
            "scaling": self.scaling,
            "prune_tolerance": self.prune_tolerance,
            "n_jobs": self.jobs,
            "random_state": self.seed,
            **tree_wishes(self.required or [], self.monotone or [], self.start_from, self.root),
        }

    def classifier(self, **others: Any) -> NLDTClassifier:
        """The classifier with these parameters and others, refused before any table is read."""
        from nldt import NLDTClassifier
        from nldt.estimators.growing import chosen_search

        made = NLDTClassifier(**self.parameters, **others)
        chosen_search(type(made).__name__, made.get_params(deep=False))
        return made
