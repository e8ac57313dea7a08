"""Makes the picture of the README, docs/images/report_wdbc.png: ``make pictures``.

Needs the extras ``report`` and ``test``, and the program chromium.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from nldt import NLDTClassifier, evaluate
from nldt.datasets import load

PICTURE = Path(__file__).parents[1] / "images" / "report_wdbc.png"
VIEWPORT = {"width": 1000, "height": 900}
FIRST, LAST = "header", "#accuracy"  # from the top of this section to the end of that one


def draw_report() -> None:
    """Photograph the report on a tree that learned all tumours; the same fit and browser give the same picture."""
    from playwright.sync_api import sync_playwright

    browser_path = shutil.which("chromium")
    if browser_path is None:
        sys.exit("the picture of the report needs the program chromium")
    tumours = load("wdbc")
    clf = NLDTClassifier(random_state=0).fit(tumours.X, tumours.y)
    clf = clf.with_estimate(evaluate(clf, tumours.X, tumours.y))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "report.html"
        file.write_text(clf.report(tumours.X, tumours.y, title="Report on WDBC"), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport=VIEWPORT)
        page.goto(file.as_uri())
        page.add_style_tag(content="nav { position: static !important; }")
        start, end = page.locator(FIRST).bounding_box(), page.locator(LAST).bounding_box()
        height = end["y"] + end["height"] - start["y"]
        clip = {"x": 0, "y": start["y"], "width": VIEWPORT["width"], "height": height}
        page.screenshot(path=PICTURE, full_page=True, clip=clip)
        browser.close()


if __name__ == "__main__":
    draw_report()
    print(PICTURE.name)
