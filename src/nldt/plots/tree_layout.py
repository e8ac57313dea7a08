"""Where the boxes of a drawn tree go; all lengths in points, the origin at the lower left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from nldt.model.fitted_model import FittedModel
from nldt.model.tree import FittedTree
from nldt.plots.formulas import PictureFormulas, measure, plain, wrap
from nldt.plots.style import wrap_words
from nldt.write.branch_words import branch_words
from nldt.write.leaf_words import leaf_words, row_notes, row_shares
from nldt.write.mathtext import LONGEST_NAME, cut_name

FORMULA_SIZE, COUNT_SIZE, LEGEND_SIZE = 10.0, 8.0, 9.0
PADDING = 6.0
LINE_GAP = 4.0
BAR_HEIGHT, SMALLEST_BAR = 7.0, 70.0
SIBLING_GAP, LEVEL_GAP = 16.0, 34.0
SWATCH, SWATCH_GAP = 8.0, 14.0
MOST_COUNTS = 4  # classes whose counts are written out
WRAP_WIDTHS = (420.0, 340.0, 270.0, 210.0, 160.0, 120.0)
SHORT_NAME = 14
LONGEST_LABEL = 20  # characters of a class in the legend
NARROWEST = 240.0  # that legend and notes are wrapped to
READABLE_SCALE = 0.7  # letters of 7 points: below it, names are cut further,
WORTH_CUTTING = 1.25  # if that makes the letters so much larger


@dataclass(frozen=True)
class Line:
    """A line of text at its baseline."""

    text: str
    size: float
    y: float = 0.0


@dataclass(frozen=True)
class Swatch:
    """A class in the legend."""

    code: int
    text: str
    x: float
    y: float
    side: float = SWATCH
    size: float = LEGEND_SIZE


@dataclass(frozen=True)
class Box:
    """A node: its x is the middle, its y the bottom."""

    lines: list[Line]
    bar_width: float
    shares: list[float]
    code: int | None  # the class of a leaf
    children: tuple[int, ...]
    width: float
    height: float
    bar_y: float
    x: float = 0.0
    y: float = 0.0
    bar_height: float = BAR_HEIGHT


@dataclass(frozen=True)
class TreeLayout:
    """All that is drawn, and the size of it."""

    width: float
    height: float
    boxes: list[Box]
    branch_words: tuple[str, str]
    legend: list[Swatch] = field(default_factory=list)
    notes: list[Line] = field(default_factory=list)


def lay_out(model: FittedModel, width: float, height: float) -> TreeLayout:
    """The layout that can be drawn largest in the given room, by the width at which formulas are wrapped."""
    formulas = PictureFormulas(model)

    def scale(layout: TreeLayout) -> float:
        return min(1.0, width / layout.width, height / layout.height)

    def largest(longest: int) -> TreeLayout:
        return max((_layout(formulas, wrap_at, longest) for wrap_at in WRAP_WIDTHS), key=scale)

    whole = largest(LONGEST_NAME)
    if scale(whole) > READABLE_SCALE:
        return whole
    cut = largest(SHORT_NAME)
    return cut if scale(cut) > WORTH_CUTTING * scale(whole) else whole


def _layout(formulas: PictureFormulas, wrap_at: float, longest: int) -> TreeLayout:
    model = formulas.model
    boxes = [_box(formulas, node, wrap_at, longest) for node in range(len(model.tree))]
    boxes = _place(boxes)
    left = min(box.x - box.width / 2 for box in boxes)
    tree_width = max(box.x + box.width / 2 for box in boxes) - left
    wide = max(tree_width, NARROWEST)
    legend_rows = _legend_rows([plain(label, LONGEST_LABEL) for label in model.labels], wide)
    notes = [Line(text, COUNT_SIZE) for text in [*formulas.legend(model.rules, longest), *_notes(model, wide)]]
    width = max([tree_width, *(row[1] for row in legend_rows), *(measure(note.text, note.size)[0] for note in notes)])
    placed_notes, below = _stack_notes(notes)
    shift = (width - tree_width) / 2 - left
    boxes = [_moved(box, shift, below) for box in boxes]
    top = max(box.y + box.height for box in boxes)
    legend, height = _stack_legend(legend_rows, width, top + LEVEL_GAP / 2)
    return TreeLayout(width, height, boxes, branch_words(model.labels), legend, placed_notes)


def _box(formulas: PictureFormulas, node: int, wrap_at: float, longest: int) -> Box:
    """A box with its lines from its bottom up; not in its place yet."""
    tree = formulas.model.tree
    rule = tree.rules[node]
    code = int(tree.answers[node])
    if rule is None:
        head = [plain(formulas.model.labels[code])]
        children: tuple[int, ...] = ()
    else:
        head = wrap(formulas.pieces(rule, longest), wrap_at, FORMULA_SIZE)
        children = (int(tree.left[node]), int(tree.right[node]))
    y = PADDING
    count = _count_text(tree, node)
    lines = [Line(count, COUNT_SIZE, y)]
    widths = [measure(count, COUNT_SIZE)[0], SMALLEST_BAR]
    y += measure(count, COUNT_SIZE)[1] + LINE_GAP
    bar_y, y = y, y + BAR_HEIGHT + LINE_GAP + 1
    for text in reversed(head):
        text_width, above, below = measure(text, FORMULA_SIZE)
        lines.append(Line(text, FORMULA_SIZE, y + below))
        widths.append(text_width)
        y += above + below + LINE_GAP
    content = max(widths) * 1.02  # a renderer's hinting may widen letters a little
    leaf_code = code if rule is None else None
    shares = row_shares(tree, node)
    return Box(lines, content, shares, leaf_code, children, content + 2 * PADDING, y - LINE_GAP + PADDING, bar_y)


def _count_text(tree: FittedTree, node: int) -> str:
    """The rows of a node and of its classes; the shares of the classes where nobody knows the rows."""
    few = tree.evidence.shape[1] <= MOST_COUNTS
    if not tree.target.is_counted:
        shares = " / ".join(f"{100 * share:.1f} %" for share in row_shares(tree, node))
        return shares if few else leaf_words(tree, node)
    total = f"n = {tree.n_rows[node]:,.6g}"
    return f"{total} ({' / '.join(f'{rows:,.6g}' for rows in tree.evidence[node])})" if few else total


def _notes(model: FittedModel, width: float) -> list[str]:
    """What costs do, in lines that fit a width."""
    labels = [cut_name(label, LONGEST_LABEL) for label in model.labels]
    notes = row_notes(model, labels)
    return [line for note in notes for line in wrap_words(note.replace("$", r"\$"), width, COUNT_SIZE)]


def _place(boxes: list[Box]) -> list[Box]:
    """Parents above the middle of their children, subtrees side by side, each level on one height."""
    extents = [(0.0, 0.0)] * len(boxes)  # of the subtree, left and right of the node's middle
    for node in reversed(range(len(boxes))):  # pre-order: children come after their parents
        half = boxes[node].width / 2
        extents[node] = (half, half)
        if boxes[node].children:
            left, right = boxes[node].children
            spread = _spread(extents[left], extents[right]) / 2
            extents[node] = (max(half, spread + extents[left][0]), max(half, spread + extents[right][1]))
    x, depth = [0.0] * len(boxes), [0] * len(boxes)
    for node, box in enumerate(boxes):
        if box.children:
            left, right = box.children
            spread = _spread(extents[left], extents[right]) / 2
            x[left], x[right] = x[node] - spread, x[node] + spread
            depth[left] = depth[right] = depth[node] + 1
    levels = [[box for box, its in zip(boxes, depth, strict=True) if its == level] for level in range(max(depth) + 1)]
    heights = [max(box.height for box in level) for level in levels]
    tops = [sum(heights[level:]) + LEVEL_GAP * (len(heights) - 1 - level) for level in range(len(heights))]
    return [_moved(box, x[node], tops[depth[node]] - box.height) for node, box in enumerate(boxes)]


def _spread(left: tuple[float, float], right: tuple[float, float]) -> float:
    """Distance between the middles of two siblings."""
    return left[1] + SIBLING_GAP + right[0]


def _moved(box: Box, x: float, y: float) -> Box:
    """The box with its contents, so much further to the right and up."""
    lines = [replace(line, y=line.y + y) for line in box.lines]
    return replace(box, lines=lines, x=box.x + x, y=box.y + y, bar_y=box.bar_y + y)


def _legend_rows(texts: Sequence[str], width: float) -> list[tuple[list[tuple[int, str, float]], float]]:
    """Rows of (class, text, x) and the width of each row."""
    rows: list[tuple[list[tuple[int, str, float]], float]] = []
    row: list[tuple[int, str, float]] = []
    x = 0.0
    for code, text in enumerate(texts):
        length = SWATCH + 4 + measure(text, LEGEND_SIZE)[0] * 1.02
        if row and x + length > width:
            rows.append((row, x - SWATCH_GAP))
            row, x = [], 0.0
        row.append((code, text, x))
        x += length + SWATCH_GAP
    return [*rows, (row, x - SWATCH_GAP)]


def _stack_legend(
    rows: list[tuple[list[tuple[int, str, float]], float]], width: float, y: float
) -> tuple[list[Swatch], float]:
    """The legend above the tree, each row in the middle, and the height of it all."""
    legend = []
    for row, row_width in reversed(rows):
        legend += [Swatch(code, text, x + (width - row_width) / 2, y) for code, text, x in row]
        y += LEGEND_SIZE * 1.5
    return legend, y


def _stack_notes(notes: list[Line]) -> tuple[list[Line], float]:
    """Lines below the tree, the first on top, and the height they take."""
    y = 0.0
    placed = []
    for note in reversed(notes):
        _, above, below = measure(note.text, note.size)
        placed.append(replace(note, y=y + below))
        y += above + below + LINE_GAP
    return placed, y + (LEVEL_GAP / 2 if notes else 0.0)
