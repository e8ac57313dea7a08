"""Terms nobody needs: each term and factor of fitted trees is left out in turn, and the rule solved again without it.

    python benchmarks/needless.py FOLDER [--only NAME ...] [--output PAGE]

FOLDER holds the tables of `development_tables.py`; all rows of a table are fitted. A term or factor is needless where a
rule without it parts the rows of its node alike, but for 0.1 % of them, with classes of no more bits.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from development_tables import load, table_names
from numpy.typing import NDArray
from pages import arguments, publish, table, tell
from threadpoolctl import threadpool_limits

from nldt import NLDTClassifier
from nldt.data.columns import Columns
from nldt.description import leaf_bits
from nldt.model.rule import SplitRule
from nldt.solve import NATIVE, DirectionSettings, NodeRows, power_terms
from nldt.solve.batch import RuleShape
from nldt.write.formula import TextFormulas

FEW_ROWS = 0.001  # a share
STEPS = 50

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Checked:
    """One tree: how many parts its rules have, and which of them could go."""

    table: str
    rules: int
    parts: int
    needless: tuple[str, ...]


def check(folder: Path, name: str) -> Checked:
    """Fit a table and look at every rule."""
    frame, labels = load(folder, name)
    classifier = NLDTClassifier(random_state=0, n_jobs=1).fit(frame, labels)
    X, classes = frame.to_numpy(np.float64), np.unique(labels, return_inverse=True)[1]
    formulas, n_parts, needless = TextFormulas(classifier.model_, "auto"), 0, []
    for rule, rows in rules_with_rows(classifier, X):
        for exponents in without_a_part(rule.exponents):
            n_parts += 1
            if does_as_well(rule, exponents, X[rows], classes[rows]):
                needless.append(f"{formulas.rule(rule)}: {exponents[:, exponents.any(axis=0)].tolist()} would do")
    return Checked(name, classifier.n_rules_, n_parts, tuple(needless))


def rules_with_rows(classifier: NLDTClassifier, X: Floats) -> Iterator[tuple[SplitRule, NDArray[np.int64]]]:
    """The rules of a tree, each with the rows of its node."""
    tree = classifier.model_.tree
    waiting = [(0, np.arange(len(X)))]
    while waiting:
        node, rows = waiting.pop()
        rule = tree.rules[node]
        if rule is not None:
            yield rule, rows
            left = rule.goes_left(X[rows])
            waiting += [(int(tree.left[node]), rows[left]), (int(tree.right[node]), rows[~left])]


def without_a_part(exponents: NDArray[np.signedinteger]) -> Iterator[NDArray[np.signedinteger]]:
    """The structure without each of its terms, and without each factor of a term that has several."""
    for term in range(len(exponents)):
        if len(exponents) > 1:
            yield np.delete(exponents, term, axis=0)
        factors = np.flatnonzero(exponents[term])
        for factor in factors if len(factors) > 1 else ():
            shorter = exponents.copy()
            shorter[term, factor] = 0
            yield np.unique(shorter, axis=0)


def does_as_well(rule: SplitRule, exponents: NDArray[np.signedinteger], X: Floats, classes: NDArray[np.int64]) -> bool:
    """Whether the structure, solved with care, parts the rows as the rule does, or the other way round."""
    terms = power_terms(np.ascontiguousarray(X.T), np.ascontiguousarray(exponents))
    scale = terms.std(axis=1, keepdims=True)
    if not (np.isfinite(terms).all() and (scale > 0).all()):
        return False
    side, own = solved_side(terms / scale, classes, rule.is_band), rule.goes_left(X)
    apart = min(np.mean(side != own), np.mean(side == own))
    return bool(apart <= FEW_ROWS) and bits(side, classes) <= bits(own, classes)


def solved_side(terms: Floats, classes: NDArray[np.int64], is_band: bool) -> Flags:
    """Which rows are inside the rule of least impurity."""
    order = np.argsort(classes, kind="stable")
    begin = np.searchsorted(classes[order], np.arange(classes.max() + 2))
    rows = NodeRows(Columns(np.ascontiguousarray(terms[:, order])), begin, np.ones(len(order)))
    structure = np.eye(len(terms), dtype=np.int8)[None]
    settings = DirectionSettings(criterion="gini", steps=STEPS, thorough=True)
    found = NATIVE.solve_directions(rows, structure, np.zeros(1, dtype=np.uint64), settings)
    shape = RuleShape.BAND if is_band else RuleShape.HALF_SPACE
    value = found.weights[0, shape] @ terms
    return np.asarray((found.low[0, shape] <= value) & (value <= found.high[0, shape]))


def bits(side: Flags, classes: NDArray[np.int64]) -> float:
    """Bits of the classes on both sides, and of what two leaves would get wrong."""
    sides = [np.bincount(classes[part], minlength=classes.max() + 1).astype(float) for part in (side, ~side)]
    return float(leaf_bits(np.array(sides)).sum())


def page(checked: Sequence[Checked]) -> Iterator[str]:
    """A line for each table, then what could go."""
    yield (
        f"`make bench-needless TABLES=folder`: {len(checked)} tables, all rows, the default search with seed 0. Every "
        f"term and every factor of a longer term is left out in turn; it is needless where the rule without it, solved "
        f"again, parts the rows of the node alike but for {100 * FEW_ROWS:g} %, with leaves of no more bits."
    )
    lines = [[one.table, str(one.rules), str(one.parts), str(len(one.needless))] for one in checked]
    lines.append(["**all**", *(str(sum(int(line[i]) for line in lines)) for i in (1, 2, 3))])
    yield table(["table", "rules", "terms and factors", "needless"], lines)
    found = [[one.table, f"`{text}`"] for one in checked for text in one.needless]
    if found:
        yield table(["table", "rule, and the exponents that would do"], found)


def parse() -> argparse.Namespace:
    """What the user asks for."""
    parser = arguments(__doc__)
    parser.add_argument("folder", type=Path, help="folder of the tables")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="only these tables")
    return parser.parse_args()


def main() -> None:
    """Check everything and write the page."""
    options = parse()
    checked = []
    with threadpool_limits(1):
        for name in table_names(options.folder, options.only):
            checked.append(check(options.folder, name))
            tell(f"{checked[-1]}")
    publish(options.output, "Terms nobody needs", "make bench-needless", page(checked))


if __name__ == "__main__":
    main()
