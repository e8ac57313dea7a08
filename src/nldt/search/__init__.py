"""Searches for a node's rule: the upper level in Python, the lower level behind ``nldt.solve``.

``Search`` says what a search of your own needs; ``register_search`` makes it known under a name.
"""

from nldt.search.fast.search import FastSearch
from nldt.search.outcome import Candidate, SearchOutcome
from nldt.search.paper.search import PaperSearch
from nldt.search.protocol import Search, SearchTraits
from nldt.search.registry import register_search, unregister_search
from nldt.search.task import FitSettings, NodeTask

__all__ = [
    "Candidate",
    "FastSearch",
    "FitSettings",
    "NodeTask",
    "PaperSearch",
    "Search",
    "SearchOutcome",
    "SearchTraits",
    "register_search",
    "unregister_search",
]
