"""What each idea of the fast search is worth: test accuracy, size and time with the idea left out.

python benchmarks/search_ablation.py [--runs 20] [--large-runs 5] [--output docs/results/search-ablation.md] [NAME ...]
"""

from __future__ import annotations

import numpy as np
from ablations import VARIANTS, Variant
from fits import Fit, fit
from pages import arguments, mean_text, publish, table, tell
from search_quality import noisy_rule

from nldt.bench.splits import Split, load_data, split

DATA = ["wdbc", "breast-cancer", "iris", "ds4", "m-dtlz1-30", "m-zdt1-500"]
# Only this one has nodes that are searched on samples: a rule between two of ten features, 10 % of the labels flipped.
LARGE = "noisy rule, 50,000 rows"
LARGE_ROWS = 50_000

Results = dict[str, list[Fit]]  # by variant


def rows_of(name: str, seed: int) -> Split:
    """The rows of one run."""
    if name == LARGE:
        X_train, y_train, X_test, y_test = noisy_rule(seed, 0.1, LARGE_ROWS)
        return Split(X_train, X_test, y_train, y_test)
    return split(load_data(name, seed), seed)


def measure(name: str, runs: int) -> Results:
    """All variants on the same splits, one split after the other, so that a busy machine slows all alike."""
    variants = [variant for variant in VARIANTS if variant.only_large in (False, name == LARGE)]
    if name == LARGE:
        variants = [variant for variant in variants if variant.only_large or variant is VARIANTS[0]]
    results: Results = {variant.name: [] for variant in variants}
    for seed in range(runs):
        rows = rows_of(name, seed)
        for variant in variants:
            with variant.patch():
                results[variant.name].append(
                    fit(rows, search=variant.search(), random_state=seed, **variant.parameters)
                )
        tell(f"{name}: split {seed + 1} of {runs}")
    return results


def differences(results: Results, variant: str, measure: str) -> np.ndarray:
    """A measure of the variant less that of the whole search, split by split."""
    whole = results[VARIANTS[0].name]
    pairs = zip(results[variant], whole, strict=True)
    return np.array([getattr(fit, measure) - getattr(reference, measure) for fit, reference in pairs])


def detail(name: str, results: Results) -> list[str]:
    """One table's numbers, a line a variant."""
    head = ["left out", "test accuracy", "difference", "rules", "length", "CPU seconds", "structures"]
    lines = []
    for variant, fits in results.items():
        means = {name: np.mean([getattr(f, name) for f in fits]) for name in ("rules", "length", "cpu", "structures")}
        lines.append(
            [
                variant,
                mean_text(f.accuracy for f in fits),
                "" if variant == VARIANTS[0].name else mean_text(differences(results, variant, "accuracy"), sign="+"),
                f"{means['rules']:.2f}",
                f"{means['length']:.2f}",
                f"{means['cpu']:.2f}",
                f"{means['structures']:,.0f}",
            ]
        )
    return [f"## {name}, {len(fits)} splits", table(head, lines)]


def overview(results: dict[str, Results]) -> str:
    """Differences of accuracy, length and time from the whole search: a line a variant."""
    names = [name for name in results if name != LARGE]
    lines = []
    for variant in VARIANTS[1:]:
        if variant.only_large or not names:
            continue
        accuracy = [mean_text(differences(results[name], variant.name, "accuracy"), sign="+") for name in names]
        length = np.mean([differences(results[name], variant.name, "length").mean() for name in names])
        ratio = np.exp(np.mean([np.log(time_ratio(results[name], variant)) for name in names]))
        lines.append([variant.name, *accuracy, f"{length:+.2f}", f"{ratio:.2f}" if variant.timed else "–"])
    return table(["left out", *names, "length", "time"], lines)


def time_ratio(results: Results, variant: Variant) -> float:
    """CPU seconds of the variant over those of the whole search."""
    own, whole = (sum(f.cpu for f in results[name]) for name in (variant.name, VARIANTS[0].name))
    return own / whole


def main() -> None:
    """Measure the named data, or all, and write the page."""
    parser = arguments(__doc__, runs=20)
    parser.add_argument("names", nargs="*", default=[*DATA, LARGE], metavar="NAME")
    parser.add_argument("--large-runs", type=int, default=5, help="runs of the large tables (5)")
    options = parser.parse_args()
    large = {"m-zdt1-500", LARGE}
    results = {
        name: measure(name, min(options.runs, options.large_runs) if name in large else options.runs)
        for name in options.names
    }
    explained = [[variant.name, variant.instead] for variant in VARIANTS[1:]]
    parts = [
        "`make bench-ablation`: the default search, and the same with one idea left out, on the same unstratified "
        "70:30 splits (seeds from 0; missing values imputed by the training median). Test accuracy in percent; "
        "brackets hold standard errors, those of differences being of the paired differences.",
        table(["left out", "what happens instead"], explained).replace("---:", "---"),
        "## Difference from the whole search",
        "Test accuracy in points, by table; the mean difference of rule length over the tables; CPU seconds over those "
        "of the whole search, geometric mean.",
        overview(results),
    ]
    for name, of_name in results.items():
        parts += detail(name, of_name)
    publish(options.output, "What each idea of the fast search is worth", "make bench-ablation", parts)


if __name__ == "__main__":
    main()
