"""The default search on a folder of tables, beside what other methods reached on the same splits.

    python benchmarks/development_tables.py FOLDER [--prices 0.5,1,2] [--only NAME ...] [--jobs 2] [--output PAGE]

The folder holds CSV files with a column `class`, and `peers.csv`: table, method, split, accuracy (a share), and
splits_in_tree where the method is a tree. Text columns become columns of 0 and 1; 30 % of the rows are for testing.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import joblib
import pandas as pd
from fits import timed
from pages import arguments, mean_text, publish, table, tell, yes_or_no
from sklearn.model_selection import train_test_split
from threadpoolctl import threadpool_limits

from nldt import NLDTClassifier
from nldt.bench.splits import Split
from nldt.bench.statistics import spread
from nldt.errors import InputError

TARGET, PEERS = "class", "peers.csv"
TEST_SHARE, SPLITS = 0.3, 5
USUAL_PRICE = 1.0
MOST_BELOW = 3.0  # points that a table may lie below CART, beside one standard error
ROUNDED = 0.005  # points: accuracies of the peers are shares of four digits


@dataclass(frozen=True)
class Run:
    """One fit: accuracies in percent."""

    table: str
    split: int
    price: float
    accuracy: float
    training_accuracy: float
    length: int
    rules: int
    cpu: float


def load(folder: Path, name: str) -> tuple[pd.DataFrame, pd.Series]:
    """Features, text as columns of 0 and 1 for every level, and classes as text."""
    rows = pd.read_csv(folder / f"{name}.csv")
    return pd.get_dummies(rows.drop(columns=TARGET), dtype=float), rows[TARGET].astype(str)


def split_rows(folder: Path, name: str, seed: int) -> Split:
    """The rows of one split."""
    X, y = load(folder, name)
    return Split(*train_test_split(X, y, test_size=TEST_SHARE, random_state=seed, stratify=y))


def run(folder: Path, name: str, seed: int, prices: Sequence[float]) -> list[Run]:
    """Fits of one split at all prices."""
    rows = split_rows(folder, name, seed)
    with threadpool_limits(1):
        return [fit(rows, name, seed, price) for price in prices]


def fit(rows: Split, name: str, seed: int, price: float) -> Run:
    """One fit, measured."""
    dial = {} if price == USUAL_PRICE else {"price": price}
    classifier = NLDTClassifier(random_state=0, n_jobs=1, **dial)
    _, taken = timed(lambda: classifier.fit(rows.X_train, rows.y_train))
    test, training = (
        100 * float(classifier.score(X, y)) for X, y in ((rows.X_test, rows.y_test), (rows.X_train, rows.y_train))
    )
    return Run(name, seed, price, test, training, classifier.rule_length_, classifier.n_rules_, taken.cpu)


def run_all(folder: Path, names: Sequence[str], n_splits: int, prices: Sequence[float], jobs: int) -> pd.DataFrame:
    """All runs, told as they come."""
    work = (joblib.delayed(run)(folder, name, seed, prices) for name in names for seed in range(n_splits))
    found: list[Run] = []
    for runs in joblib.Parallel(n_jobs=jobs, return_as="generator")(work):
        found += runs
        for one in runs:
            tell(
                f"{one.table}, split {one.split}, price {one.price:g}: {one.accuracy:.2f} %, length {one.length}, "
                f"{one.rules} rules, {one.cpu:.1f} s"
            )
    return pd.DataFrame([asdict(one) for one in found])


def load_peers(folder: Path, runs: pd.DataFrame) -> pd.DataFrame:
    """What the other methods reached on the same tables and splits, in percent."""
    peers = pd.read_csv(folder / PEERS).merge(runs[["table", "split"]].drop_duplicates())
    return peers.assign(accuracy=100 * peers["accuracy"])


def tree_peer(peers: pd.DataFrame) -> str:
    """The peer that is a tree: CART."""
    return str(peers.loc[peers["splits_in_tree"].notna(), "method"].iloc[0])


def paired_differences(runs: pd.DataFrame, peers: pd.DataFrame) -> pd.Series:
    """Our accuracy minus CART's on every table and split, in points."""
    cart = peers[peers["method"] == tree_peer(peers)]
    both = runs.merge(cart, on=["table", "split"], suffixes=("", "_cart"))
    return both.set_index(["table", "split"]).eval("accuracy - accuracy_cart")


def means_part(runs: pd.DataFrame, peers: pd.DataFrame) -> list[str]:
    """Means over tables: ours at each price, and the peers'."""
    lines = [
        [
            f"nldt, price {price:g}",
            *(f"{of_price[column].mean():.2f}" for column in ("accuracy", "training_accuracy")),
            f"{of_price['length'].mean():.1f}",
            f"{of_price['rules'].mean():.1f}",
            f"{of_price['cpu'].sum():.0f}",
        ]
        for price, of_price in runs.groupby("price")
    ]
    for method, of_method in peers.groupby("method"):
        splits = of_method["splits_in_tree"].mean()
        lines.append(
            [str(method), f"{of_method['accuracy'].mean():.2f}", "", "" if pd.isna(splits) else f"{splits:.1f}", "", ""]
        )
    head = ["method", "test accuracy", "training accuracy", "length", "rules", "CPU seconds"]
    return ["## Means over the tables", table(head, lines)]


def verdicts_part(runs: pd.DataFrame, peers: pd.DataFrame) -> list[str]:
    """How many tables hold their own against CART, and what the fits took."""
    differences = {name: spread(of_table) for name, of_table in paired_differences(runs, peers).groupby("table")}
    known = {name: found for name, found in differences.items() if found is not None}
    no_lower = sum(found.mean >= -ROUNDED for found in known.values())
    below = [name for name, found in known.items() if found.mean < -(MOST_BELOW + found.error + ROUNDED)]
    longest = runs.loc[runs["cpu"].idxmax()]
    named = f" ({', '.join(below)})" if below else ""
    return [
        f"No lower than CART on **{no_lower}** of {len(known)} tables. Below it by more than {MOST_BELOW:g} points and "
        f"one standard error of the paired difference: **{len(below)}**{named}. "
        f"All fits of split 0 took **{runs.loc[runs['split'] == 0, 'cpu'].sum():.1f}** CPU seconds; the longest fit "
        f"took {longest['cpu']:.1f} ({longest['table']}, split {longest['split']}).",
    ]


def tables_part(runs: pd.DataFrame, peers: pd.DataFrame) -> list[str]:
    """A line for each table."""
    cart = peers[peers["method"] == tree_peer(peers)].groupby("table")
    differences = paired_differences(runs, peers).groupby("table")
    lines = [
        [
            str(name),
            accuracy_text(of_table["accuracy"]),
            accuracy_text(of_table["training_accuracy"]),
            f"{of_table['length'].mean():.1f}",
            f"{of_table['rules'].mean():.1f}",
            accuracy_text(cart.get_group(name)["accuracy"]),
            f"{cart.get_group(name)['splits_in_tree'].mean():.1f}",
            mean_text(differences.get_group(name), sign="+"),
            yes_or_no(differences.get_group(name).mean() >= -ROUNDED),
            f"{of_table['cpu'].mean():.2f}",
        ]
        for name, of_table in runs.groupby("table")
    ]
    head = ["table", "test accuracy", "training", "length", "rules", "CART", "its splits", "difference", "no lower"]
    return [
        "## Tables",
        f"Price {runs['price'].iloc[0]:g}. Accuracies are means ± standard deviations over the splits, the difference "
        "to CART is paired, with its standard error in brackets; CPU seconds are those of one fit.",
        table([*head, "CPU seconds"], lines),
    ]


def accuracy_text(values: pd.Series) -> str:
    """Mean and spread."""
    found = spread(values)
    return "" if found is None else f"{found.mean:.2f} ± {found.deviation or 0.0:.2f}"


def page(runs: pd.DataFrame, peers: pd.DataFrame, picture: str | None) -> Iterator[str]:
    """All parts; tables and verdicts are those of the usual price."""
    prices = runs["price"].unique()
    usual = runs[runs["price"] == (USUAL_PRICE if USUAL_PRICE in prices else prices[0])]
    yield (
        f"`make bench-development TABLES=folder`: {runs['table'].nunique()} tables, splits 0 to {runs['split'].max()} "
        f"({100 * TEST_SHARE:.0f} % of the rows for testing, stratified), text as columns of 0 and 1; the default "
        "search with seed 0 on one thread. The other methods' numbers come with the tables."
    )
    if picture is not None:
        yield f"![accuracy over rule length, beside the other methods]({picture})"
    yield from means_part(runs, peers)
    yield from verdicts_part(usual, peers)
    yield from tables_part(usual, peers)


def table_names(folder: Path, only: Sequence[str]) -> list[str]:
    """The tables of a folder, or those asked for."""
    names = sorted(path.stem for path in folder.glob("*.csv") if path.name != PEERS)
    unknown = set(only) - set(names)
    if not (folder / PEERS).exists() or unknown:
        missing = ", ".join(sorted(unknown)) or PEERS
        raise InputError(f"{folder}: no {missing}; needed are tables as CSV files and {PEERS}")
    return [name for name in names if not only or name in only]


def parse() -> argparse.Namespace:
    """What the user asks for."""
    parser = arguments(__doc__)
    parser.add_argument("folder", type=Path, help="folder of the tables")
    parser.add_argument(
        "--prices",
        type=lambda text: sorted(map(float, text.split(","))),
        default=[USUAL_PRICE],
        help="prices of rules, with commas between (1)",
    )
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="only these tables")
    parser.add_argument("--splits", type=int, default=SPLITS, help=f"splits of each table ({SPLITS})")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    return parser.parse_args()


def main() -> None:
    """Fit everything; write page, raw results and picture."""
    options = parse()
    names = table_names(options.folder, options.only)
    runs = run_all(options.folder, names, options.splits, options.prices, options.jobs)
    peers = load_peers(options.folder, runs)
    picture = None
    if options.output is not None:
        from accuracy_length import draw

        runs.round(4).to_csv(options.output.with_suffix(".csv"), index=False)
        picture = draw(runs, peers, options.output.with_suffix(".png"))
    publish(options.output, "The development tables", "make bench-development", page(runs, peers, picture))


if __name__ == "__main__":
    main()
