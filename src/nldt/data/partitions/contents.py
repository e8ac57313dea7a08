"""The first pass: which classes there are, and what columns hold that are not known to hold numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nldt.data.cells import Unusable, learn_feature
from nldt.data.dates import is_date_type
from nldt.data.validation import encode_classes, read_training_classes
from nldt.errors import InputError, all_problems
from nldt.model.feature import Feature

if TYPE_CHECKING:
    import pandas as pd

MOST_WORDS = 100_000  # of a column: what has more is no category
MOST_CLASSES = 10_000


@dataclass(frozen=True, eq=False)
class Contents:
    """What the rows hold, as far as it takes few words to tell."""

    n_rows: int
    labels: dict[Any, int]  # rows of each class, as the table has it; none that are missing
    words: dict[str, pd.Series[Any]]  # of each column, values from which it can be told what it holds

    @property
    def n_unlabelled(self) -> int:
        return self.n_rows - sum(self.labels.values())


@dataclass(frozen=True)
class ContentsPass:
    """Counts rows by class, and collects the words of columns."""

    target: str
    others: tuple[str, ...]  # columns that are not known to hold numbers
    name: str = "classes and words"

    @property
    def columns(self) -> list[str]:
        return [self.target, *self.others]

    def of(self, frame: pd.DataFrame) -> Contents:
        counts = frame[self.target].value_counts(dropna=True)
        counts = counts[counts > 0]  # categories that no row has
        labels = dict(zip(np.asarray(counts.index).tolist(), counts.tolist(), strict=True))
        if len(labels) > MOST_CLASSES:
            raise InputError(
                f"target column {self.target!r} holds more than {MOST_CLASSES} different values: it must hold classes"
            )
        return Contents(len(frame), labels, {name: _words(frame[name]) for name in self.others})

    def add(self, total: Contents, more: Contents) -> Contents:
        labels = dict(total.labels)
        for label, count in more.labels.items():
            labels[label] = labels.get(label, 0) + count
        words = {name: _together(name, total.words[name], more.words[name]) for name in self.others}
        return Contents(total.n_rows + more.n_rows, labels, words)


def learned_features(names: Sequence[str], words: Mapping[str, pd.Series[Any]]) -> tuple[Feature, ...]:
    """What each column holds; those without words hold numbers. InputError tells of all that can't be used."""
    found, problems = [], []
    for name in names:
        try:
            found.append(learn_feature(words[name])[0] if name in words else Feature())
        except Unusable as problem:
            problems.append((name, f"column {name!r} {problem}"))
    if problems:
        raise InputError(all_problems(problems))
    return tuple(found)


def learned_classes(labels: Mapping[Any, int]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """The classes in ascending order, and the number of the class of each label, in the order of the labels."""
    if not labels:
        raise InputError("y holds missing values (NaN or None) only: give a class for each row")
    given = label_array(labels)
    # Scikit-learn looks at how often labels come back: one that always does is a class.
    tidy, _ = read_training_classes(np.concatenate([given, given]), 2 * len(given))
    classes, codes = encode_classes(tidy)
    return classes, codes[: len(given)]


def label_array(labels: Mapping[Any, int]) -> NDArray[Any]:
    """The labels as the table has them: texts as objects, others as NumPy has them."""
    if not any(isinstance(label, str) for label in labels):
        return np.array(list(labels))
    texts = np.empty(len(labels), dtype=object)
    texts[:] = list(labels)
    return texts


def _words(series: pd.Series[Any]) -> pd.Series[Any]:
    """A few values from which it can be told what a column holds, as from all of them."""
    import pandas as pd

    kind = series.dtype
    if pd.api.types.is_numeric_dtype(kind) or pd.api.types.is_bool_dtype(kind):
        return series.iloc[:0]
    known = series.dropna()
    if is_date_type(series):
        midnight = known.dt.normalize()
        return known[known != midnight].iloc[:1] if (known != midnight).any() else known.iloc[:1]
    try:
        return known.drop_duplicates()
    except TypeError:  # such as lists: whoever learns the column will say so
        return known.iloc[:1]


def _together(name: str, first: pd.Series[Any], second: pd.Series[Any]) -> pd.Series[Any]:
    import pandas as pd

    if len(second) == 0 or len(first) == 0:
        longer = second if len(first) == 0 else first
        if _is_text(first.dtype) != _is_text(second.dtype) and len(longer):
            _refuse_mixed(name, longer)
        return longer
    if isinstance(first.dtype, pd.CategoricalDtype) and isinstance(second.dtype, pd.CategoricalDtype):
        alike = first.dtype == second.dtype
        pair = [first, second] if alike else [first.astype(object), second.astype(object)]
        both = pd.concat(pair).drop_duplicates().astype(first.dtype if alike else "category")
    elif is_date_type(first) and is_date_type(second):
        both = _words(pd.concat([first, second]))
    else:
        both = pd.concat([first.astype(object), second.astype(object)]).drop_duplicates()
    if len(both) > MOST_WORDS:
        raise InputError(f"column {name!r} holds more than {MOST_WORDS} different texts: drop it, or make groups of it")
    return both.reset_index(drop=True)


def _is_text(kind: Any) -> bool:
    import pandas as pd

    return not (pd.api.types.is_numeric_dtype(kind) or pd.api.types.is_bool_dtype(kind))


def _refuse_mixed(name: str, words: pd.Series[Any]) -> None:
    raise InputError(
        f"column {name!r} holds numbers in some rows and {words.iloc[0]!r:.60} in others: drop it, or make all of it "
        "numbers or text"
    )
