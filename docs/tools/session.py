"""Runs the examples of one session, one after another, in the current folder: python session.py blocks.json folder.

Writes what each has printed into folder/results.json, and the pictures that it drew and the files that it asks to
keep beside it. It is a process of its own for each session, so that no example can disturb another.
"""

from __future__ import annotations

import contextlib
import io
import json
import shutil
import subprocess
import sys
import traceback
import types
import warnings
from pathlib import Path
from typing import Any

DPI = 110


def main(blocks_file: str, folder: str) -> None:
    """Run all blocks; the first that ends otherwise than it says ends the session."""
    results: list[dict[str, Any]] = []
    # A main module of their own: examples must not see this one, nor what it imports from the future.
    sys.modules["__main__"] = main_module = types.ModuleType("__main__")
    warnings.showwarning = _tell_warning
    for number, block in enumerate(json.loads(Path(blocks_file).read_text(encoding="utf-8"))):
        run = _run_python if block["language"] == "python" else _run_console
        printed, code = run(block["code"], vars(main_module))
        expected = int(block["options"].get("fails", 0))
        if code != expected:
            sys.exit(f"ended with code {code}, not {expected}:\n\n{block['code']}\n{printed}")
        kept = block["options"].get("keep", "").split()
        for name in kept:
            shutil.copy(name, Path(folder) / name)
        results.append({"printed": printed, "pictures": _pictures(number, Path(folder)), "kept": kept})
    Path(folder, "results.json").write_text(json.dumps(results), encoding="utf-8")


def _run_python(code: str, variables: dict[str, Any]) -> tuple[str, int]:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            exec(compile(code, "example", "exec", dont_inherit=True), variables)
        except Exception as error:
            # What a reader would see last, and for whoever mends the page all of it.
            traceback.print_exc(file=sys.__stderr__)
            print(f"{type(error).__name__}: {error}")
            return printed.getvalue(), 1
    return printed.getvalue(), 0


def _run_console(code: str, variables: dict[str, Any]) -> tuple[str, int]:
    done = subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", code], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    return done.stdout.decode(errors="replace"), done.returncode


def _tell_warning(message: Any, category: Any, *_: Any, **__: Any) -> None:
    """As Python tells it, without the place, which is a path of the machine that built the page."""
    print(f"{category.__name__}: {message}", file=sys.stderr)


def _pictures(number: int, folder: Path) -> list[str]:
    """Save all figures that a block has drawn, and close them."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    names = []
    for place, figure_number in enumerate(pyplot.get_fignums() if pyplot else []):
        names.append(f"{number}-{place}.png")
        figure = pyplot.figure(figure_number)
        figure.savefig(folder / names[-1], dpi=DPI, metadata={"Software": None})
        pyplot.close(figure)
    return names


if __name__ == "__main__":
    main(*sys.argv[1:])
