"""Ratios of time, each measured in one run: the fast search beside the paper's, beside CART, and the two lower levels.

python benchmarks/ratios.py [--runs 10] [--structures 200] [--output docs/results/search_ratios.md]
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from fits import Fit, fit, timed
from pages import arguments, mean_text, publish, table, tell, yes_or_no
from plain_lower_levels import genetic_algorithm
from sklearn.tree import DecisionTreeClassifier

from nldt import FastSearch, core
from nldt.bench.splits import Split, load_data, split
from nldt.feature_scaling import RawScaling
from nldt.tree.training_rows import TrainingRows

LEAST_SPEED_UP = 20.0  # of the paper's search, on WDBC
MOST_OF_CART = 5.0  # times CART's time, on m-DTLZ1 with 500 features
CART_RUNS = 7
LEAST_NO_WORSE, MOST_OF_GA = 97.0, 0.2  # percent of the structures; share of the GA's time
SAME = 1e-9  # impurities that differ by less are equal


def against_paper(runs: int) -> list[str]:
    """Both searches on the same splits of WDBC, in turn."""
    fits: dict[str, list[Fit]] = {"fast": [], "paper": []}
    for seed in range(runs):
        rows = split(load_data("wdbc", seed), seed)
        for search, of_search in fits.items():
            of_search.append(fit(rows, search=search, random_state=seed))
        tell(f"wdbc: split {seed + 1} of {runs}")
    fast, paper = fits["fast"], fits["paper"]
    gains = {
        measure: np.array([getattr(a, measure) - getattr(b, measure) for a, b in zip(fast, paper, strict=True)])
        for measure in ("accuracy", "rules", "length")
    }
    lines = [
        [measure, *(mean_text(getattr(f, measure) for f in of) for of in (fast, paper)), mean_text(gain, sign="+")]
        for measure, gain in gains.items()
    ]
    targets = [
        speed_line(f"at least {LEAST_SPEED_UP:g} times faster", paper, fast),
        [
            "no lower mean test accuracy",
            mean_text(gains["accuracy"], sign="+"),
            yes_or_no(gains["accuracy"].mean() >= 0),
        ],
        ["no longer rules", mean_text(gains["length"], sign="+"), yes_or_no(gains["length"].mean() <= 0)],
    ]
    return [
        "## WDBC: fast and paper",
        f"{runs} unstratified 70:30 splits (seeds 0 to {runs - 1}), both searches on each in turn, default settings.",
        table(["", "fast", "paper", "difference"], [*lines, *time_lines(fast, paper)]),
        table(["wanted", "measured", "reached"], targets),
    ]


def time_lines(first: list[Fit], second: list[Fit]) -> list[list[str]]:
    """Median seconds of both, on the wall and of all cores together."""
    times = [[f.time for f in fits] for fits in (first, second)]
    return [
        ["median seconds", *(f"{np.median([t.wall for t in of]):.2f}" for of in times), ""],
        ["median CPU seconds", *(f"{np.median([t.cpu for t in of]):.2f}" for of in times), ""],
    ]


def ratios(slower: list[Fit], faster: list[Fit]) -> tuple[np.ndarray, np.ndarray]:
    """Run by run: seconds over seconds, and CPU seconds over CPU seconds."""
    pairs = [(a.time, b.time) for a, b in zip(slower, faster, strict=True)]
    return np.array([a.wall / b.wall for a, b in pairs]), np.array([a.cpu / b.cpu for a, b in pairs])


def ratio_text(wall: np.ndarray, cpu: np.ndarray) -> str:
    """Medians of both ratios with their ranges."""
    return (
        f"{np.median(wall):.1f} ({wall.min():.1f} to {wall.max():.1f}); "
        f"of CPU seconds {np.median(cpu):.1f} ({cpu.min():.1f} to {cpu.max():.1f})"
    )


def speed_line(what: str, slower: list[Fit], faster: list[Fit]) -> list[str]:
    """The verdict on a speed-up; it goes by the median of the seconds' ratios."""
    wall, cpu = ratios(slower, faster)
    return [what, ratio_text(wall, cpu), yes_or_no(bool(np.median(wall) >= LEAST_SPEED_UP))]


def against_cart() -> list[str]:
    """The default classifier and scikit-learn's tree on the same rows, in turn."""
    ours, cart = [], []
    for seed in range(CART_RUNS):
        rows = split(load_data("m-dtlz1-500", seed), seed)
        ours.append(fit(rows, random_state=seed))
        cart.append(fit_cart(rows, seed))
        tell(f"m-dtlz1-500: {seed + 1} of {CART_RUNS}")
    wall, cpu = ratios(ours, cart)
    accuracy = ["accuracy", *(mean_text(f.accuracy for f in fits) for fits in (ours, cart)), ""]
    length = ["length", *(mean_text(f.length for f in fits) for fits in (ours, cart)), ""]
    target = [f"at most {MOST_OF_CART:g} times CART's time", ratio_text(wall, cpu)]
    return [
        "## m-DTLZ1 with 500 features: nldt and CART",
        f"`fit` on the {len(rows.X_train)} training rows of seeds 0 to {CART_RUNS - 1}, in turn; CART is "
        "scikit-learn's `DecisionTreeClassifier` with its defaults, on one core as always; its length is "
        "its number of splits.",
        table(["", "nldt", "CART", ""], [accuracy, length, *time_lines(ours, cart)]),
        table(["wanted", "measured", "reached"], [[*target, yes_or_no(bool(np.median(wall) <= MOST_OF_CART))]]),
    ]


def fit_cart(rows: Split, seed: int) -> Fit:
    """Scikit-learn's tree with its defaults."""
    tree, taken = timed(lambda: DecisionTreeClassifier(random_state=seed).fit(rows.X_train, rows.y_train))
    splits = tree.get_n_leaves() - 1
    return Fit(100 * float(tree.score(rows.X_test, rows.y_test)), splits, splits, taken, 0)


def lower_levels(n_structures: int) -> list[str]:
    """The exact lower level and the genetic algorithm on the same random structures."""
    settings = {"criterion": "gini", "n_threads": core.thread_count(None), "instruction_set": ""}
    lines = []
    for name in ("wdbc", "m-dtlz1-30"):
        task = random_structures(name, n_structures)
        evolved, evolved_time = timed(partial(genetic_algorithm, *task, **settings))
        for steps in (FastSearch().steps, FastSearch().final_steps):
            exact, exact_time = timed(partial(core.solve_directions, *task, steps=steps, thorough=True, **settings))
            ours, theirs = exact[3].min(axis=1), evolved[3].min(axis=1)
            no_worse = 100 * float(np.mean(ours <= theirs + SAME))
            share = exact_time.wall / evolved_time.wall
            lines.append(
                [
                    f"{name}, {steps} steps",
                    f"{no_worse:.1f} %",
                    f"{ours.mean():.4f}, {theirs.mean():.4f}",
                    f"{share:.2f} (CPU {exact_time.cpu / evolved_time.cpu:.2f})",
                    yes_or_no(no_worse >= LEAST_NO_WORSE and share <= MOST_OF_GA),
                ]
            )
    return [
        "## The lower level alone: exact and genetic",
        f"{n_structures} random structures of two and three terms on all rows of each table, one or two features a "
        "term, exponents −3 to 3 where the data allow them; the better of half-space and band for both; the exact one "
        "with the steps of the local search that all structures get, and with those that finalists get. Wanted: no "
        f"worse in at least {LEAST_NO_WORSE:g} % of the structures, in at most {MOST_OF_GA:g} of the time.",
        table(["data", "no worse", "mean impurity: exact, genetic", "time over genetic", "reached"], lines),
    ]


def random_structures(name: str, count: int) -> tuple[Any, ...]:
    """A table as the core takes it, random structures, and their seeds."""
    data = load_data(name, 0)
    X = data.X.to_numpy(np.float64)
    classes, y = np.unique(data.y, return_inverse=True)
    rows = TrainingRows.canonical(X, y, np.ones(len(y)), np.ones(len(classes)))
    scaling = RawScaling.fit(rows.extremes)
    random = np.random.default_rng(0)
    exponents = np.zeros((count, 3, X.shape[1]), dtype=np.int8)
    for matrix in exponents:
        for term in matrix[: random.integers(2, 4)]:
            for feature in random.choice(X.shape[1], random.integers(1, 3), replace=False):
                allowed = [e for e in (-3, -2, -1, 1, 2, 3) if scaling.allows(int(feature), e)]
                term[feature] = random.choice(allowed)
    node = (rows.columns.scaled(scaling).all, rows.class_begin, rows.sample_weight)
    return *node, exponents, random.integers(0, 2**63, count, dtype=np.uint64)


def main() -> None:
    """Measure all ratios and write the page."""
    parser = arguments(__doc__, runs=10)
    parser.add_argument("--structures", type=int, default=200, help="structures for the lower levels (200)")
    options = parser.parse_args()
    parts = [
        "`make bench-ratios`: what is compared runs in turn in one process, so that a busy machine slows both. Test "
        "accuracy in percent; brackets hold standard errors, those of differences being of the paired differences.",
        *lower_levels(options.structures),
        *against_cart(),
        *against_paper(options.runs),
    ]
    publish(options.output, "Ratios of time", "make bench-ratios", parts)


if __name__ == "__main__":
    main()
