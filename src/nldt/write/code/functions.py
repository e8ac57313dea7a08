"""Functions of one number as each language writes them: what a kind of column may need beside arithmetic.

Outside of its domain a function must give what is not finite, or NULL, and raise nothing.
"""

from __future__ import annotations

FUNCTIONS: dict[str, dict[str, str]] = {
    "log": {
        "python": "(math.log({0}) if {0} > 0.0 else math.nan)",
        "c": "log({0})",
        "javascript": "Math.log({0})",
        "sql": "CASE WHEN {0} > 0e0 THEN LN({0}) END",
        "onnx": "Log",
        "sympy": "log",
    },
}
