"""The footer of a report: version, seed, settings, and a date that only the caller gives."""

from __future__ import annotations

import datetime
import html
import re

import pytest
from quick_models import quick, tangled

from nldt import Fixed, NLDTClassifier, __version__, load_model
from nldt.errors import InputError


def origin(page):
    """What the footer says, by its words."""
    footer = page.split('<dl class="origin">')[1].split("</dl>")[0]
    pairs = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", footer)
    return {name: html.unescape(re.sub(r"<[^>]+>", "", value)).replace("\xa0", " ") for name, value in pairs}


@pytest.fixture(scope="module")
def table():
    return tangled(80, n_classes=2)


def test_seed_version_and_no_date_unless_given(table):
    said = origin(NLDTClassifier(random_state=3, n_jobs=1).fit(*table).report(*table))
    assert said == {"Made by": f"nldt {__version__}", "Seed": "3", "Settings": "all by default"}


def test_settings_that_are_not_the_default_are_told_the_same_from_a_file(table, tmp_path):
    wishes = {"price": 0.5, "max_rules": 2, "required": [1], "forbidden": [(0, 1)], "start_from": Fixed("x2 <= 1")}
    classifier = NLDTClassifier(verbose=0, **wishes).fit(*table)
    page = classifier.report(*table)
    said = origin(page)
    assert said["Seed"] == "none given"
    assert said["Settings"] == (
        "price 0.5; max_rules 2; forbidden (0, 1); required 1; start_from fixed: x2 <= 1; all others by default"
    )
    classifier.save(tmp_path / "model.json")
    assert load_model(tmp_path / "model.json").report(*table) == page


def test_settings_are_those_of_the_fit(table):
    classifier = quick().fit(*table)
    page = classifier.report(*table)
    classifier.set_params(max_terms=1, random_state=99)
    assert classifier.report(*table) == page


def test_names_stay_text(table):
    X, y = table
    classifier = quick(class_weight={0: 1.0, 1: 2.0}).fit(X, y)
    assert "class_weight 0: 1.0, 1: 2.0" in origin(classifier.report(X, y))["Settings"]
    assert origin(classifier.report(X, y, date="</footer><script>"))["Date"] == "</footer><script>"


@pytest.mark.parametrize(
    ("date", "shown"), [("31 March 2026", "31 March 2026"), (datetime.date(2026, 3, 31), "2026-03-31")]
)
def test_a_date_is_shown_as_given(table, date, shown):
    classifier = quick().fit(*table)
    page = classifier.report(*table, date=date)
    assert origin(page)["Date"] == shown and page == classifier.report(*table, date=date)


@pytest.mark.parametrize("date", ["", "  ", 5, ["2026"]])
def test_what_is_no_date_is_refused(table, date):
    with pytest.raises(InputError, match=r"date=.* must be a text or a date, such as '2026-03-31'"):
        quick().fit(*table).report(*table, date=date)
