"""Ctrl-C and SIGTERM in a fit of a folder, in every pass: the best tree so far, or one line where there is none."""

from __future__ import annotations

import os
import signal

import pytest
from partitioned_tables import PARTITIONINGS, beams

from nldt import load_model

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")

FIRST = ["classes and words", "ranges and sample"]
LATER = ["counts along lines", "values at ends", "leaves"]
ROW_GROUPS = 12

# The command itself, but that every partition says that it is asked, and takes a while in one of the passes.
SLOW = """
import os, time
from nldt.cli import main
from nldt.data.partitions import passes
whole = passes._of_piece
def slow(one, piece, stop):
    os.write(2, f"asked: {one.name}\\n".encode())  # in one piece, whatever other threads say
    if one.name == os.environ["SLOW_PASS"]:
        time.sleep(0.4)
    return whole(one, piece, stop)
passes._of_piece = slow
main()
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("table") / "parts"
    PARTITIONINGS["row groups"](beams(ROW_GROUPS * 1000), folder)
    return folder


@pytest.fixture
def ended(start_nldt, folder, tmp_path):
    """A command whose fit is sent signals in a pass, once three partitions have been asked."""

    def run(name: str, *numbers: int):
        plain = ["--max-terms", "1", "--max-depth", "1", "--exponents", "0..1", "--memory-limit", "4MB", "--jobs", "2"]
        command = ["fit", folder, "--target", "state", "-o", tmp_path / "m.json", *plain]
        with start_nldt(*command, script=SLOW, SLOW_PASS=name) as process:
            before = [process.stderr.readline()]
            while before.count(f"asked: {name}\n") < 3:
                assert before[-1], "".join(before)
                before.append(process.stderr.readline())
            for number in numbers:
                process.send_signal(number)
            stdout, stderr = process.communicate()
        asked = before.count(f"asked: {name}\n") + stderr.count(f"asked: {name}\n")
        said = [line for line in stderr.splitlines() if line.startswith("nldt: ")]
        return process.returncode, stdout, said, asked

    return run


@pytest.mark.parametrize(("name", "number"), list(zip(FIRST, [signal.SIGINT, signal.SIGTERM], strict=True)))
def test_an_interrupt_before_there_is_a_tree_says_so_and_writes_nothing(name, number, ended, tmp_path):
    code, stdout, said, asked = ended(name, number)
    assert (code, stdout) == (130, "")
    assert said == ["nldt: interrupted before there was any tree: nothing is written"]
    assert asked < ROW_GROUPS
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("name", "number"), [(name, signal.SIGINT) for name in LATER[1:]] + [(LATER[0], signal.SIGTERM)]
)
def test_an_interrupt_later_writes_the_best_tree_so_far(name, number, ended, tmp_path):
    code, stdout, said, asked = ended(name, number)
    path = tmp_path / "m.json"
    assert code == 130
    assert said == [
        f"nldt: interrupted: the best tree so far is saved to {path}, marked as partial, without an estimate"
    ]
    assert f"of {1000 * ROW_GROUPS} rows" in stdout and "on a sample of" in stdout
    assert "its leaves count a sample of the training rows" in stdout
    assert asked < ROW_GROUPS
    assert os.listdir(tmp_path) == ["m.json"]
    assert not load_model(path).search_report_.complete


def test_two_interrupts_end_it_at_once(ended, tmp_path):
    code, stdout, said, _ = ended("leaves", signal.SIGINT, signal.SIGTERM)
    assert (code, stdout, said) == (130, "", ["nldt: interrupted"])
    assert os.listdir(tmp_path) == []


def test_a_time_limit_before_there_is_a_tree_is_a_mistake(nldt, folder, tmp_path):
    found = nldt("fit", folder, "--target", "state", "-o", tmp_path / "m.json", "--time-limit", "1e-6", "-q")
    assert found.code == 2 and len(found.stderr.splitlines()) == 1
    assert "--time-limit 1e-6" in found.stderr and "there is no tree yet" in found.stderr
    assert os.listdir(tmp_path) == []


def test_the_same_command_goes_on_from_a_checkpoint(nldt, folder, tmp_path):
    options = ["--max-terms", 1, "--max-depth", 1, "--exponents", "0..1", "--memory-limit", "4MB", "--no-cv", "-q"]
    alone, kept = tmp_path / "alone.json", tmp_path / "kept"
    assert nldt("fit", folder, "--target", "state", "-o", alone, *options).code == 0
    for _ in range(2):
        again = nldt("fit", folder, "--target", "state", "-o", tmp_path / "m.json", *options, "--checkpoint", kept)
        assert (again.code, again.stderr) == (0, "")
        assert load_model(tmp_path / "m.json").to_text() == load_model(alone).to_text()
    other = nldt("fit", folder, "--target", "state", *options, "--checkpoint", kept, "--price", 2)
    assert other.code == 2 and "price=1.0, not 2.0" in other.stderr
