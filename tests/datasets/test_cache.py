"""The cache: one file for one set of parameters, whole or computed anew, never an error."""

import json
import os
import subprocess
import sys
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from mistakes import files_below

from nldt.datasets import cache
from nldt.datasets.nsga2 import Run, stored_populations

ARRAY = np.arange(6.0).reshape(2, 3) / 7
TINY = Run("truss", population=8, generations=3, stored=(1, 3), seed=0)


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path) -> Path:
    """An empty folder of its own for each test."""
    monkeypatch.setenv("NLDT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "datasets"


class Counted:
    """Counts how often the array is computed."""

    def __init__(self, array=ARRAY):
        self.times = 0
        self.array = array

    def __call__(self):
        self.times += 1
        return self.array


def remember(compute, shape=(2, 3), **parameters):
    return cache.remember("thing", {"seed": 0, **parameters}, shape, compute)


def test_the_second_time_is_read():
    compute = Counted()
    first, second = remember(compute), remember(compute)
    assert compute.times == 1
    np.testing.assert_array_equal(first, second)
    assert second.dtype == np.float64


@pytest.mark.parametrize("kept", [0, 1, 20, 200, -1])
def test_a_cut_file_is_computed_anew_with_a_warning(folder, kept):
    compute = Counted()
    remember(compute)
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole[:kept])
    with pytest.warns(UserWarning, match=r"the cache file .* can't be used \(.*\): computing it anew"):
        np.testing.assert_array_equal(remember(compute), ARRAY)
    assert compute.times == 2
    assert path.read_bytes() == whole


def test_any_changed_byte_is_noticed(folder):
    compute = Counted()
    remember(compute)
    (path,) = folder.iterdir()
    whole = path.read_bytes()
    for place in range(0, len(whole), 7):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.warns(UserWarning, match="computing it anew"):
            remember(compute)
        assert path.read_bytes() == whole


def test_other_contents_are_refused(folder):
    """A file of other parameters under this name, and an array of another shape with a right checksum."""
    remember(Counted(), seed=1)
    (other,) = folder.iterdir()
    content = other.read_bytes()
    other.unlink()
    compute = Counted()
    remember(compute)
    (path,) = folder.iterdir()
    path.write_bytes(content)
    with pytest.warns(UserWarning, match="other parameters"):
        remember(compute)
    with pytest.warns(UserWarning, match="shape"):
        remember(Counted(ARRAY.T), shape=(3, 2))
    path.write_text(json.dumps(["not", "an object"]) + "\n")
    with pytest.warns(UserWarning, match="begin"):
        remember(compute)


def test_no_array_of_objects_is_ever_unpickled(folder, tmp_path):
    class Bomb:
        def __reduce__(self):
            return (os.mkdir, (str(tmp_path / "exploded"),))

    remember(Counted())
    (path,) = folder.iterdir()
    np.save(tmp_path / "bomb.npy", np.array([Bomb()]), allow_pickle=True)
    data = (tmp_path / "bomb.npy").read_bytes()
    header = json.loads(path.read_bytes().partition(b"\n")[0])
    header["sha256"] = cache.hashlib.sha256(data).hexdigest()
    path.write_bytes(json.dumps(header).encode() + b"\n" + data)
    with pytest.warns(UserWarning, match="computing it anew"):
        remember(Counted())
    assert not (tmp_path / "exploded").exists()


@pytest.mark.parametrize(
    "change",
    [{"problem": "zdt1"}, {"population": 10}, {"generations": 4}, {"stored": (2, 3)}, {"seed": 1}],
    ids=lambda change: next(iter(change)),
)
def test_every_parameter_of_a_run_has_a_file_of_its_own(folder, change):
    stored_populations(TINY)
    stored_populations(replace(TINY, **change))
    assert len(list(folder.iterdir())) == 2


def test_versions_of_pymoo_and_of_the_format_have_files_of_their_own(folder, monkeypatch):
    import pymoo

    stored_populations(TINY)
    monkeypatch.setattr(pymoo, "__version__", "0.0.0")
    stored_populations(TINY)
    monkeypatch.setattr(cache, "FORMAT", cache.FORMAT + 1)
    stored_populations(TINY)
    assert len(list(folder.iterdir())) == 3


def test_a_folder_that_can_not_be_made_costs_a_warning_only(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("NLDT_CACHE", str(tmp_path / "file"))
    compute = Counted()
    with pytest.warns(UserWarning, match="NLDT_CACHE names another folder"):
        np.testing.assert_array_equal(remember(compute), ARRAY)
    assert files_below(tmp_path) == {str(tmp_path / "file"): b"in the way"}


def test_an_error_while_computing_leaves_nothing(folder):
    def fail():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        remember(fail)
    assert not folder.exists() or not list(folder.iterdir())


def test_processes_that_compute_at_once_agree(folder):
    code = (
        "from nldt.datasets.nsga2 import Run, stored_populations; import hashlib, sys; sys.stdin.readline();"
        "print(hashlib.sha256(stored_populations(Run('truss', 60, 30, (1, 30), 0)).tobytes()).hexdigest())"
    )
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    processes = [subprocess.Popen([sys.executable, "-W", "error", "-c", code], **pipes) for _ in range(2)]
    for process in processes:  # both have started before either goes on
        process.stdin.write("go\n")
        process.stdin.flush()
    ended = [process.communicate() for process in processes]
    assert [process.returncode for process in processes] == [0, 0], ended
    assert ended[0][0] == ended[1][0] != ""
    assert len(list(folder.iterdir())) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        stored_populations(Run("truss", 60, 30, (1, 30), 0))


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {"NLDT_CACHE": "/x/mine", "XDG_CACHE_HOME": "/x/xdg"}, "/x/mine"),
        ("linux", {"NLDT_CACHE": "~/mine"}, "/x/home/mine"),
        ("linux", {"XDG_CACHE_HOME": "/x/xdg"}, "/x/xdg/nldt"),
        ("linux", {"XDG_CACHE_HOME": "relative"}, "/x/home/.cache/nldt"),
        ("linux", {"NLDT_CACHE": ""}, "/x/home/.cache/nldt"),
        ("darwin", {"XDG_CACHE_HOME": "/x/xdg"}, "/x/home/Library/Caches/nldt"),
        ("win32", {"LOCALAPPDATA": "/x/local"}, "/x/local/nldt"),
        ("win32", {}, "/x/home/AppData/Local/nldt"),
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="the paths of this table are those of POSIX")
def test_where_files_are_kept(monkeypatch, platform, environment, expected):
    for name in ("NLDT_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/x/home", **environment}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert cache.folder() == Path(expected)
