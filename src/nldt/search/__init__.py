"""Searches for a node's rule: the upper level in Python, the lower level in the core."""

from nldt.search.fast.search import FastSearch
from nldt.search.paper.search import PaperSearch
from nldt.search.protocol import Candidate, NodeTask, SearchOutcome

Search = FastSearch | PaperSearch

__all__ = ["Candidate", "FastSearch", "NodeTask", "PaperSearch", "Search", "SearchOutcome"]
