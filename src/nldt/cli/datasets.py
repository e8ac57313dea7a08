"""``nldt datasets``: the data of the paper's experiments, as a list or as a CSV file."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import Annotated

import typer


def datasets(
    name: Annotated[str | None, typer.Argument(help="A dataset; without it, all are listed.")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write the CSV here.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of data that are generated.")] = 0,
    quick: Annotated[bool, typer.Option("--quick", help="Smaller NSGA-II runs, of seconds, and fewer rows.")] = False,
) -> None:
    """List the datasets, or write one as a CSV table with the column 'class'."""
    from nldt.datasets import load
    from nldt.errors import InputError
    from nldt.files import require_writable, write_whole

    if name is None:
        if output is not None:
            raise InputError("-o needs the name of a dataset: 'nldt datasets' lists them")
        _print_list()
        return
    if output is not None:  # before the data are generated, not after
        require_writable(output)
    _tell_of_long_runs()
    data = load(name, seed, quick)
    text = data.X.assign(**{"class": data.y}).to_csv(index=False, lineterminator="\n")
    if output is None:
        typer.echo(text, nl=False)
    else:
        write_whole(output, text)
        typer.echo(f"{len(data.X)} rows of {name} written to {output}")


def _print_list() -> None:
    """A table on a terminal, tab-separated lines elsewhere."""
    from nldt.datasets import catalogue

    rows = [
        [
            entry.name,
            str(entry.n_rows),
            str(entry.n_features),
            ", ".join(f"{label}: {count}" for label, count in entry.classes.items()),
            entry.description,
            entry.source,
        ]
        for entry in catalogue()
    ]
    header = ["name", "rows", "features", "classes", "description", "source"]
    if sys.stdout.isatty():
        _print_table(header, rows)
    else:
        for row in [header, *rows]:
            typer.echo("\t".join(row))


def _print_table(header: list[str], rows: list[list[str]]) -> None:
    """The source goes into the description's column, which then has room on a narrow terminal too."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column(header[0], no_wrap=True)
    table.add_column(header[1], justify="right")
    table.add_column(header[2], justify="right")
    table.add_column(header[3], max_width=16)
    table.add_column(f"{header[4]} ({header[5]})")
    for *cells, description, source in rows:
        table.add_row(*cells, Text.assemble(description, (f" ({source})", "dim")))
    Console().print(table)


def _tell_of_long_runs() -> None:
    """What the datasets log, one line each on standard error."""

    class Teller(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            typer.echo(f"nldt: {record.getMessage()}", err=True)

    log = logging.getLogger("nldt.datasets")
    log.setLevel(logging.INFO)
    log.handlers = [Teller()]
