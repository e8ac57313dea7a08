"""Every export that can be run, run: what it predicts for rows, as class numbers and, where they are, probabilities."""

from __future__ import annotations

import ctypes
import json
import sqlite3
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from made_trees import with_made_scores
from programs import need

from nldt.datasets import names
from nldt.model.fitted_model import FittedModel
from nldt.model.scores import ways
from nldt.write.code.c_source import to_c
from nldt.write.code.javascript import to_javascript
from nldt.write.code.onnx_graph import input_names, to_onnx
from nldt.write.code.python_source import to_python
from nldt.write.code.sql import column, to_sql, to_sql_probabilities
from nldt.write.code.sympy_piecewise import to_sympy

# All but those that take long to make or to fit.
SMALL_DATASETS = [
    name for name in names() if not name.endswith("-500") and not name.startswith(("truss", "welded-beam", "zdt"))
]

LONGEST_WAY = 12  # of which DuckDB plans the probabilities in about a second

NEVER_SEEN = "a category that nobody has seen"

NODE_DRIVER = """
const tree = require(process.argv[2]);
const bytes = require("fs").readFileSync(process.argv[3]);
const width = Number(process.argv[4]);
const cells = process.argv[5] && JSON.parse(require("fs").readFileSync(process.argv[5], "utf8"));
const values = cells ? cells.flat() : new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8);
const index = new Map(tree.CLASSES.map((label, i) => [label, i]));
const out = { classes: [], shares: [], labels: tree.CLASSES.map(String), features: tree.FEATURES };
for (let i = 0; i < values.length; i += width) {
    const row = values.slice(i, i + width);
    out.classes.push(index.get(tree.predict(row)));
    out.shares.push(tree.predictProba(row));
}
process.stdout.write(JSON.stringify(out));
"""


@dataclass(frozen=True)
class Predicted:
    """What a run gave; names as the export itself tells them."""

    classes: list[Any]
    shares: np.ndarray | None = None
    class_names: list[Any] | None = None
    feature_names: list[str] | None = None


Run = Callable[[FittedModel, np.ndarray, Path], Predicted]


def expected(model: FittedModel, rows: np.ndarray) -> tuple[list[int], np.ndarray]:
    """What predict and predict_proba give."""
    with np.errstate(all="ignore"):
        leaf = model.tree.apply(rows)
        return model.tree.answers[leaf].tolist(), model.probabilities(rows)


def assert_agrees(run: Run, model: FittedModel, rows: np.ndarray, folder: Path, tolerance: float = 0.0) -> None:
    """The export gives the class and the probabilities of every row, to the last bit; made-up ones of made-up trees.

    With a ``tolerance`` of probabilities, for functions whose last bit is the language's own.
    """
    if model.scores is None:
        model = with_made_scores(model)
    classes, shares = expected(model, rows)
    assert shares.argmax(axis=1).tolist() == classes and shares.min() > 0 and shares.max() < 1
    got = run(model, rows, folder)
    wrong = [i for i, (one, other) in enumerate(zip(got.classes, classes, strict=True)) if one != other]
    assert wrong == [], f"{len(wrong)} rows differ, the first is {rows[wrong[0]].tolist()}"
    if got.shares is not None:
        assert np.shape(got.shares) == shares.shape and np.abs(got.shares - shares).max() <= tolerance


def cells(model: FittedModel, rows: np.ndarray) -> list[list[Any]]:
    """Rows of codes as users have them: categories and dates as text, gaps as None, and infinities."""

    def cell(j: int, value: float) -> Any:
        levels = model.features[j].levels
        if np.isnan(value):
            return None
        if model.features[j].is_date:
            return model.features[j].label(value)
        if not levels:
            return value
        if 0 <= value < len(levels):
            return levels[int(value)]
        return NEVER_SEEN if isinstance(levels[0], str) else 99

    return [[cell(j, value) for j, value in enumerate(row)] for row in rows.tolist()]


def frame(model: FittedModel, rows: np.ndarray) -> Any:
    """The same as a table of pandas."""
    import pandas as pd

    table = cells(model, rows)
    columns = {name: [row[j] for row in table] for j, name in enumerate(model.feature_names)}
    kinds = dict(zip(model.feature_names, model.features, strict=True))
    return pd.DataFrame(
        {
            name: np.array(v, dtype=float) if kinds[name].is_number else pd.Series(v, dtype=object)
            for name, v in columns.items()
        }
    )


def run_python(model: FittedModel, rows: np.ndarray, folder: Path) -> Predicted:
    module: dict[str, Any] = {}
    exec(compile(to_python(model), "exported.py", "exec"), module)
    index = {label: i for i, label in enumerate(module["CLASSES"])}
    given = rows if model.is_plain else cells(model, rows)
    classes = [index[module["predict"](row)] for row in given]
    shares = np.array([module["predict_proba"](row) for row in given])
    return Predicted(classes, shares, list(module["CLASSES"]), list(module["FEATURES"]))


def run_c(model: FittedModel, rows: np.ndarray, folder: Path, *options: str) -> Predicted:
    source, library = folder / "exported.c", folder / f"exported{len(list(folder.iterdir()))}.so"
    source.write_text(to_c(model), encoding="ascii")
    warn = ["-Wall", "-Wextra", "-pedantic", "-Werror"]
    options = options or ("-std=c99", "-O2", "-ffp-contract=off")
    subprocess.run([need("gcc"), *options, *warn, "-shared", "-fPIC", str(source), "-o", str(library)], check=True)
    compiled = ctypes.CDLL(str(library))
    rows = np.ascontiguousarray(rows)
    if any(feature.has_names for feature in model.features):
        rows = c_rows(compiled, model, rows)
    shares = np.full((len(rows), len(model.labels)), -1.0)

    def row(array: np.ndarray, i: int) -> ctypes.c_void_p:
        return ctypes.c_void_p(array.ctypes.data + i * array.strides[0])

    classes = [compiled.nldt_predict(row(rows, i)) for i in range(len(rows))]
    for i in range(len(rows)):
        compiled.nldt_predict_proba(row(rows, i), row(shares, i))

    def table(name: str, size: int) -> list[str]:
        return [entry.decode() for entry in (ctypes.c_char_p * size).in_dll(compiled, name)]

    features = table("nldt_feature_names", len(model.feature_names))
    return Predicted(classes, shares, table("nldt_class_names", len(model.labels)), features)


def c_rows(compiled: ctypes.CDLL, model: FittedModel, rows: np.ndarray) -> np.ndarray:
    """The rows with categories as the exported function finds them from their text."""
    compiled.nldt_category.restype = ctypes.c_double
    given, found = cells(model, rows), rows.copy()
    for i, row in enumerate(given):
        for j, cell in enumerate(row):
            if model.features[j].has_names:
                text = None if cell is None else str(cell).encode()
                found[i, j] = compiled.nldt_category(j, ctypes.c_char_p(text))
    return found


def run_javascript(model: FittedModel, rows: np.ndarray, folder: Path) -> Predicted:
    (folder / "exported.js").write_text(to_javascript(model), encoding="ascii")
    (folder / "driver.js").write_text(NODE_DRIVER)
    (folder / "rows.bin").write_bytes(np.ascontiguousarray(rows, dtype="<f8").tobytes())
    arguments = [str(folder / "exported.js"), str(folder / "rows.bin"), str(rows.shape[1])]
    if not model.is_plain:
        # JSON has no infinities, but numbers that overflow.
        text = json.dumps(cells(model, rows)).replace("Infinity", "1e999")
        (folder / "cells.json").write_text(text, encoding="utf-8")
        arguments.append(str(folder / "cells.json"))
    command = [need("node"), str(folder / "driver.js"), *arguments]
    said = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return Predicted(said["classes"], np.array(said["shares"]), said["labels"], said["features"])


def _from_database(model: FittedModel, rows: np.ndarray, database: Any, *, is_quick: bool = True) -> Predicted:
    """Classes and, in a query of their own, probabilities; those of long ways only where they do not take minutes."""
    found = database.execute(f"SELECT {to_sql(model)} FROM data ORDER BY place").fetchall()
    assert database.execute("SELECT count(*) FROM data").fetchone() == (len(rows),)
    classes = [model.labels.index(label) for (label,) in found]
    if not is_quick and max(map(len, ways(model.tree))) > LONGEST_WAY:
        return Predicted(classes)
    shares = database.execute(f"SELECT {to_sql_probabilities(model)} FROM data ORDER BY place").fetchall()
    return Predicted(classes, np.array(shares))


def run_sqlite(model: FittedModel, rows: np.ndarray, folder: Path) -> Predicted:
    with sqlite3.connect(":memory:") as database:
        kinds = ["REAL" if feature.is_number else "" for feature in model.features]  # of text: as it comes
        columns = ", ".join(f"{column(name)} {kind}" for name, kind in zip(model.feature_names, kinds, strict=True))
        database.execute(f"CREATE TABLE data (place INTEGER PRIMARY KEY, {columns})")
        marks = ", ".join("?" * (rows.shape[1] + 1))
        numbered = [(i, *row) for i, row in enumerate(rows.tolist() if model.is_plain else cells(model, rows))]
        database.executemany(f"INSERT INTO data VALUES ({marks})", numbered)
        return _from_database(model, rows, database)


def run_duckdb(model: FittedModel, rows: np.ndarray, folder: Path) -> Predicted:
    import duckdb
    import pandas as pd

    given = pd.DataFrame(rows) if model.is_plain else frame(model, rows)
    table = given.set_axis([f"c{j}" for j in range(rows.shape[1])], axis=1).assign(place=range(len(rows)))
    with duckdb.connect() as database:
        database.register("plain", table)
        kinds = [
            {"date": "CAST({} AS DATE)", "time": "CAST({} AS TIMESTAMP)"}.get(f.kind, "{}") for f in model.features
        ]
        columns = ", ".join(
            f"{kind.format(f'c{j}')} AS {column(name)}"
            for j, (kind, name) in enumerate(zip(kinds, model.feature_names, strict=True))
        )
        database.execute(f"CREATE TABLE data AS SELECT place, {columns} FROM plain")
        return _from_database(model, rows, database, is_quick=False)


def run_sympy(model: FittedModel, rows: np.ndarray, folder: Path) -> Predicted:
    import sympy

    from nldt.write.code.sympy_piecewise import gap_symbol_names, own_symbol_names, symbol_names

    values = dict(zip(symbol_names(model), rows.T, strict=True))
    values |= {name: np.isnan(rows[:, j]).astype(float) for j, name in gap_symbol_names(model).items()}
    for place, name in own_symbol_names(model).items():
        values[name] = model.basis.values(rows, [place])[:, 0]
    function = sympy.lambdify([sympy.Symbol(name) for name in values], to_sympy(model), "numpy")
    with np.errstate(all="ignore"):
        classes = function(*values.values())
    return Predicted(np.broadcast_to(classes, len(rows)).tolist())


def run_onnx(model: FittedModel, rows: np.ndarray, folder: Path) -> Predicted:
    import onnxruntime

    proto = to_onnx(model)
    session = onnxruntime.InferenceSession(proto.SerializeToString(), providers=["CPUExecutionProvider"])
    labels, shares = session.run(["label", "probabilities"], onnx_inputs(model, rows))
    told = {entry.key: json.loads(entry.value) for entry in proto.metadata_props}
    index = {label: i for i, label in enumerate(model.labels)}
    return Predicted([index[label] for label in labels.tolist()], shares, told["classes"], told["feature_names"])


def onnx_inputs(model: FittedModel, rows: np.ndarray) -> dict[str, np.ndarray]:
    """The rows as the model's inputs take them: text for categories, and an empty one for a gap."""
    if not model.has_categories:
        return {"X": rows}
    given = cells(model, rows)
    inputs = {}
    for j, (name, feature) in enumerate(zip(input_names(model), model.features, strict=True)):
        texts = ["" if row[j] is None else str(row[j]) for row in given]
        inputs[name] = np.array(texts, dtype=object) if feature.has_names else np.ascontiguousarray(rows[:, j])
    return inputs


RUNS: dict[str, Run] = {
    "python": run_python,
    "c": run_c,
    "javascript": run_javascript,
    "sqlite": run_sqlite,
    "duckdb": run_duckdb,
    "sympy": run_sympy,
    "onnx": run_onnx,
}
