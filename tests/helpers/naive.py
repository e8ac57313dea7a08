"""Slow, obvious twins of everything fast: one number at a time, in the documented order."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import numpy as np

# --- power terms and rules (paper, Eqs. 1-3) ---


def power_term(row, exponents):
    """One term on one row: product of the positive powers over product of the negative ones."""
    numerator = np.float64(1.0)
    denominator = np.float64(1.0)
    with np.errstate(all="ignore"):
        for x, exponent in zip(row, exponents, strict=True):
            for _ in range(abs(int(exponent))):
                if exponent > 0:
                    numerator = numerator * np.float64(x)
                else:
                    denominator = denominator * np.float64(x)
        return numerator / denominator


def power_terms(features, exponents):
    """All terms (rows of ``exponents``) on feature-major data: one row of values a term."""
    columns = np.asarray(features, dtype=np.float64).T
    values = [[power_term(row, term) for row in columns] for term in exponents]
    return np.array(values, dtype=np.float64).reshape(len(exponents), len(columns))


def rule_value(row, exponents, weights):
    """Weight times term, added from the first term to the last."""
    total = np.float64(0.0)
    with np.errstate(all="ignore"):
        for t, term in enumerate(exponents):
            summand = np.float64(weights[t]) * power_term(row, term)
            total = summand if t == 0 else total + summand
    return total


def rule_values(rows, exponents, weights):
    """The value of a rule on each row."""
    return np.array([rule_value(row, exponents, weights) for row in rows], dtype=np.float64)


# --- splits (paper, Eq. 6) ---


def goes_left(value, low, high):
    """Whether a value lies between the ends; one that is not finite does not."""
    return math.isfinite(value) and low <= value <= high


def add_up(numbers):
    """A sum from the first number to the last."""
    total = 0.0
    for number in numbers:
        total += float(number)
    return total


def class_mass(class_begin, mass):
    """Mass of each class."""
    return np.array([add_up(mass[begin:end]) for begin, end in pairwise(class_begin)])


def left_class_mass(values, low, high, class_begin, mass):
    """Mass of each class on the left."""
    left = []
    for begin, end in pairwise(class_begin):
        left.append(add_up(mass[i] for i in range(begin, end) if goes_left(values[i], low, high)))
    return np.array(left)


def impurity(class_mass, criterion):
    """Gini score, or entropy in bits, of a node; 0 for an empty one."""
    total = add_up(class_mass)
    if total == 0.0:
        return 0.0
    shares = [mass / total for mass in class_mass if mass > 0]
    if criterion == "gini":
        return 1.0 - add_up(share**2 for share in shares)
    return -add_up(share * math.log2(share) for share in shares)


def split_impurity(left, parent, criterion):
    """Impurity of the two sides, each by its share of the mass."""
    right = [p - n for p, n in zip(parent, left, strict=True)]
    total = add_up(parent)
    if total == 0.0:
        return 0.0
    return add_up(add_up(side) / total * impurity(side, criterion) for side in (left, right))


# --- splits by one number a row ---


def line_cells(values, class_begin, mass):
    """The distinct values in rising order, and the class masses of the rows at each."""
    cells = sorted({float(value) for value in values})
    masses = [left_class_mass(values, cell, cell, class_begin, mass) for cell in cells]
    return cells, masses


def interval_impurities(values, class_begin, mass, criterion):
    """Impurity of every split by neighbouring cells against the rest, {(first cell, cell after the last): impurity}."""
    cells, masses = line_cells(values, class_begin, mass)
    total = add_up(mass)
    found = {}
    for begin in range(len(cells)):
        for end in range(begin + 1, len(cells) + 1):
            # Both sides are added up: the parent less one side may leave a rounding error of a class that is absent.
            cells_of_sides = masses[begin:end], masses[:begin] + masses[end:]
            sides = [[add_up(column) for column in zip(*side, strict=True)] for side in cells_of_sides]
            found[begin, end] = add_up(add_up(side) / total * impurity(side, criterion) for side in sides)
    return found


def half_space_impurities(values, class_begin, mass, criterion):
    """Impurity of the splits after each cell but the last, in rising order."""
    found = interval_impurities(values, class_begin, mass, criterion)
    n_cells = max(end for _, end in found)
    return [found[0, end] for end in range(1, n_cells)]


def proper_band_impurities(values, class_begin, mass, criterion):
    """Impurity of the intervals with a cell on either side."""
    found = interval_impurities(values, class_begin, mass, criterion)
    n_cells = max(end for _, end in found)
    return [impurity for (begin, end), impurity in found.items() if begin > 0 and end < n_cells]


# --- counting in float32 ---


def nearest_float32(exact):
    """The float32 nearest to a fraction, the even one of two equally near."""
    guess = np.float32(float(exact))
    if not np.isfinite(guess):
        return guess
    around = [np.nextafter(guess, np.float32(-np.inf)), guess, np.nextafter(guess, np.float32(np.inf))]
    best = None
    for number in around:
        if np.isfinite(number):
            odd = int(number.view(np.uint32)) & 1
            distance = abs(Fraction(float(number)) - exact)
            if best is None or (distance, odd) < best[:2]:
                best = (distance, odd, number)
    return best[2]


def multiply_add(a, b, c, fused):
    """A float32 a·b + c, rounded once (fused) or twice."""
    with np.errstate(all="ignore"):
        if not fused or not np.isfinite([a, b, c]).all():
            return np.float32(np.float32(a * b) + c)
        return nearest_float32(Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c)))


def split_value(term_values, genes, fused):
    """theta_1 + w·T of one row in float32; genes are the weights, theta_1 and, with the modulus, theta_2."""
    value = np.float32(genes[len(term_values)])
    for gene, term in zip(genes, term_values, strict=False):
        with np.errstate(over="ignore"):
            term = np.float32(term)
        if not np.isfinite(term):
            term = np.float32(np.nan)
        value = multiply_add(np.float32(gene), term, value, fused)
    return value


def mass_scale(mass):
    """The power of two that brings the sum of masses into [1, 2)."""
    total = add_up(mass)
    return 2.0 ** -(math.frexp(total)[1] - 1) if total > 0 else 1.0


def count_left(terms, class_begin, mass, genes, modulus, fused):
    """Mass of each class left of one individual's split, times ``mass_scale``, in 16 float32 lanes."""
    scale = mass_scale(mass)
    half_width = abs(np.float32(genes[len(terms) + 1])) if modulus else np.float32(0.0)
    left = []
    for begin, end in pairwise(class_begin):
        lanes = [np.float32(0.0)] * 16
        for row in range(begin, end):
            value = split_value([term[row] for term in terms], genes, fused)
            if (abs(value) if modulus else value) <= half_width:
                lanes[(row - begin) % 16] += np.float32(mass[row] * scale)
        while len(lanes) > 1:
            half = len(lanes) // 2
            lanes = [lanes[i] + lanes[i + half] for i in range(half)]
        left.append(lanes[0])
    return np.array(left, dtype=np.float32)


# --- operators of the lower level (paper, Sec. IV-C) ---


def sbx_spread(reach, u, eta):
    """Spread factor of bounded SBX (Deb); reach: distance to the bound over half the parents' distance."""
    alpha = 2.0 - (1.0 + reach) ** -(eta + 1.0)
    if u <= 1.0 / alpha:
        return (u * alpha) ** (1.0 / (eta + 1.0))
    return (1.0 / (2.0 - u * alpha)) ** (1.0 / (eta + 1.0))


def sbx_children(a, b, u, eta, lower=-1.0, upper=1.0):
    """The lower and the upper child of one pair of genes."""
    low, high = min(a, b), max(a, b)
    if high - low <= 1e-7:
        return low, high
    half = (high - low) / 2.0
    middle = (low + high) / 2.0
    child_low = middle - sbx_spread((low - lower) / half, u, eta) * half
    child_high = middle + sbx_spread((upper - high) / half, u, eta) * half
    return max(child_low, lower), min(child_high, upper)


def polynomial_mutation(gene, u, eta, lower=-1.0, upper=1.0):
    """Bounded polynomial mutation (Deb) of one gene."""
    power = eta + 1.0
    if u < 0.5:
        beyond = 1.0 - (gene - lower) / (upper - lower)
        step = (2.0 * u + (1.0 - 2.0 * u) * beyond**power) ** (1.0 / power) - 1.0
    else:
        beyond = 1.0 - (upper - gene) / (upper - lower)
        step = 1.0 - (2.0 * (1.0 - u) + 2.0 * (u - 0.5) * beyond**power) ** (1.0 / power)
    return gene + step * (upper - lower)


def dipole_genes(point_a, point_b, delta, modulus):
    """Weights, theta_1 and, with the modulus, theta_2 of the dipole (x_A, x_B); design, section 5."""
    weights = [a - b for a, b in zip(point_a, point_b, strict=True)]
    along_a = add_up(w * a for w, a in zip(weights, point_a, strict=True))
    along_b = add_up(w * b for w, b in zip(weights, point_b, strict=True))
    genes = [*weights, -(delta * along_b + (1.0 - delta) * along_a)]
    if modulus:
        genes.append(min(delta, 1.0 - delta) * abs(along_a - along_b))
    largest = max(abs(gene) for gene in genes)
    return [gene / largest for gene in genes]


# --- ranking of the upper level (paper, Definition IV.1) ---


def ranks_better(i, j, target_impurity):
    """Whether solution i ranks better than j; a solution is (impurity, complexity, modulus)."""
    impurity_i, complexity_i, modulus_i = i
    impurity_j, complexity_j, modulus_j = j
    feasible_i = impurity_i <= target_impurity
    feasible_j = impurity_j <= target_impurity
    if not feasible_i and not feasible_j:
        if impurity_i != impurity_j:
            return impurity_i < impurity_j
        if complexity_i != complexity_j:  # from here on: design, section 5
            return complexity_i < complexity_j
        return modulus_i < modulus_j
    if feasible_i != feasible_j:
        return feasible_i
    if complexity_i != complexity_j:
        return complexity_i < complexity_j
    if impurity_i != impurity_j:
        return impurity_i < impurity_j
    return modulus_i < modulus_j


# --- trees ---


def leaf_of(tree, row):
    """The leaf that one row (in raw units) ends in."""
    node = 0
    while tree.left[node] != -1:
        rule = tree.rules[node]
        units = [column.values(np.array([row[column.feature]]))[0] for column in rule.basis.columns]
        value = rule_value(units, rule.exponents, rule.weights)
        node = int(tree.left[node] if goes_left(value, rule.low, rule.high) else tree.right[node])
    return node


def _leaves(tree, removed, node=0):
    """Leaves below a node when the given splits are removed."""
    if tree.left[node] == -1 or node in removed:
        return [node]
    return _leaves(tree, removed, int(tree.left[node])) + _leaves(tree, removed, int(tree.right[node]))


def _splits(tree, removed, node=0, depth=0):
    """(node, depth) of the splits that are left, in pre-order."""
    if tree.left[node] == -1 or node in removed:
        return []
    below = [_splits(tree, removed, int(child), depth + 1) for child in (tree.left[node], tree.right[node])]
    return [(node, depth), *below[0], *below[1]]


def training_accuracy(tree, removed):
    """Share of training mass in the largest class of its leaf."""
    right = add_up(max(tree.mass[leaf]) for leaf in _leaves(tree, removed))
    return right / add_up(tree.mass[0])


def pruned_splits(tree, tolerance):
    """The splits that pruning turns into leaves (design, section 5), by trying every one in every round."""
    removed = set()
    least = training_accuracy(tree, removed) - tolerance
    while True:
        accuracies = {
            node: (training_accuracy(tree, removed | {node}), depth)
            for node, depth in _splits(tree, removed)
            if node != 0
        }
        # max() takes the first of equals, which is the first in pre-order.
        best = max(accuracies, key=accuracies.get, default=None)
        if best is None or accuracies[best][0] < least - 1e-12:
            break
        removed.add(best)
    merged = True
    while merged:
        merged = False
        for node, _ in _splits(tree, removed):
            leaves = [int(tree.left[node]), int(tree.right[node])]
            labels = {int(np.argmax(tree.mass[leaf])) for leaf in leaves}
            if node != 0 and _leaves(tree, removed, node) == leaves and len(labels) == 1:
                removed.add(node)
                merged = True
    return {leaf for leaf in _leaves(tree, removed) if tree.left[leaf] != -1}


# --- non-dominated sorting (Deb et al., NSGA-II) ---


def dominates(first, second, first_violation, second_violation):
    """Constrained domination, word for word."""
    if first_violation <= 0 < second_violation:
        return True
    if first_violation > 0 and second_violation > 0:
        return first_violation < second_violation
    if first_violation > 0:
        return False
    no_worse = all(a <= b for a, b in zip(first, second, strict=True))
    return no_worse and any(a < b for a, b in zip(first, second, strict=True))


def nondominated_ranks(objectives, violation):
    """Take off the rows that no row left dominates, front by front."""
    ranks = [0] * len(objectives)
    left = set(range(len(objectives)))
    rank = 0
    while left:
        rank += 1
        front = {
            i
            for i in left
            if not any(dominates(objectives[j], objectives[i], violation[j], violation[i]) for j in left)
        }
        for i in front:
            ranks[i] = rank
        left -= front
    return ranks


def crowding_distance(front):
    """One objective after the other, one row after the other; equal values in the order of their rows."""
    distance = [0.0] * len(front)
    for m in range(len(front[0])):
        order = sorted(range(len(front)), key=lambda i: front[i][m])
        distance[order[0]] = distance[order[-1]] = math.inf
        extent = front[order[-1]][m] - front[order[0]][m]
        if not 0 < extent < math.inf:
            continue
        for before, here, after in zip(order, order[1:], order[2:], strict=False):
            distance[here] += (front[after][m] - front[before][m]) / extent
    return distance


# --- rounding ---


def purest_end(rule, weights, rows, class_index, mass, criterion):
    """The least impurity of a half-space with new weights whose end lies where the two sides of the rule overlap.

    Where they do not overlap, it lies between them. None where all values are in one place.
    """
    sides, values = [], []
    for row in rows:
        units = [column.values(np.array([row[column.feature]]))[0] for column in rule.basis.columns]
        before = rule_value(units, rule.exponents, rule.weights)
        sides.append(goes_left(before, -math.inf, rule.high))
        values.append(float(rule_value(units, rule.exponents, weights)))
    inside = [value for value, left in zip(values, sides, strict=True) if left]
    beyond = [value for value, left in zip(values, sides, strict=True) if not left and math.isfinite(value)]
    classes = range(max(class_index) + 1)
    total = [add_up(m for m, c in zip(mass, class_index, strict=True) if c == k) for k in classes]
    cells = sorted(set(inside + beyond))
    found = []
    for last, following in pairwise(cells):
        if last <= max(inside) and following >= min(beyond):
            rows_left = [(m, c) for v, m, c in zip(values, mass, class_index, strict=True) if v <= last]
            left = [add_up(m for m, c in rows_left if c == k) for k in classes]
            found.append(split_impurity(left, total, criterion))
    return min(found, default=None)


# --- guesses by one column ---


def wrong_by_ranges(values, codes):
    """Rows that a range of values for each class gets wrong: every range is tried; gaps come after the highest."""
    ranks = [math.inf if math.isnan(value) else value for value in values]
    ends = sorted(set(ranks))
    classes = sorted(set(codes))

    def wrong(k, low, high):
        return sum((low <= rank <= high) != (code == k) for rank, code in zip(ranks, codes, strict=True))

    of_class = [
        min([codes.count(k), *(wrong(k, low, high) for low in ends for high in ends if low <= high)]) for k in classes
    ]
    return min(of_class) if len(classes) == 2 else sum(of_class) / 2


def wrong_by_values(values, codes, alone_is_wrong):
    """Rows that the most frequent class of each value gets wrong."""
    wrong = 0
    for value in {str(value) for value in values}:
        inside = [code for other, code in zip(values, codes, strict=True) if str(other) == value]
        right = max(inside.count(k) for k in inside)
        wrong += 1 if alone_is_wrong and len(inside) == 1 else len(inside) - right
    return wrong


def leaf_probabilities(model, row):
    """What predict_proba gives for one row, step by step: the least margin on the way, then straight pieces."""
    tree, node, distances = model.tree, 0, []
    while tree.rules[node] is not None:
        rule = tree.rules[node]
        value, holds = float(rule.value(row[None])[0]), bool(rule.goes_left(row[None])[0])
        if not math.isfinite(value):
            distances.append(-1.0)
        elif holds:
            distances.append(min(value - rule.low, rule.high - value))
        else:
            distances.append(max(rule.low - value, value - rule.high))
        node = int(tree.left[node] if holds else tree.right[node])
    score, total = model.scores.leaves[tree.leaves.index(node)], model.scores.total
    scales = score.scales or [1.0] * len(distances)
    margin = min((d if d < 0 else d / scale for d, scale in zip(distances, scales, strict=True)), default=0.0)
    if len(score.knots) == 1 or margin >= score.knots[-1]:
        return [part / total for part in score.parts[-1]]
    if margin < 0:
        return [part / total for part in score.missing]
    for start, end, first, second in zip(score.knots, score.knots[1:], score.parts, score.parts[1:], strict=False):
        if margin < end:
            way = (margin - start) / (end - start)
            way = max(way, 2.0**-20) if start == 0 else way
            return [(one + way * (other - one)) / total for one, other in zip(first, second, strict=True)]
    raise AssertionError("the knots rise")


def description(rule, X, classes, evidence, n_classes, digit_bits, start):
    """Bits of a rule's two leaves, or of those of the rule at the start if these are more, of finding its ends, and of
    the digits of its numbers.
    """
    values = rule_values(X, rule.exponents.tolist(), rule.weights.tolist())
    gaps = []
    for is_below in (lambda value: value < rule.low, lambda value: value <= rule.high):
        lower = [value for value in values if is_below(value)]
        upper = [value for value in values if not is_below(value)]
        if lower and upper:
            gaps.append((min(upper) - max(lower)) / (max(values) - min(values)))
    to_find = -len(rule.weights) * math.log2(min(gaps)) if gaps else 0.0
    numbers = [weight for weight in rule.weights.tolist() if abs(weight) != 1]
    numbers += [end for end in (rule.low, rule.high) if math.isfinite(end)]
    digits = [f"{Decimal(repr(abs(number))):f}".replace(".", "").strip("0") for number in numbers]
    leaves = max(two_leaves(one, X, classes, evidence, n_classes) for one in (rule, start))
    return leaves + to_find + digit_bits * sum(len(text) for text in digits)


def two_leaves(rule, X, classes, evidence, n_classes):
    """Bits of the classes on both sides of a rule, and 4 for each row that is not of the commonest class there."""
    sides = [[0.0] * n_classes, [0.0] * n_classes]
    values = rule_values(X, rule.exponents.tolist(), rule.weights.tolist())
    for value, k, weight in zip(values, classes, evidence, strict=True):
        sides[0 if goes_left(value, rule.low, rule.high) else 1][k] += weight
    return sum(label_bits(side) + 4 * (sum(side) - max(side)) for side in sides)


def label_bits(class_mass):
    """What it takes to write classes down one by one, each by its share so far; all of them count as one row before."""
    likelihood = -math.lgamma(sum(class_mass) + 1)
    for mass in class_mass:
        likelihood += math.lgamma(mass + 1 / len(class_mass)) - math.lgamma(1 / len(class_mass))
    return -likelihood / math.log(2)


def squared_error(columns, is_in, mass, places):
    """What least squares of a group on some columns, with a constant, leave: the rows fitted as they are."""
    spread = columns[list(places)].std(axis=1)[:, None]
    design = np.vstack([columns[list(places)] / spread, np.ones(columns.shape[1])]) * np.sqrt(mass)
    wanted = is_in * np.sqrt(mass)
    return float(((wanted - np.linalg.lstsq(design.T, wanted, rcond=None)[0] @ design) ** 2).sum())
