"""An explanation as HTML: a fragment for notebooks, a page for files; no script, nothing loaded."""

from __future__ import annotations

import math
from html import escape
from typing import Any

from nldt.explain.explanation import Explanation, Flip, Step
from nldt.explain.wording import (
    DIGITS,
    ROWS,
    answer,
    change,
    exact,
    flip_name,
    legend,
    likeliest_first,
    no_flip,
    percent,
    printed_labels,
    printed_names,
    printed_terms,
    reached,
    shares_title,
    shown_rows,
)
from nldt.write.printable import one_line
from nldt.write.printed_numbers import format_number

# Text and lines take the colour of the page around them, so that light and dark both read; blue and orange are told
# apart by any eye and stand out from either ground.
STYLE = """
.nldt-explanation { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; text-align: left; }
.nldt-explanation h2 { font-size: 1.05em; margin: 1.4em 0 .4em; }
.nldt-explanation p { margin: .2em 0; }
.nldt-explanation .class { font-size: 1.4em; font-weight: 600; }
.nldt-explanation .formula { font-family: "STIX Two Math", "Cambria Math", Georgia, serif; font-size: 1.1em;
  overflow-wrap: anywhere; }
.nldt-explanation ol { list-style: none; margin: 0; padding: 0; }
.nldt-explanation li { border-left: 3px solid #8888; margin: .5em 0; padding: .1em 0 .1em .8em; }
.nldt-explanation .node { font-size: .85em; opacity: .75; }
.nldt-explanation .note { font-size: .9em; opacity: .8; max-width: 46rem; }
.nldt-explanation .wide { overflow-x: auto; }
.nldt-explanation table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .3em 0; }
.nldt-explanation th, .nldt-explanation td { background: none; border: 0; border-bottom: 1px solid #8884;
  color: inherit; padding: .25em .9em .25em 0; text-align: left; vertical-align: baseline; }
.nldt-explanation th { font-weight: 600; }
.nldt-explanation th.formula { font-weight: normal; overflow-wrap: break-word; }
.nldt-explanation .number { text-align: right; white-space: nowrap; }
.nldt-explanation .bar { min-width: 9rem; padding: 0; vertical-align: middle; }
.nldt-explanation .bar i { display: block; height: .7em; border-radius: 2px; min-width: 1px; }
.nldt-explanation .plus { background: #2b83ba; }
.nldt-explanation .minus { background: #d9792b; }
.nldt-explanation .none { opacity: .75; }
@media (max-width: 32rem) {
  .nldt-explanation { font-size: 13px; }
  .nldt-explanation th, .nldt-explanation td { padding-right: .5em; }
  .nldt-explanation .bar { min-width: 3rem; }
}
"""

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>:root {{ color-scheme: light dark; }} body {{ margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }}
h1 {{ font: 600 1.3rem system-ui, sans-serif; overflow-wrap: anywhere; }}</style>
</head>
<body>
<h1>{title}</h1>
{fragment}</body>
</html>
"""


def to_page(explanation: Explanation, title: str) -> str:
    """A whole page."""
    return PAGE.format(title=escape(one_line(title)), fragment=to_fragment(explanation))


def to_fragment(explanation: Explanation) -> str:
    """A part of a page, with its own style."""
    sections = [_class(explanation), _path(explanation), _flips(explanation)]
    return f'<div class="nldt-explanation">\n<style>{STYLE}</style>\n{"".join(sections)}</div>\n'


def _class(explanation: Explanation) -> str:
    names, shares, counts = printed_labels(explanation), explanation.probabilities, shown_rows(explanation)
    head, rows = "", []
    if counts is not None:
        columns = ('<th scope="col">class</th>', '<th scope="col" class="number">probability</th>', "<td></td>")
        head = f'<tr>{"".join(columns)}<th scope="col" class="number">{ROWS.lower()}</th></tr>\n'
    for label in likeliest_first(explanation):
        count = "" if counts is None else f'<td class="number">{counts[label]}</td>'
        rows.append(
            f'<tr><th scope="row">{escape(names[label])}</th><td class="number">{percent(shares[label])}</td>'
            f'<td class="bar">{_bar(shares[label], 0.0, 1.0)}</td>{count}</tr>\n'
        )
    notes = "".join(f'<p class="note">{escape(note)}</p>\n' for note in explanation.notes)
    return (
        f'<p>Class: <span class="class">{escape(names[explanation.prediction])}</span></p>\n'
        f"<p>{shares_title(explanation)}</p>\n{_table(head, rows)}{notes}"
    )


def _path(explanation: Explanation) -> str:
    steps = "".join(_step(step) for step in explanation.path)
    label = printed_labels(explanation)[explanation.prediction]
    leaf = f'<li><span class="node">leaf {explanation.leaf}</span> {escape(label)}</li>\n'
    where = "".join(f'<p class="formula">{escape(legend(entry))}</p>\n' for entry in explanation.shifted)
    return f"<h2>Path</h2>\n<ol>\n{steps}{leaf}</ol>\n" + (f"<p>where</p>\n{where}" if where else "")


def _step(step: Step) -> str:
    return (
        f'<li><p><span class="node">node {step.node}</span> '
        f'<span class="formula">{escape(step.formula)}</span> ?</p>\n'
        f"<p>{_unbroken(answer(step))}</p>\n{_contributions(step)}</li>\n"
    )


def _contributions(step: Step) -> str:
    """What each term adds, as bars to either side of 0."""
    terms = printed_terms(step)
    if len(terms) < 2:
        return ""
    lowest, highest = min(0.0, *(part for _, part in terms)), max(0.0, *(part for _, part in terms))
    rows = [
        f'<tr><th scope="row" class="formula">{escape(formula)}</th>'
        f'<td class="number">{escape(format_number(part, DIGITS))}</td>'
        f'<td class="bar">{_bar(part, lowest, highest)}</td></tr>\n'
        for formula, part in terms
    ]
    return _table('<tr><th scope="col">term</th><th scope="col" class="number">adds</th><td></td></tr>\n', rows)


def _bar(part: float, lowest: float, highest: float) -> str:
    """A bar from 0 to a number, on an axis from lowest to highest; none where one of them is not finite."""
    span = highest - lowest
    if not math.isfinite(span) or not math.isfinite(part) or part == 0.0:
        return ""
    left, width = 100 * (min(part, 0.0) - lowest) / span, 100 * abs(part) / span
    side = "minus" if part < 0 else "plus"
    return f'<i class="{side}" style="margin-left:{left:.2f}%;width:{width:.2f}%"></i>'


def _flips(explanation: Explanation) -> str:
    if not explanation.flips:
        return ""
    head = (
        '<tr><th scope="col">feature</th><th scope="col" class="number">now</th>'
        '<th scope="col" class="number">change to</th><th scope="col">by</th><th scope="col">class then</th></tr>\n'
    )
    names, labels = printed_names(explanation), printed_labels(explanation)
    rows = [_flip(flip, flip_name(flip, names), labels) for flip in explanation.flips]
    return f"<h2>Smallest change of one feature alone that changes the class</h2>\n{_table(head, rows)}"


def _flip(flip: Flip, name: str, labels: dict[Any, str]) -> str:
    lead = f'<tr><th scope="row">{escape(name)}</th><td class="number">{escape(exact(flip.current))}</td>'
    if flip.value is None:
        return f'{lead}<td colspan="3" class="none">{no_flip(flip)}</td></tr>\n'
    return (
        f'{lead}<td class="number"><b>{escape(exact(flip.value))}</b></td><td>{_unbroken(change(flip))}</td>'
        f"<td>{escape(reached(flip, labels))}</td></tr>\n"
    )


def _unbroken(text: str) -> str:
    """Escaped, and a number stays on the line of its percent sign."""
    return escape(text).replace(" %", "&nbsp;%")


def _table(head: str, rows: list[str]) -> str:
    top = f"<thead>{head}</thead>\n" if head else ""
    return f'<div class="wide"><table>{top}<tbody>\n{"".join(rows)}</tbody></table></div>\n'
