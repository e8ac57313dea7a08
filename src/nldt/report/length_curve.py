"""The length curve of a report: the models that there were to choose from, each in print."""

from __future__ import annotations

from nldt.model.fitted_model import FittedModel
from nldt.model.model_path import ModelPath, PathPoint
from nldt.report.describe import describe
from nldt.report.summary import PathPointSummary, PathSummary


def describe_path(path: ModelPath, model: FittedModel) -> PathSummary:
    """One model a length; ``model`` is what the report is about."""
    points = [path.points[place] for place in path.by_length]
    return PathSummary(
        points=tuple(_point(point) for point in points),
        chosen=next((place for place, point in enumerate(points) if point.model is model), None),
        least_within=path.least_within,
        n_folds=len(path.points[0].fold_accuracies),
        n_tested=path.points[0].n_tested,
        is_cut_short=path.is_cut_short,
        judged=path.judged,
        accuracy_title=path.accuracy_title,
    )


def _point(point: PathPoint) -> PathPointSummary:
    return PathPointSummary(
        point.price,
        describe(point.model),
        point.accuracy,
        point.standard_error,
        point.training_accuracy,
        point.max_length,
    )
