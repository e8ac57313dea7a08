"""All commands together; each is loaded when it is asked for."""

from __future__ import annotations

import importlib
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from nldt.cli.option_groups import with_single_options
from nldt.cli.unambiguous import Unambiguous, names_of_files

# In the order of the help: the first line of each command's own. Its file, called like it, is read when it runs.
COMMANDS = {
    "fit": "Learn a tree from a table, print its rules, and cross-validate how well such trees do.",
    "path": "Learn trees from rich to plain, cross-validate them and choose one: accuracy against length.",
    "predict": "Predict the class of each row of a table; words where a rule needs a number count as gaps.",
    "show": "Print the rules of a model, or the model in another language.",
    "explain": "Tell why a row gets its class, and the smallest change of each single feature that would change that.",
    "report": "Write an HTML report: the rules, how well they do on a table, and what-if questions.",
    "compare": "Compare a tree with CART, logistic regression, boosting, an SVM and others on the same folds.",
    "stability": "Fit a tree anew on other rows of a table: how often each feature, structure and answer comes back.",
    "datasets": "List the datasets, or write one as a CSV table with the column 'class'.",
    "bench": "Reproduce the paper's tables and figures; an interrupted bench goes on where it stopped.",
    "demo": "Fit the Wisconsin diagnostic breast cancer data and compare with CART and a Gaussian SVM.",
}
PLAIN: dict[str, Any] = {"add_completion": False, "pretty_exceptions_enable": False, "rich_markup_mode": None}


class LoadedWhenAsked(TyperGroup):
    """Commands that are names and a line of help until one of them is to run."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        name, _, rest = super().resolve_command(ctx, args)
        return name, name and load_command(name), rest


def load_command(name: str) -> Any:
    """The command itself, with its options."""
    alone = typer.Typer(**PLAIN)
    function = with_single_options(getattr(importlib.import_module(f"nldt.cli.{name}"), name))
    alone.command(name, cls=Unambiguous)(function)
    command: Any = typer.main.get_command(alone)
    command.files = names_of_files(function)
    return command


app = typer.Typer(
    name="nldt",
    cls=LoadedWhenAsked,
    help="Nonlinear decision trees: very small classifiers whose nodes are short algebraic rules.",
    **PLAIN,
)
for command_name, summary in COMMANDS.items():
    app.command(command_name, help=summary)(lambda: None)


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
