"""What pages may hold: examples that are run, and no output that somebody typed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from blocks import Block, blocks_of, sessions_of

DOCS = Path(__file__).parents[2] / "docs"
MEASURED = sorted((DOCS / "results").glob("*.md"))  # written by the scripts that measured them
WRITTEN = sorted(set(DOCS.rglob("*.md")) - set(MEASURED) - set((DOCS / "generated").glob("*")))


def name_of(path: Path) -> str:
    return str(path.relative_to(DOCS))


def without_examples(text: str) -> str:
    return re.sub(r"^```\{run\}.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", WRITTEN, ids=name_of)
def test_every_example_is_run(page):
    rest = without_examples(page.read_text(encoding="utf-8"))
    assert re.findall(r"^```\s*(?:python|py|console|bash|sh|sql|c|pycon)\b", rest, flags=re.MULTILINE) == []
    assert re.findall(r"^```\s*\{(?:code|code-block|literalinclude)\}", rest, flags=re.MULTILINE) == []


@pytest.mark.parametrize("page", WRITTEN, ids=name_of)
def test_no_output_is_typed_by_hand(page):
    rest = without_examples(page.read_text(encoding="utf-8"))
    assert "├─" not in rest
    assert "cross-validated accuracy 9" not in rest
    assert "training accuracy 9" not in rest


@pytest.mark.parametrize("page", MEASURED, ids=name_of)
def test_every_page_of_measurements_names_its_command(page):
    text = page.read_text(encoding="utf-8")
    experiment = page.with_suffix(".json").exists() and "nldt bench" in (DOCS / "experiments.md").read_text(
        encoding="utf-8"
    )
    assert experiment or re.search(r"`make bench-[a-z]+|`nldt bench", text)


def test_blocks_are_read_with_their_options():
    first = "```{run} python\n:alt: a: b\n:folded:\n\nx = 1\nprint(x)\n```\n"
    text = f"Text.\n\n{first}\n```{{run}} console\nls\n```\n```text\nno\n```\n"
    assert blocks_of(text) == [
        Block("python", "x = 1\nprint(x)\n", {"alt": "a: b", "folded": ""}),
        Block("console", "ls\n"),
    ]


def test_an_unknown_language_is_refused():
    with pytest.raises(ValueError, match=r"\{run\} rust: must be one of python, console"):
        blocks_of("```{run} rust\nfn main() {}\n```\n")


def test_sessions_keep_their_examples_in_order():
    text = "".join(
        f"```{{run}} python\n:session: {name}\n{code}\n```\n" for name, code in [("a", 1), ("b", 2), ("a", 3)]
    )
    assert {name: [block.code for block in blocks] for name, blocks in sessions_of(text).items()} == {
        "a": ["1\n", "3\n"],
        "b": ["2\n"],
    }
