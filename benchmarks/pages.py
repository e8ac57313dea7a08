"""Pages of docs/results: the command, the numbers, the machine; written by the script that measured them."""

from __future__ import annotations

import argparse
import os
import sys
import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path

from nldt.bench.environment import describe
from nldt.bench.statistics import spread
from nldt.files import write_whole
from nldt.solve import thread_count

# What people write below this line stays when a page is measured anew.
BY_HAND = "## What it says"
WIDTH = 120


def arguments(description: str | None, runs: int | None = None) -> argparse.ArgumentParser:
    """The options that every script has; without a number of runs, all but that."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    if runs is not None:
        parser.add_argument("--runs", type=int, default=runs, help=f"runs of each measurement ({runs})")
    parser.add_argument("--output", type=Path, help="write the page to this file; else print it")
    return parser


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table, the first column left, numbers right."""
    rule = ["---", *["---:"] * (len(head) - 1)]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (head, rule, *rows))


def mean_text(values: Iterable[float], digits: int = 2, sign: str = "") -> str:
    """The mean with its standard error, such as 96.98 (0.19)."""
    found = spread(values)
    if found is None:
        return ""
    mean = round(found.mean, digits) + 0.0  # no minus zero
    return f"{mean:{sign}.{digits}f} ({found.error:.{digits}f})"


def yes_or_no(reached: bool) -> str:
    """A verdict that the eye finds."""
    return "yes" if reached else "**no**"


def publish(output: Path | None, title: str, command: str, parts: Iterable[str]) -> None:
    """Write the page, keeping what people have written below the measured part; or print it."""
    load = f" Other work ran beside it: load average {os.getloadavg()[2]:.0f} over the last 15 minutes."
    machine = f"Machine: {describe(command)['machine']}. Times are guides; ratios are measured in one run."
    machine += load if os.getloadavg()[2] > 1.5 * thread_count(None) else ""
    page = "\n\n".join([f"# {title}", *map(_wrap, [*parts, machine])]) + "\n"
    if output is None:
        print(page)
        return
    if output.exists() and BY_HAND in (old := output.read_text(encoding="utf-8")):
        page += "\n" + old[old.index(BY_HAND) :]
    write_whole(output, page)
    print(f"wrote {output}")


def _wrap(part: str) -> str:
    """A paragraph in lines; tables, headings and pictures as they are."""
    return part if part.startswith(("|", "#", "!")) else textwrap.fill(part, WIDTH, break_long_words=False)


def tell(line: str) -> None:
    """A line of progress."""
    print(line, file=sys.stderr, flush=True)
