"""Probabilities beside those of logistic regression and of pruned CART: ranking, log loss, calibration.

    python benchmarks/scores.py FOLDER [--only NAME ...] [--store FOLDER] [--output PAGE]

The folder holds CSV files with a column `class`, as for `development_tables.py`; the ten mixed tables of
`raw_tables.py` follow. Everything is predicted for rows that were not fitted on: 5 folds, stratified. With a store,
what was measured is kept there, fold by fold, and not measured again.
"""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from development_tables import load, table_names
from numpy.typing import NDArray
from pages import arguments, publish, table, tell, yes_or_no
from raw_tables import ALPHAS, FOLDS, MOST_INDICATORS, TABLES, load_table
from sklearn.compose import make_column_transformer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GridSearchCV, StratifiedKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier

from nldt import NLDTClassifier

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

METHODS = ("nldt", "shares of its leaves", "CART", "logistic regression")
CLIPPED = 1e-6
BINS = 10
MANY_ROWS = 2000
MOST_BEHIND, LEAST_AHEAD, LEAST_BETTER, MOST_OFF = 1.5, 2.0, 0.8, 0.05


@dataclass(frozen=True)
class Measured:
    """One method on one table: means over folds, the calibration error over all rows."""

    auc: float
    log_loss: float
    calibration_error: float


@dataclass(frozen=True)
class Fold:
    """Classes of the rows that were held out, and the probabilities that each method gave them."""

    truth: Integers
    probabilities: dict[str, Floats]


def read(folder: Path, name: str) -> tuple[pd.DataFrame, NDArray[Any]]:
    """Features and classes of a table, of the folder or of the mixed ones."""
    if name in TABLES:
        data = load_table(name)
        return data.X, np.asarray(data.y).astype(str)
    X, y = load(folder, name)
    return X, np.asarray(y)


def prepared(X: pd.DataFrame, *, scaled: bool) -> Any:
    """What the peers need: numbers without gaps, indicators of categories."""
    numeric = list(X.select_dtypes("number").columns)
    others = [name for name in X.columns if name not in numeric]
    fill: Any = SimpleImputer(strategy="median")
    encode = OneHotEncoder(handle_unknown="infrequent_if_exist", max_categories=MOST_INDICATORS)
    return make_column_transformer(
        (make_pipeline(fill, StandardScaler()) if scaled else fill, numeric), (encode, others)
    )


def run_fold(X: pd.DataFrame, y: NDArray[Any], train: Integers, test: Integers) -> Fold:
    """Fit all methods on one part and let them predict the other."""
    X_train, X_test = X.iloc[train], X.iloc[test]
    ours = NLDTClassifier(random_state=0, n_jobs=1).fit(X_train, y[train])
    tree = make_pipeline(prepared(X, scaled=False), DecisionTreeClassifier(random_state=0))
    cart = GridSearchCV(tree, {"decisiontreeclassifier__ccp_alpha": ALPHAS[::-1]}, cv=FOLDS).fit(X_train, y[train])
    line = make_pipeline(prepared(X, scaled=True), LogisticRegression(max_iter=1000)).fit(X_train, y[train])
    found = [
        ours.predict_proba(X_test),
        ours.leaf_shares(X_test),
        cart.predict_proba(X_test),
        line.predict_proba(X_test),
    ]
    return Fold(np.searchsorted(ours.classes_, y[test]), dict(zip(METHODS, found, strict=True)))


def run_table(folder: Path, name: str, store: Path | None) -> tuple[list[Fold], int]:
    """All folds of a table, and its number of rows."""
    X, y = read(folder, name)
    folds = []
    for number, (train, test) in enumerate(StratifiedKFold(FOLDS, shuffle=True, random_state=0).split(X, y)):
        kept = None if store is None else store / f"{name}-{number}.npz"
        if kept is not None and kept.exists():
            with np.load(kept) as found:
                folds.append(Fold(found["truth"], {method: found[method] for method in METHODS}))
            continue
        folds.append(run_fold(X, y, train, test))
        if kept is not None:
            np.savez(kept, truth=folds[-1].truth, **folds[-1].probabilities)
    return folds, len(y)


def measure(folds: list[Fold], method: str) -> Measured:
    """What a method reached."""
    parts = [(fold.truth, fold.probabilities[method]) for fold in folds]
    truth = np.concatenate([part[0] for part in parts])
    found = np.vstack([part[1] for part in parts])
    auc = float(np.mean([area(*part) for part in parts]))
    return Measured(auc, float(np.mean([log_loss(*part) for part in parts])), calibration_error(truth, found))


def area(truth: Integers, found: Floats) -> float:
    """The area under the ROC curve; of several classes the mean over each against the rest."""
    if found.shape[1] == 2:
        return float(roc_auc_score(truth, found[:, 1]))
    present = np.unique(truth)
    return float(np.mean([roc_auc_score(truth == k, found[:, k]) for k in present]))


def log_loss(truth: Integers, found: Floats) -> float:
    """Mean minus log-probability of the true class, in nats; shares of 0 count as one in a million."""
    clipped = np.clip(found, CLIPPED, 1.0)
    shares = clipped / clipped.sum(axis=1, keepdims=True)
    return float(-np.log(shares[np.arange(len(truth)), truth]).mean())


def calibration_error(truth: Integers, found: Floats) -> float:
    """Expected calibration error of the most probable class, in bins of equally many rows.

    Rows of equal probability come in an order drawn at random: that of a table may follow the classes.
    """
    shuffled = np.random.default_rng(0).permutation(len(truth))
    sure, right = found.max(axis=1)[shuffled], (found.argmax(axis=1) == truth)[shuffled]
    order = np.argsort(sure, kind="stable")
    bins = [part for part in np.array_split(order, BINS) if len(part)]
    return float(sum(len(part) * abs(sure[part].mean() - right[part].mean()) for part in bins) / len(truth))


def page(found: dict[str, dict[str, Measured]], sizes: dict[str, int]) -> Iterator[str]:
    """What was measured, whether the targets are reached, and the tables."""
    means = {
        method: Measured(*np.mean([[m.auc, m.log_loss, m.calibration_error] for m in column(found, method)], axis=0))
        for method in METHODS
    }
    yield (
        f"`make bench-scores TABLES=folder`: {len(found)} tables, {FOLDS} folds, stratified; `predict_proba` of the "
        "default search beside the shares of its leaves (`leaf_shares`), CART pruned by cross-validation and logistic "
        "regression on standardised features. Mixed tables get indicators and medians for both peers. AUC in percent, "
        "of several classes one against the rest; log loss in nats, shares clipped at 1e-6; ECE: expected calibration "
        f"error of the most probable class, {BINS} bins of equally many rows, over all rows held out."
    )
    head = ["method", "AUC", "log loss", "ECE"]
    yield table(head, [[method, *figures(means[method])] for method in METHODS])
    yield table(["wanted", "measured", "reached"], verdicts(found, means, sizes))
    lines = [
        [name, f"{sizes[name]:,}", *(text for method in METHODS for text in figures(of_table[method]))]
        for name, of_table in found.items()
    ]
    yield "## Tables"
    short = {"shares of its leaves": "shares", "logistic regression": "logistic"}
    heads = [f"{short.get(method, method)}: {what}" for method in METHODS for what in head[1:]]
    yield table(["table", "rows", *heads], lines)


def column(found: dict[str, dict[str, Measured]], method: str) -> list[Measured]:
    """One method on all tables."""
    return [of_table[method] for of_table in found.values()]


def figures(measured: Measured) -> list[str]:
    """The three numbers."""
    return [f"{100 * measured.auc:.1f}", f"{measured.log_loss:.3f}", f"{measured.calibration_error:.3f}"]


def verdicts(
    found: dict[str, dict[str, Measured]], means: dict[str, Measured], sizes: dict[str, int]
) -> list[list[str]]:
    """The targets."""
    ours, cart, line = means["nldt"], means["CART"], means["logistic regression"]
    behind, ahead = 100 * (line.auc - ours.auc), 100 * (ours.auc - cart.auc)
    better = np.mean([t["nldt"].log_loss < t["CART"].log_loss for t in found.values()])
    large = {name: t["nldt"].calibration_error for name, t in found.items() if sizes[name] >= MANY_ROWS}
    off = [f"{name} {error:.3f}" for name, error in large.items() if error > MOST_OFF]
    rows = [
        (
            f"mean AUC within {MOST_BEHIND:g} points of logistic regression's",
            f"{behind:.2f} behind",
            behind <= MOST_BEHIND,
        ),
        (f"and above CART's by {LEAST_AHEAD:g} or more", f"{ahead:.2f} ahead", ahead >= LEAST_AHEAD),
        ("mean log loss below CART's", f"{ours.log_loss:.3f} and {cart.log_loss:.3f}", ours.log_loss < cart.log_loss),
        (f"and on {LEAST_BETTER:.0%} of the tables", f"{better:.0%}", better >= LEAST_BETTER),
        (f"mean ECE at most {MOST_OFF:g}", f"{ours.calibration_error:.3f}", ours.calibration_error <= MOST_OFF),
        (f"and on each table of {MANY_ROWS:,} rows or more", ", ".join(off) or "all", not off),
    ]
    return [[what, number, yes_or_no(bool(reached))] for what, number, reached in rows]


def parse() -> argparse.Namespace:
    """What the user asks for."""
    parser = arguments(__doc__)
    parser.add_argument("folder", type=Path, help="folder of the tables")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="only these tables")
    parser.add_argument("--store", type=Path, help="folder that keeps what was measured, fold by fold")
    return parser.parse_args()


def main() -> None:
    """Measure every table and write the page."""
    options = parse()
    warnings.simplefilter("ignore")
    if options.store is not None:
        options.store.mkdir(parents=True, exist_ok=True)
    mixed = [name for name in TABLES if not options.only or name in options.only]
    names = [*table_names(options.folder, [name for name in options.only if name not in TABLES]), *mixed]
    names = [name for name in names if not options.only or name in options.only]
    found: dict[str, dict[str, Measured]] = {}
    sizes = {}
    for name in names:
        folds, sizes[name] = run_table(options.folder, name, options.store)
        found[name] = {method: measure(folds, method) for method in METHODS}
        tell(f"{name}: " + "; ".join(" ".join([method, *figures(m)]) for method, m in found[name].items()))
    publish(options.output, "Probabilities", "make bench-scores", page(found, sizes))


if __name__ == "__main__":
    main()
