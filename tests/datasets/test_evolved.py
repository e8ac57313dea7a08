"""The supplement's two classes: sizes, ranks, feasibility. Small runs, the same code."""

from dataclasses import replace

import naive
import numpy as np
import pytest

from nldt.datasets import catalogue, load, objectives
from nldt.datasets.design_problems import DESIGN_PROBLEMS
from nldt.datasets.evolved import QUICK, RECIPES, select_classes
from nldt.datasets.nsga2 import Run, stored_populations
from nldt.errors import InputError

every_dataset = pytest.mark.parametrize("name", RECIPES)


def test_published_settings():
    """Supplement: parameter section (population 500), table of settings, and N_A, N_B."""
    table = {
        name: (recipe.population, recipe.generations, recipe.reference, recipe.bad_rank, recipe.n_good, recipe.n_bad)
        for name, recipe in RECIPES.items()
    }
    assert table == {
        "truss-6": (500, 1000, 1, 6, 200, 200),
        "truss-9": (500, 1000, 1, 9, 200, 200),
        "welded-beam-1": (500, 1000, 1, 3, 200, 200),
        "welded-beam-10": (500, 1000, 10, 3, 200, 200),
        "zdt1": (100, 200, None, 10, 100, 5000),
        "zdt2": (100, 200, None, 5, 100, 5000),
        "zdt3": (100, 200, None, 10, 100, 5000),
    }
    sizes = {entry.name: (entry.n_rows, entry.n_features) for entry in catalogue()}
    assert {name: sizes[name] for name in RECIPES} == {
        **dict.fromkeys(["truss-6", "truss-9"], (400, 3)),
        **dict.fromkeys(["welded-beam-1", "welded-beam-10"], (400, 4)),
        **dict.fromkeys(["zdt1", "zdt2", "zdt3"], (5100, 30)),
    }


@every_dataset
def test_classes_are_those_of_the_slow_twin(name):
    """Rank and crowd the merged generations by brute force; the classes are the first of each kind."""
    recipe = replace(QUICK[name], population=40, generations=12, n_good=8, n_bad=7, bad_rank=3, spare_generations=0)
    stored = (1, 10, 12) if "welded" in name else (1, 12) if "truss" in name else tuple(range(1, 13))
    populations = dict(zip(stored, stored_populations(Run(recipe.problem, 40, 12, stored, seed=2)), strict=True))
    used = populations if recipe.reference is None else {g: populations[g] for g in (recipe.reference, 12)}
    designs = sorted({tuple(row) for population in used.values() for row in population.tolist()})

    design = DESIGN_PROBLEMS[recipe.problem]
    values, violation = design.objectives(np.array(designs)), design.violation(np.array(designs))
    ranks = naive.nondominated_ranks(values.tolist(), violation.tolist())
    order = []
    for rank in range(1, max(ranks) + 1):
        front = [i for i, r in enumerate(ranks) if r == rank]
        distance = dict(zip(front, naive.crowding_distance(values[front].tolist()), strict=True))
        order += sorted(front, key=lambda i: -distance[i])
    chosen = select_classes(recipe, seed=2)
    assert chosen.designs.tolist() == [list(row) for row in designs]
    assert chosen.good.tolist() == [i for i in order if ranks[i] == 1][:8]
    assert chosen.bad.tolist() == [i for i in order if ranks[i] >= 3][:7]


@every_dataset
def test_good_designs_are_feasible_and_nothing_dominates_them(name):
    data, recipe = load(name, quick=True), QUICK[name]
    X, good = data.X.to_numpy(), (data.y == recipe.labels[0]).to_numpy()
    violation = DESIGN_PROBLEMS[recipe.problem].violation(X)
    values = objectives(name, X)
    assert (violation[good] == 0).all()
    dominated = [
        any(naive.dominates(other, row, v, 0.0) for other, v in zip(values, violation, strict=True))
        for row in values[good]
    ]
    assert not any(dominated)


@every_dataset
def test_every_bad_design_is_infeasible_or_dominated_by_all_ranks_before_it(name):
    recipe = QUICK[name]
    chosen = select_classes(recipe, 0)
    design = DESIGN_PROBLEMS[recipe.problem]
    values, violation = design.objectives(chosen.designs), design.violation(chosen.designs)
    assert chosen.ranks[chosen.bad].min() >= recipe.bad_rank
    for row in chosen.bad[:: len(chosen.bad) // 20]:
        rank = chosen.ranks[row]
        front = np.flatnonzero(chosen.ranks == rank - 1)
        assert any(naive.dominates(values[i], values[row], violation[i], violation[row]) for i in front)


@every_dataset
def test_sizes_order_and_distinct_rows(name):
    data, recipe = load(name, quick=True), QUICK[name]
    assert data.y.tolist() == [recipe.labels[0]] * recipe.n_good + [recipe.labels[1]] * recipe.n_bad
    assert list(data.X.columns) == list(DESIGN_PROBLEMS[recipe.problem].variables)
    assert not data.X.duplicated().any()


def test_more_generations_are_merged_only_where_bad_designs_are_too_few():
    recipe = replace(QUICK["zdt1"], population=20, generations=20, spare_generations=20, n_good=5, n_bad=1)
    full = Run("zdt1", 20, 40, tuple(range(1, 41)), seed=1)
    populations = stored_populations(full)

    def distinct(last):
        return len({tuple(row) for population in populations[:last] for row in population.tolist()})

    assert len(select_classes(recipe, 1).designs) == distinct(20)
    available = {last: np.sum(naive_ranks(populations[:last]) >= 10) for last in (20, 30, 40)}
    assert available[20] < available[30] < available[40]
    chosen = select_classes(replace(recipe, n_bad=int(available[30])), 1)
    assert distinct(20) < len(chosen.designs) <= distinct(30)
    assert len(select_classes(replace(recipe, n_bad=int(available[40])), 1).bad) == available[40]
    with pytest.raises(InputError, match=rf"seed 1 .*{available[40]} bad ones of {available[40] + 1}: take another"):
        select_classes(replace(recipe, n_bad=int(available[40]) + 1), 1)


def naive_ranks(populations):
    designs = np.unique(populations.reshape(-1, 30), axis=0)
    values = DESIGN_PROBLEMS["zdt1"].objectives(designs)
    return np.array(naive.nondominated_ranks(values.tolist(), [0.0] * len(values)))


def test_a_seed_is_a_run():
    first, again, other = (load("truss-6", seed, quick=True).X for seed in (0, 0, 1))
    assert first.equals(again) and not first.equals(other)


def test_both_truss_datasets_come_from_one_run():
    six, nine = load("truss-6", quick=True), load("truss-9", quick=True)
    assert six.X[six.y == "good"].equals(nine.X[nine.y == "good"])
    assert not six.X.equals(nine.X)
