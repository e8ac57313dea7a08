"""Nonlinear decision trees: very small classifiers whose nodes are short algebraic rules."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from nldt.version import __version__

if TYPE_CHECKING:  # what the names are, for type checkers and editors
    from nldt.errors import DoubtfulColumnsWarning, InputError
    from nldt.estimators import NLDTClassifier, load_model
    from nldt.model.document.schema import model_schema
    from nldt.model.fitted_model import FittedModel
    from nldt.model.rule import SplitRule
    from nldt.parameters import Fixed
    from nldt.search import FastSearch, PaperSearch
    from nldt.validate.comparison import compare
    from nldt.validate.evaluation import evaluate
    from nldt.validate.path_classifier import NLDTClassifierCV
    from nldt.validate.stability import stability

__all__ = [
    "DoubtfulColumnsWarning",
    "FastSearch",
    "FittedModel",
    "Fixed",
    "InputError",
    "NLDTClassifier",
    "NLDTClassifierCV",
    "PaperSearch",
    "SplitRule",
    "__version__",
    "compare",
    "evaluate",
    "load_model",
    "model_schema",
    "stability",
]

# Where each name is from. It is loaded when asked for (PEP 562): the command line starts at once and loads only what a
# command needs. A test compares this with the imports above.
_HOMES = {
    "nldt.errors": ("DoubtfulColumnsWarning", "InputError"),
    "nldt.estimators": ("NLDTClassifier", "load_model"),
    "nldt.model.document.schema": ("model_schema",),
    "nldt.model.fitted_model": ("FittedModel",),
    "nldt.model.rule": ("SplitRule",),
    "nldt.parameters": ("Fixed",),
    "nldt.search": ("FastSearch", "PaperSearch"),
    "nldt.validate.comparison": ("compare",),
    "nldt.validate.evaluation": ("evaluate",),
    "nldt.validate.path_classifier": ("NLDTClassifierCV",),
    "nldt.validate.stability": ("stability",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
_PARTS = ("datasets", "errors", "estimators", "model", "plots", "search", "validate")  # nldt.search without its import


def __getattr__(name: str) -> Any:
    """A public name, or a part of the package, when it is first asked for."""
    if name in _HOME_OF:
        found = getattr(importlib.import_module(_HOME_OF[name]), name)
    elif name in _PARTS:
        found = importlib.import_module(f"{__name__}.{name}")
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """What there is, loaded or not."""
    return sorted({*globals(), *__all__, *_PARTS})
