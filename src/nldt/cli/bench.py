"""``nldt bench``: the paper's experiments, measured again beside the published numbers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from nldt.bench.comparison import Row
    from nldt.bench.experiments import Experiment, Options

DEFAULT_OUTPUT = Path("nldt-bench")
WIDTH = 140  # of tables where there is no terminal


def bench(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]...", help="Experiments, or 'all'; without one: list them.")
    ] = None,
    runs: Annotated[int | None, typer.Option(help="Random 70:30 splits; 50, or 3 with --quick.")] = None,
    paper_runs: Annotated[
        int | None,
        typer.Option(help="Splits for the paper's search; 10, or 3 on large data. Never more than --runs."),
    ] = None,
    methods: Annotated[
        str | None,
        typer.Option(help="Only these methods, separated by commas; also runs nldt-paper above 100 features."),
    ] = None,
    jobs: Annotated[int | None, typer.Option(help="Processes; one for each core.")] = None,
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Run on the Dask cluster of this scheduler instead.")
    ] = None,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="Folder for results, tables and figures.")
    ] = DEFAULT_OUTPUT,
    quick: Annotated[bool, typer.Option("--quick", help="Small data and short searches: does everything run?")] = False,
    svg: Annotated[bool, typer.Option(help="Figures as SVG, beside PNG.")] = True,
) -> None:
    """Reproduce the paper's tables and figures; an interrupted bench goes on where it stopped."""
    from nldt.bench.experiments import QUICK_RUNS, Options, find
    from nldt.errors import InputError

    if not names:
        _list_experiments()
        return
    for option, value, least in (("runs", runs, 1), ("paper-runs", paper_runs, 0), ("jobs", jobs, 1)):
        if value is not None and value < least:
            raise InputError(f"--{option}={value} must be a whole number from {least} up")
    experiments = find(names)
    chosen = None if methods is None else _method_names(methods)
    options = Options(runs or (QUICK_RUNS if quick else 50), paper_runs, quick, chosen)
    command = _command(names, options)
    _run(experiments, options, command, output, jobs, scheduler, svg)


def _run(
    experiments: list[Experiment],
    options: Options,
    command: str,
    folder: Path,
    jobs: int | None,
    scheduler: str | None,
    svg: bool,
) -> None:
    """Run what is missing, then write tables and figures."""
    from rich.console import Console

    from nldt.bench.environment import describe
    from nldt.bench.figures import draw_figures
    from nldt.bench.output import STORE_NAME, open_folder, write_tables
    from nldt.bench.runner import Place, missing_tasks
    from nldt.bench.store import Store
    from nldt.errors import InputError
    from nldt.extras import require
    from nldt.solve import thread_count

    require("matplotlib", "nldt bench", "bench")  # now, not after the runs
    store = Store(open_folder(folder) / STORE_NAME)
    place = Place(jobs or thread_count(None), scheduler)
    tasks = missing_tasks(experiments, options, store)
    console = Console(stderr=True)
    _say_what_is_there(console, len(tasks), store, folder)
    failures = _run_missing(tasks, store, place)
    rows = write_tables(experiments, options, store, folder, describe(command))
    pictures, undrawn = draw_figures(experiments, rows, options.quick, folder, place.jobs, svg)
    for experiment in experiments:
        if rows.get(experiment.name):
            _print_table(experiment, rows[experiment.name])
    typer.echo(f"{len(rows)} tables and {pictures} figures are in {folder}")
    for kind, failed in (("runs", failures), ("figures", undrawn)):
        if failed:
            raise InputError(
                f"{len(failed)} {kind} failed, the first: {failed[0]}; the same command tries what is missing again"
            )


def _say_what_is_there(console: Any, missing: int, store: Any, folder: Path) -> None:
    from nldt.bench.progress import print_line

    if store.torn_lines:
        print_line(console, f"{store.path}: {store.torn_lines} damaged line(s) skipped; those runs are repeated")
    print_line(console, f"{missing} runs to do, {len(store)} stored in {folder}")


def _run_missing(tasks: list[Any], store: Any, place: Any) -> list[str]:
    """Run with a progress bar; an interrupt says how to go on."""
    from nldt.bench.progress import RunProgress
    from nldt.bench.runner import run_tasks
    from nldt.cli.interruption import Interrupted

    stored = len(store)
    try:
        with RunProgress(tasks, store) as progress:
            return run_tasks(tasks, store, place, progress.done)
    except KeyboardInterrupt:
        raise Interrupted(
            f"interrupted: {len(store) - stored} of {len(tasks)} runs are done and stored in {store.path}; "
            "the same command goes on from there"
        ) from None


def _list_experiments() -> None:
    from nldt.bench.experiments import EXPERIMENTS

    width = max(map(len, EXPERIMENTS))
    for name, experiment in EXPERIMENTS.items():
        typer.echo(f"{name:{width}}  {experiment.title}")
    typer.echo(f"{'all':{width}}  Everything, with one summary")
    typer.echo(f"\nnldt bench NAME ... writes results, tables and figures to ./{DEFAULT_OUTPUT} (--output DIR)")


def _method_names(text: str) -> tuple[str, ...]:
    from nldt.bench.experiments import METHODS
    from nldt.errors import InputError

    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in METHODS:
            raise InputError(f"--methods: no method {name!r}; the methods are {', '.join(METHODS)}")
    return names


def _command(names: list[str], options: Options) -> str:
    """The command without what does not change the numbers."""
    parts = ["nldt bench", *names, f"--runs {options.runs}"]
    if options.paper_runs is not None:
        parts.append(f"--paper-runs {options.paper_runs}")
    if options.methods is not None:
        parts.append(f"--methods {','.join(options.methods)}")
    return " ".join([*parts, *(["--quick"] if options.quick else [])])


def _print_table(experiment: Experiment, rows: list[Row]) -> None:
    """The columns that people compare first; the files have all of them."""
    from rich.console import Console
    from rich.table import Table

    from nldt.bench.tables import TITLES, format_spread

    styles = {"best": "bold", "similar": "italic", "": ""}
    shown = {name: TITLES[name] for name in ("test_accuracy", "test_type_1", "test_type_2", "rules", "rule_length")}
    table = Table("data", "method", "runs", *shown.values(), "seconds", "p-value", title=experiment.title)
    previous = ""
    for row in rows:
        if row.dataset != previous and previous:
            table.add_section()
        previous = row.dataset
        method = row.method if row.is_measured else f"paper: {row.method}"
        numbers = [format_spread(row.measures.get(name)) for name in shown]
        seconds = f"{row.measures['seconds'].mean:.2f}" if "seconds" in row.measures else ""
        p_value = "" if row.p_value is None else f"{row.p_value:.2g}"
        cells = [row.dataset, method, str(row.runs or ""), *numbers, seconds, p_value]
        table.add_row(*cells, style=styles[row.standing])
    console = Console()
    Console(width=None if console.is_terminal else WIDTH).print(table)
