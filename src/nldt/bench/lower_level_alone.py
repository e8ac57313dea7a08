"""The paper's lower level by itself: only weights and bias are searched (supplement, "Ablation Studies")."""

from __future__ import annotations

import numpy as np

from nldt.search import NodeTask, PaperSearch, SearchOutcome
from nldt.search.paper.lower_level import LowerLevel, candidate
from nldt.search.structures import Structures


class IdentityStructureSearch(PaperSearch):
    """The genetic algorithm of the lower level on f(x) = theta1 + w1·x1 + … + wd·xd, without an upper level.

    The classifier's ``max_terms`` must be the number of features.
    """

    def find_split(self, task: NodeTask) -> SearchOutcome:
        """The best half-space for the rows of one node; the block matrix is the identity and m = 0."""
        lower_level = LowerLevel(task, self.lower_settings(task.settings.criterion, task.settings.n_threads))
        exponents = np.eye(task.settings.space.n_columns, dtype=np.int8)[None]
        identity = Structures(exponents, np.array([False])).canonical()
        best = candidate(identity, lower_level.solve(identity, generation=0), 0)
        return SearchOutcome(best, [best], structures_evaluated=lower_level.n_solved)
