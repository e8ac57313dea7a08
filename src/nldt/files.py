"""Reading and writing files: a whole file or none, and one clear line when it can't be done."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from nldt.errors import InputError


def require_writable(path: Path) -> None:
    """Raise InputError where ``write_whole`` could not write: to know it before a long computation."""
    folder = path.parent
    if str(path) == "-":
        raise InputError("can't write '-': leave out -o for standard output, or give a file")
    if not folder.is_dir():
        raise InputError(f"can't write {str(path)!r}: there is no folder {str(folder)!r}")
    if path.is_dir():
        raise InputError(f"can't write {str(path)!r}: it is a folder")
    if not os.access(folder, os.W_OK):
        raise InputError(f"can't write {str(path)!r}: the folder {str(folder)!r} is not writable")
    if path.exists() and not os.access(path, os.W_OK):
        raise InputError(f"can't write {str(path)!r}: it is read-only")


def require_other_file(output: Path, *inputs: Path) -> None:
    """Raise InputError where an output would overwrite one of the inputs."""
    for path in inputs:
        if output.exists() and path.exists() and output.samefile(path):
            raise InputError(f"{str(output)!r} is also an input: write to another file")


def write_whole(path: str | Path, content: str | bytes) -> None:
    """Write a file so that a reader never sees a part of it, text in UTF-8; pipes and devices as they are."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    path = Path(path)
    require_writable(path)
    path = path.resolve()  # a link stays one
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
        with tempfile.NamedTemporaryFile("wb", dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            try:
                file.write(data)
                file.flush()
                os.chmod(file.name, _mode(path))
                os.replace(file.name, path)
            except BaseException:
                os.unlink(file.name)
                raise
    except OSError as error:
        raise InputError(f"can't write {str(path)!r}: {error.strerror}") from None


def read_text(path: str | Path) -> str:
    """The text of a file."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"can't read {str(path)!r}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"can't read {str(path)!r}: it is not a text file") from None


def _mode(path: Path) -> int:
    """The mode of the file that is there, or the one that any new file gets."""
    if path.exists():
        return stat.S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
