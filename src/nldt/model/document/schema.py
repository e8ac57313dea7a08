"""The published JSON Schema of model documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nldt.model.basis import KINDS
from nldt.model.target import KINDS as TARGET_KINDS


def model_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of what ``save`` and ``to_json`` write.

    >>> model_schema()["title"]
    'nldt model, version 2'
    """
    import msgspec

    from nldt.model.document.content import VERSION, Model

    generated = msgspec.json.schema(Model)
    definitions = generated["$defs"]
    model = definitions.pop("Model")
    array, _ = model["properties"]["columns"]["anyOf"]
    own = {"feature": {"type": "integer", "minimum": 0}}
    array["items"] = {"anyOf": [_entry(kind, {**own, **cls.document_schema}) for kind, cls in KINDS.items()]}
    model["properties"]["target"] = {
        "description": model["properties"]["target"]["description"],
        "anyOf": [_entry(kind, cls.document_schema) for kind, cls in TARGET_KINDS.items()],
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:nldt:model:{VERSION}",
        **model,
        "title": f"nldt model, version {VERSION}",
        "$defs": definitions,
    }


def _entry(kind: str, own: Mapping[str, Any]) -> dict[str, Any]:
    """What a column or a target is in a document: its kind, and what its class keeps."""
    known = {"kind": {"const": kind}, **own}
    return {"type": "object", "required": list(known), "properties": known}
