"""The table of experiments covers the paper."""

from __future__ import annotations

import pytest

from nldt.bench.experiments import (
    EXPERIMENTS,
    NLDT,
    PAPER,
    Options,
    chosen_methods,
    find,
    has_many_features,
    n_runs,
)
from nldt.bench.methods import FITTERS
from nldt.bench.published import rows_of, table_names
from nldt.datasets import names
from nldt.errors import InputError

FULL = Options(runs=50)


@pytest.mark.parametrize("experiment", EXPERIMENTS.values(), ids=lambda each: each.name)
def test_datasets_methods_and_tables_exist(experiment):
    assert set(experiment.datasets) <= set(names())
    assert {method.name for method in experiment.methods} <= FITTERS.keys()
    assert set(experiment.published) <= set(table_names())
    labels = [label for method in experiment.methods for label in method.labels]
    assert len(labels) == len(set(labels))


def test_every_published_row_has_a_measured_one():
    measured = {
        (table, dataset, label)
        for each in EXPERIMENTS.values()
        for table in each.published
        for dataset in each.datasets
        for method in each.methods
        for label in method.labels
    }
    assert {(row.table, row.dataset, row.method) for row in rows_of(*table_names())} <= measured


@pytest.mark.parametrize(
    ("dataset", "runs"),
    [
        *[(name, 10) for name in ("ds1", "breast-cancer", "wdbc", "iris", "truss-9", "welded-beam-1")],
        *[(name, 3) for name in ("m-zdt1-30", "m-dtlz2-30", "zdt1", "auto-stand-in")],
        *[(name, 0) for name in ("m-zdt1-500", "m-dtlz2-500")],
    ],
)
def test_runs_of_the_papers_search(dataset, runs):
    assert n_runs(PAPER, dataset, FULL) == runs
    assert n_runs(NLDT, dataset, FULL) == 50
    assert n_runs(PAPER, dataset, Options(runs=2)) == min(runs, 2)
    assert n_runs(PAPER, dataset, Options(runs=50, paper_runs=20)) == (20 if runs else 0)
    assert n_runs(PAPER, dataset, Options(runs=5, paper_runs=20)) == (5 if runs else 0)


def test_the_papers_search_runs_on_many_features_when_asked_for():
    assert has_many_features("m-zdt1-500") and not has_many_features("m-zdt1-30")
    assert n_runs(PAPER, "m-zdt1-500", Options(runs=50, methods=("nldt-paper",))) == 3


def test_methods_can_be_chosen():
    chosen = chosen_methods(EXPERIMENTS["zdt"], Options(runs=1, methods=("cart", "nldt")))
    assert [method.label for method in chosen] == ["nldt", "cart"]


def test_all_is_everything_once():
    assert find(["iris", "all"])[0].name == "iris"
    assert {each.name for each in find(["all", "ds"])} == set(EXPERIMENTS)
    assert len(find(["all", "all"])) == len(EXPERIMENTS)


def test_an_unknown_name_is_refused():
    with pytest.raises(InputError, match=r"no experiment 'trus'; did you mean 'truss'\?; the experiments are ds, "):
        find(["trus"])
