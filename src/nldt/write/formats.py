"""Every format that a model can be written in, by the name that the command line has for it.

A new format is a file of its own, an entry here, and a method in ``estimators/exports.py``.
"""

from __future__ import annotations

from collections.abc import Callable

from nldt.model.fitted_model import FittedModel
from nldt.write.code.c_source import to_c
from nldt.write.code.javascript import to_javascript
from nldt.write.code.onnx_graph import to_onnx
from nldt.write.code.python_source import to_python
from nldt.write.code.sql import to_sql, to_sql_probabilities
from nldt.write.code.sympy_piecewise import to_sympy_text
from nldt.write.dot import to_dot
from nldt.write.latex import to_latex
from nldt.write.text import to_text


def _onnx_bytes(model: FittedModel) -> bytes:
    return to_onnx(model).SerializeToString()


FORMATS: dict[str, Callable[[FittedModel], str | bytes]] = {
    "text": to_text,
    "latex": to_latex,
    "sympy": to_sympy_text,
    "python": to_python,
    "c": to_c,
    "sql": to_sql,
    "sql-probabilities": to_sql_probabilities,
    "javascript": to_javascript,
    "dot": to_dot,
    "onnx": _onnx_bytes,
}
BINARY = frozenset({"onnx"})
