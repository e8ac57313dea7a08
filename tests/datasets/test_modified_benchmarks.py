import numpy as np
import pytest

from nldt.datasets import load
from nldt.datasets.modified_benchmarks import PROBLEMS, distance, move_off, objectives, pareto_points

every_problem = pytest.mark.parametrize("name", PROBLEMS)


def naive_distance(row, first_in_x_m):
    """The supplement's sum, word for word: i even, x_i in x_m, x_{i+1} where it exists."""
    x = dict(enumerate(row, start=1))
    return sum((x[i] + x[i + 1] - 1) ** 2 for i in x if i >= first_in_x_m and i % 2 == 0 and i + 1 in x)


def moved_variables(name):
    """The variables, counted from 1, that the supplement moves."""
    family, n = name.split("-")[1], int(name.split("-")[2])
    if family.startswith("dtlz"):
        return list(range(3, n + 1))[:28]
    return list(range(1, n + 1)) if n == 30 else list(range(2, n + 1))[:28]


def first_in_x_m(name):
    return 3 if "dtlz" in name else 2


def table(name, seed=0):
    data = load(name, seed)
    return data.X.to_numpy(), data.y.to_numpy()


@every_problem
def test_sizes_names_and_class_counts(name):
    data = load(name)
    n = int(name.rsplit("-", 1)[1])
    assert data.name == name
    assert list(data.X.columns) == [f"x{i}" for i in range(1, n + 1)]
    assert data.y.value_counts().to_dict() == {0: 1000, 1: 1000}
    assert data.X.index.equals(data.y.index)


@every_problem
@pytest.mark.parametrize("seed", [0, 7])
def test_distance_is_zero_for_the_pareto_class_only(name, seed):
    X, y = table(name, seed)
    np.testing.assert_allclose(distance(name, X[y == 0]), 0, atol=1e-20)
    assert (distance(name, X[y == 1]) > 1e-6).all()


@every_problem
def test_distance_equals_the_naive_sum(name):
    X = np.random.default_rng(1).normal(size=(20, PROBLEMS[name].n_features))
    np.testing.assert_allclose(distance(name, X), [naive_distance(row, first_in_x_m(name)) for row in X])


@every_problem
def test_every_variable_of_the_pareto_class_fills_the_unit_interval(name):
    X, y = table(name)
    pareto = X[y == 0]
    assert pareto.min() >= 0 and pareto.max() <= 1
    assert (pareto.min(axis=0) < 0.05).all() and (pareto.max(axis=0) > 0.95).all()


@every_problem
def test_only_partners_depend_on_each_other(name):
    X, y = table(name)
    correlation = np.corrcoef(X[y == 0], rowvar=False)
    n = len(correlation)
    partners = {(i - 1, i) for i in range(2, n, 2) if i >= first_in_x_m(name)}
    for column, partner in partners:
        assert correlation[column, partner] == pytest.approx(-1)
        correlation[column, partner] = 0
    assert np.abs(np.triu(correlation, 1)).max() < 0.25  # eight standard deviations of a chance correlation


@every_problem
def test_shifts_stay_between_offset_and_offset_plus_spread(name):
    problem, random = PROBLEMS[name], np.random.default_rng(5)
    points = pareto_points(problem, 400, random)
    before = points.copy()
    shift = move_off(points, problem, random) - points
    low, high = (0.0, 0.05) if "dtlz" in name else (0.1, 0.4)
    moved = np.isin(np.arange(1, problem.n_features + 1), moved_variables(name))

    np.testing.assert_array_equal(points, before)
    assert (shift[:, ~moved] == 0).all()
    size = np.abs(shift[:, moved])
    assert size.min() >= low - 1e-12 and size.max() <= high + 1e-12
    # Drawn for each variable of each point: every column takes both signs and comes near both ends.
    margin = (high - low) / 10
    assert (size.min(axis=0) < low + margin).all() and (size.max(axis=0) > high - margin).all()
    assert (shift[:, moved].min(axis=0) < 0).all() and (shift[:, moved].max(axis=0) > 0).all()
    assert np.abs(np.triu(np.corrcoef(shift[:, moved], rowvar=False), 1)).max() < 0.35


@every_problem
def test_non_pareto_class_keeps_the_pairs_it_does_not_move(name):
    X, y = table(name)
    others, moved, n = X[y == 1], set(moved_variables(name)), X.shape[1]
    for i in range(4, n, 2):
        kept = others[:, i - 1] + others[:, i] == 1
        if moved.isdisjoint((i, i + 1)):
            assert kept.all()
        else:
            assert not kept.any()


@pytest.mark.parametrize("name", [name for name in PROBLEMS if name.endswith("500") or "dtlz" in name])
def test_non_pareto_points_start_from_fresh_pareto_points(name):
    X, y = table(name)
    untouched = min(set(range(1, X.shape[1] + 1)) - set(moved_variables(name))) - 1
    assert np.intersect1d(X[y == 0, untouched], X[y == 1, untouched]).size == 0


@pytest.mark.parametrize("name", ["m-zdt1-30", "m-dtlz1-500"])
def test_non_pareto_points_are_not_clipped(name):
    X, y = table(name)
    assert X[y == 1].min() < 0 and X[y == 1].max() > 1


@every_problem
def test_a_seed_fixes_the_data_and_another_changes_them(name):
    X, _ = table(name, 11)
    np.testing.assert_array_equal(X, table(name, 11)[0])
    assert np.intersect1d(X, table(name, 12)[0]).size == 0


@pytest.mark.parametrize("family", ["m-zdt", "m-dtlz"])
@pytest.mark.parametrize("n", [30, 500])
def test_problems_of_a_family_differ_under_one_seed(family, n):
    first, second = table(f"{family}1-{n}", 2)[0], table(f"{family}2-{n}", 2)[0]
    assert np.intersect1d(first, second).size == 0


@every_problem
def test_objectives_of_the_pareto_class_lie_on_the_known_front(name):
    X, y = table(name)
    f = objectives(name, X[y == 0])
    if "m-zdt1" in name:
        np.testing.assert_allclose(f[:, 1], 1 - np.sqrt(f[:, 0]), atol=1e-12)
    elif "m-zdt2" in name:
        np.testing.assert_allclose(f[:, 1], 1 - f[:, 0] ** 2, atol=1e-12)
    elif "m-dtlz1" in name:
        np.testing.assert_allclose(f.sum(axis=1), 0.5)
    else:
        np.testing.assert_allclose((f**2).sum(axis=1), 1)


@every_problem
def test_objectives_scale_with_g(name):
    X, y = table(name)
    others = X[y == 1]
    f = objectives(name, others)
    sums = np.array([naive_distance(row, first_in_x_m(name)) for row in others])
    if "zdt1" in name:
        g = 1 + 18 / (X.shape[1] - 1) * sums
        defined = others[:, 0] >= 0
        assert np.isnan(f[~defined, 1]).all()
        np.testing.assert_allclose(f[defined, 1], g[defined] - np.sqrt(g[defined] * f[defined, 0]))
    elif "zdt2" in name:
        g = 1 + 18 / (X.shape[1] - 1) * sums
        np.testing.assert_allclose(f[:, 1], g - f[:, 0] ** 2 / g)
    elif "dtlz1" in name:
        np.testing.assert_allclose(f.sum(axis=1), 0.5 * (1 + 100 * sums))
    else:
        np.testing.assert_allclose(np.linalg.norm(f, axis=1), 1 + 100 * sums)
