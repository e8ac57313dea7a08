"""The published JSON Schema of model documents."""

from __future__ import annotations

from typing import Any

from nldt.model.basis import KINDS


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
    array["items"] = {"anyOf": [_column(kind, properties) for kind, properties in _kinds()]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:nldt:model:{VERSION}",
        **model,
        "title": f"nldt model, version {VERSION}",
        "$defs": definitions,
    }


def _kinds() -> list[tuple[str, dict[str, Any]]]:
    return [(kind, dict(column.document_schema)) for kind, column in KINDS.items()]


def _column(kind: str, properties: dict[str, Any]) -> dict[str, Any]:
    known = {"kind": {"const": kind}, "feature": {"type": "integer", "minimum": 0}, **properties}
    return {"type": "object", "required": list(known), "properties": known}
