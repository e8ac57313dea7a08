"""Keys such as 01067: read as numbers, with a note on how to keep their zeros."""

from __future__ import annotations

import numpy as np

FIT = ["--target", "kind", "--max-depth", 1, "-q"]


def test_zeros_before_numbers_are_told_of_where_rules_may_use_them(nldt, table, tmp_path):
    path = tmp_path / "keys.csv"
    postcode = [f"{number:05}" for number in np.random.default_rng(0).choice([1067, 4103, 20095], 60)]
    first = next(code for code in postcode if code[0] == "0")
    table.assign(postcode=postcode).to_csv(path, index=False)
    told = (
        f"nldt: keys.csv: '{first}' of column 'postcode' is read as {int(first)}: where that is a name and no number, "
        f"put a letter before each cell, as in K{first}, to keep its zeros\n"
    )
    assert nldt("fit", path, *FIT).stderr == told
    assert nldt("fit", path, *FIT, "--drop", "postcode").stderr == ""
    table.assign(postcode=["K" + code for code in postcode]).to_csv(path, index=False)
    assert nldt("fit", path, *FIT).stderr == ""
