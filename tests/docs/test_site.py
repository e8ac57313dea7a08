"""The built site: no warning, no broken link, nothing from elsewhere, legible and accessible. All of it is slow."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from browser import chromium
from bs4 import BeautifulSoup

from blocks import blocks_of
from nldt import NLDTClassifier
from nldt.datasets import load

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build" / "site"
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}
# One page of each kind, for what takes a browser.
LOOKED_AT = [
    "index",
    "start",
    "tutorials/medical_score",
    "tutorials/carrying_it_away",
    "howto/imbalance",
    "explanation/method",
    "explanation/comparison",
    "generated/gallery",
    "generated/parameters",
    "generated/command_line",
    "generated/model_file",
    "reference/index",
    "reference/api/nldt.NLDTClassifier",
    "results/README",
    "glossary",
]


@pytest.fixture(scope="module", autouse=True)
def site():
    """``make docs``, by the Python that runs the tests; a warning is an error."""
    command = [sys.executable, "-m", "sphinx", "-E", "-q", "-W", "--keep-going", "-b", "html", "docs", "build/site"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    return SITE


def pages() -> list[Path]:
    return [path for path in SITE.rglob("*.html") if "_made" not in path.parts and "_static" not in path.parts]


@cache
def soup(path: Path) -> BeautifulSoup:
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


@cache
def anchors(path: Path) -> frozenset[str]:
    return frozenset(tag["id"] for tag in soup(path).find_all(id=True))


def addresses(path: Path) -> list[tuple[str, str]]:
    """What a page links to or loads: the kind of tag, and the address."""
    found = [(tag.name, tag[name]) for name in ("href", "src") for tag in soup(path).find_all(attrs={name: True})]
    return [(kind, address) for kind, address in found if not address.startswith(("data:", "mailto:"))]


def test_there_are_many_pages():
    assert len(pages()) > 90


def test_no_link_is_broken():
    broken = []
    for page in pages():
        for _, address in addresses(page):
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            is_there = target.is_file()
            if not is_there or (parts.fragment and unquote(parts.fragment) not in anchors(target)):
                broken.append(f"{page.relative_to(SITE)}: {address}")
    assert broken == []


def test_nothing_is_loaded_from_elsewhere():
    elsewhere = [
        f"{page.relative_to(SITE)}: {address}"
        for page in pages()
        for kind, address in addresses(page)
        if kind != "a" and urlsplit(address).scheme
    ]
    assert elsewhere == []


def test_every_picture_has_words():
    without = [
        f"{page.relative_to(SITE)}: {image.get('src')}"
        for page in pages()
        for image in soup(page).select("article img")
        if not image.get("alt", "").strip()
    ]
    assert without == []


def test_every_example_is_in_the_page():
    for source in (ROOT / "docs").rglob("*.md"):
        expected = [block.code.strip() for block in blocks_of(source.read_text(encoding="utf-8"))]
        page = SITE / source.relative_to(ROOT / "docs").with_suffix(".html")
        if expected:
            shown = [block.get_text().strip() for block in soup(page).select("div.example pre")]
            assert shown == expected, source


def test_no_page_tells_of_the_machine_that_built_it():
    told = [str(page) for page in SITE.rglob("*.html") if str(ROOT) in page.read_text(encoding="utf-8")]
    assert told == []


@pytest.fixture(scope="module")
def browser():
    with chromium() as opened:
        yield opened


@pytest.fixture
def open_page(browser):
    """Opens a page of the folder; at the end it must have asked for nothing but files, and complained of nothing."""
    contexts, complaints, requests = [], [], []

    def opened(name, **options):
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        context.on("request", lambda request: requests.append(request.url))
        page.goto((SITE / name).as_uri())
        page.wait_for_load_state("load")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
    assert [url for url in requests if not url.startswith(("file:", "data:"))] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", LOOKED_AT)
def test_axe_finds_nothing_serious(name, scheme, open_page):
    from axe_playwright_python.sync_playwright import Axe

    page = open_page(f"{name}.html", viewport=DESK, color_scheme=scheme)
    found = Axe().run(page, options={"preload": False}).response["violations"]  # styles are there already
    serious = [
        (violation["id"], node["html"][:150], node["failureSummary"][:200])
        for violation in found
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]
    assert serious == []


@pytest.mark.parametrize("name", LOOKED_AT)
def test_a_phone_scrolls_down_only(name, open_page):
    page = open_page(f"{name}.html", viewport=PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_the_search_works_from_the_folder(open_page):
    page = open_page("search.html", viewport=DESK)
    page.goto((SITE / "search.html").as_uri() + "?q=checkpoint")
    page.wait_for_selector("#search-results li")
    assert "time_limits" in page.inner_html("#search-results")


def test_the_web_page_of_the_tutorial_answers_as_predict_does(open_page):
    iris = load("iris")
    clf = NLDTClassifier(random_state=0).fit(iris.X, iris.y)
    page = open_page("_made/tutorials/carrying_it_away/iris.html", viewport=DESK)
    fields = page.locator("input")
    for row in (0, 75, 120, 133):
        for place, value in enumerate(iris.X.iloc[row]):
            fields.nth(place).fill(str(value))
        assert page.inner_text("#answer") == clf.predict(iris.X.iloc[[row]])[0]
