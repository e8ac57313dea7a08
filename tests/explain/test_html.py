"""An explanation in a browser."""

from __future__ import annotations

import re
import subprocess
from html.parser import HTMLParser

import numpy as np
import pytest
from hypothesis import given, settings
from made_trees import made_model
from programs import need
from random_trees import models_and_rows

from nldt import SplitRule
from nldt.explain import Explanation, explain_row
from nldt.model.tree import FittedTree

EVIL = ["</style><script>document.title='broken'</script>", "a\"b'&amp;", "<img src=x onerror=document.title='broken'>"]
VOID = {"meta", "br", "img", "!doctype"}


class Reader(HTMLParser):
    """Tags that are open, and all text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.text = ""

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1:] != ["style"]:
            self.text += data


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader


@pytest.fixture
def evil() -> Explanation:
    rule = SplitRule([[1, 0, 0], [0, 1, -1]], [1.0, -2.0], -np.inf, 3.0)
    weights = np.array([[5.0, 5], [4, 1], [1, 4]])
    tree = FittedTree(np.array([1, -1, -1]), np.array([2, -1, -1]), weights, (rule, None, None))
    return explain_row(made_model(tree, EVIL, ["<b>x</b>", "y&lt;"]), np.array([4.0, 0.5, 2.0]))


def test_names_are_text_never_markup(evil):
    for html in (evil._repr_html_(), evil.to_html(title=EVIL[0])):
        reader = read(html)
        assert reader.tags.isdisjoint({"script", "img"})
        for name in EVIL:
            assert name in reader.text
        assert "<b>x</b>" in reader.text and "y&lt;" in reader.text


def test_names_break_out_of_nothing_in_a_browser(evil, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(evil.to_html("fine"), encoding="utf-8")
    command = [
        need("chromium"),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={tmp_path / 'profile'}",
    ]
    shown = subprocess.run([*command, "--dump-dom", page.as_uri()], capture_output=True, encoding="utf-8", check=True)
    assert "<title>fine</title>" in shown.stdout
    assert "<script" not in shown.stdout and "<img" not in shown.stdout
    assert "onerror=document.title" in read(shown.stdout).text


@settings(max_examples=20)
@given(models_and_rows())
def test_the_page_tells_what_the_text_tells(model_and_row):
    explanation = explain_row(*model_and_row)
    told = "".join(read(explanation.to_html()).text.replace("\xa0", " ").split())
    lines = str(explanation).splitlines()
    table = [line for line in lines[lines.index("Path") :] if "→" in line or "no value changes" in line]
    assert len(table) == len(explanation.flips)
    for line in table:
        assert "".join(line.replace("→", "").split()) in told
    for step in explanation.path:
        assert "".join(step.formula.split()) in told


def test_a_page_loads_nothing_and_is_the_same_every_time(evil):
    page = evil.to_html()
    assert page == evil.to_html()
    assert not re.search(r"https?:|url\(|@import|<link|src=[\"']", page)
    assert evil._repr_html_() in page


def test_bars_lie_inside_their_axis():
    """3 and −2 on an axis from −2 to 3."""
    rule = SplitRule([[1, 0], [0, 1]], [1.0, -1.0], -np.inf, 3.0)
    tree = FittedTree(np.array([1, -1, -1]), np.array([2, -1, -1]), np.eye(2)[[0, 0, 1]], (rule, None, None))
    page = explain_row(made_model(tree, ["a", "b"], [0, 1]), np.array([3.0, 2.0])).to_html()
    assert '<i class="plus" style="margin-left:40.00%;width:60.00%">' in page
    assert '<i class="minus" style="margin-left:0.00%;width:40.00%">' in page


@pytest.mark.parametrize(("row", "bars"), [([0.0, 0.0], 0), ([1.0, 0.0], 0), ([1.0, 2.0], 2)])
def test_a_term_that_is_not_finite_has_no_bar(row, bars):
    rule = SplitRule([[1, -1], [1, 0]], [1.0, 1.0], -np.inf, 2.0)
    weights = np.array([[5.0, 5], [4, 1], [1, 4]])
    tree = FittedTree(np.array([1, -1, -1]), np.array([2, -1, -1]), weights, (rule, None, None))
    page = explain_row(made_model(tree, ["a", "b"], ["yes", "no"]), np.array(row)).to_html()
    terms = page.split(">adds<")[1].split("</table>")[0]
    assert terms.count("<tr>") == 2 and terms.count("<i ") == bars
