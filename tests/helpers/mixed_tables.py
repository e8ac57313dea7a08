"""A table of numbers, categories and gaps whose classes follow from a rule that nldt can find."""

from __future__ import annotations

import numpy as np
import pandas as pd

COLOURS = ["black", "blue", "green", "red", "white"]


def mixed_table(count: int = 300, seed: int = 0) -> tuple[pd.DataFrame, np.ndarray]:
    """Rows that are "yes" where a warm colour is large; some colours and sizes are missing."""
    random = np.random.default_rng(seed)
    table = pd.DataFrame(
        {
            "colour": random.choice(COLOURS, count),
            "size": random.uniform(0.0, 4.0, count).round(2),
            "smoker": random.random(count) < 0.4,
        }
    )
    warm = table["colour"].isin(["red", "blue"])
    y = np.where(warm & (table["size"] > 1.5), "yes", "no")
    table.loc[random.random(count) < 0.15, "size"] = np.nan
    table.loc[random.random(count) < 0.1, "colour"] = None
    return table, y
