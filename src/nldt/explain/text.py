"""An explanation as plain text."""

from __future__ import annotations

from collections.abc import Sequence

from nldt.explain.explanation import Explanation, Step
from nldt.explain.wording import (
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
from nldt.write.printed_numbers import format_number

INDENT = "  "


def to_text(explanation: Explanation) -> str:
    """The class, the path with its margins, and what would change the class."""
    sections = [_class(explanation), _path(explanation), _flips(explanation)]
    return "\n".join("\n".join(lines) + "\n" for lines in sections if lines)


def _class(explanation: Explanation) -> list[str]:
    names, order = printed_labels(explanation), likeliest_first(explanation)
    shares = ", ".join(f"{names[label]} {percent(explanation.probabilities[label])}" for label in order)
    lines = [f"Class: {names[explanation.prediction]}", f"{shares_title(explanation)}: {shares}"]
    rows = shown_rows(explanation)
    if rows is not None:
        lines.append(f"{ROWS}: {', '.join(f'{names[label]} {rows[label]}' for label in order)}")
    return [*lines, *explanation.notes]


def _path(explanation: Explanation) -> list[str]:
    lines = ["Path"]
    for step in explanation.path:
        lines += _step(step)
    lines.append(f"{INDENT}leaf {explanation.leaf}: {printed_labels(explanation)[explanation.prediction]}")
    if explanation.shifted:
        lines += ["where", *(INDENT + legend(entry) for entry in explanation.shifted)]
    return lines


def _step(step: Step) -> list[str]:
    lead = f"{INDENT}node {step.node}: "
    below = " " * len(lead)
    lines = [f"{lead}{step.formula}?", f"{below}{answer(step)}"]
    terms = printed_terms(step)
    if len(terms) > 1:
        rows = [(formula, "=", format_number(part, 4)) for formula, part in terms]
        lines += [f"{below}{INDENT}{line}" for line in _aligned(rows, ">>>")]
    return lines


def _flips(explanation: Explanation) -> list[str]:
    if not explanation.flips:
        return []
    rows = [("feature", "now", "", "change to", "by", "class then")]
    names, labels = printed_names(explanation), printed_labels(explanation)
    for flip in explanation.flips:
        name, now = flip_name(flip, names), exact(flip.current)
        if flip.value is None:
            rows.append((name, now, "", no_flip(flip), "", ""))
        else:
            rows.append((name, now, "→", exact(flip.value), change(flip), reached(flip, labels)))
    head = "Smallest change of one feature alone that changes the class"
    return [head, *(INDENT + line for line in _aligned(rows, "<><<<<"))]


def _aligned(rows: Sequence[tuple[str, ...]], sides: str) -> list[str]:
    """Rows as columns of equal width."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        "  ".join(f"{cell:{side}{width}}" for cell, side, width in zip(row, sides, widths, strict=True)).rstrip()
        for row in rows
    ]
