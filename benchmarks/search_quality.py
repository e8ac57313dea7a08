"""Test accuracy, rules, rule length and time of the default search on the data of the paper and on noisy rules.

The runs of `nldt bench`: unstratified 70:30 splits, missing values imputed by the training median; the seed makes data,
split and search.

    python benchmarks/search_quality.py [--runs 50] [--large-runs 10] [NAME ...]
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from nldt import NLDTClassifier
from nldt.bench.splits import load_data, split

# Wanted: test accuracy at least, rules at most, rule length at most.
WANTED = {
    "ds1": (99.3, 1.0, 2.2),
    "ds2": (98.9, 1.0, 2.2),
    "ds3": (99.3, 1.0, 2.2),
    "ds4": (99.3, 1.0, 2.2),
    "breast-cancer": (96.5, 1.2, 4.0),
    "wdbc": (97.0, 1.2, 4.0),
    "iris": (95.3, 2.0, 3.5),
    "m-zdt1-30": (99.5, 1.0, 2.2),
    "m-dtlz1-30": (99.5, 1.0, 2.2),
    "m-zdt1-500": (99.5, 1.0, 2.2),
    "m-dtlz1-500": (99.5, 1.0, 2.2),
}
NOISE = {0: 99.0, 10: 99.0, 20: 98.0, 30: 97.0}  # percent of flipped labels: accuracy wanted on clean rows
NOISE_SEEDS = range(10)


def run(name: str, seed: int) -> tuple[float, int, int, float]:
    """Test accuracy in percent, rules, rule length and seconds of one fit."""
    rows = split(load_data(name, seed), seed)
    started = time.perf_counter()
    classifier = NLDTClassifier(random_state=seed).fit(rows.X_train, rows.y_train)
    seconds = time.perf_counter() - started
    accuracy = 100 * classifier.score(rows.X_test, rows.y_test)
    return accuracy, classifier.n_rules_, classifier.rule_length_, seconds


def noisy_rule(seed: int, flipped: float, n_rows: int = 2000, n_features: int = 10) -> tuple[NDArray[np.float64], ...]:
    """Some rows with flipped labels and 600 clean ones of the rule x_a^p > c·x_b^q."""
    random = np.random.default_rng(seed)
    X = random.uniform(0.5, 2, (n_rows + 600, n_features))
    a, b = random.choice(n_features, 2, replace=False)
    p, q = random.choice([-2.0, -1.0, 1.0, 2.0], 2)
    ratio = X[:, a] ** p / X[:, b] ** q
    y = ratio > np.median(ratio)
    noisy = np.where(random.random(len(y)) < flipped, ~y, y)
    return X[:n_rows], noisy[:n_rows], X[n_rows:], y[n_rows:]


def print_data(names: list[str], runs: int, large_runs: int) -> None:
    """One line a dataset."""
    print(f"{'data':14} {'test accuracy':>22} {'wanted':>7} {'rules':>6} {'length':>7} {'seconds':>8}  reached")
    for name in names:
        n_runs = large_runs if name.endswith("500") else runs
        results = np.array([run(name, seed) for seed in range(n_runs)])
        accuracy, rules, length, seconds = results.mean(axis=0)
        error = results[:, 0].std(ddof=1) / np.sqrt(n_runs) if n_runs > 1 else 0.0
        wanted, most_rules, most_length = WANTED[name]
        reached = accuracy >= wanted - error and rules <= most_rules and length <= most_length
        print(
            f"{name:14} {accuracy:8.2f} (error {error:4.2f}) {wanted:9.1f} {rules:6.2f} {length:7.2f} {seconds:8.2f}  "
            f"{'yes' if reached else 'NO'}",
            flush=True,
        )


def print_noise() -> None:
    """One line a share of flipped labels."""
    for percent, wanted in NOISE.items():
        scores, short = [], 0
        for seed in NOISE_SEEDS:
            X_train, y_train, X_test, y_test = noisy_rule(seed, percent / 100)
            classifier = NLDTClassifier(random_state=seed).fit(X_train, y_train)
            scores.append(100 * classifier.score(X_test, y_test))
            short += classifier.rule_length_ <= 2
        reached = np.mean(scores) >= wanted and short >= 9
        print(
            f"noise {percent:2d} %: accuracy on clean rows {np.mean(scores):.2f} (wanted {wanted}), "
            f"rule length 2 or less in {short} of {len(scores)}  {'yes' if reached else 'NO'}",
            flush=True,
        )


def main() -> None:
    """Print everything, or the named datasets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(WANTED))
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--large-runs", type=int, default=10)
    arguments = parser.parse_args()
    print_data(arguments.names, arguments.runs, arguments.large_runs)
    if arguments.names == list(WANTED):
        print_noise()


if __name__ == "__main__":
    main()
