"""Tables of two classes, ugly in different ways, for trees of which something is wished."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

from nldt import FastSearch, InputError, NLDTClassifier

Made = tuple[pd.DataFrame, np.ndarray]
COLOURS = ["blue", "green", "red", "white"]


def signed(random: np.random.Generator, count: int) -> Made:
    """Numbers of both signs; the class falls with some of what it is asked to rise with."""
    X = pd.DataFrame(random.normal(size=(count, 5)), columns=list("abcde"))
    score = X["a"] + 0.8 * X["b"] ** 2 - X["c"] - 1.5 * X["d"] * X["e"] + random.normal(0, 0.5, count)
    return X, (score > 0.3).astype(int)


def positive(random: np.random.Generator, count: int) -> Made:
    """Positive numbers, of which the class is a quotient."""
    X = pd.DataFrame(random.uniform(0.5, 5, (count, 5)), columns=list("abcde"))
    score = X["a"] ** 2 / X["b"] - X["c"] + random.normal(0, 0.5, count)
    return X, np.where(score > 1, "yes", "no")


def islands(random: np.random.Generator, count: int) -> Made:
    """Classes in bands and squares: the best trees are not monotone in anything."""
    X = pd.DataFrame(random.uniform(-2, 2, (count, 5)), columns=list("abcde"))
    inside = (np.abs(X["a"]) < 1) ^ (X["b"] > 0.5) ^ (X["c"] * X["d"] > 0)
    return X, (inside ^ (random.random(count) < 0.05)).astype(int)


def mixed(random: np.random.Generator, count: int) -> Made:
    """Numbers with gaps, and a category that changes what a number means."""
    X = pd.DataFrame(random.uniform(-1, 3, (count, 3)), columns=list("abc"))
    X["colour"] = random.choice(COLOURS, count)
    X["d"] = random.integers(0, 5, count).astype(float)
    sign = np.where(X["colour"].isin(["red", "blue"]), 1.0, -0.3)
    y = (sign * X["a"] + 0.5 * X["b"] - 0.4 * X["d"] + random.normal(0, 0.3, count) > 0).astype(int)
    for name in ("a", "b"):
        X.loc[random.random(count) < 0.15, name] = np.nan
    X.loc[random.random(count) < 0.1, "colour"] = None
    return X, y


def noise(random: np.random.Generator, count: int) -> Made:
    """Nothing to learn."""
    X = pd.DataFrame(random.normal(size=(count, 4)), columns=list("abcd"))
    return X, random.integers(0, 2, count)


TABLES: dict[str, Callable[[np.random.Generator, int], Made]] = {
    made.__name__: made for made in (signed, positive, islands, mixed, noise)
}


def table(name: str, seed: int, count: int = 300) -> Made:
    return TABLES[name](np.random.default_rng(seed), count)


def refusal(X: pd.DataFrame, y: np.ndarray, **parameters: Any) -> str:
    """The one line in which a fit refuses its parameters."""
    chosen = {"search": FastSearch(generations=4, final_steps=10), "random_state": 0} | parameters
    with pytest.raises(InputError) as caught:
        NLDTClassifier(**chosen).fit(X, y)
    assert "\n" not in str(caught.value)
    return str(caught.value)
