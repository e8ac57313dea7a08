"""One table in many partitionings, with gaps, categories and dates, and models compared without the clock."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from pyarrow import parquet

from nldt import NLDTClassifier

Writer = Callable[[pd.DataFrame, Path], None]


def beams(count: int = 12_000, seed: int = 0) -> pd.DataFrame:
    """Beams that break where load·span is above 6, but oak ones of many rings the other way round; 5 % wrong labels."""
    random = np.random.default_rng(seed)
    table = pd.DataFrame(
        {
            "load": random.uniform(1.0, 5.0, count),
            "span": random.uniform(1.0, 4.0, count).astype(np.float32),
            "rings": random.integers(0, 9, count),
            "wood": random.choice(["oak", "ash", "fir"], count),
            "felled": pd.Timestamp("2020-01-01") + pd.to_timedelta(random.integers(0, 900, count), unit="D"),
            "dry": random.random(count) < 0.3,
        }
    )
    broken = table["load"] * table["span"] > 6
    broken ^= (table["wood"] == "oak") & (table["rings"] > 5)
    broken ^= random.random(count) < 0.05
    table.loc[random.random(count) < 0.1, "load"] = np.nan
    table.loc[random.random(count) < 0.05, "wood"] = None
    return table.assign(state=np.where(broken, "broken", "whole"))


def _files(frames: list[pd.DataFrame], folder: Path, rows_of_a_group: int | None = None) -> None:
    folder.mkdir()
    schema = pa.Table.from_pandas(pd.concat(frames), preserve_index=False).schema
    for number, frame in enumerate(frames):
        rows = pa.Table.from_pandas(frame, schema=schema, preserve_index=False)
        parquet.write_table(rows, folder / f"{number:02d}.parquet", row_group_size=rows_of_a_group)


def _cut(table: pd.DataFrame, places: list[int]) -> list[pd.DataFrame]:
    ends = [0, *places, len(table)]
    return [table.iloc[start:end] for start, end in pairwise(ends)]


PARTITIONINGS: dict[str, Writer] = {
    "one file": lambda table, folder: _files([table], folder),
    "row groups": lambda table, folder: _files([table], folder, 1000),
    "equal files": lambda table, folder: _files(_cut(table, [len(table) * k // 5 for k in range(1, 5)]), folder),
    "uneven files": lambda table, folder: _files(_cut(table, [1, 2, 700, len(table) - 3]), folder),
    "an empty file": lambda table, folder: _files(_cut(table, [500, 500, 900]), folder),
    "shuffled": lambda table, folder: _files(_cut(table.sample(frac=1.0, random_state=1), [4000, 5000]), folder, 777),
    "sorted": lambda table, folder: _files(_cut(table.sort_values(["state", "load"]), [3000]), folder),
}


def content(classifier: NLDTClassifier, folder: Path) -> Any:
    """All that a model file holds, but for what the clock has told and what says how the fit was asked for."""
    file = folder / "model.json"
    classifier.save(file)
    return _timeless(json.loads(file.read_text()))


def _timeless(entry: Any) -> Any:
    if isinstance(entry, dict):
        return {key: _timeless(value) for key, value in entry.items() if key not in ("seconds", "memory_limit")}
    return [_timeless(value) for value in entry] if isinstance(entry, list) else entry
