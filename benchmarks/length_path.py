"""A length chosen by cross-validation, on a folder of tables: how short, how accurate, what it costs.

    python benchmarks/length_path.py FOLDER [--only NAME ...] [--splits 1] [--jobs 1] [--separate] [--store FOLDER]
                                     [--output PAGE]

The folder is that of development_tables.py. A path is learned from 70 % of the rows; models are tested on the others.
With a store, what was measured is kept there, path by path, and not measured again.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import joblib
import pandas as pd
from development_tables import split_rows, table_names
from fits import timed
from pages import arguments, publish, table, tell
from sklearn.model_selection import StratifiedKFold, cross_val_score
from threadpoolctl import threadpool_limits

from nldt import NLDTClassifier, NLDTClassifierCV
from nldt.bench.splits import Split
from nldt.model.model_path import PathPoint

FOLDS = 5
MOST_COST = 3.0  # of a path, in cross-validations at one price
MOST_LENGTH = 0.6  # of the chosen model, in lengths of the best one


@dataclass(frozen=True)
class Run:
    """One path: accuracies in percent."""

    table: str
    split: int
    best_length: int
    chosen_length: int
    best_cv: float
    best_error: float
    chosen_cv: float
    best_test: float
    chosen_test: float
    path_cpu: float
    cv_cpu: float


@dataclass(frozen=True)
class Separate:
    """A model of the path beside a fit at its price alone: test accuracies in percent."""

    table: str
    split: int
    price: float
    path_length: int
    path_test: float
    fit_length: int
    fit_test: float


def run(folder: Path, name: str, seed: int, separate: bool) -> tuple[Run, list[Separate]]:
    """The path of one split."""
    rows = split_rows(folder, name, seed)
    with threadpool_limits(1):
        path, of_path = timed(lambda: NLDTClassifierCV(random_state=0, n_jobs=1).fit(rows.X_train, rows.y_train))
        folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
        plain = NLDTClassifier(random_state=0, n_jobs=1)
        _, of_folds = timed(lambda: cross_val_score(plain, rows.X_train, rows.y_train, cv=folds))
        found = path.model_path_
        best, chosen = found.points[found.best], found.points[found.chosen]
        one = Run(
            name,
            seed,
            best.length,
            chosen.length,
            100 * best.accuracy,
            100 * best.standard_error,
            100 * chosen.accuracy,
            tested(best, rows),
            tested(chosen, rows),
            of_path.cpu,
            of_folds.cpu,
        )
        return one, [beside(point, rows, name, seed) for point in found.points] if separate else []


def run_once(folder: Path, name: str, seed: int, separate: bool, store: Path | None) -> tuple[Run, list[Separate]]:
    """The same, or what the store has of it."""
    if store is None:
        return run(folder, name, seed, separate)
    kept = store / f"{name}-{seed}{'-separate' if separate else ''}.json"
    if not kept.exists():
        one, others = run(folder, name, seed, separate)
        kept.write_text(json.dumps([asdict(one), [asdict(other) for other in others]]))
    found, beside_it = json.loads(kept.read_text())
    return Run(**found), [Separate(**other) for other in beside_it]


def beside(point: PathPoint, rows: Split, name: str, seed: int) -> Separate:
    """A fit at the price of a model of the path."""
    alone = NLDTClassifier(price=point.price, random_state=0, n_jobs=1).fit(rows.X_train, rows.y_train)
    test = 100 * float(alone.score(rows.X_test, rows.y_test))
    return Separate(name, seed, point.price, point.length, tested(point, rows), alone.rule_length_, test)


def tested(point: PathPoint, rows: Split) -> float:
    """The test accuracy of a model, in percent."""
    return 100 * float(NLDTClassifier.from_model(point.model).score(rows.X_test, rows.y_test))


def run_all(
    folder: Path, names: Sequence[str], n_splits: int, jobs: int, separate: bool, store: Path | None
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """All runs, told as they come."""
    work = (joblib.delayed(run_once)(folder, name, seed, separate, store) for name in names for seed in range(n_splits))
    runs, beside_fits = [], []
    for one, others in joblib.Parallel(n_jobs=jobs, return_as="generator")(work):
        runs.append(asdict(one))
        beside_fits += [asdict(other) for other in others]
        tell(
            f"{one.table}, split {one.split}: best {one.best_length} long, {one.best_test:.2f} %; chosen "
            f"{one.chosen_length} long, {one.chosen_test:.2f} %; {one.path_cpu / one.cv_cpu:.2f} cross-validations"
        )
    return pd.DataFrame(runs), pd.DataFrame(beside_fits)


def page(runs: pd.DataFrame, separate: pd.DataFrame) -> Iterator[str]:
    """All parts."""
    yield (
        f"`make bench-path TABLES=folder`: {runs['table'].nunique()} tables, {runs['split'].nunique()} of their splits "
        "(70 % of the rows for the path, 30 % for testing), the default prices and five folds, seed 0, one thread. "
        "*Best* is the model with the highest cross-validated accuracy, *chosen* the shortest within one standard "
        "error of it."
    )
    share = runs["chosen_length"].mean() / runs["best_length"].mean()
    shares = (runs["chosen_length"] / runs["best_length"])[runs["best_length"] > 0]
    dear = ", ".join(
        f"{one.table} {one.path_cpu / one.cv_cpu:.2f}"
        for one in runs.itertuples()
        if one.path_cpu > MOST_COST * one.cv_cpu
    )
    lost = (runs["best_test"] - runs["chosen_test"]).mean()
    n_within = int((runs["best_test"] - runs["chosen_test"] <= runs["best_error"]).sum())
    cost = runs["path_cpu"].sum() / runs["cv_cpu"].sum()
    yield (
        f"Mean length **{runs['chosen_length'].mean():.1f}** of the chosen and {runs['best_length'].mean():.1f} of the "
        f"best: **{100 * share:.0f} %** (asked: at most {100 * MOST_LENGTH:.0f}); the mean of the shares of the "
        f"{len(shares)} whose best has a rule is {100 * shares.mean():.0f} %. Mean test accuracy "
        f"**{runs['chosen_test'].mean():.2f} %** and {runs['best_test'].mean():.2f} %: {lost:.2f} points less, where "
        f"the mean standard error is {runs['best_error'].mean():.2f}; {n_within} of {len(runs)} chosen models are "
        f"within one standard error of the best one's test accuracy. All paths took **{cost:.2f}** times the CPU "
        f"seconds of cross-validations at one price (asked: at most {MOST_COST:g}); more than that: {dear or 'none'}."
    )
    yield table(
        ["table", "best: length", "cross-validated", "test", "chosen: length", "cross-validated", "test", "cost"],
        [
            [
                f"{one.table}, {one.split}",
                str(one.best_length),
                f"{one.best_cv:.2f} ± {one.best_error:.2f}",
                f"{one.best_test:.2f}",
                str(one.chosen_length),
                f"{one.chosen_cv:.2f}",
                f"{one.chosen_test:.2f}",
                f"{one.path_cpu / one.cv_cpu:.2f}",
            ]
            for one in runs.itertuples()
        ],
    )
    if len(separate):
        yield from separate_part(separate)


def separate_part(found: pd.DataFrame) -> Iterator[str]:
    """The models of paths beside fits of their own, by price."""
    yield "## Beside a fit for each price"
    yield "Means over the tables and splits: models of the path share searches, the others have one each."
    means = found.groupby("price").mean(numeric_only=True)
    yield table(
        ["price", "path: length", "test accuracy", "own fit: length", "test accuracy"],
        [
            [
                f"{price:g}",
                f"{line['path_length']:.1f}",
                f"{line['path_test']:.2f}",
                f"{line['fit_length']:.1f}",
                f"{line['fit_test']:.2f}",
            ]
            for price, line in means.iterrows()
        ],
    )


def parse() -> argparse.Namespace:
    """What the user asks for."""
    parser = arguments(__doc__)
    parser.add_argument("folder", type=Path, help="folder of the tables")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="only these tables")
    parser.add_argument("--splits", type=int, default=1, help="splits of each table (1)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--store", type=Path, help="folder that keeps what was measured, path by path")
    parser.add_argument("--separate", action="store_true", help="also fit each price alone")
    return parser.parse_args()


def main() -> None:
    """Learn all paths; write the page."""
    options = parse()
    names = table_names(options.folder, options.only)
    if options.store is not None:
        options.store.mkdir(parents=True, exist_ok=True)
    runs, separate = run_all(options.folder, names, options.splits, options.jobs, options.separate, options.store)
    publish(options.output, "A length chosen by cross-validation", "make bench-path", page(runs, separate))


if __name__ == "__main__":
    main()
