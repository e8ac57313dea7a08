"""What a table of partitions can do."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Protocol, TypeVar

from nldt.data.partitions.passes import IsOver, Pass
from nldt.errors import InputError, hint

if TYPE_CHECKING:
    import pandas as pd

Sums = TypeVar("Sums")


class PartitionedTable(Protocol):
    """A table whose rows nobody holds all at once."""

    @property
    def title(self) -> str:
        """What messages call it."""

    @property
    def names(self) -> tuple[str, ...]:
        """Its columns."""

    @property
    def numbers(self) -> frozenset[str]:
        """Those columns that hold numbers and nothing else, for all that is known without a look at the rows."""

    @property
    def names_are_given(self) -> bool:
        """Whether the names are the user's."""

    @property
    def n_partitions(self) -> int: ...

    @property
    def identity(self) -> str | None:
        """What tells whether the partitions are what they were, without a look at the rows; None: nobody can tell."""

    def answers(self, one: Pass[Sums], first: int, is_over: IsOver) -> Generator[Sums | None]:
        """What a pass gives for each partition from the first that is asked for, in their order.

        None for one without rows; CutShort soon after it is over.
        """

    def frames(self, columns: list[str]) -> Iterator[pd.DataFrame]:
        """The rows in their order, some at a time."""


def require_columns(table: PartitionedTable, columns: list[str]) -> None:
    """Raise InputError where the table lacks one of these columns."""
    for name in columns:
        if name not in table.names:
            raise InputError(f"{table.title} has no column {name!r}{hint(name, list(table.names), 'columns')}")
