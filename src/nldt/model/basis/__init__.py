"""The basis: the columns that terms are made of, each kind of column in a file of its own.

To add a kind, a logarithm say, write its class beside ``as_is.py`` and list it in ``kinds.py``.
"""

from nldt.model.basis.as_is import AsIs
from nldt.model.basis.basis import Basis
from nldt.model.basis.column import Column
from nldt.model.basis.is_missing import IsMissing
from nldt.model.basis.kinds import KINDS
from nldt.model.basis.one_of import OneOf
from nldt.model.basis.ordered import Ordered
from nldt.model.basis.shifted import Shifted

__all__ = ["KINDS", "AsIs", "Basis", "Column", "IsMissing", "OneOf", "Ordered", "Shifted"]
