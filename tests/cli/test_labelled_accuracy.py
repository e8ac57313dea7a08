"""Every accuracy that is printed names the rows that it is from."""

from __future__ import annotations

import json
import re

import numpy as np
import pandas as pd
import pytest
import typer
from matplotlib.text import Text
from quick_models import quick, tangled

from nldt import FastSearch, NLDTClassifier, NLDTClassifierCV, compare, evaluate, plots, stability
from nldt.cli.app import app
from nldt.write.formats import BINARY, FORMATS

FIGURE = re.compile(r"\d[\d.]* ?%|0\.\d+")
COLUMNS = re.compile(r"\S {2,}\S")
QUICK = FastSearch(patience=1, children=20, generations=3, pairs=4)
MEASURE = re.compile(r"accuracy|\bAUC\b|right on", re.IGNORECASE)
ROWS = re.compile(
    r"training|cross-validated|test accuracy|rows of this report|rows that training may have had|these rows"
)


def unlabelled(text: str) -> list[str]:
    """Lines with a figure of accuracy, or heads of columns of them, that do not say of which rows."""
    return [
        line
        for line in text.splitlines()
        if MEASURE.search(line) and (FIGURE.search(line) or COLUMNS.search(line)) and not ROWS.search(line)
    ]


@pytest.fixture(scope="module")
def outputs():
    """What the library prints of an estimate or a comparison."""
    X, y = tangled(60, n_classes=2)
    clf = quick(max_depth=1).fit(X[:40], y[:40])
    training, new = (evaluate(clf, X[part], y[part], cv=None) for part in (slice(40), slice(40, None)))
    found = [evaluate(quick(max_depth=1), X, y, cv=2), training, new, compare(X, y, clf, cv=2, methods=["CART"])]
    noise = np.random.default_rng(0).normal(0, 0.1, (60, 2))
    alike = NLDTClassifier(search=QUICK, random_state=0).fit(X[:, :1] + noise, X[:, 0] > np.median(X[:, 0]))
    with_others = alike.alternatives_
    return [show(one) for one in [*found, with_others] for show in (str, repr, lambda one: one._repr_html_())]


def test_what_the_library_prints(outputs):
    for text in outputs:
        assert MEASURE.search(text)
        assert unlabelled(re.sub(r"</tr>", "\n", text)) == []


def test_what_the_library_prints_that_speaks_of_other_things():
    X, y = tangled(60, n_classes=2)
    clf = quick(max_depth=1).fit(X, y)
    shown = [FORMATS[name](clf.model_) for name in FORMATS.keys() - BINARY]
    again = [clf, clf.fronts_, clf.explain(X[0]), stability(clf, X, y, n_refits=2, random_state=0)]
    shown += [show(one) for one in again for show in (str, repr, lambda one: one._repr_html_())]
    for text in shown:
        assert unlabelled(re.sub(r"</tr>", "\n", text)) == []


def test_columns_of_tables():
    X, y = tangled(60, n_classes=2)
    clf = quick(max_depth=1).fit(X, y)
    path = NLDTClassifierCV(cv=2, prices=[1, 50], search=QUICK, random_state=0).fit(X, y)
    compared = compare(X, y, clf, cv=2, methods=["CART"])
    tables = [path.path_, clf.alternatives_.to_frame(), clf.fronts_.to_frame(), compared.to_frame()]
    heads = [head for table in tables for head in table.columns if MEASURE.search(head.replace("_", " "))]
    assert len(heads) >= 5
    assert [head for head in heads if not re.match(r"cv_|training_|cross-validated|AUC beyond nldt$", head)] == []


COMMANDS = {"fit", "show", "report", "compare", "path", "stability", "explain", "predict", "demo"}


def test_no_command_is_forgotten():
    """Those of data have no accuracy; that of the paper's experiments has its own tests, and test accuracies alone."""
    assert COMMANDS | {"datasets", "bench"} == set(typer.main.get_command(app).list_commands(None))


def test_what_the_commands_print(nldt, data, tmp_path):
    model, page = tmp_path / "m.json", tmp_path / "page.html"
    said = [nldt("fit", data, "--target", "kind", "-q", "-o", model).stdout, nldt("show", model).stdout]
    said.append(nldt("fit", data, "--target", "kind", "-q", "--no-cv").stdout)
    said.append(nldt("compare", data, "--target", "kind", "-q", "--methods", "CART", "--folds", 2).stdout)
    curve = tmp_path / "curve.html"
    quick_path = ("--prices", "1,60", "--folds", 2, "-q", "--report", curve)
    said.append(nldt("path", data, "--target", "kind", *quick_path).stdout)
    nldt("report", model, data, "-o", page)
    said += [_plain(page), _plain(curve)]
    for text in said:
        assert MEASURE.search(text)
        assert unlabelled(text) == []


def test_what_commands_print_that_speak_of_other_things(nldt, data, tmp_path):
    model, page = tmp_path / "m.json", tmp_path / "page.html"
    nldt("fit", data, "--target", "kind", "-q", "--no-cv", "-o", model)
    nldt("report", model, data, "--stability", 2, "-o", page)
    said = [nldt("show", model, "--alternatives"), nldt("explain", model, data, "--row", 1)]
    said += [nldt("stability", data, "--target", "kind", "--refits", 2, "-q"), nldt("predict", model, data)]
    said.append(nldt("demo"))
    assert all(ended.code == 0 for ended in said)
    for text in [ended.stdout + ended.stderr for ended in said] + [_plain(page)]:
        assert unlabelled(text) == []


@pytest.fixture(scope="module")
def pictures():
    """All pictures that there are."""
    X, y = tangled(60, n_classes=2)
    clf = quick(max_depth=1).fit(X, y)
    path = NLDTClassifierCV(cv=2, prices=[1, 50], search=QUICK, random_state=0).fit(X, y)
    found = stability(clf, X, y, n_refits=2, random_state=0)
    return {
        "dataset": plots.plot_dataset(X, y, [0, 1]),
        "feature_space": plots.plot_feature_space(clf, X, y, [0, 1]),
        "objectives": plots.plot_objectives(X[:, :2], y),
        "progress": plots.plot_progress(clf),
        "term_space": plots.plot_term_space(clf, X, y),
        "path": plots.plot_path(path),
        "comparison": plots.plot_comparison(compare(X, y, clf, cv=2, methods=["CART"])),
        "stability": plots.plot_stability(found),
        "tree": plots.plot_tree(clf),
        "trade_off": plots.plot_trade_off(clf),
    }


@pytest.mark.parametrize("name", [name.removeprefix("plot_") for name in plots.__all__])
def test_what_pictures_say(pictures, name):
    texts = [text.get_text() for text in pictures[name].figure.findobj(Text)]
    assert any(texts)
    assert [text for text in texts if MEASURE.search(text) and not ROWS.search(text)] == []


def _plain(page):
    """The words of a page, a line for each heading, link, paragraph, entry or row."""
    html = re.sub(r"(?s)<(style|script).*?</\1>", "", page.read_text(encoding="utf-8"))
    blocks = re.sub(r"</(h\d|a|p|li|tr|figcaption)>", "\n", re.sub(r"\s+", " ", html))
    return re.sub(r" +", " ", re.sub(r"<[^>]+>", "", blocks))


@pytest.mark.parametrize("change", ["rows", "order", "file"])
def test_a_report_knows_its_rows(nldt, data, table, tmp_path, change):
    model, page, other = tmp_path / "m.json", tmp_path / "page.html", tmp_path / "other.csv"
    nldt("fit", data, "--target", "kind", "-q", "--no-cv", "-o", model)
    rows = {"rows": table.iloc[:-5], "order": table.iloc[::-1, ::-1], "file": table}[change]
    pd.DataFrame(rows).to_csv(other, index=False)
    if change == "file":  # of a time when files had no fingerprint
        content = json.loads(model.read_text(encoding="utf-8"))
        del content["fingerprint"]
        model.write_text(json.dumps(content), encoding="utf-8")
    nldt("report", model, other, "-o", page)
    words = {
        "rows": "another table than the training table",
        "order": "(the training table)",
        "file": "not known to be",
    }
    assert words[change] in page.read_text(encoding="utf-8")


def test_an_unlabelled_figure_is_noticed():
    assert unlabelled("accuracy 97.3 %") and unlabelled("AUC 0.98")
    assert unlabelled("method  accuracy  seconds")
    assert not unlabelled("cross-validated accuracy 97.3 %") and not unlabelled("method  test accuracy")
