"""All commands together."""

from __future__ import annotations

from typing import Annotated

import typer

from nldt.cli.bench import bench
from nldt.cli.compare import compare
from nldt.cli.datasets import datasets
from nldt.cli.demo import demo
from nldt.cli.explain import explain
from nldt.cli.fit import fit
from nldt.cli.path import path
from nldt.cli.predict import predict
from nldt.cli.report import report
from nldt.cli.show import show
from nldt.cli.stability import stability

app = typer.Typer(
    name="nldt",
    help="Nonlinear decision trees: very small classifiers whose nodes are short algebraic rules.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in (fit, path, predict, show, explain, report, compare, stability, datasets, bench, demo):
    app.command()(command)


def _print_version(asked: bool) -> None:
    if asked:
        from nldt import __version__

        typer.echo(f"nldt {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Nonlinear decision trees: very small classifiers whose nodes are short algebraic rules."""
