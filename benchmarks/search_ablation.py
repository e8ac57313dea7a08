"""What each idea of the fast search is worth: test accuracy, size and time with the idea left out.

python benchmarks/search_ablation.py [--runs 5] [--few-runs 2] [--output docs/results/search-ablation.md] [NAME ...]

The page is written anew after each table.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping

import numpy as np
from ablation_tables import FEW_RUNS, GROUPS
from ablations import VARIANTS, Group, Variant
from fits import Fit, fit
from pages import arguments, mean_text, publish, table, tell
from scipy import stats
from threadpoolctl import threadpool_limits

TABLES = {name: rows for tables in GROUPS.values() for name, rows in tables.items()}
SAID: Mapping[Group, str] = {
    "hard": "Several classes, noise and wrong labels: what is worth its length.",
    "easy": "Tables of one or two rules: how weights and ends are found.",
    "large": "Large nodes.",
}
CLEAR = 0.95  # confidence

Results = dict[str, list[Fit]]  # by variant


def variants_for(name: str, n_classes: int) -> list[Variant]:
    """The whole search, and those that may make a difference to a table."""
    group = next(group for group, tables in GROUPS.items() if name in tables)
    return [v for v in VARIANTS if group in v.tables and v.least_classes <= n_classes]


def measure(name: str, seeds: Iterable[int]) -> Results:
    """All variants on the same splits, one split after the other, so that a busy machine slows all alike."""
    results: Results = {}
    for seed in seeds:
        rows = TABLES[name](seed)
        for variant in variants_for(name, len(np.unique(rows.y_train))):
            with variant.patch(), threadpool_limits(1):
                found = fit(rows, search=variant.search(), random_state=seed, n_jobs=1, **variant.parameters)
            results.setdefault(variant.name, []).append(found)
        tell(f"{name}: split {seed}")
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


def overview(results: Mapping[str, Results]) -> str:
    """Differences of accuracy, length and time from the whole search: a line a variant."""
    lines = []
    for variant in VARIANTS[1:]:
        met = [of_name for of_name in results.values() if variant.name in of_name]
        if met:
            cells = [difference_text(of_name, variant.name) for of_name in results.values()]
            length, time = (mean_ratio(met, variant.name, measure) for measure in ("length", "cpu"))
            lines.append(
                [variant.name, *cells, mean_difference(met, variant.name), length, time if variant.timed else "–"]
            )
    return table(["left out", *results, "mean", "length", "time"], lines)


def difference_text(results: Results, variant: str) -> str:
    """The mean difference of accuracy, bold where it is clear; = where no split has another accuracy or length.

    Clear it is by a paired t-test: of few splits a standard error is itself uncertain.
    """
    if variant not in results:
        return "–"
    accuracy, length = (differences(results, variant, measure) for measure in ("accuracy", "length"))
    if not accuracy.any() and not length.any():
        return "="
    mean, error = accuracy.mean(), standard_error(accuracy)
    text = f"{round(mean, 2) + 0.0:+.2f}"
    least = stats.t.ppf((1 + CLEAR) / 2, max(len(accuracy) - 1, 1)) * error
    return f"**{text}**" if abs(mean) > least > 0 else text


def mean_difference(met: list[Results], variant: str) -> str:
    """The mean over tables of the differences of accuracy; its standard error is that of the splits."""
    found = [differences(results, variant, "accuracy") for results in met]
    error = np.sqrt(sum(standard_error(one) ** 2 for one in found)) / len(found)
    return f"{round(np.mean([one.mean() for one in found]), 2) + 0.0:+.2f} ({error:.2f})"


def standard_error(values: np.ndarray) -> float:
    """Of the mean of some values; 0 of one."""
    return float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else 0.0


def mean_ratio(met: list[Results], variant: str, measure: str) -> str:
    """Totals of the variant over those of the whole search: the geometric mean over tables where both have any."""
    totals = [[sum(getattr(f, measure) for f in of[name]) for name in (variant, VARIANTS[0].name)] for of in met]
    return f"{np.exp(np.mean([np.log(own / whole) for own, whole in totals if own and whole])):.2f}"


def page(results: Mapping[str, Results]) -> Iterator[str]:
    """All parts."""
    yield (
        "`make bench-ablation`: the default search, and the same with one idea left out, on the same unstratified "
        "70:30 splits (seeds from 0; missing values imputed by the training median; one thread). *hoist* (500 rows) "
        "and *fuse* (20,000) are laws of `benchmarks/law_table.py` among ten useless columns, *noisy rule* (50,000) is "
        "a rule of two of ten columns; 10 % of their training labels are wrong, and those of the rows to test right. "
        f"All fits together took {sum(f.cpu for of in results.values() for fits in of.values() for f in fits):.0f} CPU "
        "seconds."
    )
    yield "## Difference from the whole search"
    yield (
        "Test accuracy in points, by table: **bold** where a paired t-test tells it from zero (95 %), = where no "
        "split has another accuracy or another length, – where the idea can make no difference. Then the mean over "
        "the tables, with its standard error over the splits; rule length and CPU seconds over those of the whole "
        "search, geometric means over the tables. Each idea is measured on the tables that it is about."
    )
    for group, said in SAID.items():
        if measured := {name: of_name for name, of_name in results.items() if name in GROUPS[group]}:
            yield said
            yield overview(measured)
    yield "## What happens instead"
    explained = [[variant.name, variant.instead] for variant in VARIANTS[1:]]
    yield table(["left out", "what happens instead"], explained).replace("---:", "---")
    for name, of_name in results.items():
        yield from detail(name, of_name)


def parse() -> argparse.Namespace:
    """What the user asks for."""
    parser = arguments(__doc__, runs=5)
    parser.add_argument("names", nargs="*", default=list(TABLES), metavar="NAME")
    parser.add_argument("--few-runs", type=int, default=2, help="runs of tables that take long (2)")
    return parser.parse_args()


def main() -> None:
    """Measure the named tables, or all, and write the page."""
    options = parse()
    results: dict[str, Results] = {}
    for name in options.names:
        runs = min(options.runs, options.few_runs) if name in FEW_RUNS else options.runs
        results[name] = measure(name, range(runs))
        if options.output is not None or name == options.names[-1]:
            title = "What each idea of the fast search is worth"
            publish(options.output, title, "make bench-ablation", page(results))


if __name__ == "__main__":
    main()
