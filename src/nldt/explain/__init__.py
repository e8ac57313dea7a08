"""Questions about one row: ``row_explanation`` computes an Explanation, ``text`` and ``html`` show it.

The smallest flips are solved in ``flips`` on the breakpoints that ``line`` finds for each rule.
"""

from nldt.explain.explanation import Contribution, DefinedColumn, Explanation, Flip, ShiftedFeature, Step
from nldt.explain.row_explanation import explain_row

__all__ = ["Contribution", "DefinedColumn", "Explanation", "Flip", "ShiftedFeature", "Step", "explain_row"]
