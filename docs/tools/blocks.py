"""The examples of a page: what its ``{run}`` blocks hold, read without Sphinx.

The build executes them, and tests compare scripts with them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

LANGUAGES = ("python", "console")
_FENCE = re.compile(r"^```\{run\} (\w+)\n(.*?)^```$", flags=re.DOTALL | re.MULTILINE)
_OPTION = re.compile(r"^:([\w-]+):[ \t]*(.*)\n", flags=re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """One example: its language, its code, and what the page says of it."""

    language: str
    code: str
    options: dict[str, str] = field(default_factory=dict)

    @property
    def session(self) -> str:
        """Blocks of one session of a page share variables and a folder; sessions know nothing of each other."""
        return self.options.get("session", "page")


def blocks_of(text: str) -> list[Block]:
    r"""The examples of a page, in their order.

    >>> blocks_of("Text.\n```{run} python\n:alt: a\n\nprint(1)\n```\n")
    [Block(language='python', code='print(1)\n', options={'alt': 'a'})]
    """
    found = []
    for language, body in _FENCE.findall(text):
        if language not in LANGUAGES:
            raise ValueError(f"{{run}} {language}: must be one of {', '.join(LANGUAGES)}")
        options = {}
        while option := _OPTION.match(body):
            options[option[1]] = option[2].strip()
            body = body[option.end() :]
        found.append(Block(language, body.strip("\n") + "\n", options))
    return found


def sessions_of(text: str) -> dict[str, list[Block]]:
    """The examples of a page by session, each in its order."""
    sessions: dict[str, list[Block]] = {}
    for block in blocks_of(text):
        sessions.setdefault(block.session, []).append(block)
    return sessions
