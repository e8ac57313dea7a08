"""Users' mistakes: exit code 2, one line that names the culprit, nothing written."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from mistakes import assert_is_mistake


@pytest.fixture
def refused_table(mistake, data, tmp_path):
    """Fit a table that must be refused."""

    def run(content: str | bytes, *names: str, target: str = "kind") -> None:
        data.write_bytes(content if isinstance(content, bytes) else content.encode())
        mistake("fit", data, "--target", target, "-o", tmp_path / "new.json", names=list(names))

    return run


# --------------------------------------------------------------------- tables


def test_no_such_target_column_suggests_the_nearest(mistake, data):
    mistake("fit", data, "--target", "kidn", names=["'kidn'", "did you mean 'kind'?", "data.csv"])


def test_no_such_target_column_lists_the_columns(mistake, data):
    mistake("fit", data, "--target", "zzz", names=["'zzz'", "'width', 'height', 'mass', 'kind'"])


@pytest.mark.parametrize("content", ["", "\n\n"])
def test_empty_file(refused_table, content):
    refused_table(content, "data.csv' is empty")


def test_header_only(refused_table):
    refused_table("width,kind\n", "data.csv' has a header but no rows")


def test_no_header(refused_table):
    refused_table("1,2,0\n3,4,1\n", "data.csv' has numbers where the header should be")


@pytest.mark.parametrize(("label", "shown"), [("nut", "'nut'"), ("1", "1")])
def test_one_class(refused_table, label, shown):
    refused_table(f"width,kind\n1,{label}\n2,{label}\n", f"'kind' holds only one class, {shown}")


def test_target_with_fractions(refused_table):
    refused_table("width,kind\n1,0.5\n2,1.5\n", "target column 'kind' holds fractions, such as 0.5")


def test_amounts_as_the_target_are_to_be_cut(refused_table):
    rows = "".join(f"{x % 7},{x * x}\n" for x in range(40))
    refused_table("width,kind\n" + rows, "cut amounts into classes first, such as kind above 400 or not")
    refused_table("width,kind\n1,0.5\n2,1.5\n", "such as kind above 0.5 or not")


def test_one_row_without_a_class_is_told_of_as_one(nldt, data, table):
    table.assign(kind=["", *table["kind"][1:]]).to_csv(data, index=False)
    said = nldt("fit", data, "--target", "kind", "--max-rules", 1, "--no-cv", "-q").stderr
    assert "'kind' has 1 missing value: its row is left out" in said


def test_target_with_empty_cells(refused_table):
    refused_table("width,kind\n1,\n2,\n", "target column 'kind' holds no class")


def test_target_alone(refused_table):
    refused_table("kind\nnut\nbolt\n", "no column besides the target 'kind'")


def test_infinite_values(refused_table):
    refused_table("width,mass,kind\n1,inf,nut\n2,1,bolt\n", "column 'mass' holds 1 infinite")


def test_where_every_row_has_a_gap_none_is_left(mistake, tmp_path):
    (tmp_path / "gaps.csv").write_text("width,mass,kind\n1,,nut\n,1,bolt\n")
    told = ["every row has a missing value"]
    mistake("fit", tmp_path / "gaps.csv", "--target", "kind", "--drop-missing", names=told)


def test_a_column_of_numbers_is_no_target(refused_table):
    rows = "".join(f"{x % 7},{x * x}\n" for x in range(40))
    refused_table("width,kind\n" + rows, "target column 'kind' holds 40 different values in 40 rows")


def test_rows_longer_than_the_header(refused_table):
    refused_table("width,kind\n1,nut,7\n2,bolt,8\n", "data.csv' line 2 has 3 cells")


def test_one_row_longer_than_the_others(refused_table):
    refused_table(
        "width,kind\n1,nut\n2,bolt,8\n", "data.csv' line 3 has 3 cells separated by ','", "its header names 2 columns"
    )


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xff\xfe\x00a,kind\n1,nuts\n", "line 1, column 1: byte 0x0a is not UTF-16"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "is a picture"),
    ],
)
def test_file_that_is_not_text(refused_table, content, words):
    refused_table(content, f"data.csv' {words}")


def test_damaged_archive(mistake, tmp_path):
    for name in ("data.zip", "data.csv.gz", "data.csv.xz"):
        (tmp_path / name).write_bytes(b"PK\x03\x04 no archive")
        mistake("fit", tmp_path / name, "--target", "kind", names=[name, "damaged or cut short: copy it"])


@pytest.mark.parametrize("name", ["missing.csv", "."])
def test_table_that_is_not_there(mistake, tmp_path, name):
    mistake("fit", tmp_path / name, "--target", "kind", names=[str(tmp_path / name)])


def test_table_for_prediction_lacks_columns(mistake, model, data, table):
    table.rename(columns={"width": "widht"}).to_csv(data, index=False)
    mistake("predict", model, data, names=["'width'", "did you mean 'widht'?", "data.csv"])


def test_table_for_prediction_has_text(mistake, model, data, table):
    table.assign(mass="heavy").to_csv(data, index=False)
    mistake("predict", model, data, "-o", data.parent / "out.csv", names=["'mass'", "'heavy'"])


def test_several_columns_that_a_table_lacks(mistake, model, data, table):
    table[["mass"]].assign(number=1).to_csv(data, index=False)
    told = ["lacks the model's columns 'width', 'height'; its columns are 'mass', 'number'"]
    mistake("predict", model, data, names=told)
    mistake("report", model, data, names=told)


def test_a_model_is_no_table(mistake, model, data, tmp_path):
    mistake("fit", model, "--target", "kind", names=["model.json' is a model of nldt, not a table: give the table"])
    (tmp_path / "rows.json").write_text('[\n  {"width": 1, "kind": "nut"}\n]')
    mistake("fit", tmp_path / "rows.json", "--target", "kind", names=["rows.json' is a JSON file: save the table as"])


# --------------------------------------------------------------------- models


@pytest.mark.parametrize("content", [b"", b"{}", b"a,b\n1,2\n", b'{"format": "onnx"}', b"\x80\x05K\x01."])
@pytest.mark.parametrize("command", ["show", "predict"])
def test_foreign_model(mistake, data, tmp_path, command, content):
    foreign = tmp_path / "foreign.json"
    foreign.write_bytes(content)
    arguments = [foreign, data] if command == "predict" else [foreign]
    mistake(command, *arguments, names=["foreign.json"])


def test_damaged_model(mistake, model):
    model.write_text(model.read_text(encoding="utf-8").replace('"left": 1', '"left": 7'), encoding="utf-8")
    mistake("show", model, names=["model.json' is not an nldt model", "damaged"])


def test_a_model_that_breaks_off(mistake, model):
    model.write_text(model.read_text(encoding="utf-8")[:300], encoding="utf-8")
    mistake("show", model, names=["model.json' is not an nldt model: it is damaged, or breaks off: copy it again"])


def test_table_in_the_place_of_the_model(mistake, model, data):
    told = ["data.csv' is not an nldt model: it is not JSON", "'nldt fit -o'", "before the table"]
    mistake("predict", data, model, names=told)


@pytest.mark.parametrize("name", ["missing.json", "."])
def test_model_that_cannot_be_read(mistake, tmp_path, name):
    mistake("show", tmp_path / name, names=[f"can't read {str(tmp_path / name)!r}"])


# -------------------------------------------------------------------- writing


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("missing/out", "there is no folder"),
        ("data.csv/out", "data.csv' is no folder"),
        (".", "it is a folder"),
        ("m" * 300, "File name too long"),
    ],
)
@pytest.mark.parametrize("command", ["fit", "predict", "show"])
def test_place_that_cannot_be_written(mistake, data, model, command, place, why):
    arguments = {"fit": [data, "--target", "kind", "-q"], "predict": [model, data], "show": [model]}[command]
    out = data.parent / place
    mistake(command, *arguments, "-o", out, names=[f"can't write {str(out)!r}: ", why])


# -------------------------------------------------------------------- options


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (["--criterion", "ginni"], ["nldt: --criterion ginni: must be 'gini' or 'entropy'\n"]),
        (["--search", "quick"], ["nldt: --search quick: must be 'fast' or 'paper'\n"]),
        (["--scaling", "standard"], ["nldt: --scaling standard: must be 'raw' or 'shift'\n"]),
        (["--max-terms", "0"], ["nldt: --max-terms 0: must be a whole number from 1 to 1000\n"]),
        (["--max-terms", "1000000000000"], ["must be a whole number from 1 to 1000\n"]),
        (["--target", "mass"], ["nldt: --target mass: --target is given before, too; give it once\n"]),
        (["--seed=1", "--seed=2"], ["nldt: --seed 2: --seed is given before, too"]),
        (["--checkpoint", ""], ["nldt: --checkpoint '': must be the name of a file\n"]),
        (["--root", "width <= -1000"], ["the rule parts nothing, it holds for no training row\n"]),
        (["--max-terms", "many"], ["--max-terms"]),
        (["--max-depth", "-1"], ["nldt: --max-depth -1: must be a whole number, 1 or more\n"]),
        (["--prune-tolerance", "3"], ["nldt: --prune-tolerance 3: must be a number from 0 to 1\n"]),
        (["--prune-tolerance", "1.0000001"], ["--prune-tolerance 1.0000001: must be"]),
        (["--time-limit=0"], ["nldt: --time-limit 0: must be a number above 0\n"]),
        (["--time-limit", "nan"], ["--time-limit nan: must be"]),
        (["--jobs", "0"], ["nldt: --jobs 0: must be -1 or a whole number, 1 or more\n"]),
        (["--seed", "-1"], ["nldt: --seed -1: must be a whole number from 0 to 4294967295\n"]),
        (["--price", "0"], ["nldt: --price 0: must be a number from 0.01 to 100\n"]),
        (["--price", "-1"], ["nldt: --price -1: must be a number from 0.01 to 100\n"]),
        (["--price", "nan"], ["--price nan: must be"]),
        (["--price", "cheap"], ["--price"]),
        (["--pric", "1"], ["--pric", "--price"]),
        (["--max-rules", "0"], ["nldt: --max-rules 0: must be a whole number, 1 or more\n"]),
        (["--max-rules", "few"], ["--max-rules"]),
        (["--max-length", "-3"], ["nldt: --max-length -3: must be a whole number, 1 or more\n"]),
        (["--max-length", "2.5"], ["--max-length"]),
        (["--max-features-per-term", "0"], ["--max-features-per-term 0: must be a whole number, 1 or more\n"]),
        (["--exponents", "one"], ["nldt: --exponents one: must be whole numbers between -20 and 20, not all zero"]),
        (["--exponents", "0"], ["--exponents 0: must be", "such as -1,0,1,2 or -3..3"]),
        (["--exponents", "1.5"], ["--exponents 1.5: must be"]),
        (["--exponents", "1;2"], ["--exponents 1;2: must be"]),
        (["--exponents", "1,,2"], ["--exponents 1,,2: must be"]),
        (["--exponents", "3..1"], ["--exponents 3..1: must be"]),
        (["--exponents=-21..1"], ["--exponents -21..1: must be"]),
        (["--exponents", ""], ["--exponents : must be"]),
        (["--exponents", "0..99999999999"], ["--exponents 0..99999999999: must be"]),
        (["--search", "paper", "--price", "2"], ["--price 2", "'paper'", "--search fast"]),
        (["--search", "paper", "--max-rules", "2"], ["--max-rules 2", "'paper'", "--search fast"]),
        (["--search", "paper", "--max-length", "5"], ["--max-length 5", "'paper'", "--search fast"]),
        (["--max-dept", "1"], ["--max-dept", "--max-depth"]),
        (["--target"], ["--target"]),
        (["surplus"], ["surplus"]),
    ],
)
def test_wrong_option(mistake, data, tmp_path, options, names):
    mistake("fit", data, "--target", "kind", "-o", tmp_path / "new.json", *options, names=names)


@pytest.mark.parametrize(("command", "options"), [("path", []), ("compare", ["--methods", "CART"])])
def test_more_folds_than_rows_allow(mistake, data, table, command, options):
    most = table["kind"].value_counts().max()
    told = [f"nldt: --folds {len(table)}: no class has more than {most} rows", f"ask for {most} at most"]
    mistake(command, data, "--target", "kind", "--folds", len(table), *options, names=told)


def test_options_are_checked_before_the_table_is_read(mistake, tmp_path):
    missing = ["fit", tmp_path / "missing.csv", "--target", "kind"]
    mistake(*missing, "--jobs", 0, names=["--jobs 0: must be"])
    mistake(*missing, "--exponents", "x", names=["--exponents x: must be"])
    mistake(*missing, "--search", "paper", "--price", 2, names=["--price 2"])


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["fti"], ["'fti'"]),
        (["fit"], ["data"]),
        (["fit", "data.csv"], ["--target"]),
        (["predict", "model.json"], ["data"]),
        (["show", "model.json", "--format", "txt"], ["'--format': 'txt' is not one of 'text'"]),
        (["--colour"], ["--colour"]),
        (["show", ""], ["nldt: model '': must be the name of a file\n"]),
        (["fit", "", "--target", "kind"], ["nldt: data '': must be the name of a file\n"]),
        (["show", "m" * 300], ["can't read 'mmm", "mmm': File name too long"]),
        (["fit", "m" * 300, "--target", "kind"], ["can't read 'mmm", "mmm': File name too long"]),
        (["datasets", "ds1", "-o", "m" * 300], ["mmm': File name too long"]),
        (["demo", "--seed", "-1"], ["nldt: --seed -1: must be a whole number from 0 to 4294967295\n"]),
    ],
)
def test_wrong_command_line(mistake, arguments, names):
    mistake(*arguments, names=names)


# ------------------------------------------------------------ real processes


def test_mistakes_in_a_process_of_its_own(nldt_process, data):
    assert_is_mistake(nldt_process("fit", data, "--target", "kidn"), "'kidn'")
    assert_is_mistake(nldt_process("fit", data, "--tagret", "kind"), "--tagret")


def test_reader_that_leaves_a_pipe_is_no_error(start_nldt, model):
    process = start_nldt("show", model)
    process.stdout.close()
    assert process.stderr.read() == ""


def test_amounts_as_the_target_are_told_of(nldt, tmp_path):
    path = tmp_path / "ages.csv"
    pd.DataFrame({"dose": np.arange(200.0) % 17, "age": 20 + np.arange(200) % 40}).to_csv(path, index=False)
    said = nldt("fit", path, "--target", "age", "--max-depth", 1, "--no-cv", "-q", "--max-rules", 1).stderr
    assert "target column 'age' holds 40 different numbers" in said and "age above 40 or not" in said


@pytest.mark.parametrize("values", [[1e308, -1e308, 3.0], [1e9, 1e9 + 1, 1e9 + 2]], ids=["huge", "near each other"])
def test_what_helps_is_called_as_it_is_typed(nldt, tmp_path, values):
    path = tmp_path / "wide.csv"
    pd.DataFrame({"a": np.resize(values, 60), "kind": np.resize(["x", "y"], 60)}).to_csv(path, index=False)
    assert "use --scaling shift" in nldt("fit", path, "--target", "kind", "--no-cv", "-q").stderr


def test_bytes_that_are_no_text_are_not_printed_as_a_name(nldt, tmp_path):
    path = tmp_path / "bytes.csv"
    path.write_bytes(np.random.default_rng(0).bytes(3000))
    said = nldt("fit", path, "--target", "y")
    assert said.code == 2 and said.stderr.strip().isprintable()
