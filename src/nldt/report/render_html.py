"""A summary as HTML: one self-contained page, or a fragment for notebooks."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from nldt.extras import require
from nldt.model.estimate import Estimate
from nldt.model.model_path import CUT_SHORT
from nldt.palette import DARK_PALETTE, N_COLOURS, PALETTE
from nldt.report.page_data import page_json
from nldt.report.summary import NodeSummary, Origin, PrintedFormula, Summary, TreeSummary
from nldt.write.branch_words import branch_words
from nldt.write.mathml import Element

TEMPLATES = Path(__file__).parent / "templates"

# In the order in which they run; main.js starts the page.
SCRIPTS = (
    "dom.js",
    "numbers.js",
    "dates.js",
    "model.js",
    "formula.js",
    "marks.js",
    "plot_axes.js",
    "tree.js",
    "what_if.js",
    "term_views.js",
    "term_view_range.js",
    "piles.js",
    "term_space.js",
    "term_zoom.js",
    "term_tooltip.js",
    "term_events.js",
    "roc.js",
    "calibration.js",
    "choice_mark.js",
    "length_curve.js",
    "alternatives.js",
    "front.js",
    "misclassified.js",
    "main.js",
)

# A confusion matrix of more classes is neither legible nor small: the page lists the most frequent confusions instead.
MOST_MATRIX_CLASSES = 40
MOST_CONFUSIONS = 200
MOST_RECURRENCES = 12  # features, and structures, that refits came upon
NARROW_SPACE = "\u202f"  # at which no line breaks

MOST_BAR_PARTS = 40  # classes in the bar of a node; the rest are one part


def render_page(summary: Summary, title: str, origin: Origin | None = None) -> str:
    """The whole report; the same summary gives the same text. ``origin``: of the fit; the version alone where None."""
    script = _script()
    made = Origin() if origin is None else origin
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return _template("page.html").render(
        summary=summary,
        tree=summary.tree,
        title=title,
        confusions=_confusions(summary),
        cut_short=CUT_SHORT,
        most_confusions=MOST_CONFUSIONS,
        most_recurrences=MOST_RECURRENCES,
        origin=made,
        style=_markup(_styles(title, made)),
        script=_markup(script),
        script_digest=digest,
        data=_markup(page_json(summary)),
    )


def render_notebook(tree: TreeSummary, name: str) -> str:
    """The rules and the tree, without scripts, for the output of a notebook's cell."""
    return _template("notebook.html").render(
        tree=tree, name=name, style=_markup(_class_colours(".nldt-tree ") + _read("notebook.css"))
    )


def _confusions(summary: Summary) -> list[tuple[int, int, float]] | None:
    """All confusions where a list of them stands for the matrix; None where the page has a matrix."""
    return summary.measures.confusions if len(summary.tree.classes) > MOST_MATRIX_CLASSES else None


def _styles(title: str, origin: Origin) -> str:
    """All styles of the page; on paper its title stands above and its origin below each sheet."""
    dark = f"@media screen and (prefers-color-scheme: dark) {{\n:root {{ {_variables(DARK_PALETTE)} }}\n}}\n"
    made = " · ".join([f"nldt {origin.version}", *([origin.date] if origin.date else [])])
    margins = "".join(
        f'@page {{ @{place} {{ content: "{_css_text(text)}"; font: 8.5pt system-ui, sans-serif; color: #555; }} }}\n'
        for place, text in (("top-left", title), ("bottom-left", made))
    )
    return "".join([_class_colours(), dark, _read("style.css"), margins, _read("print.css")])


def _class_colours(within: str = "") -> str:
    """The colours of classes as CSS variables, and each class with its own."""
    own = "\n".join(f"{within}.class-{k} {{ --own: var(--c{k}); }}" for k in range(N_COLOURS))
    return f"{within or ':root'} {{ {_variables(PALETTE)} }}\n{own}\n"


def _variables(colours: Sequence[str]) -> str:
    return " ".join(f"--c{k}: {colour};" for k, colour in enumerate(colours))


def _css_text(text: str) -> str:
    """Text inside the quotes of a style, out of which no character leads."""
    return "".join(sign if sign.isascii() and sign.isalnum() else f"\\{ord(sign):x} " for sign in text)


def _script() -> str:
    """All scripts as one, out of reach of anything else on the page."""
    return "(() => {\n'use strict';\n" + "\n".join(_read(name) for name in SCRIPTS) + "})();\n"


def _read(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


def _markup(text: str) -> Any:
    """Text that is HTML already: our own styles and scripts, elements, and JSON that is escaped."""
    return require("markupsafe", "the report", "report").Markup(text)


def _template(name: str) -> Any:
    jinja2 = require("jinja2", "the report", "report")
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        percent=_percent,
        whole=_whole,
        unbroken=_unbroken,
        source=_source,
        colour=_colour,
        bar_parts=_bar_parts,
        formula=_formula,
        math=_math,
        steps=_steps,
    )
    return environment.get_template(name)


def _steps(tree: TreeSummary) -> Iterator[tuple[NodeSummary, str, bool]]:
    """Where each node's element begins and where it ends, with the word of the branch that leads to it."""
    yes, no = branch_words(tree.classes)
    waiting = [(0, "", True), (0, "", False)]
    while waiting:
        number, word, is_end = waiting.pop()
        node = tree.nodes[number]
        yield node, word, is_end
        if not is_end and node.rule is not None:
            for child, answer in ((node.right, no), (node.left, yes)):
                waiting += [(child, answer, True), (child, answer, False)]


def _formula(printed: PrintedFormula) -> Any:
    """A rule; ``formula.js`` builds the same elements."""
    attributes = (("class", "formula"), ("role", "math"), ("aria-label", printed.text))
    return _math(Element("span", printed.math, attributes))


def _math(element: Element) -> Any:
    return _markup(element.markup)


def _percent(share: float | None, digits: int = 1) -> str:
    return "–" if share is None else f"{100 * share:.{digits}f}{NARROW_SPACE}%"


def _unbroken(text: str) -> str:
    """A text whose per cents stay on the line of their numbers."""
    return text.replace(" %", f"{NARROW_SPACE}%")


def _whole(count: float) -> str:
    """A count with its thousands set apart, by a narrow space at which no line breaks."""
    return f"{count:,.10g}".replace(",", NARROW_SPACE)


def _source(estimate: Estimate) -> str:
    """The rows that an estimate is from."""
    return estimate.source_in_words(_whole)


def _bar_parts(counts: Sequence[float]) -> list[tuple[int | None, float]]:
    """The classes in a node's bar with their counts; last, where there are too many, None for all rarer ones."""
    present = [k for k, count in enumerate(counts) if count]
    if len(present) <= MOST_BAR_PARTS:
        return [(k, counts[k]) for k in present]
    shown = set(sorted(present, key=lambda k: -counts[k])[:MOST_BAR_PARTS])
    rest = sum(counts[k] for k in present if k not in shown)
    return [*((k, counts[k]) for k in present if k in shown), (None, rest)]


def _colour(class_number: int) -> str:
    return f"class-{class_number % N_COLOURS}"
