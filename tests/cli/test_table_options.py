"""What commands may be told of a table's file: the same options in all that read one."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import pytest
from table_names import called

COMMANDS: dict[str, Callable[[object, object], list[object]]] = {
    "fit": lambda model, data: ["fit", data, "--target", "kind", "--max-depth", 1, "-q"],
    "predict": lambda model, data: ["predict", model, data],
    "explain": lambda model, data: ["explain", model, data, "--row", 7],
    "report": lambda model, data: ["report", model, data],
}

by_command = pytest.mark.parametrize("command", COMMANDS)


@by_command
def test_a_file_in_another_notation_gives_the_same_and_is_told(nldt, model, data, table, command):
    straight = nldt(*COMMANDS[command](model, data))
    table.to_csv(data, index=False, sep=";", decimal=",")
    ended = nldt(*COMMANDS[command](model, data))
    assert (ended.code, ended.stdout) == (0, straight.stdout)
    assert ended.stderr == "nldt: data.csv: separated by ';', decimal comma\n"


@by_command
def test_what_is_told_need_not_be_found_out(nldt, model, data, table, command):
    straight = nldt(*COMMANDS[command](model, data))
    table.to_csv(data, index=False, sep="~", decimal=",", encoding="utf-16")
    options = ["--sep", "~", "--decimal", ",", "--encoding", "utf-16"]
    assert nldt(*COMMANDS[command](model, data), *options) == straight
    assert (straight.code, straight.stderr) == (0, "")


@by_command
def test_a_sheet(nldt, model, data, table, command):
    table = table.round(3)  # a workbook holds fewer digits than a float has
    table.to_csv(data, index=False)
    straight = nldt(*COMMANDS[command](model, data))
    path = data.parent / "data.xlsx"
    with pd.ExcelWriter(path) as book:
        table.head(3).to_excel(book, sheet_name="A", index=False)
        table.to_excel(book, sheet_name="B", index=False)
    ended = nldt(*COMMANDS[command](model, path), "--sheet", "B")
    assert (ended.code, ended.stderr) == (0, "")
    assert ended.stdout == called(straight.stdout, "data.xlsx")


@by_command
def test_a_table_that_is_refused_gets_one_line_whatever_was_found_out(mistake, model, data, table, command):
    table.rename(columns={"kind": "k", "width": "w"}).to_csv(data, index=False, sep=";")
    mistake(*COMMANDS[command](model, data), names=["data.csv' "])


@by_command
def test_help_names_the_options(nldt, command):
    words = nldt(command, "--help").stdout
    assert all(option in words for option in ("--sep", "--decimal", "--encoding", "--sheet", "--missing"))


@pytest.mark.parametrize("typed", ["tab", r"\t", "\t"])
def test_signs_that_are_hard_to_type_have_names(nldt, model, data, table, typed):
    table.to_csv(data, index=False, sep="\t")
    assert nldt("predict", model, data, "--sep", typed).stderr == ""


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--sep", ";;"], "nldt: --sep ;;: must be one ASCII sign, such as ';', or comma, semicolon, tab"),
        (["--sep", ""], "nldt: --sep : must be one ASCII sign"),
        (["--sep", "a"], "nldt: --sep a: must be one ASCII sign"),
        (["--sep", "€"], "nldt: --sep €: must be one ASCII sign"),
        (["--decimal", ";"], "nldt: --decimal ;: must be . or ,\n"),
        (["--missing", "k.A.", "--missing", " "], "nldt: --missing '': empty cells are gaps already"),
        (["--encoding", "latin-9999"], "nldt: --encoding latin-9999: must be an encoding of text, such as utf-8"),
        (["--encoding", "base64"], "nldt: --encoding base64: must be an encoding of text"),
    ],
)
def test_mistakes_are_found_before_the_table_is_read(mistake, tmp_path, options, words):
    mistake("fit", tmp_path / "missing.csv", "--target", "kind", *options, names=[words])
