"""Pictures that commands write."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from nldt.errors import InputError

KINDS = (".png", ".svg", ".pdf")
DPI = 150


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
