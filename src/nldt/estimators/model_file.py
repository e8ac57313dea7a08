"""Model files: versioned JSON, read without running anything."""

from __future__ import annotations

from pathlib import Path

from nldt.errors import InputError
from nldt.estimators.classifier import NLDTClassifier
from nldt.files import read_text

WHICH_FILE = "; give the file that 'nldt fit -o' or save wrote; on the command line it comes before the table"


def load_model(path: str | Path) -> NLDTClassifier:
    """The classifier that ``save`` wrote; it predicts exactly what the saved one did.

    Raises InputError for a file that is not such a model. Nothing in the file is ever executed.
    """
    from nldt.model.document.content import MOST_BYTES
    from nldt.model.document.read import ForeignDocument, from_text

    text = read_text(path, MOST_BYTES)
    try:
        return NLDTClassifier.from_document(from_text(text))
    except ForeignDocument as error:
        remedy = "" if text.lstrip().startswith("{") else WHICH_FILE
        raise InputError(f"{str(path)!r} is not an nldt model: {error}{remedy}") from None
