"""Tables of many Parquet files that follow a law, with some wrong labels: made file by file, the same everywhere."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import pyarrow
from pyarrow import parquet

FILE_ROWS = 1_000_000
N_COLUMNS = 10
WRONG = 0.1
TARGET = "y"
LAW = {1: 1, 3: 1, 5: -2}  # exponents by column: x1·x3/x5² > 1
END = 1.0


def make_table(folder: Path, n_rows: int, n_processes: int = 1) -> Path:
    """A folder with so many rows, in files of a million each; files that are there are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    places = range(-(-n_rows // FILE_ROWS))
    files = [folder / f"part-{place:05d}.parquet" for place in places]
    sizes = [min(FILE_ROWS, n_rows - place * FILE_ROWS) for place in places]
    with ProcessPoolExecutor(n_processes) as processes:
        list(processes.map(write_file, files, places, sizes))
    return folder


def write_file(file: Path, seed: int, n_rows: int) -> None:
    """One file of the table."""
    if file.exists():
        return
    random = np.random.default_rng(seed)
    X = random.random((N_COLUMNS, n_rows), dtype=np.float32) * np.float32(1.5) + np.float32(0.5)
    value = np.ones(n_rows)
    for column, exponent in LAW.items():
        value *= X[column].astype(np.float64) ** exponent
    y = (value > END) ^ (random.random(n_rows) < WRONG)
    columns = {f"x{j}": X[j] for j in range(N_COLUMNS)} | {TARGET: y.astype(np.int8)}
    part = file.with_suffix(".part")
    parquet.write_table(pyarrow.table(columns), part, compression="NONE", use_dictionary=False)
    part.rename(file)
