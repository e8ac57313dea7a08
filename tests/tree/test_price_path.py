"""Trees for several prices from few searches: each price has the best part of all trees that may serve it."""

from __future__ import annotations

import numpy as np
import pytest
from growers import grower_of

from nldt.datasets import load
from nldt.tree import price_path
from nldt.tree.grower import NoSuchTree
from nldt.tree.price_path import Cut, _at, _grown, _is_different, grow_path, grows_anew, path_cuts, price_groups


def length_of(grown):
    return sum(rule.complexity for rule in grown.tree.conditional_rules)


@pytest.fixture(scope="module")
def noisy():
    random = np.random.default_rng(3)
    X = random.uniform(1, 3, (160, 3))
    score = X[:, 0] * X[:, 1] - X[:, 2] + random.normal(0, 0.8, 160)
    return X, np.where(score > 2.5, "high", np.where(score > 1.0, "middle", "low"))


def all_parts(node, tariff, target, unit_mass):
    """(bits, length, …) of everything that a node may become, two leaves of one answer excepted: a slow twin."""

    def leaf(sums):
        return (
            float(target.leaf_bits(sums, unit_mass)),
            0,
            int(target.answers(sums)),
            float(target.value_bits(sums, unit_mass)),
            0.0,
        )

    own = leaf(node.sums)
    yield own
    if node.rule is None:
        return
    ways = []
    if node.children is not None:
        left, right = (list(all_parts(child, tariff, target, unit_mass)) for child in node.children)
        ways += [(node.rule, node.rule_bits, one, other) for one in left for other in right]
    for last in (node.last, *node.shorter):
        if last is not None:
            bits_of_rule = node.rule_bits if last.given is None else last.given.rule_bits
            ways.append((last.rule, bits_of_rule, *(leaf(side) for side in last.sides)))
    for rule, bits_of_rule, one, other in ways:
        rule_bits = bits_of_rule + one[4] + other[4]
        class_bits = one[3] + other[3]
        is_no_chance = class_bits + tariff.by_chance(rule_bits, is_proven=node.is_proven) < min(own[3], node.known_bits)
        if is_no_chance and (one[2] is None or one[2] != other[2]):
            bits = tariff.rule(bits_of_rule, rule.complexity) + one[0] + other[0]
            yield bits, rule.complexity + one[1] + other[1], None, class_bits, rule_bits


def test_each_price_has_the_best_part_of_the_grown_trees(noisy):
    grower, rows = grower_of(*noisy, max_depth=2)
    trees = _at(grower, 0.5).trees(rows)
    for price in (0.3, 0.5, 1.0, 2.0, 6.0):
        at_price = _at(grower, price)
        tariff, unit_mass = at_price.settings.tariff, at_price.settings.evidence_per_mass
        parts = [
            (min(all_parts(tree.root, tariff, rows.target, unit_mass), key=lambda part: part[:2]), tree.lead)
            for tree in trees
        ]
        best = min((bits + 5 * price * length + lead, length) for (bits, length, *_), lead in parts)
        before = [[node.path for node in tree.root.in_order()] for tree in trees]
        chosen = at_price.best_described(trees, rows)
        length = sum(node.rule.complexity for node in chosen.root.in_order() if node.children is not None)
        assert length == best[1]
        assert [[node.path for node in tree.root.in_order()] for tree in trees] == before  # they are cut in copies


def test_one_price_gives_the_tree_of_a_fit(noisy):
    for price in (0.5, 1.0, 2.0):
        grower, rows = grower_of(*noisy, price=price)
        alone, (of_path,) = grower.grow(rows), grow_path(grower, rows, path_cuts([price])).values()
        assert of_path.tree.rules == alone.tree.rules
        assert of_path.fronts == alone.fronts and of_path.alternatives == alone.alternatives


def test_a_price_that_trees_are_grown_at_is_described_no_worse_than_by_a_fit(noisy):
    grower, rows = grower_of(*noisy)
    for price in (1.0, 2.8):
        trees = [tree for own in (price, 2.8) for tree in _at(grower, own).trees(rows)]
        choice = _at(grower, price)._choice(rows, _at(grower, price).settings)
        alone = min(choice.best_beside_others(tree.root) + tree.lead for tree in _at(grower, price).trees(rows))
        chosen = _at(grower, price).best_described(trees, rows)
        assert choice.best_beside_others(chosen.root) + chosen.lead <= alone + 1e-9


def test_models_become_plainer_with_the_price(noisy):
    grower, rows = grower_of(*noisy)
    path = grow_path(grower, rows, path_cuts([0.25, 0.5, 1.0, 2.0, 4.0, 50.0]))
    lengths = [length_of(grown) for grown in path.values()]
    assert lengths[0] == max(lengths) and lengths[-1] == 0


@pytest.mark.parametrize(
    ("prices", "groups"),
    [
        ([1], [[1]]),
        ([4, 1, 2, 1], [[1, 2], [4]]),
        ([0.5, 0.9, 1.1], [[0.5, 0.9], [1.1]]),
        ([1.1, 2, 3], [[1.1], [2, 3]]),
    ],
)
def test_prices_are_grouped_with_their_neighbours(prices, groups):
    assert price_groups(prices) == groups


def test_a_cut_is_of_the_trees_of_its_price_and_of_higher_ones():
    prices = [0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0]
    cuts = path_cuts(prices)
    assert [cut.price for cut in cuts] == prices
    own = [(0.5, 1.0, 2.0, 4.0), (1.0, 2.0, 4.0), (2.0, 4.0), (4.0,)]
    assert [cuts[place].grown_at for place in (0, 2, 3, 5, 6, 7, 8)] == [own[k] for k in (0, 0, 1, 1, 2, 2, 3)]
    assert all(cut.max_length is None for cut in cuts)


def assert_further_lengths_differ(cuts, path):
    for grown_at in {cut.grown_at for cut in cuts}:
        lengths = [length_of(path[cut]) for cut in path if cut.grown_at == grown_at]
        first = sum(cut.grown_at == grown_at for cut in cuts)
        for place in range(first, len(lengths)):
            assert _is_different(lengths[place], lengths[:place])


def test_further_trees_are_of_other_lengths_than_those_of_the_same_growths(noisy):
    grower, rows = grower_of(*noisy)
    cuts = path_cuts([0.25, 1.0, 4.0])
    few = grow_path(grower, rows, cuts)
    many = grow_path(grower, rows, cuts, all_lengths=True)
    assert list(many)[:3] == cuts and [many[cut].tree.rules for cut in cuts] == [few[cut].tree.rules for cut in cuts]
    further = list(many)[3:]
    assert len(further) > 3 and all(length_of(many[cut]) <= cut.max_length for cut in further)
    assert_further_lengths_differ(cuts, many)
    assert len({id(many[cut]) for cut in further}) == len(further), "no tree twice"
    for cut in further:  # as it is where it is asked for by itself
        assert grow_path(grower, rows, [*cuts, cut])[cut].tree.rules == many[cut].tree.rules


def test_further_trees_are_of_other_lengths_where_terms_go_at_the_end():
    """Gaps make terms of indicators, which are left out of a finished rule where they move no row."""
    random = np.random.default_rng(34)
    X = random.uniform(1, 3, (300, 4)).round(2)
    score = X[:, 0] * X[:, 1] - X[:, 2] + 0.3 * X[:, 3] + random.normal(0, 0.8, 300)
    X[random.uniform(size=X.shape) < 0.2] = np.nan
    grower, rows = grower_of(X, np.digitize(score, [1.5, 3.0]), random_state=34)
    cuts = path_cuts([0.25, 0.5, 1.0, 2.0, 4.0])
    assert_further_lengths_differ(cuts, grow_path(grower, rows, cuts, all_lengths=True))


def test_a_length_has_the_best_part_that_is_no_longer(noisy):
    """Beside the slow twin: the fewest bits of all parts of the trees, by length."""
    grower, rows = grower_of(*noisy, max_depth=2)
    trees = grower.trees(rows)
    for tree in trees:
        grower.note_shorter_ends(tree, rows)
    n_fewer = 0
    for price in (0.5, 1.0, 2.0):
        choice = grower.choice(rows).at(price)
        for tree in trees:
            parts = list(all_parts(tree.root, choice.tariff, rows.target, choice.unit_mass))
            found = choice.parts(tree.root)
            assert [part.length for part in found] == sorted({part.length for part in found})
            for part in found:
                assert part.bits == pytest.approx(min(bits for bits, length, *_ in parts if length <= part.length))
                rules = [node.rule for node in part.cut().in_order() if node.rule is not None]
                assert sum(rule.complexity for rule in rules) == part.length
            assert min(part.bits for part in found) == pytest.approx(min(bits for bits, *_ in parts))
            own = [rule for node in tree.root.in_order() for rule in (node.rule, node.last and node.last.rule)]
            n_fewer += any(
                all(node.rule is not rule for rule in own) for part in found for node in part.cut().in_order()
            )
    assert n_fewer, "some parts have shorter rules above two leaves"


def test_where_all_parts_are_longer_the_shortest_stands_in(noisy):
    grower, rows = grower_of(*noisy, required=["x1", "x2"])
    cuts = path_cuts([1.0, 4.0])
    path = grow_path(grower, rows, [*cuts, Cut(1.0, cuts[0].grown_at, 1)])
    assert 2 <= length_of(list(path.values())[-1]) <= min(length_of(path[cut]) for cut in cuts)


@pytest.mark.parametrize(
    ("length", "others", "differs"),
    [(4, [3, 5], True), (4, [4], False), (31, [30], False), (32, [30], True), (0, [1], True), (0, [], True)],
)
def test_lengths_differ_by_a_share(length, others, differs):
    assert _is_different(length, others) is differs


def test_the_price_of_a_fit_keeps_its_tree_in_a_path(noisy):
    grower, rows = grower_of(*noisy)
    trees = _grown(grower, rows, [0.35, 1.0, 2.8])
    alone = _at(grower, 1.0).trees(rows)
    paths = [[(node.path, node.rule) for node in tree.root.in_order()] for tree in alone]
    assert [[(node.path, node.rule) for node in tree.root.in_order()] for tree in trees[1.0]] == paths
    deepest = max(node.depth for tree in alone for node in tree.root.in_order())
    assert all(node.depth <= deepest + 2 for own in trees.values() for tree in own for node in tree.root.in_order())


def test_where_no_row_is_wrong_no_richer_trees_are_grown():
    X = np.random.default_rng(0).uniform(1, 3, (120, 2))
    grower, rows = grower_of(X, X[:, 0] > 2)
    trees = _grown(grower, rows, [0.35, 1.0, 2.8])
    assert trees[0.35] is trees[1.0] and trees[2.8] is not trees[1.0]
    assert len(grow_path(grower, rows, path_cuts([0.35, 1.0, 2.8]))) == 3


def test_richer_trees_go_on_from_the_usual_one_unless_they_grow_anew(noisy):
    grower, rows = grower_of(*noisy)
    anew = _grown(grower, rows, [0.35, 1.0], anew=True)[0.35]
    trees = _grown(grower, rows, [0.35, 1.0], anew=False)
    usual = _at(grower, 1.0).best_described(trees[1.0], rows).root
    (richer,) = trees[0.35]
    found = {node.path: node for node in richer.root.in_order()}
    inner = [node for node in usual.in_order() if node.children is not None]
    assert inner and all(found[node.path].given is node.given for node in inner)
    assert len(found) > len(list(usual.in_order()))
    assert richer.root.rule is not anew[0].root.rule


def test_a_row_that_counts_for_many_makes_many_rows(noisy, monkeypatch):
    X, y = noisy
    counts = 1 + np.arange(len(X)) % 3
    monkeypatch.setattr(price_path, "MOST_ROWS_ANEW", counts.sum() - 1)
    both = grower_of(X, y, sample_weight=counts), grower_of(np.repeat(X, counts, axis=0), np.repeat(y, counts))
    assert not any(grows_anew(rows) for _, rows in both) and grows_anew(grower_of(X, y)[1])
    weighted, copied = (grow_path(grower, rows, path_cuts([0.35, 1.0])) for grower, rows in both)
    for one, other in zip(weighted.values(), copied.values(), strict=True):
        assert one.tree.sums.tolist() == other.tree.sums.tolist()


def test_limits_hold_at_every_price():
    data = load("iris")
    grower, rows = grower_of(data.X, data.y, max_length=2)
    cuts = path_cuts([0.25, 1.0, 4.0])
    for grown in grow_path(grower, rows, cuts, all_lengths=True).values():
        assert length_of(grown) <= 2


def test_trees_that_nobody_can_have_are_none(noisy):
    grower, rows = grower_of(*noisy, required=["x3"], max_length=1)
    try:
        path = grow_path(grower, rows, path_cuts([1.0]))
    except NoSuchTree:
        return
    assert all(2 in rule.features for grown in path.values() for rule in grown.tree.conditional_rules)
