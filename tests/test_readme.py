"""What the README shows is what the product prints."""

import contextlib
import io
import re
from pathlib import Path

import pandas as pd
from sklearn.model_selection import train_test_split

from nldt import NLDTClassifier
from nldt.cli.app import load_command
from nldt.datasets import load

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
RESULTS = ROOT / "docs" / "results"


def shown_trees():
    """The indented blocks that hold a tree."""
    blocks = re.findall(r"(?:^    .*\n)+", README, flags=re.MULTILINE)
    return [re.sub(r"^    ", "", block, flags=re.MULTILINE) for block in blocks if "├─" in block]


def test_the_first_tree_is_the_demo_s():
    data = load("wdbc")
    X_train, _, y_train, _ = train_test_split(data.X, data.y, test_size=0.3, random_state=0)
    classifier = NLDTClassifier(random_state=0).fit(X_train, y_train)
    tree = classifier.to_text().split("\n\n")[0]
    assert tree.split("\n", 1)[1] + "\n" == shown_trees()[0]


def test_the_headline_has_the_means_over_splits():
    results = pd.read_csv(RESULTS / "wdbc.csv").query("origin == 'measured'").set_index("method")
    means = {name: results.loc[name, "test_accuracy_mean"] for name in ("nldt", "cart", "svm")}
    words = " ".join(README.split())
    assert f"Over {results.loc['nldt', 'runs']:.0f} such splits the rule is right for {means['nldt']:.1f} %" in words
    assert f"has {results.loc['nldt', 'rule_length_mean']:.1f} features" in words
    assert f"CART needs {results.loc['cart', 'rules_mean']:.1f} rules for {means['cart']:.1f} %" in words
    assert f"{results.loc['svm', 'rule_length_mean']:.0f} support vectors for {means['svm']:.1f} %" in words


def test_the_ten_lines_run_and_print_the_second_tree(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    assert printed.getvalue().startswith(shown_trees()[1])
    assert (tmp_path / "model.json").exists()


def test_every_tree_is_checked_and_there_is_one_picture():
    assert len(shown_trees()) == 2
    assert len(re.findall(r"!\[[^]]+\]\(", README)) == 1
    assert len(README.splitlines()) <= 120


def test_every_link_leads_somewhere():
    targets = re.findall(r"\]\(([^)]+)\)", README)
    assert len(targets) > 20
    assert [target for target in targets if not (ROOT / target).is_file()] == []


def test_commands_and_their_options_exist():
    lines = re.findall(r"^    nldt (\w+) (.*)$", README, flags=re.MULTILINE)
    assert len(lines) == 5
    for name, rest in lines:
        known = {flag for parameter in load_command(name).params for flag in parameter.opts}
        assert set(re.findall(r"(?<=\s)--?[a-z-]+", rest.split("#")[0])) <= known
