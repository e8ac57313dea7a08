"""The Sphinx extension behind ``{run}``: an example, and below it what it has printed and drawn.

    ```{run} python
    :alt: What the picture shows, for those who can't see it
    code
    ```

| option | meaning |
|---|---|
| alt | needed where a picture is drawn |
| fails | the exit code that a command must have: for messages |
| output | the language of what is printed, for its colours |
| keep | files that the example writes and the page links to |
| folded | the code is shown when asked for |
| session | examples of other names share nothing |
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from blocks import LANGUAGES
from execution import Execution

MADE = "_made"  # the folder of the site with files that examples have written
LEXERS = {"python": "python", "console": "bash"}
_log = logging.getLogger(__name__)


class Run(SphinxDirective):
    """One example of a page."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        "alt": directives.unchanged,
        "fails": directives.nonnegative_int,
        "output": directives.unchanged,
        "keep": directives.unchanged,
        "folded": directives.flag,
        "session": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        language = self.arguments[0]
        if language not in LANGUAGES:
            raise self.error(f"{{run}} {language}: must be one of {', '.join(LANGUAGES)}")
        session, result = self._result()
        shown: list[nodes.Node] = [self._code(language)]
        if "folded" in self.options:
            shown = [_html("<details><summary>The code</summary>"), *shown, _html("</details>")]
        output: list[nodes.Node] = []
        if printed := result["printed"].rstrip():
            block = nodes.literal_block(printed, printed, classes=["output"])
            block["language"] = self.options.get("output", "text")
            output.append(block)
        for name in result["pictures"]:
            if "alt" not in self.options:
                raise self.error("an example that draws needs :alt:")
            output.append(self._picture(session.kept_in / name))
        output += [self._link(session.kept_in / name) for name in result["kept"]]
        return output + shown if "folded" in self.options else shown + output

    def _result(self) -> tuple[Any, dict[str, Any]]:
        """The session of this example, and what came out of it."""
        name = self.options.get("session", "page")
        sessions = self.env.temp_data.setdefault("sessions", {})
        if not sessions:
            text = Path(self.env.doc2path(self.env.docname)).read_text(encoding="utf-8")
            sessions.update(self.env.app.site_execution.sessions(self.env.docname, text))
        places = self.env.temp_data.setdefault("places", {})
        place = places[name] = places.get(name, -1) + 1
        return sessions[name], sessions[name].results[place]

    def _code(self, language: str) -> nodes.Node:
        code = "\n".join(self.content)
        block = nodes.literal_block(code, code, classes=["example"])
        block["language"] = LEXERS[language]
        return block

    def _picture(self, path: Path) -> nodes.Node:
        relative = os.path.relpath(path, self.env.srcdir)
        return nodes.image(uri=f"/{relative}", alt=self.options["alt"], candidates={}, classes=["drawn"])

    def _link(self, path: Path) -> nodes.Node:
        """A link to a file that is copied into the site when all else is written."""
        target = f"{MADE}/{self.env.docname}/{path.name}"
        self.env.app.site_made[target] = path
        link = "../" * self.env.docname.count("/") + target
        return nodes.paragraph("", "", nodes.reference(path.name, path.name, refuri=link), classes=["made"])


def _html(text: str) -> nodes.Node:
    return nodes.raw("", text, format="html")


def execute(app: Sphinx, env: Any, docnames: list[str]) -> None:
    """Run the examples of all pages that are to be read."""
    sessions = []
    for name in docnames:
        text = Path(env.doc2path(name)).read_text(encoding="utf-8")
        sessions += app.site_execution.sessions(name, text).values()
    try:
        app.site_execution.run(sessions, lambda words: _log.info("executed %s", words))
    except RuntimeError as error:
        raise ExtensionError(f"examples failed:\n{error}") from error


def copy_made(app: Sphinx, exception: Exception | None) -> None:
    """Put files that examples have written into the site."""
    if exception is None:
        for target, source in app.site_made.items():
            path = Path(app.outdir, target)
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, path)


def setup(app: Sphinx) -> dict[str, Any]:
    app.site_execution = Execution(Path(app.outdir).resolve().parent / "docs-execution")
    app.site_made = {}
    app.add_directive("run", Run)
    app.connect("env-before-read-docs", execute)
    app.connect("build-finished", copy_made)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
