"""Many fits of varied shapes in one process: no memory, thread or file handle is left behind."""

from __future__ import annotations

import gc
import os
import threading
from pathlib import Path

import numpy as np
import pytest

from nldt import FastSearch, NLDTClassifier, PaperSearch

FITS = int(os.environ.get("SOAK_FITS", 200))
WARM = 20  # fits after which nothing grows any more
MOST_GROWTH = 1.10

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads /proc"),
]


def resident_bytes() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def fit(number: int, folder: Path) -> None:
    """A table of another shape, fitted, used, saved and thrown away."""
    random = np.random.default_rng(number)
    n_rows, n_columns = int(random.choice([2, 30, 300, 3000, 20_000])), int(random.choice([1, 3, 10, 60]))
    n_classes = int(random.choice([2, 3, 8]))
    X = random.standard_normal((n_rows, n_columns)) * 10.0 ** random.integers(-5, 6)
    if random.random() < 0.3:
        X[random.random(X.shape) < 0.1] = np.nan
    y = np.arange(n_rows) % n_classes if random.random() < 0.3 else np.digitize(X[:, 0], np.nanquantile(X[:, 0], [0.5]))
    if len(np.unique(y)) < 2:
        y = np.arange(n_rows) % 2
    quick = (
        PaperSearch(population=4, generations=2)
        if number % 4 == 0 and not np.isnan(X).any()
        else FastSearch(population=8, children=16, generations=4)
    )
    options = {"checkpoint": folder / f"{number}"} if number % 5 == 0 else {}
    model = NLDTClassifier(search=quick, random_state=number, n_jobs=1 + number % 3).fit(X, y, **options)
    model.predict_proba(X)
    model.save(folder / "model.json")


def test_many_fits_leave_nothing_behind(tmp_path):
    for number in range(WARM):
        fit(number, tmp_path)
    memory, files, threads = resident_bytes(), open_files(), threading.active_count()
    native = len(os.listdir("/proc/self/task"))
    for number in range(WARM, FITS):
        fit(number, tmp_path)
    after = resident_bytes()
    print(f"\n{FITS} fits: {memory / 1e6:.0f} MB after {WARM}, {after / 1e6:.0f} MB in the end")
    assert after < MOST_GROWTH * memory
    assert (open_files(), threading.active_count()) == (files, threads)
    assert len(os.listdir("/proc/self/task")) <= native
