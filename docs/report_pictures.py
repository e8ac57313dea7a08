"""Pictures of the report for the documentation, docs/images/report_*.png: part of ``make pictures``.

Needs the extras ``report`` and ``test``, and the program chromium.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from nldt import NLDTClassifier
from nldt.datasets import load

IMAGES = Path(__file__).parent / "images"

WIDE = {"viewport": {"width": 1000, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2}

# file name: dataset, look, from the top of this section to the end of that one
PICTURES = {
    "report_wdbc.png": ("wdbc", WIDE, "header", "#accuracy"),
    "report_wdbc_what_if.png": ("wdbc", WIDE, "#what-if", "#fronts"),
    "report_wdbc_phone.png": ("wdbc", PHONE, "header", "#tree"),
    "report_iris_dark.png": ("iris", WIDE | {"color_scheme": "dark"}, "header", "#what-if"),
    "report_ds4.png": ("ds4", WIDE, "#what-if", "#fronts"),
    "report_truss-6.png": ("truss-6", WIDE, "header", "#tree"),
}


def draw_report_pictures(folder: Path = IMAGES) -> list[Path]:
    """Write all pictures; the same fits and the same browser give the same ones."""
    from playwright.sync_api import sync_playwright

    browser_path = shutil.which("chromium")
    if browser_path is None:
        sys.exit("report pictures need the program chromium")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as pages, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"])
        files = {name: _write_page(name, Path(pages)) for name in sorted({entry[0] for entry in PICTURES.values()})}
        for picture, (name, look, first, last) in PICTURES.items():
            _photograph(browser, files[name], look, first, last, folder / picture)
        browser.close()
    return [folder / picture for picture in PICTURES]


def _write_page(name: str, folder: Path) -> Path:
    """The report on a dataset, of a tree that learned it all."""
    data = load(name)
    classifier = NLDTClassifier(random_state=0).fit(data.X, data.y)
    page = folder / f"{name}.html"
    page.write_text(classifier.report(data.X, data.y, title=f"Report on {name.upper()}"), encoding="utf-8")
    return page


def _photograph(browser: Any, file: Path, look: dict[str, Any], first: str, last: str, picture: Path) -> None:
    """The part of a page from one section to another."""
    context = browser.new_context(**look)
    page = context.new_page()
    page.goto(file.as_uri())
    page.add_style_tag(content="nav { position: static !important; }")
    start, end = page.locator(first).bounding_box(), page.locator(last).bounding_box()
    width = look["viewport"]["width"]
    clip = {"x": 0, "y": start["y"], "width": width, "height": end["y"] + end["height"] - start["y"]}
    page.screenshot(path=picture, full_page=True, clip=clip)
    context.close()


if __name__ == "__main__":
    for written in draw_report_pictures():
        print(written)
