"""What must not matter: the order of columns and the names of classes, on random tables and on shipped ones.

    python benchmarks/invariance.py [--tables 340] [--output PAGE]

Each table is fitted as it is, with its columns in another order, and with other names for its classes, whose order by
the alphabet is another. A fit counts as changed where another class is answered for any training row.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pages import arguments, publish, table, tell
from threadpoolctl import threadpool_limits

from nldt import NLDTClassifier
from nldt.bench.splits import load_data

SHIPPED = ("ds1", "ds2", "ds3", "ds4", "iris", "breast-cancer", "wdbc", "m-zdt1-30", "m-dtlz1-30")
RANDOM = "random"
KINDS = ("order of columns", "names of classes")
FAR = 3.0  # points of training accuracy


@dataclass(frozen=True)
class Changed:
    """One other fit of a table: training accuracy in percent, and how many percent of rows are answered otherwise."""

    accuracy: float
    moved: float


@dataclass(frozen=True)
class Compared:
    """What became of one table."""

    name: str
    accuracy: float
    others: tuple[Changed, ...]  # as KINDS has them


def random_table(number: int) -> tuple[NDArray[np.float64], NDArray[Any]]:
    """Rows of any number and kind: few or many classes, columns that tell nothing, whole numbers, wrong labels."""
    random = np.random.default_rng(number)
    n_rows, n_columns = int(random.choice([30, 60, 120, 200])), int(random.integers(2, 9))
    n_classes = int(random.choice([2, 2, 3, 5]))
    X = random.standard_normal((n_rows, n_columns))
    kind = random.choice(["signed", "positive", "whole"])
    X = np.exp(X) if kind == "positive" else np.rint(2 * X) if kind == "whole" else X
    first, second = random.choice(n_columns, 2, replace=False)
    told = random.choice([X[:, first] + X[:, second], X[:, first] * X[:, second], X[:, first]])
    y = np.digitize(told, np.quantile(told, np.arange(1, n_classes) / n_classes))
    wrong = random.random(n_rows) < random.choice([0.0, 0.1, 0.3])
    y[wrong] = random.integers(n_classes, size=np.count_nonzero(wrong))
    return (X, y) if len(np.unique(y)) > 1 else (X, np.arange(n_rows) % 2)


def compare(name: str, X: NDArray[np.float64], y: NDArray[Any], seed: int) -> Compared:
    """The three fits of one table."""
    random = np.random.default_rng([seed, 1])
    classes, codes = np.unique(y, return_inverse=True)
    columns = random.permutation(X.shape[1])
    names = np.roll(np.arange(len(classes)), 1 + seed % (len(classes) - 1))

    def answers(X: NDArray[np.float64], y: NDArray[Any]) -> NDArray[Any]:
        return np.asarray(NLDTClassifier(random_state=seed, n_jobs=1).fit(X, y).predict(X))

    plain = answers(X, codes)
    others = answers(X[:, columns], codes), np.argsort(names)[answers(X, names[codes])]

    def percent(rows: NDArray[np.bool_]) -> float:
        return 100 * float(rows.mean())

    changed = tuple(Changed(percent(other == codes), percent(other != plain)) for other in others)
    return Compared(name, percent(plain == codes), changed)


def shares(compared: Sequence[Compared]) -> Iterator[list[str]]:
    """For each kind of change: tables with another answer, and with another accuracy; rows; accuracy."""
    for place, kind in enumerate(KINDS):
        moved = [one.others[place].moved for one in compared]
        gains = np.array([one.others[place].accuracy - one.accuracy for one in compared])
        far = np.count_nonzero(np.abs(gains) > FAR)
        yield [kind, f"{np.count_nonzero(moved)}", f"{far}", f"{np.mean(moved):.2f} %", f"{gains.mean():+.2f}"]


def page(compared: Sequence[Compared]) -> Iterator[str]:
    """Shares of the random tables, and a line for each shipped one."""
    random = [one for one in compared if one.name == RANDOM]
    yield (
        f"`make bench-invariance`: {len(random)} random tables (30 to 200 rows, 2 to 8 columns, 2 to 5 classes, up to "
        "30 % wrong labels), each fitted three times with one seed by the default search: as it is, with its columns "
        "in another order, and with other names for its classes."
    )
    head = ["what changed", "another answer for any row", f"training accuracy by more than {FAR:g} points"]
    yield table([*head, "rows answered otherwise", "mean change of accuracy"], shares(random))
    yield "## Shipped tables"
    cells = [[f"{other.accuracy:.2f} ({other.moved:.2f} %)" for other in one.others] for one in compared]
    lines = [
        [one.name, f"{one.accuracy:.2f}", *own] for one, own in zip(compared, cells, strict=True) if one.name != RANDOM
    ]
    yield table(["table", "training accuracy", *(f"other {kind} (rows answered otherwise)" for kind in KINDS)], lines)


def parse() -> argparse.Namespace:
    """What the user asks for."""
    parser = arguments(__doc__)
    parser.add_argument("--tables", type=int, default=340, help="random tables (340)")
    parser.add_argument("--shipped", nargs="*", default=SHIPPED, metavar="NAME", help="shipped tables")
    return parser.parse_args()


def main() -> None:
    """Fit everything and write the page."""
    options = parse()
    compared = []
    with threadpool_limits(1):
        for number in range(options.tables):
            compared.append(compare(RANDOM, *random_table(number), number))
            tell(f"{number} {compared[-1]}")
        for name in options.shipped:
            data = load_data(name, 0)
            compared.append(compare(name, np.asarray(data.X), np.asarray(data.y), 0))
            tell(f"{compared[-1]}")
    publish(options.output, "Order of columns, names of classes", "make bench-invariance", page(compared))


if __name__ == "__main__":
    main()
