"""The picture of accuracy against length: the default search over its prices, beside other methods."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from nldt.palette import HIGHLIGHT, MAIN
from nldt.plots.style import GREY, LINE_STYLES, MARKERS, NOTE_SIZE

DPI = 110
OURS, TREE = MAIN, HIGHLIGHT


def draw(runs: pd.DataFrame, peers: pd.DataFrame, path: Path) -> str:
    """Write the picture; its file name."""
    figure = Figure(figsize=(7.0, 4.4), layout="constrained")
    axes = figure.add_subplot()
    draw_prices(axes, runs)
    trees = peers["splits_in_tree"].notna()
    draw_trees(axes, peers[trees])
    draw_levels(axes, peers[~trees])
    axes.set(xscale="log", xlabel="mean rule length; CART: mean number of splits", ylabel="mean test accuracy, %")
    axes.set_title(f"{runs['table'].nunique()} tables, {runs['split'].nunique()} splits each")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.xaxis.set_minor_formatter("{x:g}")
    axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), frameon=False)
    figure.savefig(path, dpi=DPI, metadata={"Software": None}, pil_kwargs={"optimize": True})
    return path.name


def draw_prices(axes: Axes, runs: pd.DataFrame) -> None:
    """One line over all prices, each point with its price."""
    means = runs.groupby("price")[["length", "accuracy"]].mean()
    axes.plot(means["length"], means["accuracy"], marker=MARKERS[0], color=OURS, label="nldt, by price")
    for price, point in means.iterrows():
        axes.annotate(
            f"{price:g}",
            (point["length"], point["accuracy"]),
            xytext=(4, -10),
            textcoords="offset points",
            fontsize=NOTE_SIZE,
            color=OURS,
        )


def draw_trees(axes: Axes, peers: pd.DataFrame) -> None:
    """A point for each peer that is a tree."""
    for method, point in peers.groupby("method")[["splits_in_tree", "accuracy"]].mean().iterrows():
        axes.plot(point["splits_in_tree"], point["accuracy"], MARKERS[1], color=TREE, label=str(method))


def draw_levels(axes: Axes, peers: pd.DataFrame) -> None:
    """A level line for each other peer: it has no length."""
    for place, (method, accuracy) in enumerate(peers.groupby("method")["accuracy"].mean().items()):
        axes.axhline(accuracy, color=GREY, linestyle=LINE_STYLES[1 + place % 3], linewidth=1, label=str(method))
