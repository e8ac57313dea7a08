"""The reference has every public name, parameter, option and field."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import nldt
import nldt.datasets
import nldt.plots
import nldt.search
from gallery import TABLES, gallery_page
from nldt.cli.app import COMMANDS, load_command
from reference_pages import PARAMETER_TABLES, command_line_page, model_file_page, parameters_page

INDEX = (Path(__file__).parents[2] / "docs" / "reference" / "index.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("module", [nldt, nldt.plots, nldt.datasets, nldt.search], ids=lambda module: module.__name__)
def test_every_public_name_is_listed(module):
    listed = {
        f"{home}.{name}"
        for home, names in re.findall(r"currentmodule:: (\S+)\n(.*?)```", INDEX, flags=re.DOTALL)
        for name in re.findall(r"^   ([\w.]+)$", names, flags=re.MULTILINE)
    }
    wanted = {f"{module.__name__}.{name}" for name in module.__all__ if name != "__version__"}
    listed |= {f"nldt.search.{name.removeprefix('nldt.')}" for name in listed}  # FastSearch stands below nldt
    assert wanted - listed == set()


def test_every_parameter_has_its_row():
    page = parameters_page()
    for table in PARAMETER_TABLES.values():
        assert [row.name for row in table if f"\n| `{row.name}` | `{row.default!r}` | " not in page] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_has_its_row(command):
    section = command_line_page().split(f"\n## nldt {command}\n")[1].split("\n## ")[0]
    flags = [flag for parameter in load_command(command).params for flag in parameter.opts if flag.startswith("-")]
    assert [flag for flag in flags if flag != "--help" and f"`{flag}`" not in section] == []


def test_every_definition_of_the_schema_has_its_section():
    page, schema = model_file_page(), nldt.model_schema()
    for name, definition in schema["$defs"].items():
        section = page.split(f"\n## {name}\n")[1].split("\n## ")[0]
        assert [field for field in definition["properties"] if f"| `{field}` | " not in section] == []
    assert [field for field in schema["properties"] if f"| `{field}` | " not in page] == []


def test_the_gallery_has_twenty_tables():
    assert len({table.name for table in TABLES}) == 20
    page = gallery_page()
    assert page.count("```{run} python") == 20
    assert all(f"\n## {table.name}\n" in page for table in TABLES)
