"""The pages of the reference that follow from the code."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import nldt
import nldt.search  # registers the searches, whose names are in the table of parameters
from nldt.cli.app import COMMANDS, load_command
from nldt.parameters import CLASSIFIER_PARAMETERS, PATH_PARAMETERS, ROUNDING_PARAMETERS, Parameter
from nldt.search.fast.search import FAST_SEARCH_PARAMETERS
from nldt.search.paper.search import PAPER_SEARCH_PARAMETERS

PARAMETER_TABLES = {
    "`NLDTClassifier`": CLASSIFIER_PARAMETERS,
    "`NLDTClassifierCV`, beside these but for `price`": PATH_PARAMETERS,
    "`rounded`": ROUNDING_PARAMETERS,
    "`FastSearch`": FAST_SEARCH_PARAMETERS,
    "`PaperSearch`": PAPER_SEARCH_PARAMETERS,
}


def parameters_page() -> str:
    """Every parameter: what it means, what it may be, what it is by default, and what the paper calls it."""
    parts = [
        "# Parameters\n\nWritten from the one table that also checks what you give and makes the options of the "
        "command line (`src/nldt/parameters.py`).\n"
    ]
    for owner, table in PARAMETER_TABLES.items():
        rows = [(f"`{row.name}`", f"`{row.default!r}`", _cell(row.meaning), *_limits(row)) for row in table]
        parts.append(f"## {owner}\n\n" + _table(("name", "default", "meaning", "may be", "in the paper"), rows))
    return "\n".join(parts)


def _limits(row: Parameter) -> tuple[str, str]:
    return _cell(row.allowed.words), f"`{row.symbol}`" if row.symbol else ""


def command_line_page() -> str:
    """Every command with its arguments and options."""
    parts = [
        "# Command line\n\nWritten from the commands themselves; `nldt COMMAND --help` prints the same. A mistake is "
        "answered in one line, with exit code 2; an interrupt ends with 130.\n"
    ]
    for name in COMMANDS:
        command = load_command(name)
        taken = [parameter for parameter in command.params if not parameter.opts[0].startswith("-")]
        options = [parameter for parameter in command.params if parameter.opts[0].startswith("-")]
        usage = " ".join(["nldt", name, "[OPTIONS]", *(parameter.name.upper() for parameter in taken)])
        rows = [(f"`{parameter.name.upper()}`", _cell(parameter.help), "") for parameter in taken]
        rows += [
            (_spelled(option), _cell(option.help), _default(option)) for option in options if option.name != "help"
        ]
        parts.append(f"## nldt {name}\n\n```text\n{usage}\n```\n\n{command.help}\n")
        parts.append(_table(("name", "meaning", "default"), rows))
    return "\n".join(parts)


def _spelled(option: Any) -> str:
    """An option as it is typed."""
    flags = ", ".join(f"`{flag}`" for flag in option.opts)
    return f"{flags} `{option.metavar}`" if option.metavar else flags


def _default(option: Any) -> str:
    if option.required:
        return "needed"
    return "" if option.default in (None, False, ()) or callable(option.default) else f"`{option.default}`"


def model_file_page() -> str:
    """What a model file holds, and the JSON Schema itself."""
    schema = nldt.model_schema()
    parts = [
        "# The model file\n\n"
        "`clf.save`, `clf.to_json` and `nldt fit -o` write it; `load_model` and every command read it. It holds no "
        "training rows. Written from the schema that `nldt.model_schema()` gives, which is checked whenever a file is "
        "read.\n\n"
        f"{schema['description']}\n",
        f"## The whole\n\n{_properties(schema)}",
    ]
    for name, definition in schema["$defs"].items():
        words = " ".join(definition.get("description", "").split())
        parts.append(f"## {name}\n\n{words}\n\n{_properties(definition)}")
    parts.append(f"## JSON Schema\n\n```json\n{json.dumps(schema, indent=2, ensure_ascii=False)}\n```\n")
    return "\n".join(parts)


def _properties(definition: Mapping[str, Any]) -> str:
    needed = definition.get("required", ())
    rows = [
        (f"`{name}`", _type(entry), "yes" if name in needed else "", _cell(entry.get("description", "")))
        for name, entry in definition["properties"].items()
    ]
    return _table(("name", "type", "needed", "meaning"), rows)


def _type(entry: Mapping[str, Any]) -> str:
    """A type of JSON Schema in a few words."""
    if "$ref" in entry:
        name = entry["$ref"].rsplit("/", 1)[1]
        return f"[{name}](#{name.lower()})"
    if "const" in entry:
        return f"`{json.dumps(entry['const'])}`"
    if "enum" in entry:
        return " or ".join(f"`{json.dumps(value)}`" for value in entry["enum"])
    if "anyOf" in entry:
        return " or ".join(dict.fromkeys(_type(one) for one in entry["anyOf"]))
    if entry.get("type") == "array":
        return f"list of {_type(entry['items'])}" if "items" in entry else "list"
    if entry.get("type") == "object" and "kind" in entry.get("properties", {}):
        own = [name for name in entry["properties"] if name != "kind"]
        return f"{_type(entry['properties']['kind'])} with {', '.join(f'`{name}`' for name in own)}"
    return str(entry.get("type", "anything"))


def _cell(words: str) -> str:
    """Words for a cell of a table: nothing in them is markup."""
    return " ".join(words.split()).replace("|", "\\|").replace("*", "\\*").replace("_", "\\_").replace("<", "&lt;")


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = list(head)
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"
