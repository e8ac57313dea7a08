"""Messages of the command line speak of its options, with what was typed."""

from __future__ import annotations

import pytest

from nldt.cli.counting import counting
from nldt.cli.spelling import typed_option
from nldt.parameters import Fixed


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (["--price", "abc"], "--price abc: must be a number"),
        (["--price=abc"], "--price abc: must be a number"),
        (["--seed", "1.5"], "--seed 1.5: must be a whole number"),
        (["--max-rules", "few"], "--max-rules few: must be a whole number"),
        (["--price", "1000"], "--price 1000: must be a number from 0.01 to 100"),
        (["--search", "slow"], "--search slow: must be 'fast' or 'paper'"),
    ],
)
def test_a_value_that_is_none_is_told_in_plain_words(nldt, data, options, line):
    ended = nldt("fit", data, "--target", "kind", *options)
    assert (ended.code, ended.stdout, ended.stderr) == (2, "", f"nldt: {line}\n")


def test_a_number_that_is_too_low_names_the_least(nldt, data):
    assert "--folds 1: must be a whole number, 2 or more" in nldt("path", data, "--target", "kind", "--folds", 1).stderr


@pytest.mark.parametrize("command", ["fit", "path", "compare", "stability"])
def test_all_commands_that_learn_take_wishes_and_name_them_alike(mistake, data, command):
    mistake(command, data, "--target", "kind", "--required", "width", "--search", "paper", names=["--search", "fast"])
    mistake(command, data, "--target", "kind", "--forbid", "width", names=["--forbid width"])


def test_parameters_are_typed_as_options():
    assert typed_option("start_from", Fixed("a <= 2")) == "--root 'a <= 2'"
    assert typed_option("exponents", {"mass": (0, 1)}) == "--exponents mass=0,1"
    assert typed_option("forbidden", [("a", "b"), ("c", "d")]) == "--forbid a,b --forbid c,d"
    assert typed_option("price", 2.0) == "--price 2"


def test_long_counts_are_told_elsewhere_than_on_a_terminal(capsys):
    """After 10 s, and then each time that the time has doubled."""
    seconds = iter([0, 5, 12, 12, 12, 20, 30, 30, 30])
    with counting(False, clock=lambda: next(seconds)) as tell:
        for number in (1, 2, 3, 4):
            tell("refit", number, 50)
    said = capsys.readouterr().err.splitlines()
    assert said == ["nldt: refit 2 of 50, after 12 s", "nldt: refit 4 of 50, after 30 s"]
    with counting(True, clock=lambda: 1e9) as tell:
        tell("refit", 1, 50)
    assert capsys.readouterr().err == ""
