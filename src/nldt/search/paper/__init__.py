"""The paper's search."""

from nldt.search.paper.search import PaperSearch

__all__ = ["PaperSearch"]
