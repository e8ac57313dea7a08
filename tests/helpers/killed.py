"""Fits that are killed again and again, as a loss of power would end them."""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path


def killed_until_done(run: Callable[[], None], done: Path, patience: float) -> None:
    """Run something in a process of its own, and kill it after some seconds, until it has written its file."""
    for _ in range(60):
        process = get_context("fork").Process(target=run)
        process.start()
        process.join(patience)
        process.kill()
        process.join()
        if done.exists():
            break
        patience *= 1.1  # however slow the machine
