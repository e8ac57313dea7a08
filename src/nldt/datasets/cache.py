"""Arrays that take long to compute, kept in the user's cache folder.

A file is one line of JSON (what the array was computed from, and its checksum) and the array in NumPy's own format.
It is written whole or not at all; one that is not what it should be is computed anew, with a warning.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import sys
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt.errors import InputError
from nldt.files import write_whole

Floats = NDArray[np.float64]

FORMAT = 1  # a new number makes all older files unread


def folder() -> Path | None:
    """Where files are kept: ``NLDT_CACHE``, or the platform's own place; None where the user has no home."""
    if chosen := os.environ.get("NLDT_CACHE"):
        return Path(chosen).expanduser()
    try:
        return _platform_folder() / "nldt"
    except RuntimeError:  # there is no home folder
        return None


def remember(
    label: str, parameters: Mapping[str, Any], shape: tuple[int, ...], compute: Callable[[], Floats]
) -> Floats:
    """The array of ``compute``, from the cache where the same parameters have been computed before.

    Parameters
    ----------
    label : str
        How the file's name begins.
    parameters : mapping
        Everything that the array depends on, as JSON can hold it.
    shape : tuple of int
        The array's shape.
    compute : callable
        Makes the array, of float64.
    """
    path = _path(label, parameters)
    if path is None:
        return compute()
    if path.exists():
        try:
            return _read(path, parameters, shape)
        except (OSError, ValueError) as error:
            reason = " ".join(str(error).split())
            warnings.warn(f"the cache file {str(path)!r} can't be used ({reason}): computing it anew", stacklevel=2)
    array = compute()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, _content(parameters, array))
    except (OSError, InputError) as error:
        warnings.warn(f"the next run computes this again: {error}; NLDT_CACHE names another folder", stacklevel=2)
    return array


def _platform_folder() -> Path:
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local) if local else Path.home() / "AppData" / "Local"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    chosen = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return chosen if chosen.is_absolute() else Path.home() / ".cache"  # the standard ignores a relative one


def _path(label: str, parameters: Mapping[str, Any]) -> Path | None:
    place = folder()
    key = hashlib.sha256(_description(parameters).encode()).hexdigest()[:20]
    return None if place is None else place / "datasets" / f"{label}-{key}.array"


def _description(parameters: Mapping[str, Any]) -> str:
    return json.dumps({"format": FORMAT, **parameters}, sort_keys=True)


def _content(parameters: Mapping[str, Any], array: Floats) -> bytes:
    body = io.BytesIO()
    np.save(body, np.ascontiguousarray(array, dtype=np.float64), allow_pickle=False)
    data = body.getvalue()
    header = {"of": _description(parameters), "sha256": hashlib.sha256(data).hexdigest()}
    return json.dumps(header).encode() + b"\n" + data


def _read(path: Path, parameters: Mapping[str, Any], shape: tuple[int, ...]) -> Floats:
    """The array of a file; ValueError where it is not what was asked for."""
    line, _, data = path.read_bytes().partition(b"\n")
    try:
        header = json.loads(line)
        of, checksum = header["of"], header["sha256"]
    except (ValueError, KeyError, TypeError):
        raise ValueError("it does not begin as it should") from None
    if of != _description(parameters):
        raise ValueError("it was computed from other parameters")
    if hashlib.sha256(data).hexdigest() != checksum:
        raise ValueError("it is damaged")
    array = np.load(io.BytesIO(data), allow_pickle=False)
    if array.shape != shape or array.dtype != np.float64:
        raise ValueError(f"it holds {array.dtype} values of shape {array.shape}, not float64 of {shape}")
    return array
