"""Examples are run once, apart from each other, and one that fails stops the build."""

from __future__ import annotations

import pytest

from execution import Execution


def page_of(*examples: str) -> str:
    return "\n".join(f"```{{run}} {example}\n```" for example in examples)


def run_page(text, folder, told=None):
    execution = Execution(folder)
    sessions = execution.sessions("page", text)
    execution.run(sessions.values(), (told if told is not None else []).append)
    return {name: session.results for name, session in sessions.items()}


def test_examples_share_variables_and_a_folder(tmp_path):
    write = "python\nx = 2\nwith open('file', 'w') as file: file.write('kept')"
    text = page_of(write, "console\ncat file", "python\nprint(x + 1)")
    printed = [result["printed"] for result in run_page(text, tmp_path)["page"]]
    assert printed == ["", "kept", "3\n"]


def test_sessions_share_nothing(tmp_path):
    text = page_of("python\n:session: a\nx = 1", "python\n:session: b\nprint('x' in globals())")
    assert run_page(text, tmp_path)["b"][0]["printed"] == "False\n"


def test_what_ran_is_kept_until_the_example_changes(tmp_path):
    first, second, third = [], [], []
    run_page(page_of("python\nprint(1)"), tmp_path, first)
    run_page(page_of("python\nprint(1)"), tmp_path, second)
    run_page(page_of("python\nprint(2)"), tmp_path, third)
    assert [len(told) for told in (first, second, third)] == [1, 0, 1]
    assert len(list((tmp_path / "kept" / "page").iterdir())) == 1


@pytest.mark.parametrize("example", ["python\nraise ValueError('no')", "console\nfalse", "console\nexit 3 | cat"])
def test_an_example_that_fails_is_told_with_its_page(example, tmp_path):
    with pytest.raises(RuntimeError, match=r"page \(page\)"):
        run_page(page_of(example), tmp_path)
    with pytest.raises(RuntimeError):  # nothing of it was kept
        run_page(page_of(example), tmp_path)


def test_a_failure_that_is_meant_must_be_that_failure(tmp_path):
    result = run_page(page_of("console\n:fails: 2\necho wrong >&2; exit 2"), tmp_path)
    assert result["page"][0]["printed"] == "wrong\n"
    with pytest.raises(RuntimeError, match="ended with code 0, not 2"):
        run_page(page_of("console\n:fails: 2\ntrue"), tmp_path)


def test_pictures_are_saved_and_closed(tmp_path):
    draw = "python\nimport matplotlib.pyplot as plt\nplt.figure(); plt.figure()"
    results = run_page(page_of(draw, "python\nprint(plt.get_fignums())"), tmp_path)["page"]
    assert results[0]["pictures"] == ["0-0.png", "0-1.png"]
    assert results[1]["printed"] == "[]\n"
