"""Ratios of time, each measured in one run: the fast search beside the paper's, beside CART, and the two lower levels.

python benchmarks/ratios.py [--runs 50] [--structures 200] [--output docs/results/search_ratios.md]
"""

from __future__ import annotations

import numpy as np
from fits import Fit, fit, timed
from lower_levels import lower_levels
from pages import arguments, mean_text, publish, table, tell, yes_or_no
from sklearn.tree import DecisionTreeClassifier

from nldt.bench.splits import Split, load_data, split

LEAST_SPEED_UP = 20.0  # of the paper's search, on WDBC
MOST_OF_CART = 5.0  # times CART's time, on m-DTLZ1 with 500 features
CART_RUNS = 7


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


def main() -> None:
    """Measure all ratios and write the page."""
    parser = arguments(__doc__, runs=50)
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
