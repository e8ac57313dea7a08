"""Known laws among useless columns: how often the default search finds them again.

    python benchmarks/laws.py [--rows 500 5000] [--seeds 1] [--laws fever lens] [--jobs 2] [--output PAGE]

A law counts as found when the tree has one rule, no longer than the law, and is right on 99.5 % of 20,000 fresh rows
with clean labels. The laws themselves are in `law_table.py`. Beside it stands how often the numbers of a rule are near
enough when its structure is told (`told_structure.py`): few rows with wrong labels may not hold so many digits.
"""

from __future__ import annotations

import argparse
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import joblib
import numpy as np
import pandas as pd
from fits import timed
from law_table import LAWS, Law
from numpy.typing import NDArray
from pages import arguments, publish, table, tell
from threadpoolctl import threadpool_limits
from told_structure import accuracy_if_told

from nldt import NLDTClassifier
from nldt.write.formula import TextFormulas

ROWS = (500, 5_000, 100_000)
SEEDS, SEEDS_OF_LARGE, LARGE = 3, 1, 100_000
WRONG_LABELS = (0.0, 0.1)
TEST_ROWS = 20_000
LEAST_ACCURACY = 99.5  # percent
WANTED = {500: 85.0, 5_000: 95.0, 100_000: 95.0}  # percent of laws found

Draw = Callable[[np.random.Generator, int], NDArray[np.float64]]

# Columns that the laws know nothing of.
USELESS: dict[str, Draw] = {
    "room_temperature": lambda random, n: random.normal(21, 2, n),
    "humidity": lambda random, n: random.uniform(20, 90, n),
    "altitude": lambda random, n: random.exponential(300, n),
    "income": lambda random, n: random.lognormal(10, 0.6, n),
    "year": lambda random, n: random.integers(1950, 2025, n).astype(float),
    "visits": lambda random, n: random.poisson(3, n).astype(float),
    "offset": lambda random, n: random.normal(0, 1, n),
    "calibration": lambda random, n: random.uniform(0.9, 1.1, n),
    "night_shift": lambda random, n: (random.random(n) < 0.5).astype(float),
    "repaired": lambda random, n: (random.random(n) < 0.15).astype(float),
}


@dataclass(frozen=True)
class Task:
    """One table: a law, rows, a share of wrong labels, a seed."""

    law: Law
    n_rows: int
    wrong: float
    seed: int


@dataclass(frozen=True)
class Result:
    """What was found; accuracy in percent of clean rows, also of the rule whose structure was told."""

    task: Task
    accuracy: float
    rules: int
    length: int
    formula: str
    cpu: float
    accuracy_if_told: float

    @property
    def found(self) -> bool:
        """Whether this is the law."""
        short = self.rules == 1 and self.length <= self.task.law.length
        return short and self.accuracy >= LEAST_ACCURACY

    @property
    def found_if_told(self) -> bool:
        """Whether whoever knows the structure finds the law."""
        return self.accuracy_if_told >= LEAST_ACCURACY


def make_rows(law: Law, n_rows: int, seed: int, part: str) -> tuple[pd.DataFrame, NDArray[np.bool_]]:
    """A table in which the law's features stand anywhere among the useless ones, and what the law says."""
    random = stream(law, seed, part, n_rows)
    own = law.draw(random, n_rows)
    columns = dict(zip(law.features, own.T, strict=True))
    columns |= {name: values(random, n_rows) for name, values in USELESS.items()}
    order = stream(law, seed, "order").permutation(len(columns))
    return pd.DataFrame(columns).iloc[:, order], law.rule.goes_left(own)


def stream(law: Law, seed: int, part: str, n_rows: int = 0) -> np.random.Generator:
    """Random numbers of their own for each law, seed, part and size."""
    return np.random.default_rng([zlib.crc32(law.name.encode()), seed, zlib.crc32(part.encode()), n_rows])


def run(task: Task) -> Result:
    """Fit one table and judge tree and yardstick on clean rows."""
    X, y = make_rows(task.law, task.n_rows, task.seed, "training")
    y = y ^ (stream(task.law, task.seed, "wrong labels", task.n_rows).random(len(y)) < task.wrong)
    test = make_rows(task.law, TEST_ROWS, task.seed, "test")
    fit = NLDTClassifier(random_state=task.seed, n_jobs=1).fit
    with threadpool_limits(1):
        classifier, taken = timed(lambda: fit(X, y))
        told = accuracy_if_told(task.law, (X, y), test)
    accuracy = 100 * float(classifier.score(*test))
    formulas = TextFormulas(classifier.model_, "auto")
    shown = "; ".join(formulas.rule(rule) for rule in classifier.rules_) or "no rule"
    return Result(task, accuracy, classifier.n_rules_, classifier.rule_length_, shown, taken.cpu, told)


def run_all(tasks: Sequence[Task], jobs: int) -> list[Result]:
    """All results, told as they come."""
    results = []
    for result in joblib.Parallel(n_jobs=jobs, return_as="generator")(joblib.delayed(run)(task) for task in tasks):
        results.append(result)
        tell(f"{place_text(result.task)}, {result.task.law.name}: {'found' if result.found else miss_text(result)}")
    return results


def place_text(task: Task) -> str:
    """Which table of a law."""
    return f"{task.n_rows:,} rows, {100 * task.wrong:.0f} % wrong, seed {task.seed}"


def miss_text(result: Result) -> str:
    """What was found instead."""
    return f"MISSED: {result.formula} (length {result.length}, accuracy {result.accuracy:.3f} %, {result.cpu:.1f} s)"


def share_found(results: Sequence[Result], told: bool = False) -> float:
    """Percent of laws that are found, each law counting once whatever its number of seeds."""
    by_law: dict[str, list[bool]] = {}
    for result in results:
        by_law.setdefault(result.task.law.name, []).append(result.found_if_told if told else result.found)
    return 100 * float(np.mean([np.mean(found) for found in by_law.values()]))


def of(results: Iterable[Result], **wanted: object) -> list[Result]:
    """The results of some tables: `of(results, n_rows=500, wrong=0.1)`."""
    return [r for r in results if all(getattr(r.task, name) == value for name, value in wanted.items())]


def shares_part(results: Sequence[Result]) -> list[str]:
    """Found by rows and wrong labels, with lengths and time."""
    lines = []
    for n_rows in dict.fromkeys(result.task.n_rows for result in results):
        these = of(results, n_rows=n_rows)
        by_noise = [of(these, wrong=wrong) for wrong in WRONG_LABELS]
        ratios = [np.mean([r.length / r.task.law.length for r in some]) for some in by_noise]
        seconds = [result.cpu for result in these]
        lines.append(
            [
                f"{n_rows:,}",
                *(f"{share_found(some):.1f}" for some in by_noise),
                f"**{share_found(these):.1f}**",
                f"{WANTED[n_rows]:.0f}" if n_rows in WANTED else "",
                ", ".join(f"{share_found(some, told=True):.1f}" for some in by_noise),
                *(f"{ratio:.2f}" for ratio in ratios),
                f"{np.mean(seconds):.2f}",
                f"{max(seconds):.2f}",
            ]
        )
    head = ["rows", "clean", "10 % wrong", "both", "wanted", "structure told: clean, 10 % wrong"]
    head += ["length over the law's: clean", "10 % wrong"]
    return ["## Laws found, in percent", table([*head, "CPU seconds a fit", "longest"], lines)]


def kinds_part(results: Sequence[Result]) -> list[str]:
    """Found by kind of law."""
    sizes = list(dict.fromkeys(result.task.n_rows for result in results))
    lines = []
    for kind in dict.fromkeys(result.task.law.kind for result in results):
        these = [result for result in results if result.task.law.kind == kind]
        shares = [share_found(of(these, n_rows=n, wrong=wrong)) for n in sizes for wrong in WRONG_LABELS]
        n_laws = len({result.task.law.name for result in these})
        lines.append([kind, str(n_laws), *(f"{share:.0f}" for share in shares)])
    head = [f"{n:,}, {'clean' if wrong == 0 else '10 % wrong'}" for n in sizes for wrong in WRONG_LABELS]
    return ["## By kind, in percent", table(["kind", "laws", *head], lines)]


def laws_part(results: Sequence[Result]) -> list[str]:
    """Every law with how often it was found."""
    lines = []
    for law in {result.task.law.name: result.task.law for result in results}.values():
        these = of(results, law=law)
        found = f"{sum(result.found for result in these)} of {len(these)}"
        lines.append([law.name, law.field, law.kind, f"`{law.formula}`", str(law.length), found])
    return ["## The laws", table(["law", "field", "kind", "yes where", "length", "found"], lines)]


def misses_part(results: Sequence[Result]) -> list[str]:
    """What was found instead."""
    order = [law.name for law in LAWS]
    missed = sorted((r for r in results if not r.found), key=lambda result: order.index(result.task.law.name))
    lines = [
        [
            result.task.law.name,
            place_text(result.task),
            f"{result.accuracy:.3f}",
            f"{result.length} ({result.task.law.length})",
            str(result.rules),
            f"`{result.formula}`",
        ]
        for result in missed
    ]
    if not lines:
        return ["## Missed", "None."]
    head = ["law", "table", "accuracy", "length (the law's)", "rules", "found instead"]
    return [f"## Missed: {len(missed)} of {len(results)} tables", table(head, lines)]


def page(results: Sequence[Result]) -> list[str]:
    """All parts."""
    n_laws = len({result.task.law.name for result in results})
    seeds = {n: len({r.task.seed for r in of(results, n_rows=n)}) for n in {r.task.n_rows for r in results}}
    return [
        f"`make bench-laws`: {n_laws} laws (`benchmarks/law_table.py`), each a table of its own features and "
        f"{len(USELESS)} useless columns, in random order; the search with default settings. A law is found when "
        f"the tree has one rule, no longer than the law, right on at least {LEAST_ACCURACY:g} % of {TEST_ROWS:,} fresh "
        "rows with clean labels. Wrong labels hit each training row with the same chance. Seeds make rows, order of "
        f"columns, wrong labels and search: {', '.join(f'{seeds[n]} at {n:,} rows' for n in sorted(seeds))}.",
        *shares_part(results),
        "*Structure told*: one who knows the law's terms, and whether it is a band, and has only to find weights and "
        "ends in the same rows: those of least impurity. What they miss is a matter of too few rows more than of the "
        "search, though plain weights and round ends can still be guessed.",
        f"All fits together took {sum(result.cpu for result in results):.0f} CPU seconds.",
        *kinds_part(results),
        *laws_part(results),
        *misses_part(results),
    ]


def chosen_laws(names: Sequence[str]) -> list[Law]:
    """The laws with one of these words in their names; all without any."""
    return [law for law in LAWS if not names or any(name.lower() in law.name.lower() for name in names)]


def parse() -> argparse.Namespace:
    """What the user asks for."""
    parser = arguments(__doc__)
    parser.add_argument("--rows", type=int, nargs="+", default=list(ROWS), help="sizes of tables (500 5000 100000)")
    parser.add_argument("--seeds", type=int, help="tables of each law and size (3, of 100,000 rows 1)")
    parser.add_argument("--laws", nargs="+", default=[], help="only laws with one of these words in their names")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    return parser.parse_args()


def main() -> None:
    """Fit every table and write the page."""
    options = parse()
    tasks = [
        Task(law, n_rows, wrong, seed)
        for n_rows in options.rows
        for law in chosen_laws(options.laws)
        for wrong in WRONG_LABELS
        for seed in range(options.seeds or (SEEDS_OF_LARGE if n_rows >= LARGE else SEEDS))
    ]
    publish(options.output, "Known laws, found again", "make bench-laws", page(run_all(tasks, options.jobs)))


if __name__ == "__main__":
    main()
