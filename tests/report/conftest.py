"""A real browser, pages for it, and models to report on."""

from __future__ import annotations

import pytest
from browser import chromium, visit
from report_subjects import page_of, rows, subject

from nldt import NLDTClassifier
from nldt.datasets import load


@pytest.fixture(scope="module")
def browser():
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("reports")


@pytest.fixture
def open_text(browser, folder):
    """Open a page that is given as text; it is checked for complaints and requests when the test ends."""
    opened = []

    def open_it(text, **options):
        file = folder / f"page{len(opened)}.html"
        file.write_text(text, encoding="utf-8")
        opened.append(visit(browser, file, **options))
        return opened[-1].__enter__().page

    yield open_it
    for one in opened:
        one.__exit__(None, None, None)


@pytest.fixture(scope="module")
def data():
    return rows(200)


@pytest.fixture(scope="module")
def text(data):
    return page_of(subject(), *data)


@pytest.fixture(scope="module")
def wdbc():
    table = load("wdbc")
    return NLDTClassifier(random_state=0).fit(table.X, table.y), table
