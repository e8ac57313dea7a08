"""Pages that are written from the code: parameters, command line, model file, gallery.

They go to docs/generated, which is not kept: their sources are the table of parameters, the commands, the schema and
the list of tables.
"""

from __future__ import annotations

from pathlib import Path

from gallery import gallery_page
from reference_pages import command_line_page, model_file_page, parameters_page

PAGES = {
    "parameters.md": parameters_page,
    "command_line.md": command_line_page,
    "model_file.md": model_file_page,
    "gallery.md": gallery_page,
}


def write_pages(docs: Path) -> None:
    """Write all of them."""
    folder = docs / "generated"
    folder.mkdir(exist_ok=True)
    for name, page in PAGES.items():
        (folder / name).write_text(page(), encoding="utf-8")
