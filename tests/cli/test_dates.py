"""Dates in files, from every kind of file to the same answers; what can't be read is said."""

from __future__ import annotations

from io import StringIO

import numpy as np
import pandas as pd
import pytest

WRITE = {
    "iso.csv": lambda X, path: X.to_csv(path, index=False),
    "t.xlsx": lambda X, path: X.to_excel(path, index=False),
    "t.parquet": lambda X, path: X.to_parquet(path),
    "t.feather": lambda X, path: X.to_feather(path),
    "dotted.csv": lambda X, path: spelled(X, "%d.%m.%Y").to_csv(path, index=False),
    "day_first.csv": lambda X, path: spelled(X, "%d/%m/%Y").to_csv(path, index=False, sep=";"),
    "month_first.csv": lambda X, path: spelled(X, "%m/%d/%Y").fillna({"signed": "--"}).to_csv(path, index=False),
}


def printed(ended):
    assert ended.code == 0
    return pd.read_csv(StringIO(ended.stdout), dtype=str, keep_default_na=False)


def spelled(X, style):
    return X.assign(signed=X["signed"].dt.strftime(style))


@pytest.fixture(scope="module")
def contracts():
    random = np.random.default_rng(0)
    days = pd.Timestamp("2019-01-05") + pd.to_timedelta(random.integers(0, 2000, 120), unit="D")
    X = pd.DataFrame({"signed": days, "x": random.normal(size=120).round(2)})
    X["kind"] = np.where(days > pd.Timestamp("2021-06-15"), "new", "old")
    X.loc[:3, "signed"] = pd.NaT
    return X


@pytest.mark.parametrize("name", WRITE)
def test_every_kind_of_file_gives_one_tree(name, contracts, nldt, tmp_path):
    model, data = tmp_path / "model.json", tmp_path / name
    WRITE[name](contracts, data)
    ended = nldt("fit", data, "--target", "kind", "--seed", "0", "-o", model)
    assert ended.code == 0 and "signed ≤ 2021-0" in ended.stdout
    found = printed(nldt("predict", model, data))
    known = contracts["signed"].notna()
    assert (found["prediction"] == contracts["kind"])[known].all()
    explained = nldt("explain", model, data, "--row", "50")
    assert f"it is {contracts['signed'][50]:%Y-%m-%d}" in explained.stdout
    assert nldt("report", model, data, "-o", tmp_path / "report.html").code == 0


def test_what_keeps_a_column_from_being_one_of_dates_is_said(contracts, nldt, mistake, tmp_path):
    model, data = tmp_path / "model.json", tmp_path / "t.csv"
    contracts.to_csv(data, index=False)
    assert nldt("fit", data, "--target", "kind", "--seed", "0", "-o", model).code == 0
    stray = spelled(contracts, "%Y-%m-%d")
    stray.loc[7, "signed"] = "soon"
    stray.to_csv(data, index=False)
    ended = nldt("predict", model, data)
    assert "line 9, column 'signed' holds 'soon', so that the column counts as text" in ended.stderr
    assert "1 of 120 rows could not be classified, row 7" in ended.stderr
    assert printed(ended)["prediction"][7] == ""
    early = contracts[contracts["signed"].dt.day <= 12]
    spelled(early, "%d/%m/%Y").to_csv(data, index=False)
    mistake("predict", model, data, names=["the day or the month may be first: write 2024-03-01"])
    ended = nldt("fit", data, "--target", "kind", "--seed", "0", "-o", model)
    assert "the day or the month may be first in" in ended.stderr and "counts as text" in ended.stderr
