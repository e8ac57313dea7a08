"""Ugly files on the command line: what is read gives the same answers, what is refused is one line."""

from __future__ import annotations

import pytest
from ugly_files import FRAME, READABLE, REFUSED, text

MEASURED = ["width", "height", "mass"]  # what the model uses, at most


def typed(options: dict[str, str]) -> list[str]:
    """The options of a file as a user types them."""
    return [word for name, value in options.items() for word in (f"--{name}", value)]


@pytest.mark.parametrize(
    "case",
    [
        case
        for case in READABLE
        if set(MEASURED) <= set(case.expected) and case.expected[MEASURED].equals(FRAME[MEASURED])
    ],
    ids=lambda case: case.title,
)
def test_predictions_are_those_for_the_plain_table(nldt, model, tmp_path, case):
    plain, ugly = tmp_path / "plain.csv", tmp_path / case.name
    plain.write_bytes(text())
    ugly.write_bytes(case.content)
    expected, ended = nldt("predict", model, plain), nldt("predict", model, ugly, *typed(case.options))
    assert (ended.code, ended.stdout) == (0, expected.stdout)
    said = [line for line in ended.stderr.splitlines() if "the model does not know column" not in line]
    assert said == [f"nldt: {note}" for note in case.notes]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.title)
def test_what_cannot_be_read_is_a_user_s_mistake(mistake, tmp_path, case):
    path = tmp_path / case.name
    path.write_bytes(case.content)
    names = [f"{str(path)!r}{case.words}"]
    mistake("fit", path, "--target", "kind", *typed(case.options), "-o", tmp_path / "new.json", names=names)


def test_what_is_no_file(mistake, tmp_path):
    mistake("fit", tmp_path / "gone.csv", "--target", "kind", names=[f"can't read {str(tmp_path / 'gone.csv')!r}: "])
    mistake("fit", tmp_path, "--target", "kind", names=[f"{str(tmp_path)!r} is a folder without Parquet files"])


def test_a_target_with_one_class(mistake, tmp_path):
    (tmp_path / "table.csv").write_bytes(text(FRAME.assign(kind="nut"), sep=";", decimal=","))
    path = tmp_path / "table.csv"
    mistake(
        "fit", path, "--target", "kind", "--sep", ";", "--decimal", ",", names=["'kind' holds only one class, 'nut'"]
    )
