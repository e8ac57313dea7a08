"""What is particular to one language: Python, C, JavaScript, SymPy, ONNX."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest
from export_runs import RUNS, expected
from made_trees import INF, made_model, made_tree, random_model, ugly_rows
from programs import need

from nldt import InputError, SplitRule
from nldt.extras import require
from nldt.model.basis import Basis, Shifted
from nldt.model.fitted_model import FittedModel
from nldt.write.code.c_source import to_c
from nldt.write.code.javascript import to_javascript
from nldt.write.code.onnx_graph import to_onnx
from nldt.write.code.python_source import to_python
from nldt.write.code.sympy_piecewise import symbol_names, to_sympy, to_sympy_text

QUOTIENT = SplitRule([[1, -1]], [0.5], -INF, 3.0)


@pytest.fixture
def quotient() -> FittedModel:
    return made_model(made_tree((QUOTIENT, 0, 1), 2), ["a", "b"], ["left", "right"])


def test_python_needs_nothing_but_the_standard_library(quotient, tmp_path):
    (tmp_path / "tree.py").write_text(to_python(quotient), encoding="ascii")
    code = "import sys; sys.path.insert(0, sys.argv[1]); import tree; print(tree.predict([2, 1]), tree.predict((1, 0)))"
    command = [sys.executable, "-I", "-S", "-W", "error", "-c", code, str(tmp_path)]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout == "left right\n"


def test_python_never_raises_on_a_number():
    for scaling in ("raw", "shift"):
        model, _ = random_model(3, scaling=scaling)
        module: dict = {}
        exec(to_python(model), module)
        for row in ugly_rows(4).tolist():
            assert module["predict"](row) in ("no", "yes")


def test_python_hands_out_a_list_of_its_own(quotient):
    module: dict = {}
    exec(to_python(quotient), module)
    module["predict_proba"]([1.0, 1.0])[0] = 17.0
    assert module["predict_proba"]([1.0, 1.0])[0] != 17.0


def test_c_has_no_fused_operation_even_where_the_machine_could(tmp_path):
    model, _ = random_model(2)
    source = tmp_path / "tree.c"
    source.write_text(to_c(model), encoding="ascii")
    machine = subprocess.run([need("gcc"), "-dumpmachine"], check=True, capture_output=True, text=True).stdout
    options = ["-S", "-O3", "-o", "-", *(["-mfma"] if "x86" in machine else [])]
    command = [need("gcc"), *options, str(source)]
    assembly = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "nldt_predict" in assembly
    assert "fmadd" not in assembly and "fmsub" not in assembly and "fnmadd" not in assembly


def test_c_refuses_to_be_compiled_with_fast_math(quotient, tmp_path):
    (tmp_path / "tree.c").write_text(to_c(quotient), encoding="ascii")
    command = [need("gcc"), "-ffast-math", "-c", "tree.c"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode != 0 and "-ffast-math" in done.stderr


def test_c_is_also_c_plus_plus(quotient, tmp_path):
    (tmp_path / "tree.cpp").write_text(to_c(quotient), encoding="ascii")
    subprocess.run([need("g++"), "-Wall", "-Wextra", "-Werror", "-c", "tree.cpp"], cwd=tmp_path, check=True)


def test_javascript_runs_in_a_page_without_modules(quotient, tmp_path):
    """As a classic script, where there is neither module nor require."""
    (tmp_path / "tree.js").write_text(to_javascript(quotient), encoding="ascii")
    code = (
        'const source = require("fs").readFileSync(process.argv[1], "utf8");'
        'const page = require("vm").createContext({});'
        'require("vm").runInContext(source, page);'
        'console.log(require("vm").runInContext("predict([\'2\', 1]) + predict([1, 0]) + predict([1])", page));'
    )
    command = [need("node"), "-e", code, str(tmp_path / "tree.js")]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout == "leftrightright\n"


def test_missing_values_go_right_in_javascript(tmp_path):
    """As NULL does in SQL; texts that are numbers count as those."""
    rule = SplitRule([[1, 0]], [1.0], -INF, 3.0)
    (tmp_path / "tree.js").write_text(
        to_javascript(made_model(made_tree((rule, 0, 1), 2), ["a", "b"], ["left", "right"])), encoding="ascii"
    )
    code = """
    const { predict } = require("./tree.js");
    const rows = [[null, 1], ["", 1], [" ", 1], [undefined, 1], [], ["?", 1], [0, 1], ["2.5", 1], [2n, 1], ["4", null]];
    console.log(rows.map(predict).join(" "));
    """
    done = subprocess.run([need("node"), "-e", code], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["right"] * 6 + ["left"] * 3 + ["right"]


def test_sympy_symbols_are_numbered_words(quotient):
    import sympy

    named = made_model(quotient.tree, ["mean radius", "lambda"], quotient.labels)
    assert symbol_names(named) == ["x1_mean_radius", "x2_lambda"]
    assert {str(symbol) for symbol in to_sympy(named).free_symbols} == {"x1_mean_radius", "x2_lambda"}
    assert isinstance(to_sympy(named), sympy.Piecewise)


def test_sympy_text_is_read_by_sympy():
    import sympy

    model, _ = random_model(5, classes=(0, 1, 2))
    rows = np.random.default_rng(0).uniform(0.1, 4.0, size=(300, 4))
    read = sympy.sympify(to_sympy_text(model))
    function = sympy.lambdify([sympy.Symbol(name) for name in symbol_names(model)], read, "numpy")
    assert function(*rows.T).tolist() == expected(model, rows)[0]


def test_sympy_simplifies_on_request(quotient):
    import sympy

    a, b = sympy.symbols("x1_a x2_b")
    ratio = next(iter(to_sympy(quotient).doit().atoms(sympy.LessThan))).lhs
    assert ratio == sympy.Float(0.5, 17) * a / b


def test_onnx_tells_its_types(quotient):
    import onnx

    proto = to_onnx(quotient)
    onnx.checker.check_model(proto, full_check=True)
    kinds = {value.name: value.type.tensor_type.elem_type for value in [*proto.graph.input, *proto.graph.output]}
    assert kinds == {
        "X": onnx.TensorProto.DOUBLE,
        "label": onnx.TensorProto.STRING,
        "probabilities": onnx.TensorProto.DOUBLE,
    }


@pytest.mark.parametrize("optimised", ["ORT_DISABLE_ALL", "ORT_ENABLE_BASIC", "ORT_ENABLE_ALL"])
def test_onnx_does_not_depend_on_optimisation(optimised):
    import onnxruntime

    model, rows = random_model(6, scaling="shift")
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = getattr(onnxruntime.GraphOptimizationLevel, optimised)
    session = onnxruntime.InferenceSession(
        to_onnx(model).SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    labels, shares = session.run(None, {"X": rows})
    classes, wanted = expected(model, rows)
    assert labels.tolist() == [model.labels[index] for index in classes]
    assert np.array_equal(shares, wanted)


@pytest.mark.parametrize(
    "weights", [[1.0, 1.0], [1.0 + 1e-12, 1e-60], [-1.0, 0.5]], ids=["neutral", "nearly neutral", "others"]
)
@pytest.mark.parametrize(
    "basis", [None, Basis((Shifted(0, 1e-60, 1.0 + 1e-12), Shifted(1, 0.0, 2.0)), 2)], ids=["raw", "shift"]
)
def test_every_constant_of_onnx_is_read(weights, basis):
    """Else onnxruntime warns when it loads the model."""
    rule = SplitRule([[-1, 0], [0, 1]], weights, -INF, 3.0, basis)
    graph = to_onnx(made_model(made_tree((rule, 0, 1), 2), ["a", "b"], ["no", "yes"])).graph
    names = {constant.name for constant in graph.initializer}
    assert names and names <= {name for node in graph.node for name in node.input}


def test_whole_numbers_beyond_a_double_survive_in_javascript(tmp_path):
    labels = [2**53 + 1, 2**53 + 2]
    model = made_model(made_tree((QUOTIENT, 0, 1), 2), ["a", "b"], labels)
    assert RUNS["javascript"](model, np.ones((1, 2)), tmp_path).class_names == [str(label) for label in labels]


def test_metadata_of_onnx_are_plain_json(quotient):
    told = {entry.key: json.loads(entry.value) for entry in to_onnx(quotient).metadata_props}
    assert told == {"feature_names": ["a", "b"], "classes": ["left", "right"]}


def test_a_missing_package_is_one_line():
    with pytest.raises(InputError, match=r"^the SymPy export needs no_sympy: pip install 'nldt\[export\]'$"):
        require("no_sympy.core", "the SymPy export", "export")
