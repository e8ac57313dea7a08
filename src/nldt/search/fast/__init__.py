"""The default search."""

from nldt.search.fast.search import FastSearch

__all__ = ["FastSearch"]
