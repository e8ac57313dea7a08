"""Structures: the exponents of a rule's terms (the paper's block matrix B) with the modulus flag m."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt.data.named_columns import named_column
from nldt.errors import InputError
from nldt.search.limits import Limits
from nldt.search.monotone import Monotone
from nldt.search.term_pool import TermPool

Exponents = NDArray[np.int8]
Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]

WORD_BYTES = 8


@dataclass(frozen=True, eq=False)
class StructureSpace:
    """Which structures the search may use.

    ``values[j]`` holds column j's allowed exponents (the paper's E) in rising order, zero included; rows shorter
    than the longest are padded with their last value.

    A space may be ``narrowed`` to some of its columns. What it takes to name a column still depends on all of them.
    """

    values: Exponents  # (columns, longest set)
    counts: NDArray[np.int64]  # by column: size of its set
    max_terms: int
    max_features_per_term: int
    modulus: bool
    max_complexity: int | None = None  # non-zero exponents of a rule; None: no limit. For searches that weigh length
    n_values: Floats | None = None  # by column: different values that it takes; infinite or None: as many as rows
    narrowed_from: int | None = None  # columns of the space that this is a part of; None: of this one
    # By column: bits that it takes to name it; None: that of one among as many as there are to choose from.
    naming_bits: Floats | None = None
    # What the user wishes beyond all this; None: nothing.
    limits: Limits | None = None
    monotone: Monotone | None = None

    @property
    def n_columns(self) -> int:
        return len(self.counts)

    @property
    def has_pairs(self) -> bool:
        """Whether a rule may be long enough for two columns."""
        return self.max_complexity != 1

    @property
    def n_choices(self) -> int:
        """Columns that there are to choose from, those that a narrowed space leaves out among them."""
        return self.n_columns if self.narrowed_from is None else self.narrowed_from

    def narrowed(self, columns: NDArray[np.int64]) -> StructureSpace:
        """The structures of some of the columns."""
        return replace(
            self,
            values=self.values[columns],
            counts=self.counts[columns],
            n_values=None if self.n_values is None else self.n_values[columns],
            narrowed_from=self.n_choices,
            naming_bits=None if self.naming_bits is None else self.naming_bits[columns],
            limits=None if self.limits is None else self.limits.narrowed(columns),
            monotone=None if self.monotone is None else self.monotone.narrowed(columns),
        )

    def counting(self, n_values: Floats) -> StructureSpace:
        """The same space for columns that take so many different values; one of two values has no powers.

        All powers of 0 and 1, or of any two values, part the rows alike.
        """
        values, counts = self.values.copy(), self.counts.copy()
        for j in np.flatnonzero((n_values <= 2) & (counts > 2)):
            allowed = values[j, : counts[j]]
            plainest = min(allowed[allowed != 0].tolist(), key=lambda e: (abs(e), -e))
            kept = sorted({0, plainest})
            values[j], counts[j] = kept[-1], len(kept)
            values[j, : len(kept)] = kept
        return replace(self, values=values, counts=counts, n_values=n_values)

    def keeping(self, allows: Callable[[int, int], bool]) -> StructureSpace:
        """The same space in which a column keeps 0 and the exponents that ``allows`` says of it."""
        values, counts = self.values.copy(), self.counts.copy()
        for j, own in enumerate(self.values.tolist()):
            kept = [e for e in own[: counts[j]] if e == 0 or allows(j, e)]
            values[j], counts[j] = kept[-1], len(kept)
            values[j, : len(kept)] = kept
        return replace(self, values=values, counts=counts)

    def permitted(self, structures: Structures) -> Structures:
        """Those of some structures that are as the user wishes."""
        return structures if self.limits is None else structures[self.limits.hold(structures.exponents)]

    @cached_property
    def pool(self) -> TermPool | None:
        """Terms by their unit, where only those of one unit may be added."""
        if self.limits is None or self.limits.units is None:
            return None
        allowed = [own[:count] for own, count in zip(self.values.tolist(), self.counts, strict=True)]
        return TermPool.of(allowed, self.max_features_per_term, self.limits)

    def varies(self, column: int) -> bool:
        """Whether a column takes more than one value, as far as is known."""
        return self.n_values is None or bool(self.n_values[column] > 1)

    @property
    def usable(self) -> NDArray[np.int64]:
        """Columns with at least one non-zero exponent."""
        return np.flatnonzero(self.counts > 1)


@dataclass(frozen=True, eq=False)
class Structures:
    """Some structures: ``exponents`` is (structures, max_terms, features), ``modulus`` one flag each."""

    exponents: Exponents
    modulus: Flags

    def __len__(self) -> int:
        return len(self.modulus)

    def __getitem__(self, index: Any) -> Structures:
        return Structures(self.exponents[index], self.modulus[index])

    @property
    def complexity(self) -> NDArray[np.int64]:
        """Non-zero exponents of each (F_U, Eq. 7)."""
        return np.count_nonzero(self.exponents, axis=(1, 2))

    def canonical(self) -> Structures:
        """The same structures with their rows in one order, inactive rows last: row order does not matter."""
        # Exponents as unsigned bytes without a zero, so that a row sorts as a string; an inactive one as an empty one.
        unsigned = np.ascontiguousarray(self.exponents).view(np.uint8) ^ 0x80
        unsigned[~self.exponents.any(axis=2)] = 0
        keys = _sorting_like(unsigned)
        order = np.argsort(keys, axis=1, kind="stable")[:, ::-1]
        return Structures(np.take_along_axis(self.exponents, order[:, :, None], axis=1), self.modulus)

    def digests(self, salt: bytes) -> list[bytes]:
        """A 16-byte name of each canonical structure, and the source of its random stream."""
        flags = self.modulus.astype(np.uint8)
        return [
            hashlib.blake2b(matrix.tobytes() + flag.tobytes(), digest_size=16, key=salt).digest()
            for matrix, flag in zip(self.exponents, flags, strict=True)
        ]


def _sorting_like(rows: NDArray[Any]) -> NDArray[Any]:
    """One key for each row of bytes (last axis), which sort as the rows do: of few bytes a number, which is faster."""
    n_bytes = rows.shape[-1]
    if n_bytes > WORD_BYTES:
        return rows.view(f"S{n_bytes}")[..., 0]
    words = np.zeros((*rows.shape[:-1], WORD_BYTES), dtype=np.uint8)
    words[..., :n_bytes] = rows
    return words.view(">u8")[..., 0].astype(np.uint64)


def concatenate(parts: Sequence[Structures]) -> Structures:
    """All structures of several parts, in order."""
    return Structures(
        np.concatenate([part.exponents for part in parts]), np.concatenate([part.modulus for part in parts])
    )


def structure_space(
    exponents: Iterable[int] | Mapping[Any, Iterable[int]],
    default_exponents: Iterable[int],
    feature_names: Sequence[str],
    column_features: Sequence[int],
    allows: Callable[[int, int], bool],
    max_terms: int,
    max_features_per_term: int | None,
    modulus: bool,
    indicators: Iterable[int] = (),
) -> StructureSpace:
    """The space that the user's parameters and the data allow.

    ``column_features`` has the feature that each column is made of, and ``allows(column, exponent)`` says what its kind
    permits. Indicators are columns of 0 and 1: what exponents others have is no concern of theirs. Raises InputError
    where no exponent is left.
    """
    named = exponents if isinstance(exponents, Mapping) else {}
    own = set(indicators)
    by_feature = {named_column(key, feature_names, "exponents"): set(values) for key, values in named.items()}
    others = set(default_exponents if isinstance(exponents, Mapping) else exponents)
    chosen = [
        by_feature.get(feature, others | {1} if column in own else others)
        for column, feature in enumerate(column_features)
    ]
    sets = [sorted({int(e) for e in values if allows(j, int(e))} | {0}) for j, values in enumerate(chosen)]
    _refuse_idle_wish(by_feature, feature_names, column_features, sets)
    if all(len(values) == 1 for values in sets):
        raise InputError(
            f"exponents={exponents!r} leaves no exponent to use: negative exponents need a feature whose smallest "
            "value is positive and above a thousandth of its largest; allow a positive exponent"
        )
    longest = max(len(values) for values in sets)
    return StructureSpace(
        np.array([values + [values[-1]] * (longest - len(values)) for values in sets], dtype=np.int8),
        np.array([len(values) for values in sets]),
        max_terms,
        len(chosen) if max_features_per_term is None else max_features_per_term,
        modulus,
    )


def _refuse_idle_wish(
    wished: Mapping[int, set[int]],
    feature_names: Sequence[str],
    column_features: Sequence[int],
    sets: Sequence[Sequence[int]],
) -> None:
    """Raise InputError for a feature whose own exponents leave none of its columns anything."""
    for feature, exponents in wished.items():
        lengths = [len(values) for of, values in zip(column_features, sets, strict=True) if of == feature]
        if lengths and max(lengths) == 1 and any(exponents):
            raise InputError(
                f"exponents: column {feature_names[feature]!r} can have none of {sorted(exponents)}: negative "
                "exponents need a smallest value above a thousandth of the largest, categories can have 1 only"
            )
