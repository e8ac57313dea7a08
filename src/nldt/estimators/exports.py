"""The tree in other forms, as methods of a classifier."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nldt.decimals import Digits
from nldt.estimators.fitted import FittedAttributes
from nldt.estimators.parameter_document import write_parameters
from nldt.files import write_whole
from nldt.write import dot, latex, text
from nldt.write.code import c_source, javascript, onnx_graph, python_source, sql, sympy_piecewise


class ExportMethods(FittedAttributes):
    """What can be written of a model alone; an estimator inherits it."""

    def to_text(self, digits: Digits = "auto", *, numbers: bool = False) -> str:
        """The tree as people read it; numbers with so many significant digits, or in full where None.

        "auto": what is printed is what runs, in full, where the rules have been rounded: always under "fast", after
        ``rounded`` under "paper". The paper's own numbers are shown with four digits.
        ``numbers``: with the number of each node, which ``with_rule``, ``fronts_`` and ``alternatives_`` go by.
        """
        return text.to_text(self.model_, digits, numbers=numbers)

    def to_latex(self, digits: Digits = "auto") -> str:
        r"""The tree as LaTeX that needs amsmath only; numbers as in ``to_text``.

        >>> from nldt import NLDTClassifier
        >>> X, y = [[1.0], [2.0], [3.0], [4.0]] * 5, ["small", "small", "large", "large"] * 5
        >>> print(NLDTClassifier(random_state=0).fit(X, y).to_latex())
        \[
          \text{class} = \begin{cases}
            \text{small} & \text{if } x_{1} \le 2.5, \\
            \text{large} & \text{otherwise.}
          \end{cases}
        \]
        \[
          \begin{array}{rrr}
          \text{value of the rule} & \text{large} & \text{small} \\ \hline
          \le 2 & 6.5\,\% & 93.5\,\% \\
          2.5 & 50\,\% & 50\,\% \\
          \ge 3 & 93.5\,\% & 6.5\,\% \\
          \end{array}
        \]
        \par\noindent In between, probabilities follow straight lines.\par
        <BLANKLINE>
        """
        return latex.to_latex(self.model_, digits)

    def to_dot(self, digits: Digits = "auto") -> str:
        """The tree as a Graphviz digraph; numbers as in ``to_text``."""
        return dot.to_dot(self.model_, digits)

    def to_python(self) -> str:
        """Python source of ``predict(x)`` and ``predict_proba(x)``, x a row in feature order; standard library only.

        >>> from nldt import NLDTClassifier
        >>> X, y = [[1.0], [2.0], [3.0], [4.0]] * 5, ["small", "small", "large", "large"] * 5
        >>> module = {}
        >>> exec(NLDTClassifier(random_state=0).fit(X, y).to_python(), module)
        >>> module["predict"]([2.4]), module["predict_proba"]([3.0])
        ('small', [0.935, 0.065])
        """
        return python_source.to_python(self.model_)

    def to_c(self) -> str:
        """C99: ``int nldt_predict(const double *x)`` gives the class index, ``nldt_predict_proba(x, p)`` fills p."""
        return c_source.to_c(self.model_)

    def to_javascript(self) -> str:
        """JavaScript of ``predict(x)`` and ``predictProba(x)``, for browsers and Node."""
        return javascript.to_javascript(self.model_)

    def to_sql(self, table: str | None = None, probability: Any = None) -> str:
        """One SQL expression over the feature columns that gives the class label.

        With a class, ``probability="small"``, the expression gives its probability, as ``predict_proba`` does.

        Columns and labels are quoted as in standard SQL, which SQLite and DuckDB follow. SQLite takes a quoted name
        that is no column for a text, and answers: give the name or alias of the table (``table="t"`` for
        ``SELECT ... FROM data AS t``), and a column that is missing is an error there as elsewhere.

        >>> from nldt import NLDTClassifier
        >>> X, y = [[1.0], [2.0], [3.0], [4.0]] * 5, ["small", "small", "large", "large"] * 5
        >>> case = NLDTClassifier(random_state=0).fit(X, y).to_sql()
        >>> import sqlite3
        >>> sqlite3.connect(":memory:").execute(f'SELECT {case} FROM (SELECT 2.4 AS "x1")').fetchone()
        ('small',)
        """
        return sql.to_sql(self.model_, table, probability)

    def to_sympy(self) -> Any:
        """A SymPy Piecewise that gives the class index; feature 3, "mean area", is the symbol ``x3_mean_area``.

        Its operations stand in the order in which ``predict`` does them; ``.doit()`` lets SymPy simplify. Lambdify it
        for NumPy: Python's own numbers raise on a division by zero.
        """
        return sympy_piecewise.to_sympy(self.model_)

    def to_onnx(self) -> Any:
        """An ``onnx.ModelProto`` with the double input X and the outputs label and probabilities."""
        return onnx_graph.to_onnx(self.model_)

    def to_json(self) -> str:
        """The model as JSON: what ``save`` writes and ``load_model`` reads."""
        from nldt.model.document.write import to_text

        return to_text(self.to_document())

    def to_document(self) -> dict[str, Any]:
        """The model document: the content of its JSON."""
        from nldt.model.document.write import to_document

        return to_document(self.model_, write_parameters(self._fitted.parameters))

    def save(self, path: str | Path) -> None:
        """Write the model as JSON, all of it or nothing."""
        write_whole(path, self.to_json())
