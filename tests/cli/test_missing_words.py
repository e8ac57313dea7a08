"""Words for gaps that nldt does not know: told of, made gaps by an option, and gaps wherever a rule needs a number."""

from __future__ import annotations

import re
from io import StringIO

import numpy as np
import pandas as pd
import pytest

from nldt import load_model

WORD = "nicht gemessen"
ROWS = [3, 40]
FIT = ["--target", "kind", "--max-depth", 1, "-q"]
READ = (
    f"line 5, column 'mass' holds '{WORD}', so that the column counts as text: 2 of its 60 cells are no numbers, all "
)
ADVICE = f"of them '{WORD}'; --missing '{WORD}' makes gaps of them"


@pytest.fixture(scope="module")
def table(table):
    """With as few digits as workbooks and all readers of numbers agree on."""
    return table.round(3)


@pytest.fixture
def gaps(table, tmp_path):
    """The table with gaps in the column of masses."""
    path = tmp_path / "gaps.csv"
    table.assign(mass=table["mass"].where(~table.index.isin(ROWS))).to_csv(path, index=False)
    return path


@pytest.fixture
def words(table, tmp_path):
    """The table with words in their place; the arguments are a word and what pandas is told of the file."""

    def write(word=WORD, rows=ROWS, decimal=".", **options):
        path = tmp_path / "words.csv"
        mass = table["mass"].map(lambda number: str(number).replace(".", decimal))
        mass[mass.index.isin(rows)] = word
        table.assign(mass=mass).to_csv(path, index=False, decimal=decimal, **options)
        return path

    return write


def without_names(page):
    return re.sub(r"(gaps|words)(\.|\\2e )csv", "", page)


@pytest.mark.parametrize("decimal", [".", ","])
def test_the_option_makes_gaps_of_them(nldt, model, gaps, words, decimal):
    path = words(decimal=decimal, sep=";" if decimal == "," else ",")
    for command in (
        ("fit", "{}", *FIT),
        ("predict", model, "{}"),
        ("explain", model, "{}", "--row", 3),
        ("report", model, "{}"),
        ("stability", "{}", "--target", "kind", "--refits", 2, "--max-rules", 1, "-q"),
    ):
        plain = nldt(*(gaps if word == "{}" else word for word in command))
        ended = nldt(*(path if word == "{}" else word for word in command), "--missing", WORD.upper())
        assert (ended.code, without_names(ended.stdout)) == (0, without_names(plain.stdout))
        assert WORD not in ended.stderr


def test_a_column_that_counts_as_text_is_told_of_however_many_words_it_holds(nldt, words):
    assert f"nldt: words.csv: {READ}{ADVICE}\n" in nldt("fit", words(), *FIT).stderr
    said = nldt("fit", words(rows=range(30)), *FIT).stderr
    assert "line 2, column 'mass' holds 'nicht gemessen'" in said and "30 of its 60 cells are no numbers" in said
    assert "column 'mass' holds" not in nldt("fit", words(rows=range(31)), *FIT).stderr


def test_words_that_make_text_of_what_is_no_feature_are_not_told_of(nldt, model, words, table):
    assert nldt("fit", words(), *FIT, "--drop", "mass").stderr == ""
    path = words()
    table.assign(kind=np.where(table["kind"] == "nut", "01", "x3"), id="7").to_csv(path, index=False)
    assert "counts as text" not in nldt("fit", path, *FIT).stderr
    table.assign(note=["no"] + ["7"] * 59).to_csv(path, index=False)
    assert nldt("report", model, path, "--target", "kind").stderr == ""


@pytest.mark.parametrize("decimal", [".", ","])
def test_commands_with_a_model_take_words_for_gaps_and_say_so(nldt, model, gaps, words, decimal):
    """Without the option, all alike; a comma in the only column that has one is understood, too."""
    path = words(decimal=decimal, sep=";" if decimal == "," else ",")
    for command in (("predict",), ("report",), ("explain", "--row", 40)):
        plain, ended = (nldt(command[0], model, data, *command[1:]) for data in (gaps, path))
        assert (ended.code, without_names(ended.stdout)) == (0, without_names(plain.stdout))
        assert ADVICE in ended.stderr
        told = f"nldt: column 'mass' holds '{WORD}' where a rule needs a number: 2 of its cells count as gaps"
        assert told in ended.stderr.splitlines()


def test_a_comma_in_the_only_column_that_has_one(nldt, model, table, tmp_path):
    plain, path = tmp_path / "plain.csv", tmp_path / "comma.csv"
    whole = table.assign(width=table["width"].round(), height=table["height"].round())
    whole.assign(mass=whole["mass"].where(whole.index != 3)).to_csv(plain, index=False)
    mass = whole["mass"].astype(str).str.replace(".", ",").where(whole.index != 3, WORD)
    whole.assign(mass=mass).astype({"width": int, "height": int}).to_csv(path, index=False, sep=";")
    assert nldt("predict", model, path).stdout == nldt("predict", model, plain).stdout


def test_a_column_of_nothing_but_words_is_refused_by_all(mistake, model, words):
    path = words(rows=range(60))
    for command in ("predict", "report"):
        mistake(command, model, path, names=[f"column 'mass' is not numeric: it holds '{WORD}'"])


def test_words_are_gaps_among_categories_and_classes_and_numbers_may_be_words(nldt, tmp_path):
    path, model = tmp_path / "mixed.csv", tmp_path / "mixed.json"
    random = np.random.default_rng(0)
    colour, size = random.choice(["red", "blue", "fehlt"], 90), random.integers(1, 9, 90)
    kind = np.where(colour == "red", "nut", "bolt")
    frame = pd.DataFrame({"colour": colour, "size": np.where(size == 8, -99, size), "kind": kind})
    frame.loc[:4, "kind"] = "fehlt"
    frame.to_csv(path, index=False)
    ended = nldt(
        "fit", path, "--target", "kind", "--no-cv", "-q", "-o", model, "--missing", "fehlt", "--missing", "-99"
    )
    assert ended.code == 0 and "target column 'kind' has 5 missing values: their rows are left out" in ended.stderr
    fitted = load_model(model)
    assert fitted.classes_.tolist() == ["bolt", "nut"]
    assert fitted.model_.features[0].levels == ("blue", "red")
    assert [feature.has_gaps for feature in fitted.model_.features] == [True, True]
    assert nldt("report", model, path, "--missing", "fehlt", "--missing", "-99").code == 0
    kept = pd.read_csv(StringIO(nldt("predict", model, path, "--missing", "fehlt", "--id", "colour").stdout))
    assert kept["colour"].tolist() == colour.tolist()  # what goes out again is as it came in


def test_books_and_parquet_have_them_too(nldt, model, gaps, table, tmp_path):
    expected = nldt("predict", model, gaps).stdout
    mass = table["mass"].astype(object).where(~table.index.isin(ROWS), WORD)
    table.assign(mass=mass).to_excel(tmp_path / "t.xlsx", index=False)
    table.assign(mass=mass.astype(str)).to_parquet(tmp_path / "t.parquet")
    for name in ("t.xlsx", "t.parquet"):
        ended = nldt("predict", model, tmp_path / name, "--missing", WORD)
        assert (ended.code, ended.stdout) == (0, expected)


def test_a_folder_of_parquet_files_has_no_such_option(mistake, table, tmp_path):
    (tmp_path / "folder").mkdir()
    table.to_parquet(tmp_path / "folder" / "a.parquet")
    mistake("fit", tmp_path / "folder", *FIT, "--missing", "x", names=["it has no --missing; leave out that option"])
