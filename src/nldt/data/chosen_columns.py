"""Which columns of a file are left out of a fit: those that the user names, and those that no rule should use."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence

import pandas as pd

from nldt.data.doubtful_columns import ROW_NUMBERS, Doubt, doubtful_columns, doubts_in_words
from nldt.data.feature_table import read_training_table
from nldt.data.table import Table
from nldt.errors import DoubtfulColumnsWarning, InputError


def wished_columns(
    table: Table, target: str, drop: Sequence[str], keep: Sequence[str], uses: Mapping[str, str | None]
) -> list[str]:
    """The columns that the user's options leave out, each once; InputError for an option that makes no sense.

    ``uses``: options that use a column for something else, such as ``--weight``, with the column.
    """
    used = {name: option for option, name in uses.items() if name is not None}
    options = [("--drop", name) for name in drop] + [("--keep", name) for name in keep]
    options += [(option, name) for name, option in used.items()]
    table.require_column(target)
    for option, name in options:
        table.require_column(name)
        if name == target:
            raise InputError(f"{option} {name}: it is the target")
    left_out = list(dict.fromkeys([*drop, *used]))
    for name in keep:
        if name in left_out:
            raise InputError(f"--keep {name}: it is {f'the {used[name]}' if name in used else 'named by --drop, too'}")
    return left_out


def left_out_columns(
    table: Table, features: pd.DataFrame, classes: pd.Series, drop: Sequence[str], keep: Sequence[str]
) -> list[str]:
    """What ``drop`` names, row numbers, ids, constants and copies; but for what ``keep`` names.

    One warning tells of all columns that are doubtful, of those too that are used, such as giveaways, and of the option
    that would change it. Where nothing else is left, doubtful columns are used, too.
    """
    others = features.drop(columns=list(drop))
    if others.columns.empty:
        raise InputError(f"--drop leaves no column of {table.source} besides the target {classes.name!r}")
    doubts = [doubt for doubt in _doubts(table, others, classes) if doubt.name not in keep]
    useless = [doubt for doubt in doubts if doubt.is_useless]
    are_all = len(useless) == others.shape[1]
    said = []
    if useless and not are_all:
        said.append(f"left out: {doubts_in_words(useless)} (--keep COLUMN uses one all the same)")
    used = doubts if are_all else [doubt for doubt in doubts if not doubt.is_useless]
    if used:
        why = " since there are no others" if are_all else ""
        said.append(f"used{why}, though perhaps wrongly: {doubts_in_words(used)} (--drop COLUMN leaves one out)")
    if said:
        warnings.warn(f"{table.source.title}: {'; '.join(said)}", DoubtfulColumnsWarning, stacklevel=2)
    return [*drop, *(doubt.name for doubt in useless if not are_all)]


def _doubts(table: Table, features: pd.DataFrame, classes: pd.Series) -> list[Doubt]:
    """What is odd about the columns; numbers without a name are row numbers in any order."""
    read = read_training_table("fit", features)
    doubts = {doubt.name: doubt for doubt in doubtful_columns(read, read.rows, pd.factorize(classes)[0])}
    numbers = table.row_numbers
    if numbers in features.columns and numbers is not None:
        doubts[numbers] = Doubt(list(features.columns).index(numbers), numbers, ROW_NUMBERS)
    return sorted(doubts.values(), key=lambda doubt: doubt.column)
