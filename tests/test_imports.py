"""Imports run in one direction, and importing the package loads no more than it needs."""

from __future__ import annotations

import ast
import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import nldt

PACKAGE = Path(nldt.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))

# From the highest to the lowest: a module may import its own layer and those below, never one above.
LAYERS = [
    ["__main__", "cli"],
    ["bench"],
    ["plots"],
    ["__init__", "datasets", "export"],
    ["validate"],
    ["estimators"],
    ["report"],
    ["explain"],
    ["read"],
    ["write"],
    ["tree"],
    ["search"],
    ["data"],
    ["model"],
    ["impurity", "description", "decimals", "progress", "files"],
    ["solve"],
    ["_core", "allowed", "parameters", "errors", "extras", "palette", "version"],
]
HEIGHT = {name: -depth for depth, names in enumerate(LAYERS) for name in names}
MAY_IMPORT_ONLY = {"datasets": {"datasets", "errors", "extras", "files"}}
LOADED_WHEN_USED = {"msgspec", "pandas", "rich", "typer", "matplotlib", "sympy", "onnx", "jinja2", "pymoo", "joblib"}
LOADED_WHEN_USED |= {"narwhals", "openpyxl", "pyarrow", "pint", "dask", "distributed"}


def part(path: Path) -> str:
    """The top-level file or folder of the package that a file belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


PARTS = {part(path) for path in MODULES} | {"_core"}


def imported_names(tree: ast.AST) -> Iterator[str]:
    """Dotted names of all imports below a syntax tree, those inside functions too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def parts_imported_by(path: Path) -> set[str]:
    return imported_parts(path.read_text(encoding="utf-8"))


def imported_parts(source: str) -> set[str]:
    """Parts of the package that a source imports; a public name of the package counts as its __init__."""
    names = [name.split(".") for name in imported_names(ast.parse(source))]
    inside = [name[1] if len(name) > 1 else "" for name in names if name[0] == "nldt"]
    return {name if name in PARTS else "__init__" for name in inside}


def forbidden(importer: str, imported: set[str]) -> set[str]:
    if importer in MAY_IMPORT_ONLY:
        return imported - MAY_IMPORT_ONLY[importer]
    return {name for name in imported if HEIGHT[name] > HEIGHT[importer]}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_module_imports_nothing_above_it(path):
    assert forbidden(part(path), parts_imported_by(path)) == set()


def test_every_part_has_its_place():
    assert set(HEIGHT) == PARTS


def test_only_the_solver_imports_the_compiled_core():
    assert {part(path) for path in MODULES if "_core" in parts_imported_by(path)} == {"solve"}


@pytest.mark.parametrize(
    ("importer", "source"),
    [
        ("tree", "import nldt.estimators"),
        ("tree", "from nldt import NLDTClassifier"),
        ("search", "def later():\n    from nldt.tree import prune"),
        ("errors", "from nldt import solve"),
        ("datasets", "from nldt.parameters import validate"),
        ("estimators", "from nldt.datasets import load"),
        ("write", "from nldt.plots import plot_tree"),
    ],
)
def test_an_import_from_above_is_noticed(importer, source):
    assert forbidden(importer, imported_parts(source))


def python_lines(code: str) -> list[str]:
    """What a fresh interpreter prints."""
    quiet = {**os.environ, "SKBUILD_EDITABLE_VERBOSE": "0"}  # an editable install may rebuild on import
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=quiet)
    return done.stdout.split()


def test_importing_the_package_loads_the_version_only():
    loaded = python_lines("import sys; before = set(sys.modules); import nldt; print(*set(sys.modules) - before)")
    assert {name for name in loaded if name.startswith("nldt")} == {"nldt", "nldt.version"}
    assert {"numpy", "scipy", "sklearn"}.isdisjoint(loaded)


def test_every_public_name_is_found_where_type_checkers_look_for_it():
    """The imports for type checkers name what ``__getattr__`` loads, and all of it."""
    statements = ast.parse(source_of("nldt")).body
    (shown,) = [node for node in statements if isinstance(node, ast.If)]
    homes = {node.module: tuple(alias.name for alias in node.names) for node in shown.body}
    assert homes == nldt._HOMES
    assert {*nldt._HOME_OF, "__version__"} == set(nldt.__all__) <= set(dir(nldt))
    for name, home in nldt._HOME_OF.items():
        assert getattr(nldt, name) is getattr(importlib.import_module(home), name)


def test_parts_of_the_package_are_there_without_an_import_of_their_own():
    printed = python_lines("import nldt; print(nldt.search.register_search.__name__, nldt.datasets.load.__name__)")
    assert printed == ["register_search", "load"]


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'NLDTRegressor'"):
        nldt.NLDTRegressor  # noqa: B018


@pytest.fixture(scope="module")
def loaded_by_names() -> list[str]:
    """Modules that all public names together add to those that scikit-learn loads by itself."""
    code = "import sys, sklearn.base, scipy.sparse; before = set(sys.modules); from nldt import *"
    return python_lines(f"{code}; print(*sorted(set(sys.modules) - before))")


def test_the_public_names_load_no_extra(loaded_by_names):
    assert "nldt.estimators" in loaded_by_names
    assert LOADED_WHEN_USED.isdisjoint(loaded_by_names)


def test_modules_of_the_package_import_extras_inside_functions(loaded_by_names):
    """Scikit-learn itself may have loaded pandas, so that a look at what is loaded is not enough."""
    for name in loaded_by_names:
        if name == "nldt" or (name.startswith("nldt.") and name != "nldt._core"):
            statements = ast.parse(source_of(name)).body
            imports = [node for node in statements if isinstance(node, ast.Import | ast.ImportFrom)]
            roots = {imported.split(".")[0] for node in imports for imported in imported_names(node)}
            assert LOADED_WHEN_USED.isdisjoint(roots), name


def source_of(module: str) -> str:
    path = PACKAGE.joinpath(*module.split(".")[1:])
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return file.read_text(encoding="utf-8")
