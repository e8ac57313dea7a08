"""Deprecated: use ``nldt.model_schema``."""

from __future__ import annotations

import warnings
from typing import Any

from nldt.model.document import schema


def model_schema() -> dict[str, Any]:
    """Deprecated: ``nldt.model_schema``."""
    warnings.warn("nldt.export.schema is deprecated: use nldt.model_schema", DeprecationWarning, stacklevel=2)
    return schema.model_schema()
