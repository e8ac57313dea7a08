"""A path of models as a table: of numbers and formulas, or as plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nldt.model.fitted_model import FittedModel
from nldt.model.model_path import CUT_SHORT, ModelPath
from nldt.write.formula import TextFormulas
from nldt.write.text import to_text

if TYPE_CHECKING:
    import pandas as pd


def path_frame(path: ModelPath) -> pd.DataFrame:
    """A line for each model: size, accuracies, limit of length, whether it is chosen, its rules, the tree as text."""
    import pandas as pd

    return pd.DataFrame(
        {
            "price": [point.price for point in path.points],
            "length": [point.length for point in path.points],
            "rules": [point.n_rules for point in path.points],
            "cv_accuracy": [point.accuracy for point in path.points],
            "cv_standard_error": [point.standard_error for point in path.points],
            "training_accuracy": [point.training_accuracy for point in path.points],
            "max_length": pd.array([point.max_length for point in path.points], dtype="Int64"),
            "chosen": [place == path.chosen for place in range(len(path.points))],
            "formulas": [formulas(point.model) for point in path.points],
            "text": [to_text(point.model) for point in path.points],
        }
    )


def formulas(model: FittedModel) -> str:
    """The rules of a tree on one line, from the root down."""
    printed = TextFormulas(model, "auto")
    return "; ".join(printed.rule(rule) for rule in model.rules) or "no rule"


def path_text(path: ModelPath) -> str:
    """The path as people read it, accuracies in percent, with a mark for the chosen model."""
    lines = [f"price  held to  length  rules  {path.accuracy_title:>24}  training accuracy"]
    n_folds = len(path.points[0].fold_accuracies)
    for place, point in enumerate(path.points):
        held = "" if point.max_length is None else point.max_length
        size = f"{point.price:5g}  {held:>7}  {point.length:6}  {point.n_rules:5}"
        estimate = f"{100 * point.accuracy:.2f} ± {100 * point.standard_error:.2f} %"
        training = f"{100 * point.training_accuracy:.2f} %"
        mark = "  ← chosen" if place == path.chosen else ""
        lines.append(f"{size}  {estimate:>{max(24, len(path.accuracy_title))}}  {training:>17}{mark}")
    if any(point.max_length is not None for point in path.points):
        lines.append("held to: the length that models of a line may not exceed; those of others are as long as pays")
    lines.append(
        f"{path.judged}: models of {n_folds} folds, made in the same way, on rows that they had not seen, ± one "
        "standard error; all else: the model of all rows"
    )
    if path.is_cut_short:
        lines.append(CUT_SHORT)
    return "\n".join(lines) + "\n"
