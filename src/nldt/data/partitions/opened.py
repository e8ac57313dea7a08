"""The table of partitions that a user means: a dataset, a table of Dask, a folder, a large file."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nldt.data.feature_table import numbered_names
from nldt.data.formats.arrow_errors import unreadable
from nldt.data.formats.layout import Layout
from nldt.data.partitions.dask_table import DaskTable, frame_of_array, is_dask_array, is_dask_frame, is_dask_series
from nldt.data.partitions.table import PartitionedTable, require_columns
from nldt.errors import InputError
from nldt.extras import require
from nldt.solve import thread_count

PARQUET = {".parquet", ".pq", ".parq"}
TARGET, WEIGHT = "\0target", "\0weight"  # columns that are put beside a table: no column is called so


@dataclass(frozen=True, eq=False)
class PartitionedRows:
    """A table with the names of the columns that hold the classes and the evidence."""

    table: PartitionedTable
    target: str
    weight: str | None

    @property
    def features(self) -> tuple[str, ...]:
        return tuple(name for name in self.table.names if name not in (self.target, self.weight))


def is_partitioned(X: Any) -> bool:
    """Whether it is a table that is read by partitions: of Dask, of pyarrow, or a path."""
    return isinstance(X, str | Path | PartitionedRows) or is_dask_frame(X) or is_dask_array(X) or _is_dataset(X)


def open_table(
    X: Any, n_jobs: int | None = None, layout: Layout | None = None, target: str | None = None
) -> PartitionedTable:
    """The table of partitions; InputError where it is none."""
    n_threads = thread_count(n_jobs)
    if isinstance(X, str | Path):
        return _open_path(Path(os.path.expanduser(X)), n_threads, layout or Layout(), target)
    if _is_dataset(X):
        from nldt.data.partitions.arrow_dataset import ArrowDataset

        return ArrowDataset(X, "the dataset", n_threads)
    if is_dask_array(X):
        if X.ndim != 2:
            raise InputError(f"X is a Dask array of {X.ndim} dimensions: rows and columns are needed")
        return DaskTable(frame_of_array(X, list(numbered_names(X.shape[1]))), names_are_given=False)
    return DaskTable(X)


def open_rows(X: Any, y: Any, sample_weight: Any, n_jobs: int | None, layout: Layout | None = None) -> PartitionedRows:
    """The table with its classes: ``y`` is the name of a column, or of Dask's own kind with the same partitions."""
    if isinstance(X, PartitionedRows):
        return X
    target = y if isinstance(y, str) else None
    table = open_table(X, n_jobs, layout, target)
    names = {TARGET: y, WEIGHT: sample_weight}
    beside = {name: given for name, given in names.items() if given is not None and not isinstance(given, str)}
    for name, given in beside.items():
        if not isinstance(table, DaskTable) or not (is_dask_series(given) or is_dask_array(given)):
            what = "y" if name == TARGET else "sample_weight"
            raise InputError(
                f"{what} must be the name of a column of {table.title}"
                f"{', or a Dask series or array' if isinstance(table, DaskTable) else ''}, not {type(given).__name__}"
            )
        series = frame_of_array(given.reshape(-1, 1), [name])[name] if is_dask_array(given) else given
        table = table.with_column(name, series)
    if y is None:
        raise InputError("y is None: give the name of the column that holds the classes")
    target = TARGET if TARGET in beside else y
    weight = WEIGHT if WEIGHT in beside else sample_weight
    require_columns(table, [target] if weight is None else [target, weight])
    rows = PartitionedRows(table, target, weight)
    if not rows.features:
        raise InputError(f"{table.title} has no column besides the target {target!r}")
    return rows


def _is_dataset(X: Any) -> bool:
    return type(X).__module__.startswith("pyarrow") and hasattr(X, "get_fragments")


def _open_path(path: Path, n_threads: int, layout: Layout, target: str | None) -> PartitionedTable:
    if not path.exists():
        raise InputError(f"can't read {str(path)!r}: No such file or directory")
    if path.is_dir() or path.suffix.casefold() in PARQUET:
        layout.refuse_all_but(source=repr(str(path)), is_kind="read as a dataset of Parquet files")
        dataset = require("pyarrow.dataset", "a folder of Parquet files", "parquet")
        return _open_parquet(dataset, path, n_threads)
    from nldt.data.partitions.csv_pieces import CsvPieces

    return CsvPieces(path, layout, target, n_threads)


def _parquet_files(folder: Path) -> list[Path]:
    """The Parquet files of a folder and those below it, in their order; not what is hidden, as unfinished files are."""
    files = [file for file in folder.rglob("*") if file.suffix.casefold() in PARQUET and file.is_file()]
    hidden = (".", "_")
    return sorted(f for f in files if not any(part.startswith(hidden) for part in f.relative_to(folder).parts))


def _open_parquet(dataset: Any, path: Path, n_threads: int) -> PartitionedTable:
    from nldt.data.partitions.arrow_dataset import ArrowDataset

    files = _parquet_files(path) if path.is_dir() else [path]
    if not files:
        raise InputError(f"{str(path)!r} is a folder without Parquet files: name one that has some, or a file")
    try:
        options = {"partitioning": "hive", "partition_base_dir": str(path)} if path.is_dir() else {}
        checked = dataset.ParquetFragmentScanOptions(page_checksum_verification=True)
        kind = dataset.ParquetFileFormat(default_fragment_scan_options=checked)
        opened = dataset.dataset([str(file) for file in files], format=kind, **options)
    except Exception as error:  # there is a different one for almost every kind of damage
        file, reason = unreadable(error)
        raise InputError(f"can't read {(file or str(path))!r}: {reason}") from None
    return ArrowDataset(opened, repr(str(path)), n_threads)
