"""An experiment's rows as CSV, JSON, Markdown and LaTeX."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import Any

from nldt.bench.comparison import Row
from nldt.bench.experiments import Experiment
from nldt.bench.methods import MEASURES
from nldt.bench.statistics import Spread

TITLES = {
    "train_accuracy": "training accuracy",
    "test_accuracy": "testing accuracy",
    "train_type_1": "training Type-1",
    "train_type_2": "training Type-2",
    "test_type_1": "testing Type-1",
    "test_type_2": "testing Type-2",
    "rules": "rules",
    "rule_size": "F_U/rule",
    "rule_length": "rule length",
    "variables": "variables",
    "seconds": "seconds",
}
HEADER = ["data", "method", "runs", "p-value", *(TITLES[name] for name in MEASURES), "accuracy", "length"]
LEGEND = (
    "Mean ± standard deviation over random 70:30 splits, the same for every method; accuracies and errors in percent. "
    "Best testing accuracy and shortest rules in bold; in italics what Wilcoxon's signed-rank test does not tell from "
    "the best (p > 0.05). Rule length: features that appear in all rules, splits for CART, support vectors for the "
    "Gaussian SVM. The last two columns set a measured row against the published row of the same method "
    "(nldt and nldt-paper against NLDT): similar within one standard error of the difference of the means."
)


def to_csv(experiment: Experiment, rows: list[Row]) -> str:
    """One line a row; means and deviations in columns of their own."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    numbers = [f"{name}_{part}" for name in MEASURES for part in ("mean", "sd")]
    writer.writerow(["dataset", "method", "origin", "runs", "p_value", "standing", *numbers, "accuracy", "length"])
    for row in rows:
        cells = [cell for name in MEASURES for cell in _mean_and_deviation(row.measures.get(name))]
        lead = [row.dataset, row.method, row.origin, row.runs or "", _blank(row.p_value), row.standing]
        writer.writerow([*lead, *cells, _blank(row.accuracy_verdict), _blank(row.length_verdict)])
    return text.getvalue()


def to_json(experiment: Experiment, rows: list[Row], environment: dict[str, Any]) -> str:
    """Everything, for programs."""
    content = {
        "experiment": experiment.name,
        "title": experiment.title,
        "notes": list(experiment.notes),
        "environment": environment,
        "rows": [_as_json(row) for row in rows],
    }
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def to_markdown(experiment: Experiment, rows: list[Row], environment: dict[str, Any]) -> str:
    """A page with the table, its notes and where the numbers come from."""
    lines = [f"# {experiment.title}", "", f"`{environment['command']}`", "", LEGEND, *_paragraphs(experiment.notes), ""]
    lines += ["| " + " | ".join(HEADER) + " |", "|" + "---|" * len(HEADER)]
    emphasis = {"best": "**{}**", "similar": "*{}*"}
    lines += ["| " + " | ".join(_cells(row, emphasis, "±", str)) + " |" for row in rows]
    sources = dict.fromkeys(row.origin for row in rows if not row.is_measured)
    lines += _paragraphs([f"Published: {'; '.join(sources)}."] if sources else [])
    return "\n".join([*lines, "", machine_line(environment)]) + "\n"


def to_latex(experiment: Experiment, rows: list[Row]) -> str:
    """A table environment of the standard classes; wide, so that a page may have to be turned."""
    emphasis = {"best": r"\textbf{{{}}}", "similar": r"\textit{{{}}}"}
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{latex_text(experiment.title)}}}",
        r"\resizebox{\linewidth}{!}{%",
    ]
    lines += [rf"\begin{{tabular}}{{ll{'r' * (len(HEADER) - 4)}ll}}", r"\hline"]
    lines += [" & ".join(map(latex_text, HEADER)) + r" \\", r"\hline"]
    lines += [" & ".join(_cells(row, emphasis, r"$\pm$", latex_text)) + r" \\" for row in rows]
    return "\n".join([*lines, r"\hline", r"\end{tabular}}", r"\end{table}"]) + "\n"


def machine_line(environment: dict[str, Any]) -> str:
    """Where the numbers were measured."""
    versions = ", ".join(f"{name} {version}" for name, version in environment["versions"].items())
    return f"Measured with {versions}, on {environment['machine']}."


def format_spread(value: Spread | None, sign: str = "±") -> str:
    """Mean and deviation for people; blank where there is none.

    >>> format_spread(Spread(99.5512, 1.0, 50)), format_spread(Spread(1192.38, 11.34, 50)), format_spread(None)
    ('99.55 ± 1.00', '1192.4 ± 11.3', '')
    """
    if value is None:
        return ""
    digits = 1 if value.mean >= 1000 else 2
    deviation = "" if value.deviation is None else f" {sign} {value.deviation:.{digits}f}"
    return f"{value.mean:.{digits}f}{deviation}"


def latex_text(text: str) -> str:
    r"""Text that LaTeX prints as it is.

    >>> print(latex_text("F_U: 0.5 %, τ_I"))
    F\_U: 0.5 \%, $\tau$\_I
    """
    return text.replace("_", r"\_").replace("%", r"\%").replace("&", r"\&").replace("τ", r"$\tau$")


def _cells(row: Row, emphasis: dict[str, str], sign: str, escape: Callable[[str], str]) -> list[str]:
    """The cells of a row, with the best and the similar marked as the format does it."""
    method = row.method if row.is_measured else f"paper: {row.method}"
    cells = [row.dataset, method, str(row.runs or ""), "" if row.p_value is None else f"{row.p_value:.3g}"]
    cells = [escape(cell) for cell in cells]
    for name in MEASURES:
        cell = format_spread(row.measures.get(name), sign)
        if name == "test_accuracy" and row.standing:
            cell = emphasis[row.standing].format(cell)
        if name == "rule_length" and row.shortest:
            cell = emphasis["best"].format(cell)
        cells.append(cell)
    return [*cells, row.accuracy_verdict or "", row.length_verdict or ""]


def _as_json(row: Row) -> dict[str, Any]:
    measures = {
        name: {"mean": value.mean, "sd": value.deviation} for name, value in row.measures.items() if value is not None
    }
    return {
        "dataset": row.dataset,
        "method": row.method,
        "origin": row.origin,
        "runs": row.runs or None,
        "p_value": row.p_value,
        "standing": row.standing or None,
        "measures": measures,
        "accuracy_verdict": row.accuracy_verdict,
        "length_verdict": row.length_verdict,
    }


def _mean_and_deviation(value: Spread | None) -> tuple[str, str]:
    if value is None:
        return "", ""
    return f"{value.mean:.6g}", "" if value.deviation is None else f"{value.deviation:.6g}"


def _blank(value: object) -> str:
    return "" if value is None else str(value)


def _paragraphs(texts: list[str] | tuple[str, ...]) -> list[str]:
    return [line for text in texts for line in ("", text)]
