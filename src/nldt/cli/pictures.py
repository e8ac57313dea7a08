"""Pictures and tables that commands write beside what they print."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nldt.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from nldt.data.source import Source

KINDS = (".png", ".svg", ".pdf")
DPI = 150


@dataclass(frozen=True)
class ResultFiles:
    """Where the user wants what a command has found."""

    picture: Annotated[Path | None, typer.Option("--picture", help="Draw it: a PNG, SVG or PDF file.")] = None
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write the table as CSV here.")] = None

    def require_writable(self, source: Source) -> None:
        """Raise InputError where one of them can't be written: to know it before a long computation."""
        from nldt.files import require_other_file, require_writable

        if self.output is not None:
            require_other_file(self.output, *source.files)
            require_writable(self.output)
        require_drawable(self.picture)

    def write(self, table: pd.DataFrame, draw: Callable[[], Any]) -> None:
        """Write the table, and draw the picture, where they are wanted."""
        from nldt.files import write_whole

        if self.output is not None:
            write_whole(self.output, table.to_csv(index=False, lineterminator="\n"))
        if self.picture is not None:
            save_picture(draw(), self.picture)


def require_drawable(path: Path | None) -> None:
    """Raise InputError where a picture could not be drawn or written: to know it before a long computation."""
    from nldt.extras import require
    from nldt.files import require_writable

    if path is None:
        return
    if path.suffix.lower() not in KINDS:
        raise InputError(f"--picture {path}: the name must end in {', '.join(KINDS)}")
    require_writable(path)
    require("matplotlib.pyplot", "--picture", "report")


def save_picture(ax: Any, path: Path) -> None:
    """Write the figure that axes are in, all of it or nothing."""
    import matplotlib.pyplot as plt

    from nldt.files import write_whole

    content = io.BytesIO()
    ax.figure.savefig(content, format=path.suffix.lower().removeprefix("."), dpi=DPI)
    plt.close(ax.figure)
    write_whole(path, content.getvalue())
