"""The benchmark on a folder of tables reads, pairs and counts as its page says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from development_tables import load, load_peers, page, paired_differences, run_all, table_names, verdicts_part

from nldt.errors import InputError

CART, OTHER = "CART, pruned by CV", "RBF SVM"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two easy tables of 60 rows, one with a column of text, and what two peers reached on two splits."""
    random = np.random.default_rng(0)
    for name in ("plain", "text"):
        rows = pd.DataFrame({"a1": random.uniform(1, 2, 60)})
        rows["a2"] = random.choice(["red", "blue"], 60) if name == "text" else random.uniform(1, 2, 60)
        rows.assign(**{"class": (rows["a1"] > 1.5).astype(int)}).to_csv(tmp_path / f"{name}.csv", index=False)
    peers = [
        {"table": name, "method": method, "split": split, "accuracy": accuracy, "splits_in_tree": splits}
        for name, accuracy in (("plain", 1.0), ("text", 0.5))
        for method, splits in ((CART, 3), (OTHER, None))
        for split in (0, 1)
    ]
    pd.DataFrame(peers).to_csv(tmp_path / "peers.csv", index=False)
    return tmp_path


def runs_of(accuracies: dict[str, list[float]], price: float = 1.0) -> pd.DataFrame:
    measured = {"training_accuracy": 99.0, "length": 4, "rules": 2, "cpu": 1.5}
    return pd.DataFrame(
        [
            {"table": name, "split": split, "price": price, "accuracy": accuracy, **measured}
            for name, values in accuracies.items()
            for split, accuracy in enumerate(values)
        ]
    )


def test_text_becomes_a_column_for_every_level_and_classes_become_text(folder):
    X, y = load(folder, "text")
    assert list(X) == ["a1", "a2_blue", "a2_red"]
    assert set(y) == {"0", "1"}


def test_all_tables_are_fitted_on_all_splits(folder):
    runs = run_all(folder, table_names(folder, []), 2, [1.0], jobs=1)
    assert list(zip(runs["table"], runs["split"], strict=True)) == [
        ("plain", 0),
        ("plain", 1),
        ("text", 0),
        ("text", 1),
    ]
    assert (runs["accuracy"] > 80).all()
    assert (runs["rules"] == 1).all()
    text = "\n".join(page(runs, load_peers(folder, runs), None))
    assert OTHER in text


def test_differences_to_the_tree_are_paired_by_split(folder):
    runs = runs_of({"plain": [99.0, 97.0], "text": [50.0, 52.0]})
    differences = paired_differences(runs, load_peers(folder, runs))
    assert differences.to_dict() == {("plain", 0): -1, ("plain", 1): -3, ("text", 0): 0, ("text", 1): 2}


@pytest.mark.parametrize(
    ("accuracies", "is_below"), [([92.0, 92.0], True), ([98.0, 86.0], False), ([97.0, 97.0], False)]
)
def test_a_table_is_below_by_three_points_and_a_standard_error(folder, accuracies, is_below):
    runs = runs_of({"plain": accuracies, "text": [60.0, 60.0]})
    (text,) = verdicts_part(runs, load_peers(folder, runs))
    assert "CART on **1** of 2" in text
    assert ("(plain)" in text) == is_below
    assert "split 0 took **3.0** CPU seconds" in text


def test_every_price_has_its_line_and_its_point(folder, tmp_path):
    pytest.importorskip("matplotlib")
    from accuracy_length import draw

    runs = pd.concat([runs_of({"plain": [99.0, 97.0]}, price) for price in (0.5, 1.0, 2.0)])
    peers = load_peers(folder, runs)
    text = "\n".join(page(runs, peers, draw(runs, peers, tmp_path / "picture.png")))
    assert all(f"nldt, price {price}" in text for price in ("0.5", "1", "2"))
    assert "(picture.png)" in text
    assert (tmp_path / "picture.png").read_bytes().startswith(b"\x89PNG")


def test_a_folder_without_peers_or_table_is_refused(folder):
    with pytest.raises(InputError, match=r"no nowhere; needed are"):
        table_names(folder, ["nowhere"])
    (folder / "peers.csv").unlink()
    with pytest.raises(InputError, match=r"no peers\.csv"):
        table_names(folder, [])
