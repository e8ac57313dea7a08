"""Where in a tree rules may be made to have the features that are required, and the best tree lacks."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from nldt.model.rule import SplitRule
from nldt.search.structures import StructureSpace

# Rules of the best tree that are tried, one at a time, with what it lacks.
MOST_PLACES = 3
# Where rules have no room for all, nothing is asked for further down: paths double with every step.
DEEPEST = 8

Wished = Mapping[str, frozenset[int]]  # by path: features that the rule there must use


def placings(
    required: frozenset[int], rules: Mapping[str, SplitRule], root_is_fixed: bool, space: StructureSpace
) -> list[Wished]:
    """Ways to ask for what ``rules``, those of the best tree by path, lack; none where they lack nothing.

    All of it at one of the rules; all that is required at the root; and where a rule has no room for all, some at each
    depth.
    """
    missing = required - {feature for rule in rules.values() for feature in rule.valued_features}
    if not missing:
        return []
    room = space.max_terms * min(space.max_features_per_term, space.n_columns)
    top = 1 if root_is_fixed else 0
    if len(missing) > room:
        return [_by_depth(sorted(missing), room, top)]
    places = [path for path in rules if not (root_is_fixed and path == "root")][:MOST_PLACES]
    found: list[Wished] = [{path: missing} for path in places]
    if root_is_fixed:
        found.append(_by_depth(sorted(missing), room, top))
    elif len(required) <= room and (missing != required or not places):
        found.append({"root": required})
    if len(required) > 1 and not root_is_fixed:
        found.append(_by_depth(sorted(required), max(1, min(room, (len(required) + 1) // 2)), top))
    return found


def _by_depth(features: list[int], room: int, top: int) -> Wished:
    """As many features as there is room for at the first depth, and so on."""
    parts = [frozenset(features[start : start + room]) for start in range(0, len(features), room)]
    return {
        "".join(["root", *(f".{side}" for side in sides)]): part
        for depth, part in enumerate(parts[:DEEPEST], top)
        for sides in product("LR", repeat=depth)
    }
