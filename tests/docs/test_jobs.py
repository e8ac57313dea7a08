"""Four jobs of a newcomer, done with nothing but what the pages say.

A script consists of examples copied from pages, each below a comment that names its page. It is compared with the
pages, and run.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from sklearn.metrics import accuracy_score

from blocks import blocks_of
from nldt import load_model

JOBS = Path(__file__).parent / "jobs"
DOCS = Path(__file__).parents[2] / "docs"
SCRIPTS = sorted(path.name for path in JOBS.iterdir() if path.suffix in (".py", ".sh"))
LANGUAGES = {".py": "python", ".sh": "console"}


def copied(script: Path) -> list[tuple[str, str]]:
    """The pages that a script names, and what it has copied from each."""
    start, *parts = re.split(r"^# from (\S+\.md)\n", script.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert start == "", "a script begins with the page that its first lines are from"
    return list(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_copied_from_the_pages(name):
    script = JOBS / name
    for page, code in copied(script):
        blocks = blocks_of((DOCS / page).read_text(encoding="utf-8"))
        assert code.strip("\n") + "\n" in [block.code for block in blocks if block.language == LANGUAGES[script.suffix]]


def run(name: str, folder: Path) -> str:
    """What a script prints, in an empty folder."""
    script = JOBS / name
    program = [sys.executable] if script.suffix == ".py" else ["bash", "-e"]
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(folder / "home"),
        "MPLBACKEND": "Agg",
        "PYTHONIOENCODING": "utf-8",
    }
    (folder / "home").mkdir()
    done = subprocess.run([*program, str(script)], cwd=folder, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


@pytest.mark.slow
def test_from_a_csv_file_to_the_card(tmp_path):
    printed = run("own_table_to_card.sh", tmp_path)
    model = load_model(tmp_path / "model.json")
    assert printed.rstrip().endswith("In between, probabilities follow straight lines.") or model.to_text() in printed
    table = pd.read_csv(tmp_path / "biopsies.csv")
    assert accuracy_score(table["class"], model.predict(table.drop(columns="class"))) > 0.9


@pytest.mark.slow
def test_a_shorter_model_and_what_it_costs(tmp_path):
    printed = run("shorter_model.py", tmp_path)
    found = re.search(
        r"length (\d+): ([\d.]+)%, standard error .*\nlength (\d+): ([\d.]+)%, that is (-?[\d.]+)% less", printed
    )
    assert found is not None, printed
    longer, accuracy, shorter, other, lost = map(float, found.groups())
    assert shorter <= longer
    assert lost == pytest.approx(accuracy - other, abs=0.11)
    assert f"rule length {int(shorter)}" in printed


@pytest.mark.slow
def test_into_duckdb(tmp_path):
    printed = run("into_duckdb.py", tmp_path)
    assert "agrees in 150 of 150 rows" in printed
    assert (tmp_path / "flowers.duckdb").exists()


@pytest.mark.slow
def test_why_a_row_got_its_class(tmp_path):
    printed = run("why_this_class.sh", tmp_path)
    model = load_model(tmp_path / "model.json")
    row = pd.read_csv(tmp_path / "biopsies.csv").drop(columns="class").iloc[[3]]
    assert "Path\n" in printed
    assert re.search(rf"leaf \d+: {model.predict(row)[0]}", printed)
    assert "Smallest change of one feature alone" in printed
