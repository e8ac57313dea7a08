"""One page: every published NLDT row beside ours, with the count of better, similar and worse."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from nldt.bench.comparison import Row, accuracy_verdict, length_verdict
from nldt.bench.experiments import EXPERIMENTS, STAND_IN, Options
from nldt.bench.published import PublishedRow, rows_of
from nldt.bench.statistics import Verdict
from nldt.bench.tables import format_spread, machine_line

Rows = dict[tuple[str, str], Row]  # by dataset and method

OURS = {"nldt": "nldt", "nldt-pruned": "nldt-pruned"}
YARDSTICKS = {"cart": "CART", "svm": "the SVM"}  # whose accuracy tells how hard our data are beside the paper's
PAPER_MODE = {"nldt": "nldt-paper", "nldt-pruned": "nldt-paper-pruned"}
HEADER = (
    "data", "paper: accuracy", "rules", "length", "nldt: accuracy", "rules", "length", "seconds", "accuracy is",
    "length is", "target", "nldt-paper: accuracy", "length",
)  # fmt: skip
LEGEND = (
    "Mean ± standard deviation of testing accuracy in percent, number of rules and rule length; 'paper' is the "
    "published NLDT, 'nldt' our default search, 'nldt-paper' our run of the paper's search. Similar: within one "
    "standard error of the difference of the means. Target: testing accuracy no lower than published, or "
    "similar with rules no longer; and never longer, beyond what the published digits can tell."
)


@dataclass(frozen=True)
class Line:
    """A published NLDT row with our rows beside it."""

    published: PublishedRow
    ours: Row
    paper_mode: Row | None
    yardsticks: tuple[str, ...] = ()  # other methods on our data and as published

    @property
    def is_comparable(self) -> bool:
        return self.published.dataset != STAND_IN

    @property
    def accuracy(self) -> Verdict | None:
        return accuracy_verdict(self.ours, self.published) if self.is_comparable else None

    @property
    def length(self) -> Verdict | None:
        return length_verdict(self.ours, self.published) if self.is_comparable else None

    @property
    def name(self) -> str:
        pruned = ", pruned" if self.published.method.endswith("pruned") else ""
        return self.published.dataset + pruned

    @property
    def shortfall(self) -> str:
        """Why the target is missed; empty where it is reached."""
        ours, theirs = self.ours.measures, self.published.measures
        reasons = []
        lower = theirs["test_accuracy"].mean - ours["test_accuracy"].mean
        if lower > 0 and self.accuracy == "worse":
            error = ours["test_accuracy"].error
            reasons.append(f"testing accuracy is {lower:.2f} below the published (our standard error {error:.2f})")
        published_length = self.published.rule_length
        longer = ours["rule_length"].mean - (published_length.mean if published_length else float("inf"))
        if longer > 0.05:  # published lengths have one or two digits
            reasons.append(f"rules are {longer:.2f} longer")
        return " and ".join(reasons)

    @property
    def is_strictly_better(self) -> bool:
        """Better in accuracy or length and worse in neither."""
        verdicts = (self.accuracy, self.length)
        return "better" in verdicts and "worse" not in verdicts


def lines_of(rows: dict[str, list[Row]]) -> list[Line]:
    """A line for every published NLDT row whose data were measured; ``rows`` by experiment, each published row once."""
    lines: dict[tuple[str, str], Line] = {}
    for name, measured in rows.items():
        by_method = {(row.dataset, row.method): row for row in measured if row.is_measured}
        printed = {(row.dataset, row.method): row for row in measured if not row.is_measured}
        for published in rows_of(*EXPERIMENTS[name].published):
            place = (published.dataset, published.method)
            if published.method not in OURS or "test_accuracy" not in published.measures or place in lines:
                continue
            ours = by_method.get((published.dataset, OURS[published.method]))
            if ours is not None:
                paper_mode = by_method.get((published.dataset, PAPER_MODE[published.method]))
                told = _yardsticks(published.dataset, by_method, printed)
                lines[place] = Line(published, ours, paper_mode, told)
    return list(lines.values())


def _yardsticks(dataset: str, measured: Rows, printed: Rows) -> tuple[str, ...]:
    """Testing accuracy of methods that are neither ours nor the paper's, measured and published."""
    told = []
    for method, name in YARDSTICKS.items():
        rows = [by_place.get((dataset, method)) for by_place in (measured, printed)]
        means = [
            row.measures["test_accuracy"].mean for row in rows if row is not None and "test_accuracy" in row.measures
        ]
        if len(means) == 2:
            told.append(f"{name} {means[0]:.2f} (published {means[1]:.2f})")
    return tuple(told)


def to_markdown(rows: dict[str, list[Row]], environment: dict[str, Any], options: Options) -> str:
    """The whole page."""
    lines = lines_of(rows)
    parts = ["# Summary: every published NLDT row beside ours", "", f"`{environment['command']}`", ""]
    if options.quick:
        parts += [
            "**A quick run: small data and few generations. It shows that everything runs, not what it reaches.**",
            "",
        ]
    parts += [LEGEND, "", "| " + " | ".join(HEADER) + " |", "|" + "---|" * len(HEADER)]
    parts += ["| " + " | ".join(_cells(line)) + " |" for line in lines]
    parts += ["", *_counts(lines), *_shortfalls(lines), *_notes(rows), "", machine_line(environment)]
    return "\n".join(parts) + "\n"


def counted(lines: list[Line]) -> list[Line]:
    """The comparable lines, one for each pair of problems with the same rows: the one with the worse verdicts."""
    kept: dict[str, Line] = {}
    for line in lines:
        if line.is_comparable:
            pair = line.name.replace("m-zdt2", "m-zdt1").replace("m-dtlz2", "m-dtlz1")
            kept[pair] = min(kept.get(pair, line), line, key=_badness_order)
    return list(kept.values())


def _badness_order(line: Line) -> tuple[bool, ...]:
    return (not line.shortfall, line.accuracy != "worse", line.length != "worse", line.is_strictly_better)


def _cells(line: Line) -> list[str]:
    theirs, ours = line.published, line.ours.measures
    approximate = "" if "rule_length" in theirs.measures else "≈ "
    length = theirs.rule_length
    cells = [
        line.name,
        format_spread(theirs.measures["test_accuracy"]),
        format_spread(theirs.measures.get("rules")),
        approximate + format_spread(length),
        *(format_spread(ours[name]) for name in ("test_accuracy", "rules", "rule_length")),
        f"{ours['seconds'].mean:.2f}",
    ]
    if line.is_comparable:
        cells += [str(line.accuracy), str(line.length), "missed" if line.shortfall else "reached"]
    else:
        cells += ["other data", "other data", "not counted"]
    mode = line.paper_mode.measures if line.paper_mode is not None else {}
    return cells + [format_spread(mode.get(name)) for name in ("test_accuracy", "rule_length")]


def _counts(lines: list[Line]) -> list[str]:
    rows = counted(lines)
    if not rows:
        return ["No published row is measured here."]
    accuracy = Counter(line.accuracy for line in rows)
    length = Counter(line.length for line in rows)
    reached = sum(not line.shortfall for line in rows)
    better = sum(line.is_strictly_better for line in rows)

    def words(counts: Counter[Verdict | None]) -> str:
        return ", ".join(f"{kind} {counts[kind]}" for kind in ("better", "similar", "worse"))

    return [
        f"Of {len(rows)} rows (m-ZDT1 and 2, m-DTLZ1 and 2 have the same rows and count once, by their worse verdict; "
        "the stand-in does not count):",
        "",
        f"- accuracy: {words(accuracy)}",
        f"- length: {words(length)}",
        f"- target reached: {reached}",
        f"- better in accuracy or length and worse in neither: {better}",
    ]


def _shortfalls(lines: list[Line]) -> list[str]:
    missed = [line for line in lines if line.is_comparable and line.shortfall]
    if not missed:
        return []
    return ["", "Targets missed:", "", *(f"- {line.name}: {line.shortfall}{_on_our_data(line)}" for line in missed)]


def _on_our_data(line: Line) -> str:
    return f"; on our data {' and '.join(line.yardsticks)}" if line.yardsticks else ""


def _notes(rows: dict[str, list[Row]]) -> list[str]:
    told = [name for name in rows if lines_of({name: rows[name]})]  # an ablation has no line, nor a note
    notes = dict.fromkeys(note for name in told for note in EXPERIMENTS[name].notes)
    tables = [f"[{name}]({name}.md)" for name, of_experiment in rows.items() if of_experiment]
    return ["", *(f"- {note}" for note in notes), "", f"Tables: {', '.join(tables)}."]
