"""Searches for a node's rule: the upper level in Python, the lower level in the core."""

from nldt.search.fast import FastSearch
from nldt.search.node import Candidate, NodeTask, SearchOutcome
from nldt.search.paper import PaperSearch

Search = FastSearch | PaperSearch

__all__ = ["Candidate", "FastSearch", "NodeTask", "PaperSearch", "Search", "SearchOutcome"]
