"""The page as text: the same bytes, not too many of them, and no way out of it."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from made_trees import INF, made_model, made_tree, shifted_basis
from quick_models import quick, tangled
from report_subjects import page_of, rows, subject

import nldt.extras
from nldt import SplitRule, load_model
from nldt.errors import InputError
from nldt.model.estimate import Estimate, Figure
from nldt.model.fitted_model import FittedModel
from nldt.model.tree import FittedTree, FrontPoint

LIMIT = 2_000_000


def test_the_same_input_gives_the_same_bytes(tmp_path, full_grown, tangled_rows):
    assert full_grown.report(*tangled_rows) == full_grown.report(*tangled_rows)
    full_grown.save(tmp_path / "model.json")
    pages = [load_model(tmp_path / "model.json").report(*tangled_rows) for _ in range(2)]
    assert pages[0] == pages[1]


def test_what_is_known_of_unseen_rows_comes_first_and_names_them():
    """Before any figure of the rows of the report."""
    shares = Figure(0.8512, 0.801, 0.8899), Figure(0.7, 0.61, 0.78), Figure(0.9, 0.85, 0.93)
    estimate = Estimate("cross-validated", 1316, *shares, 0.5, folds=5, n_groups=1200)
    page = page_of(replace(subject(), estimate=estimate), *rows())
    table = page[page.index('id="estimate"') : page.index("The answer is right on")]
    words = " ".join(html.unescape(re.sub(r"<[^>]*>", " ", table)).split())
    assert "On rows that the model of each fold had not seen: 5 folds of 1 316 rows in 1 200 groups" in words
    assert "1\u202f316" in table, "no line breaks within a number"
    assert "cross-validated accuracy 85.1 % 80.1 to 89.0 %" in words and "90 % interval" in words
    assert "cross-validated AUC 90.0 % 85.0 to 93.0 %" in words
    unknown = page_of(subject(), *rows())
    assert unknown.index("Cross-validated accuracy: not estimated") < unknown.index("The answer is right on")


def test_one_feature_is_one_feature():
    tree = made_tree((SplitRule([[1]], [1.0], -INF, 1.0), 0, 1), 2)
    page = page_of(
        made_model(tree, ["a"], ["x", "y"]), *[part[:, :1] if part.ndim == 2 else part % 2 for part in rows()]
    )
    assert "· 1 feature ·" in page and "1 of 1 feature (rule length 1)" in page


def test_the_page_names_nothing_outside_itself(full_grown, tangled_rows):
    page = full_grown.report(*tangled_rows)
    addresses = set(re.findall(r"https?://[^\s'\"]+", page))
    assert addresses == {"http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML"}  # namespaces, not loaded
    assert set(re.findall(r"(?:src|href)=\"([^#\"]*)\"", page)) == {"data:,"}
    assert "@import" not in page and "url(" not in page


def test_only_the_script_of_the_page_may_run():
    page = page_of(subject(), *rows())
    allowed = re.search(r"script-src 'sha256-([^']+)'", page)[1]
    script = page.rsplit("<script>", 1)[1].split("</script>")[0]
    assert base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() == allowed


def test_the_data_are_json_without_markup():
    data = page_of(subject(["<a", "b>", "&c", "\u2028"], ["</script>", "<!--", "]]>"]), *rows())
    text = re.search(r'id="report-data">(.*?)</script>', data)[1]
    assert not set("<>&\u2028") & set(text)
    assert json.loads(text)["classes"] == ["</script>", "<!--", "]]>"]


def test_formulas_bracket_names_as_the_text_does():
    page = page_of(subject(["PM 10", "area", "x3", "a]·[b"]), *rows())
    assert "<msup><mtext>[PM 10]</mtext><mn>2</mn></msup>" in page
    assert "<mtext>area</mtext>" in page and r"<mtext>[a\]·[b]</mtext>" in page
    assert 'aria-label="−1.5 ≤ 0.61·[PM 10]²/area − x3' in page


def test_the_legend_of_shifted_rules_brackets_names_as_the_text_does():
    scaling = shifted_basis([6.98, 0.0], [21.13, 4.0])
    rule = SplitRule([[1, 2]], [1.0], -np.inf, 1.5, scaling)
    leaves = np.array([-1, -1])
    weights = np.array([[5.0, 5.0], [5.0, 0.0], [0.0, 5.0]])
    tree = FittedTree(np.array([1, *leaves]), np.array([2, *leaves]), weights, (rule, None, None))
    model = made_model(tree, ["mean radius", "area"], ["no", "yes"])
    page = page_of(model, rows()[0][:, :2], rows()[1] % 2)
    assert '<mrow><mtext>[mean radius]</mtext><mo form="infix">−</mo><mn>6.98</mn></mrow>' in page
    assert "<mrow><mtext>area</mtext></mrow>" in page
    assert "<mtext>u1</mtext>" not in page and "<msub><mi>u</mi><mn>1</mn></msub>" in page


def test_a_hundred_thousand_rows_make_a_small_page():
    X, truth = rows(100_000)
    page = page_of(subject(), X, truth)
    assert len(page.encode()) < LIMIT
    assert re.search(r"2\u202f\d\d\d of 100\u202f000 rows are drawn: a sample stratified by leaf and class", page)
    assert re.search(r"500 of \d\d\u202f\d\d\d are listed", page)


def big_model(n_features: int, depth: int, n_classes: int = 4) -> FittedModel:
    """A full tree whose every rule has three long terms, and fronts of eight points."""
    random = np.random.default_rng(0)
    n_nodes = 2 ** (depth + 1) - 1
    left, right, level = np.full(n_nodes, -1), np.full(n_nodes, -1), np.zeros(n_nodes, dtype=int)
    rules: list[SplitRule | None] = [None] * n_nodes
    for node in range(n_nodes):
        height = depth - level[node]
        if height:
            left[node], right[node] = node + 1, node + 2**height
            level[[left[node], right[node]]] = level[node] + 1
            exponents = np.zeros((3, n_features), dtype=np.int8)
            for row in exponents:
                row[random.choice(n_features, size=3, replace=False)] = random.choice([-3, -2, -1, 1, 2, 3], size=3)
            rules[node] = SplitRule(exponents, random.uniform(-1, 1, size=3), -random.random(), random.random())
    tree = FittedTree(left, right, random.uniform(1, 9, size=(n_nodes, n_classes)), tuple(rules))
    names = [f"a rather long name of feature number {j}" for j in range(n_features)]
    fronts = {
        int(node): [FrontPoint(9, 0.1 / (i + 1), rules[random.choice(tree.conditional_nodes)]) for i in range(8)]
        for node in tree.conditional_nodes
    }
    classes = [f"class number {k}" for k in range(n_classes)]
    return made_model(tree, names, classes, full_fronts=fronts, criterion="entropy")


def test_a_large_tree_over_many_features_makes_a_small_page_too():
    random = np.random.default_rng(1)
    X = random.uniform(0.5, 2.0, size=(100_000, 60))
    page = page_of(big_model(60, 5), X, random.integers(0, 4, size=len(X)))
    assert len(page.encode()) < LIMIT


def test_many_classes_make_a_small_page_that_lists_confusions():
    random = np.random.default_rng(2)
    model = big_model(60, 5, 300)
    X, truth = random.uniform(0.5, 2.0, size=(20_000, 60)), random.integers(0, 300, size=20_000)
    page = page_of(model, X, truth)
    assert len(page.encode()) < LIMIT
    pairs = Counter(zip(truth.tolist(), model.tree.answers[model.tree.apply(X)].tolist(), strict=True))
    wrong = {pair: count for pair, count in pairs.items() if pair[0] != pair[1]}
    note = re.search(r'confusion-note">the 200 most frequent of (.*?) confusions', page)
    assert int(note[1].replace("\u202f", "")) == len(wrong)
    listed = page.split('<table class="measures confusions">')[1].split("</table>")[0]
    found = re.findall(r"class number (\d+)</th><td>class number (\d+)</td><td>(\d+)</td>", listed)
    assert [int(count) for _, _, count in found] == sorted(wrong.values(), reverse=True)[:200]
    assert all(wrong[int(one), int(other)] == int(count) for one, other, count in found)
    assert '<table class="confusion">' not in page and "other classes: " in page


def test_few_classes_have_a_matrix_whose_zeros_are_plain():
    X, _ = rows(60)
    tree = subject().tree
    truth = tree.answers[tree.apply(X)]
    truth[truth == 1] = 0
    page = page_of(subject(), X, truth)
    matrix = page.split('<table class="confusion">')[1].split("</table>")[0]
    cells = re.findall(r'<td class="(\w+)"( style=[^>]*)?>([\d\u202f]+)</td>', matrix)
    assert len(cells) == 9 and "confusion-note" not in page
    assert all((kind == "none") == (count == "0") == (style == "") for kind, style, count in cells)


@pytest.mark.parametrize(
    ("n_others", "words"),
    [(0, "rules use. The"), (1, "; the other one changes nothing."), (2, "; the other 2 change nothing.")],
)
def test_features_that_no_rule_uses_are_counted(n_others, words):
    names = list("abc"[: 1 + n_others])
    model = made_model(made_tree((SplitRule([[1] + [0] * n_others], [1.0], -INF, 1.0), 0, 1), 2), names, ["no", "yes"])
    assert words in page_of(model, np.arange(4.0 * len(names)).reshape(4, -1), np.array([0, 1, 0, 1]))


def test_a_tree_without_rules_is_reported():
    X, y = tangled(30, n_classes=2)
    classifier = quick(min_samples_split=1000)
    with pytest.warns(UserWarning, match="no rule"):
        classifier.fit(X, y)
    page = classifier.report(X, y)
    assert "single leaf" in page and 'id="what-if"' not in page


def test_labels_that_the_model_does_not_know_are_named(full_grown, tangled_rows):
    X, y = tangled_rows
    with pytest.raises(InputError, match="'7', not a class of the model; its classes are '0', '1', '2'"):
        full_grown.report(X, np.where(y == 0, 7, y))


def test_rows_and_classes_must_match(full_grown, tangled_rows):
    X, y = tangled_rows
    with pytest.raises(InputError, match="X has 150 rows but y has 149"):
        full_grown.report(X, y[:-1])
    with pytest.raises(InputError, match="missing values"):
        full_grown.report(X[:2], np.array(["a", None], dtype=object))


def test_text_labels_that_look_like_numbers_are_known():
    X, y = tangled(60, n_classes=2)
    classifier = quick().fit(X, y.astype(str).astype(object))
    assert classifier.report(X, y, title="t") == classifier.report(X, y.astype(str), title="t")


def test_a_report_on_one_class_only(full_grown, tangled_rows):
    X, y = tangled_rows
    assert "–" in full_grown.report(X[y == 0], y[y == 0])


def test_a_missing_package_is_named(monkeypatch, full_grown, tangled_rows):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(nldt.extras.importlib, "import_module", missing)
    with pytest.raises(InputError, match=r"the report needs \w+: pip install 'nldt\[report\]'"):
        full_grown.report(*tangled_rows)
