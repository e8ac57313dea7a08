"""Datasets of pyarrow: a folder of Parquet files, one such file, or what else a user has opened as one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from nldt.data.formats.arrow_errors import unreadable
from nldt.data.formats.arrow_file import as_frame, is_nested
from nldt.data.partitions.passes import BLOCK_ROWS, ReadHere
from nldt.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

ROWS_AT_ONCE = 2 * BLOCK_ROWS  # that are decoded together
INDEX = re.compile(r"__index_level_\d+__")  # what pandas calls row numbers in a file


@dataclass(frozen=True, eq=False)
class ArrowDataset(ReadHere):
    """A ``pyarrow.dataset.Dataset``; a partition is a row group of a Parquet file, or a file of another kind."""

    dataset: Any
    title: str
    n_threads: int = 1
    names_are_given: bool = True

    @cached_property
    def _fields(self) -> dict[str, Any]:
        import pyarrow

        return {
            field.name: field.type
            for field in self.dataset.schema
            if not is_nested(pyarrow.types, field.type) and not INDEX.fullmatch(field.name)
        }

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._fields)

    @cached_property
    def numbers(self) -> frozenset[str]:
        from pyarrow import types

        tests = (types.is_integer, types.is_floating, types.is_decimal)
        numbers = {name for name, kind in self._fields.items() if any(test(kind) for test in tests)}
        return frozenset(numbers - self._categories)

    @cached_property
    def _categories(self) -> frozenset[str]:
        """Columns that pandas wrote as categories: of numbers, the files themselves do not tell."""
        written = self.dataset.schema.pandas_metadata or {}
        kinds = {entry["field_name"]: entry["pandas_type"] for entry in written.get("columns", ())}
        return frozenset(name for name, kind in kinds.items() if kind == "categorical")

    @property
    def n_partitions(self) -> int:
        return len(self.pieces)

    @cached_property
    def identity(self) -> str | None:
        """By the names, sizes and times of the files; None where there are none."""
        files = getattr(self.dataset, "files", None)
        if not files:
            return None
        known = self.dataset.filesystem.get_file_info(files)
        return repr([(file.path, file.size, file.mtime_ns) for file in known] + [self.dataset.schema.to_string()])

    @cached_property
    def pieces(self) -> list[_Fragment]:
        """The partitions."""
        found = []
        for fragment in self._fragments():
            with _told(fragment, self.dataset.schema):
                parts = fragment.split_by_row_group() if hasattr(fragment, "split_by_row_group") else [fragment]
            found += [_Fragment(part, self.dataset.schema, self._categories) for part in parts]
        return found

    def _fragments(self) -> list[Any]:
        try:
            return list(self.dataset.get_fragments())
        except ValueError:
            raise InputError(
                f"{self.title} is filtered, or some of its columns are computed: such a dataset is not read by parts; "
                "give it without the filter, or write it to files first"
            ) from None


@dataclass(frozen=True, eq=False)
class _Fragment:
    fragment: Any
    schema: Any
    categories: frozenset[str]

    def frames(self, columns: Sequence[str]) -> Iterator[pd.DataFrame]:
        import pyarrow

        with _told(self.fragment, self.schema):
            batches = self.fragment.to_batches(
                schema=self.schema,
                columns=list(columns),
                batch_size=ROWS_AT_ONCE,
                batch_readahead=1,
                fragment_readahead=1,
                use_threads=False,
            )
            for batch in batches:
                if batch.num_rows:
                    table = pyarrow.Table.from_batches([batch]).replace_schema_metadata(None)
                    frame = as_frame(pyarrow, table)
                    yield frame.astype(dict.fromkeys(self.categories.intersection(columns), "category"))


@contextmanager
def _told(fragment: Any, schema: Any) -> Iterator[None]:
    """Name a file that can't be read."""
    import pyarrow

    try:
        yield
    except (pyarrow.ArrowException, OSError) as error:
        where = getattr(fragment, "path", "the dataset")
        _refuse_other_types(fragment, schema, where)
        raise InputError(f"can't read {where!r}: {unreadable(error)[1]}") from None


def _refuse_other_types(fragment: Any, schema: Any, where: str) -> None:
    """Raise InputError for the columns that hold something else in a file that was read as the table's."""
    try:
        fields = {field.name: field.type for field in fragment.physical_schema}
    except Exception:  # it can't even be opened
        return
    for field in schema:
        if fields.get(field.name, field.type) != field.type:
            raise InputError(
                f"column {field.name!r} holds {fields[field.name]} in {where!r}, and {field.type} in the first file: "
                "write it as one type in all files"
            )
