"""Files are whole or not there: on a full disk, in a folder that is read-only, and after a kill at any moment."""

from __future__ import annotations

import os
import signal
import time
from multiprocessing import Queue, get_context
from pathlib import Path

import pytest

from nldt import InputError
from nldt.files import read_text, write_whole

FORKED = get_context("fork") if os.name != "nt" else None
posix_only = pytest.mark.skipif(os.name == "nt", reason="limits and signals of POSIX")


def write_beyond_a_limit(path: Path, said: Queue) -> None:
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))  # the disk takes no more
    try:
        write_whole(path, "new" * 1000)
    except InputError as error:
        said.put(str(error))


def write_for_ever(path: Path) -> None:
    for number in range(10**9):
        write_whole(path, str(number % 10) * 300_000)


@posix_only
def test_a_disk_that_is_full_leaves_the_old_file_whole(tmp_path):
    path = tmp_path / "model.json"
    path.write_text("old")
    said: Queue = FORKED.Queue()
    FORKED.Process(target=write_beyond_a_limit, args=(path, said)).start()
    assert said.get(timeout=60) == f"can't write {str(path)!r}: File too large"
    assert os.listdir(tmp_path) == ["model.json"] and path.read_text() == "old"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_device_that_is_full_is_named():
    with pytest.raises(InputError, match=r"can't write '/dev/full': No space left"):
        write_whole("/dev/full", "new")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_file_is_called_as_the_user_calls_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("model.json").symlink_to("/dev/full")
    with pytest.raises(InputError, match=r"can't write 'model\.json': No space left"):
        write_whole("model.json", "new")


@posix_only
def test_a_kill_at_any_moment_leaves_a_whole_file(tmp_path):
    """Either the old content or the new one, never a part of one, after twelve kills."""
    path = tmp_path / "model.json"
    for kill in range(12):
        writer = FORKED.Process(target=write_for_ever, args=(path,))
        writer.start()
        while not path.exists():
            time.sleep(0.01)
        time.sleep(0.003 * kill)
        writer.kill()
        writer.join()
        content = path.read_text()
        assert len(content) == 300_000 and set(content) == {content[0]}
        path.unlink()


def test_what_fails_while_it_is_written_leaves_nothing(tmp_path, monkeypatch):
    path = tmp_path / "model.json"
    path.write_text("old")

    def interrupt(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, "new")
    assert os.listdir(tmp_path) == ["model.json"] and path.read_text() == "old"


@posix_only
def test_a_file_keeps_its_mode_and_a_link_stays_one(tmp_path):
    path, link = tmp_path / "model.json", tmp_path / "link.json"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_whole(link, "new")
    assert link.is_symlink() and path.read_text() == "new" and path.stat().st_mode & 0o777 == 0o640


@posix_only
def test_a_new_file_has_the_mode_of_any_other(tmp_path):
    (tmp_path / "other").write_text("")
    write_whole(tmp_path / "model.json", "new")
    assert (tmp_path / "model.json").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_no_more_is_read_than_may_be(tmp_path):
    path = tmp_path / "text"
    path.write_text("12345")
    assert read_text(path, 5) == "12345"
    with pytest.raises(InputError, match="it has more than 4 bytes"):
        read_text(path, 4)
