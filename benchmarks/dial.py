"""One dial: whether the price of rules moves length and training fit one way on every table, and limits are kept.

    python benchmarks/dial.py FOLDER [--only NAME ...] [--prices 0.1,0.3,1,3,10] [--output PAGE]

FOLDER holds the tables of `development_tables.py`; all rows of a table are fitted. A step of the dial counts as wrong
where a higher price gives a longer tree, or one that fits its rows better by more than the search's noise.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from development_tables import load, table_names
from pages import arguments, publish, table, tell
from threadpoolctl import threadpool_limits

from nldt import NLDTClassifier

PRICES = (0.1, 0.3, 1.0, 3.0, 10.0)
RULE_LIMITS, LENGTH_LIMITS = (1, 3), (2, 5)
NOISE = 0.5  # points of training accuracy


@dataclass(frozen=True)
class Turned:
    """Lengths and training accuracies (percent) of a table at rising prices, and which limits were broken."""

    table: str
    lengths: tuple[int, ...]
    accuracies: tuple[float, ...]
    broken: tuple[str, ...]

    @property
    def longer(self) -> int:
        """Steps to a higher price with a longer tree."""
        return sum(after > before for before, after in pairwise(self.lengths))

    @property
    def fitter(self) -> int:
        """Steps to a higher price with a better fit."""
        return sum(after > before + NOISE for before, after in pairwise(self.accuracies))


def turn(folder: Path, name: str, prices: Sequence[float]) -> Turned:
    """All fits of one table."""
    X, y = load(folder, name)

    def fit(**dial: float) -> NLDTClassifier:
        return NLDTClassifier(random_state=0, n_jobs=1, **dial).fit(X, y)

    fits = [fit(price=price) for price in prices]
    broken = [f"max_rules={most}" for most in RULE_LIMITS if fit(max_rules=most).n_rules_ > most]
    broken += [f"max_length={most}" for most in LENGTH_LIMITS if fit(max_length=most).rule_length_ > most]
    accuracies = tuple(100 * float(classifier.score(X, y)) for classifier in fits)
    return Turned(name, tuple(classifier.rule_length_ for classifier in fits), accuracies, tuple(broken))


def page(turned: Sequence[Turned], prices: Sequence[float]) -> Iterator[str]:
    """A line for each table."""
    yield (
        f"`make bench-dial TABLES=folder`: {len(turned)} tables, all rows, the default search, seed 0. Limits tried: "
        f"`max_rules` {', '.join(map(str, RULE_LIMITS))}; `max_length` {', '.join(map(str, LENGTH_LIMITS))}."
    )
    lines = [
        [
            one.table,
            *(f"{n}, {a:.1f} %" for n, a in zip(one.lengths, one.accuracies, strict=True)),
            str(one.longer),
            str(one.fitter),
            ", ".join(one.broken) or "none",
        ]
        for one in turned
    ]
    head = ["table", *(f"price {price:g}: length, training accuracy" for price in prices)]
    yield table([*head, "longer", f"fits better by more than {NOISE:g}", "limits broken"], lines)


def parse() -> argparse.Namespace:
    """What the user asks for."""
    parser = arguments(__doc__)
    parser.add_argument("folder", type=Path, help="folder of the tables")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="only these tables")
    parser.add_argument(
        "--prices",
        type=lambda text: tuple(sorted(map(float, text.split(",")))),
        default=PRICES,
        help="prices of rules, with commas between (0.1,0.3,1,3,10)",
    )
    return parser.parse_args()


def main() -> None:
    """Fit everything and write the page."""
    options = parse()
    turned = []
    with threadpool_limits(1):
        for name in table_names(options.folder, options.only):
            turned.append(turn(options.folder, name, options.prices))
            tell(f"{turned[-1]}")
    publish(options.output, "One dial", "make bench-dial", page(turned, options.prices))


if __name__ == "__main__":
    main()
