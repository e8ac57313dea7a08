from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from hand_made import NASTY_NAMES, classifier_with
from legible import assert_legible

from nldt import InputError, SplitRule, load_model
from nldt.plots import plot_term_space
from nldt.plots.term_space import _line
from nldt.write.mathtext import rule_mathtext
from nldt.write.printed_rule import print_rule

RANDOM = np.random.default_rng(0)
ROWS = RANDOM.uniform(0.5, 2.0, (200, 5))


def model(rule: SplitRule, rows: np.ndarray = ROWS, names: list[str] | None = None):
    y = np.where(rule.goes_left(rows), "in", "out")
    X = rows if names is None else pd.DataFrame(rows, columns=names)
    return classifier_with({0: rule}, rows, y, names), X, y


def notes(ax) -> str:
    return " ".join(text.get_text() for text in ax.texts)


def scattered(ax) -> np.ndarray:
    """The points that are drawn, all classes together."""
    found = [c.get_offsets() for c in ax.collections if type(c).__name__ == "PathCollection"]
    return np.concatenate(found)


@pytest.mark.parametrize("low", [-np.inf, 0.1])
def test_two_terms_are_a_plane_with_a_line_for_each_end(low):
    rule = SplitRule([[2, -1, 0, 0, 0], [0, 0, 1, 0, 0]], [1.0, -0.5], low, 0.6)
    ax = plot_term_space(*model(rule))
    ends = [end for end in (rule.low, rule.high) if np.isfinite(end)]
    assert len(ax.lines) == len(ends)
    for line, end in zip(ax.lines, ends, strict=True):
        np.testing.assert_allclose(rule.weights @ np.array(line.get_data()), end, atol=1e-12)
    terms = np.column_stack([ROWS[:, 0] ** 2 / ROWS[:, 1], ROWS[:, 2]])
    np.testing.assert_allclose(np.sort(scattered(ax), axis=0), np.sort(terms, axis=0))
    assert (ax.get_xlabel(), ax.get_ylabel()) == (r"$\dfrac{x_{1}^{2}}{x_{2}}$", "$x_{3}$")
    for piece in rule_mathtext(print_rule(rule), [f"x{j}" for j in range(1, 6)]):
        assert piece in ax.get_title()
    assert_legible(ax)


@pytest.mark.parametrize("low", [-np.inf, 0.1])
def test_shade_is_where_the_rule_holds(low):
    rule = SplitRule([[1, 0, 0, 0, 0], [0, 1, 0, 0, 0]], [1.0, -0.5], low, 0.6)
    ax = plot_term_space(*model(rule))
    shade = next(c for c in ax.collections if type(c).__name__ == "QuadContourSet")
    grid = np.stack(np.meshgrid(np.linspace(0.5, 2, 40), np.linspace(0.5, 2, 40)), axis=-1).reshape(-1, 2)
    value = grid @ rule.weights
    beside = (np.abs(value - 0.6) > 0.01) & (np.abs(value - low) > 0.01)
    inside = sum(path.contains_points(grid) for path in shade.get_paths()) > 0
    assert (inside == ((low <= value) & (value <= 0.6)))[beside].all()


def test_steep_and_flat_lines():
    box = np.array([[0.0, 1.0], [0.0, 1.0]])
    for weights in ([1.0, 0.0], [0.0, 2.0], [1e-12, 1.0], [3.0, -4.0]):
        line = _line(np.array(weights), 0.5, box)
        np.testing.assert_allclose(weights @ line, 0.5)
        assert np.isfinite(line).all()


def test_one_term_is_a_histogram_that_thresholds_divide():
    rule = SplitRule([[1, 0, 0, 0, 0]], [-2.0], -3.0, -2.0)  # 1 <= x1 <= 1.5
    clf, X, y = model(rule)
    ax = plot_term_space(clf, X, y)
    assert [line.get_xdata()[0] for line in ax.lines] == [1.0, 1.5]
    bars = [bar for container in ax.containers for bar in container]
    assert sum(bar.get_height() for bar in bars) == len(X)
    for bar in bars:
        left, right = bar.get_x(), bar.get_x() + bar.get_width()
        assert not any(left + 1e-9 < end < right - 1e-9 for end in (1.0, 1.5))
    for code, container in enumerate(ax.containers):  # classes: in, out
        inside = sum(bar.get_height() for bar in container if 1 <= bar.get_x() + bar.get_width() / 2 <= 1.5)
        assert inside == (np.count_nonzero(y == "in") if code == 0 else 0)
    assert ax.get_xlabel() == "$x_{1}$"
    assert_legible(ax)


@pytest.mark.parametrize("low", [-np.inf, 0.4])
def test_three_terms_are_a_space_with_a_plane_for_each_end(low):
    rule = SplitRule(np.eye(5)[:3] * [[2], [1], [-1]], [0.5, -0.75, 1.0], low, 0.9)
    ax = plot_term_space(*model(rule))
    planes = [c for c in ax.collections if type(c).__name__ == "Poly3DCollection"]
    ends = [end for end in (low, 0.9) if np.isfinite(end)]
    assert len(planes) == len(ends)
    for plane, end in zip(planes, ends, strict=True):
        corners = plane._vec[:3].T if hasattr(plane, "_vec") else np.concatenate(list(plane._faces))
        np.testing.assert_allclose(corners @ rule.weights, end, atol=1e-9)
    assert r"$T_{1} = x_{1}^{2}$" in notes(ax) and r"$T_{3} = \dfrac{1}{x_{3}}$" in notes(ax)
    assert_legible(ax)


def test_more_terms_keep_the_line_exact():
    rule = SplitRule(np.eye(5), [0.1, 5.0, -0.5, 1.0, -1.0], 4.0, 7.0)
    ax = plot_term_space(*model(rule))
    assert ax.get_xlabel() == "$x_{2}$" and ax.get_ylabel() == "the rule's other 4 terms"
    value = scattered(ax) @ [5.0, 1.0]
    assert np.count_nonzero((value >= 4) & (value <= 7)) == np.count_nonzero(rule.goes_left(ROWS))
    for line, end in zip(ax.lines, (4.0, 7.0), strict=True):
        np.testing.assert_allclose([5.0, 1.0] @ np.array(line.get_data()), end)


def test_only_rows_that_reach_the_node(iris):
    clf, X, y = iris
    ax = plot_term_space(clf, X, y, node=2)
    reaching = ~clf.rules_[0].goes_left(X)
    assert len(scattered(ax)) == np.count_nonzero(reaching) < len(X)
    assert f"{np.count_nonzero(reaching)} rows reach node 2" in notes(ax)
    assert_legible(ax)


def test_a_product_of_many_orders_of_magnitude_has_a_logarithmic_axis():
    rows = np.exp(np.random.default_rng(0).normal(0.0, 2.0, (200, 5)))
    rule = SplitRule([[1, 1, 0, 0, 0]], [1.0], -np.inf, 3.0)
    ax = plot_term_space(*model(rule, rows))
    assert ax.get_xscale() == "log"
    assert sum(bar.get_height() for c in ax.containers for bar in c) == 200
    edges = sorted({bar.get_x() for c in ax.containers for bar in c})
    assert any(edge == pytest.approx(3.0) for edge in edges)
    assert np.ptp(np.diff(np.log(edges))) < 0.1  # bins as wide as each other on that axis
    assert_legible(ax)
    narrow = SplitRule([[1, 0, 0, 0, 0]], [1.0], -np.inf, 1.0)
    assert plot_term_space(*model(narrow, np.clip(rows, 0.5, 2.0))).get_xscale() == "linear"


def test_far_points_do_not_squeeze_the_others():
    rows = np.concatenate([ROWS, [[0.001, 1, 1, 1, 1]]])
    rule = SplitRule([[-2, 0, 0, 0, 0], [0, 1, 0, 0, 0]], [1.0, 1.0], -np.inf, 2.5)
    ax = plot_term_space(*model(rule, rows))
    assert ax.get_xlim()[1] < 100 and "1 of 201 points lie outside the picture" in notes(ax)
    assert len(scattered(ax)) == 200


def test_far_points_stay_where_the_line_is_among_them():
    rows = np.concatenate([ROWS, [[0.001, 1, 1, 1, 1]]])
    rule = SplitRule([[-2, 0, 0, 0, 0], [0, 1, 0, 0, 0]], [1.0, 1.0], -np.inf, 1e5)
    ax = plot_term_space(*model(rule, rows))
    assert ax.get_xlim()[1] > 1e6 and "outside" not in notes(ax)


def test_rows_without_finite_terms_are_counted():
    rows = np.concatenate([ROWS, np.zeros((3, 5))])
    rule = SplitRule([[-1, 0, 0, 0, 0], [0, 1, 0, 0, 0]], [1.0, 1.0], -np.inf, 2.5)
    ax = plot_term_space(*model(rule, rows))
    assert "3 of 203 rows have no finite terms" in notes(ax) and len(scattered(ax)) == 200


@pytest.mark.filterwarnings("ignore:Glyph")
@pytest.mark.parametrize("terms", [1, 2, 3])
def test_nasty_names(terms):
    rows = RANDOM.uniform(0.5, 2.0, (60, len(NASTY_NAMES)))
    exponents = np.zeros((terms, len(NASTY_NAMES)), dtype=int)
    for term in range(terms):
        exponents[term, [term, term + 3, term + 6]] = [2, -1, 1]
    weights = np.array([1.0, -1.0, 0.5])[:terms]
    middle = float(np.median(SplitRule(exponents, weights, 0, 1).value(rows)))
    ax = plot_term_space(*model(SplitRule(exponents, weights, -np.inf, middle), rows, NASTY_NAMES))
    assert_legible(ax)


@pytest.mark.parametrize("name", ["wdbc", "ds4"])
def test_fitted_models_from_memory_and_file(name, request, tmp_path):
    clf, X, y = request.getfixturevalue(name)
    clf.save(tmp_path / "model.json")
    ax = plot_term_space(clf, X, y)
    again = plot_term_space(load_model(tmp_path / "model.json"), X, y)
    assert [line.get_xydata().tolist() for line in ax.lines] == [line.get_xydata().tolist() for line in again.lines]
    assert_legible(ax)


def test_shifted_features_are_explained():
    from quick_models import quick, tangled

    X, y = tangled()
    clf = quick(scaling="shift", max_depth=1).fit(X, y)
    ax = plot_term_space(clf, X, y)
    assert "$u_{" in notes(ax) and "u_{" in ax.get_title()
    assert_legible(ax)


@pytest.mark.parametrize(
    ("node", "message"),
    [
        (1, r"plot_term_space: node=1 is a leaf; nodes with a rule are \[0, 2\]"),
        (7, r"plot_term_space: node=7 is not in the tree; nodes with a rule are \[0, 2\]"),
        (-1, r"node=-1 is not in the tree"),
        ("root", r"node='root' is not in the tree"),
    ],
)
def test_nodes_without_a_rule(iris, node, message):
    with pytest.raises(InputError, match=message):
        plot_term_space(*iris, node=node)


def test_tree_without_rules_and_wrong_axes():
    with pytest.raises(InputError, match="the tree is a single leaf and has no rule"):
        plot_term_space(classifier_with({}, ROWS, ROWS[:, 0] > 1), ROWS, ROWS[:, 0] > 1)
    rule = SplitRule(np.eye(5)[:3], [0.5, -0.75, 1.0], -np.inf, 0.9)
    with pytest.raises(InputError, match=r"3-D axes: ax=figure.add_subplot\(projection='3d'\)"):
        plot_term_space(*model(rule), ax=plt.figure().add_subplot())
