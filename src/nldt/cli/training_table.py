"""The table that a command learns from: one way to read it, whatever the command does then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from nldt.cli.notes import told_if_accepted
from nldt.cli.options import DROP_MISSING, WEIGHT

if TYPE_CHECKING:
    import pandas as pd

    from nldt import NLDTClassifier
    from nldt.data.formats.layout import Layout
    from nldt.data.source import Source
    from nldt.model.estimate import Estimate
    from nldt.validate.labelled_rows import LabelledRows


DROP = typer.Option(
    "--drop", metavar="COLUMN", help="Leave this column out; may be repeated. predict does without it, too."
)
KEEP = typer.Option(
    "--keep",
    metavar="COLUMN",
    help="Use this column, though it holds row numbers, ids, one value or a copy of a column; may be repeated.",
)
GROUPS = typer.Option(
    "--groups",
    metavar="COLUMN",
    help="The column that says which rows belong together, such as a patient or a batch: folds keep them together, "
    "and it is no feature.",
)


@dataclass(frozen=True)
class ChosenColumns:
    """What the options say of columns: the target, those to leave out or keep, and those with a duty of their own."""

    target: Annotated[str, typer.Option(help="The column to predict.")]
    drop: Annotated[list[str] | None, DROP] = None
    keep: Annotated[list[str] | None, KEEP] = None
    weight: Annotated[str | None, WEIGHT] = None
    groups: Annotated[str | None, GROUPS] = None
    drop_missing: Annotated[bool, DROP_MISSING] = False


@dataclass(frozen=True, eq=False)
class TrainingTable:
    """Features, classes and what else is known of the rows; ``left_out``: features that are not to be used."""

    X: pd.DataFrame
    y: pd.Series
    evidence: pd.Series | None
    groups: pd.Series | None
    left_out: list[str]

    def training_accuracy(self, fitted: NLDTClassifier) -> tuple[float, str]:
        """The share of rows that a classifier answers right, by the counts in its leaves, and which rows these are."""
        return fitted.tree_.share_right, f"{len(self.X)} rows"

    def of_all_rows(self, estimate: Estimate) -> Estimate:
        """An estimate of folds of ``rows``, which are all there are."""
        return estimate

    @property
    def rows(self) -> LabelledRows:
        """What folds are made of: without the columns that are left out."""
        from nldt.validate.labelled_rows import LabelledRows

        return LabelledRows.read("fit", self.X.drop(columns=self.left_out), self.y, self.groups, self.evidence)


def read_training_rows(source: Source, layout: Layout, columns: ChosenColumns) -> TrainingTable:
    """The rows; what there is to say of the table is said once it is accepted."""
    from nldt.data.chosen_columns import left_out_columns, wished_columns
    from nldt.data.feature_columns import tell_of_lost_zeros
    from nldt.data.gaps import complete_rows
    from nldt.data.read_table import read_table
    from nldt.data.row_columns import row_groups, row_weights
    from nldt.data.target_column import split_target

    with told_if_accepted():
        others = {columns.target, columns.groups, *(columns.drop or [])}
        table = read_table(source, layout, lambda name: name not in others)
        uses = {"--weight": columns.weight, "--groups": columns.groups}
        keep = columns.keep or []
        wishes = wished_columns(table, columns.target, columns.drop or [], keep, uses)
        X, y = split_target(table, columns.target)
        left_out = left_out_columns(table, X, y, wishes, keep)
        tell_of_lost_zeros(table, [name for name in X.columns if name not in left_out])
        X, y = complete_rows(X, y, columns.drop_missing, left_out)
        evidence = None if columns.weight is None else row_weights(table, columns.weight, y.index)
        groups = None if columns.groups is None else row_groups(table, columns.groups, y.index)
    return TrainingTable(X, y, evidence, groups, left_out)
