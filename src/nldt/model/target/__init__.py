"""The target: what a tree answers, each kind in a file of its own."""

from nldt.model.target.classes import Classes
from nldt.model.target.kinds import KINDS
from nldt.model.target.target import Target

__all__ = ["KINDS", "Classes", "Target"]
