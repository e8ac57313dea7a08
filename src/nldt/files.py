"""Reading and writing files: a whole file or none, and one clear line when it can't be done."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from nldt.errors import InputError


def require_writable(path: Path) -> None:
    """Raise InputError where ``write_whole`` could not write: to know it before a long computation."""
    folder = path.parent
    if str(path) == "-":
        raise InputError("can't write '-': leave out -o for standard output, or give a file")
    try:
        if not folder.is_dir():
            wrong = f"{str(folder)!r} is no folder" if folder.exists() else f"there is no folder {str(folder)!r}"
            raise InputError(f"can't write {str(path)!r}: {wrong}")
        if path.is_dir():
            raise InputError(f"can't write {str(path)!r}: it is a folder")
    except OSError as error:  # a name that no file can have
        raise InputError(f"can't write {str(path)!r}: {error.strerror}") from None
    if not os.access(folder, os.W_OK):
        raise InputError(f"can't write {str(path)!r}: the folder {str(folder)!r} is not writable")
    if path.exists() and not os.access(path, os.W_OK):
        raise InputError(f"can't write {str(path)!r}: it is read-only")


def require_other_file(output: Path, *inputs: Path) -> None:
    """Raise InputError where an output would overwrite one of the inputs."""
    for path in inputs:
        with suppress(OSError):  # of what is not there, or has a name that no file can have
            if output.samefile(path):
                raise InputError(f"{str(output)!r} is also an input: write to another file")


def write_whole(path: str | Path, content: str | bytes) -> None:
    """Write a file so that a reader never sees a part of it, text in UTF-8; pipes and devices as they are."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    path = Path(path)
    require_writable(path)
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
        else:
            _replace(path.resolve(), data)  # a link stays one
    except OSError as error:
        raise InputError(f"can't write {str(path)!r}: {error.strerror}") from None


def read_text(path: str | Path, most_bytes: int) -> str:
    """The text of a file; of a pipe or a device, too, so that no more is read than may be."""
    try:
        with open(path, "rb") as file:
            content = file.read(most_bytes + 1)
        if len(content) > most_bytes:
            raise InputError(f"can't read {str(path)!r}: it has more than {most_bytes:,} bytes")
        return content.decode("utf-8-sig")  # some editors put a mark of the encoding before the text
    except OSError as error:
        raise InputError(f"can't read {str(path)!r}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"can't read {str(path)!r}: it is not a text file") from None


def _replace(path: Path, data: bytes) -> None:
    """Put a file in the place of the one that is there, in one step, after all of it is on the disk."""
    temporary = path.parent / f".nldt-{secrets.token_hex(8)}.tmp"
    try:
        with open(temporary, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            os.chmod(temporary, stat.S_IMODE(path.stat().st_mode))
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _flush_folder(path.parent)


def _flush_folder(folder: Path) -> None:
    """Let the new name outlast a loss of power, where the system can; the file is whole in any case."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        pass
    finally:
        os.close(descriptor)
