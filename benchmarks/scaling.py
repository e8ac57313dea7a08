"""How fit time grows with rows and with features, peak memory, a wide table, and how well the time limit is kept.

    python benchmarks/scaling.py [--runs 3] [--most-rows 1000000] [--only-wide] [--output docs/results/scaling.md]

With --output the plot is written beside the page. Linux only: memory is read from /proc.
"""

from __future__ import annotations

import multiprocessing
import re
import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from fits import Time, timed
from pages import arguments, publish, table, tell, yes_or_no
from search_quality import noisy_rule
from sklearn.tree import DecisionTreeClassifier

from nldt import NLDTClassifier

FLIPPED = 0.1
ROWS, FEATURES = (1_000, 10_000, 100_000, 1_000_000), (10, 30, 100, 300, 1_000)
FIXED_ROWS, FIXED_FEATURES = 1_000, 30
MOST_SLOPE = {"rows": 1.0, "features": 2.0}
TIME_LIMITS = (2.0, 5.0)
MOST_OVERSHOOT = 1.0  # seconds
MOST_MEMORY = 4.0  # times the data
WIDE_ROWS, WIDE_FEATURES = 1_000, 10_000
MOST_TIMES_CART = 5.0
MOST_WIDE_BYTES = 1e9  # of the whole process

Times = dict[int, list[Time]]  # of each run, by size


def fit_time(n_rows: int, n_features: int, seed: int) -> Time:
    """Time of one fit on the noisy rule of a seed."""
    X, y, _, _ = noisy_rule(seed, FLIPPED, n_rows, n_features)
    return timed(lambda: NLDTClassifier(random_state=seed).fit(X, y))[1]


def measure_times(what: str, sizes: tuple[int, ...], runs: int) -> Times:
    """Runs of all sizes in turn."""
    times: Times = {size: [] for size in sizes}
    for seed in range(runs):
        for size in sizes:
            shape = (size, FIXED_FEATURES) if what == "rows" else (FIXED_ROWS, size)
            times[size].append(fit_time(*shape, seed))
            tell(f"{size:,} {what}, run {seed + 1}: {times[size][-1].wall:.2f} s")
    return times


def medians(times: Times, clock: str) -> dict[int, float]:
    """Median seconds by size, on the wall or of the CPU."""
    return {size: float(np.median([getattr(t, clock) for t in of_size])) for size, of_size in times.items()}


def slope(times: Times, clock: str = "wall") -> float:
    """Exponent of the growth: the least-squares slope of log median seconds over log size."""
    of_size = medians(times, clock)
    return float(np.polyfit(np.log(list(of_size)), np.log(list(of_size.values())), 1)[0])


def measure_memory(n_rows: int) -> tuple[float, float, float]:
    """Bytes of the data, peak growth of this process with the data, and the same without what it held before the fit.

    Runs in a process of its own, in which a small fit has loaded all code.
    """
    fit_time(200, FIXED_FEATURES, seed=0)
    before = resident_bytes("VmRSS")
    X, y, *_ = noisy_rule(0, FLIPPED, n_rows, FIXED_FEATURES)
    Path("/proc/self/clear_refs").write_text("5")  # the peak starts anew
    with_data = resident_bytes("VmRSS")
    NLDTClassifier(random_state=0).fit(X, y)
    peak = resident_bytes("VmHWM")
    return float(X.nbytes + y.nbytes), peak - before, peak - with_data


@dataclass(frozen=True)
class WideFit:
    """One fit of a wide table beside CART's: times, accuracies on clean rows in percent, peak of the process."""

    time: Time
    cart: Time
    accuracy: float
    cart_accuracy: float
    peak: float


def measure_wide(n_rows: int, n_features: int) -> WideFit:
    """Runs in a process of its own, whose peak has nothing else in it; CART comes after that is read."""
    X, y, clean, classes = noisy_rule(0, FLIPPED, n_rows, n_features)
    model, time = timed(lambda: NLDTClassifier(random_state=0).fit(X, y))
    peak = resident_bytes("VmHWM")
    cart, cart_time = timed(lambda: DecisionTreeClassifier(random_state=0).fit(X, y))
    return WideFit(time, cart_time, 100 * model.score(clean, classes), 100 * cart.score(clean, classes), peak)


def resident_bytes(field: str) -> float:
    """A field of this process's memory: VmRSS now, VmHWM at its peak."""
    found = re.search(rf"^{field}:\s*(\d+) kB$", Path("/proc/self/status").read_text(), re.M)
    assert found is not None
    return 1024.0 * int(found[1])


def measure_limits(n_rows: int) -> list[tuple[float, float]]:
    """Time limits with the seconds that fits took; nan where the fit ended by itself before."""
    X, y, *_ = noisy_rule(0, FLIPPED, n_rows, FIXED_FEATURES)
    taken = []
    for limit in TIME_LIMITS:
        classifier = NLDTClassifier(random_state=0, time_limit=limit)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that the search was cut short
            _, seconds = timed(lambda classifier=classifier: classifier.fit(X, y))
        taken.append((limit, float("nan") if classifier.search_report_.complete else seconds.wall))
    return taken


def times_part(what: str, times: Times) -> list[str]:
    """The table of one size, with the growth from step to step."""
    fixed = f"{FIXED_FEATURES} features" if what == "rows" else f"{FIXED_ROWS:,} rows"
    wall, cpu = medians(times, "wall"), medians(times, "cpu")
    lines, before = [], None
    for size, of_size in times.items():
        local = "" if before is None else f"{np.log(cpu[size] / cpu[before]) / np.log(size / before):.2f}"
        shortest, longest = min(t.wall for t in of_size), max(t.wall for t in of_size)
        lines.append([f"{size:,}", f"{wall[size]:.2f}", f"{shortest:.2f} to {longest:.2f}", f"{cpu[size]:.2f}", local])
        before = size
    growth, most = slope(times), MOST_SLOPE[what]
    return [
        f"## {what.capitalize()}, with {fixed}",
        table([what, "median seconds", "range", "median CPU seconds", "their slope from the size before"], lines),
        f"Slope over all sizes (least squares on both logarithms): **{growth:.2f}**, of CPU seconds "
        f"{slope(times, 'cpu'):.2f}; wanted at most {most:g}: {yes_or_no(growth <= most)}.",
    ]


def memory_part(n_rows: int, measured: tuple[float, float, float]) -> list[str]:
    """Peak memory beside the data."""
    data, with_data, without = measured
    return [
        f"## Memory at {n_rows:,} rows × {FIXED_FEATURES} features",
        f"The data (float64 features and their labels) take {data / 1e6:,.0f} MB. From before they are made to the "
        f"peak of the fit, the process grows by {with_data / 1e6:,.0f} MB, **{with_data / data:.2f}** times the data, "
        f"the data included; the fit itself adds {without / 1e6:,.0f} MB, {without / data:.2f} times the data. Wanted: "
        f"below {MOST_MEMORY:g} times the data, the data included: {yes_or_no(with_data < MOST_MEMORY * data)}. "
        "Measured in a process of its own after a small fit has loaded the code: resident memory (VmRSS) before, its "
        "high-water mark (VmHWM, reset before the fit) after.",
    ]


def wide_part(n_rows: int, n_features: int, wide: WideFit) -> list[str]:
    """Time beside CART's, and the peak of the process."""
    ratio = wide.time.wall / wide.cart.wall
    return [
        f"## A wide table: {n_rows:,} rows × {n_features:,} features",
        table(
            ["", "seconds", "CPU seconds", "% on clean rows"],
            [
                ["nldt", f"{wide.time.wall:.2f}", f"{wide.time.cpu:.2f}", f"{wide.accuracy:.1f}"],
                ["CART", f"{wide.cart.wall:.2f}", f"{wide.cart.cpu:.2f}", f"{wide.cart_accuracy:.1f}"],
            ],
        ),
        f"**{ratio:.2f}** times the time of CART (`DecisionTreeClassifier(random_state=0)`, grown in full), of CPU "
        f"seconds {wide.time.cpu / wide.cart.cpu:.2f} times; wanted at most {MOST_TIMES_CART:g}: "
        f"{yes_or_no(ratio <= MOST_TIMES_CART)}. The process takes {wide.peak / 1e6:,.0f} MB at its peak (VmHWM), "
        f"{8 * n_rows * n_features / 1e6:,.0f} MB of which are the table; wanted at most "
        f"{MOST_WIDE_BYTES / 1e6:,.0f} MB: {yes_or_no(wide.peak <= MOST_WIDE_BYTES)}.",
    ]


def limits_part(n_rows: int, measured: list[tuple[float, float]]) -> list[str]:
    """How far fits ran over their limit."""
    lines = []
    for limit, seconds in measured:
        over = seconds - limit
        verdict = "ended by itself before" if np.isnan(over) else yes_or_no(over <= MOST_OVERSHOOT)
        shown = [""] * 2 if np.isnan(over) else [f"{seconds:.2f}", f"{over:+.2f}"]
        lines.append([f"{limit:g}", *shown, verdict])
    return [
        f"## Time limit at {n_rows:,} rows × {FIXED_FEATURES} features",
        f"Seconds of the whole `fit`; wanted: at most {MOST_OVERSHOOT:g} over the limit.",
        table(["time_limit", "seconds", "over", "reached"], lines),
    ]


def draw(times: dict[str, Times], path: Path) -> None:
    """Fit time over size, with the growth that is allowed."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3.6), layout="constrained")
    for axes, (what, of_what) in zip(figure.subplots(1, 2), times.items(), strict=True):
        sizes = np.array(list(of_what), dtype=float)
        middle = np.array(list(medians(of_what, "wall").values()))
        runs = [[time.wall for time in of_size] for of_size in of_what.values()]
        reach = [middle - np.min(runs, axis=1), np.max(runs, axis=1) - middle]
        axes.errorbar(sizes, middle, reach, marker="o", capsize=3, label=f"slope {slope(of_what):.2f}")
        most = MOST_SLOPE[what]
        axes.plot(sizes, middle[0] * (sizes / sizes[0]) ** most, "--", color="grey", label=f"slope {most:g}")
        axes.set(xscale="log", yscale="log", xlabel=what, ylabel="seconds of a fit")
        axes.legend()
    figure.savefig(path, dpi=110)


def main() -> None:
    """Measure everything and write page and plot."""
    parser = arguments(__doc__, runs=3)
    parser.add_argument("--most-rows", type=int, default=ROWS[-1], help=f"rows at the most ({ROWS[-1]})")
    parser.add_argument("--most-features", type=int, default=FEATURES[-1], help=f"features ({FEATURES[-1]})")
    parser.add_argument("--wide-features", type=int, default=WIDE_FEATURES, help=f"({WIDE_FEATURES})")
    parser.add_argument("--only-wide", action="store_true", help="measure the wide table and nothing else")
    options = parser.parse_args()
    with multiprocessing.get_context("spawn").Pool(1) as process:
        wide = process.apply(measure_wide, (WIDE_ROWS, options.wide_features))
    if options.only_wide:
        return print("\n\n".join(wide_part(WIDE_ROWS, options.wide_features, wide)))
    times = {
        "features": measure_times("features", tuple(n for n in FEATURES if n <= options.most_features), options.runs),
        "rows": measure_times("rows", tuple(n for n in ROWS if n <= options.most_rows), options.runs),
    }
    with multiprocessing.get_context("spawn").Pool(1) as process:
        memory = process.apply(measure_memory, (options.most_rows,))
        limits = process.apply(measure_limits, (options.most_rows,))
    parts = [
        "`make bench-scaling`: fits with default settings on all cores; the data are a rule between two of the "
        f"features with {100 * FLIPPED:.0f} % of the labels flipped (`noisy_rule` of `benchmarks/search_quality.py`); "
        f"seeds 0 to {options.runs - 1}, all sizes in turn for each.",
        *([] if options.output is None else ["![fit time over rows and over features](scaling.png)"]),
        *times_part("rows", times["rows"]),
        *times_part("features", times["features"]),
        *wide_part(WIDE_ROWS, options.wide_features, wide),
        *memory_part(options.most_rows, memory),
        *limits_part(options.most_rows, limits),
    ]
    if options.output is not None:
        draw({what: times[what] for what in ("rows", "features")}, options.output.with_name("scaling.png"))
    publish(options.output, "How fit time grows", "make bench-scaling", parts)


if __name__ == "__main__":
    main()
