"""The files of a bench: its tables, and the summary of several experiments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nldt.bench import summary, tables
from nldt.bench.comparison import Row, compare
from nldt.bench.experiments import Experiment, Options
from nldt.bench.store import Store
from nldt.errors import InputError
from nldt.files import write_whole

STORE_NAME = "results.jsonl"


def open_folder(path: Path) -> Path:
    """The output folder, made where it is not there; InputError before a long run, not after it."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise InputError(f"--output={str(path)!r} is a file: give a folder") from None
    except OSError as error:
        raise InputError(f"can't make the folder {str(path)!r}: {error.strerror}") from None
    return path


def write_tables(
    experiments: list[Experiment], options: Options, store: Store, folder: Path, environment: dict[str, Any]
) -> dict[str, list[Row]]:
    """Write the tables of some experiments, and a summary of several; returns their rows by experiment."""
    rows = {each.name: compare(each, options, store) for each in experiments if each.datasets}
    for experiment in experiments:
        of_experiment = rows.get(experiment.name, [])
        if any(row.is_measured for row in of_experiment):
            _write_table(experiment, of_experiment, folder, environment)
    if len(rows) > 1:
        write_whole(folder / "summary.md", summary.to_markdown(rows, environment, options))
    return rows


def _write_table(experiment: Experiment, rows: list[Row], folder: Path, environment: dict[str, Any]) -> None:
    for ending, text in {
        "csv": tables.to_csv(experiment, rows),
        "json": tables.to_json(experiment, rows, environment),
        "md": tables.to_markdown(experiment, rows, environment),
        "tex": tables.to_latex(experiment, rows),
    }.items():
        write_whole(folder / f"{experiment.name}.{ending}", text)
