"""The published JSON Schema of model documents."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

FILE = "model.schema.json"


def model_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of what ``save`` and ``to_json`` write.

    >>> model_schema()["title"]
    'nldt model, version 1'
    """
    return json.loads(resources.files("nldt.model").joinpath(FILE).read_text(encoding="utf-8"))
