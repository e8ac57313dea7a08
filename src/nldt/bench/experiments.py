"""The table of experiments: what is run, and which published tables stand beside it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

from nldt.bench.methods import Method
from nldt.datasets import catalogue
from nldt.errors import InputError

CURVES = ("ds1", "ds2", "ds3", "ds4")
MODIFIED = tuple(f"m-{problem}{i}-{size}" for size in (30, 500) for problem in ("zdt", "dtlz") for i in (1, 2))
TARGET_IMPURITIES = (0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15)
STAND_IN = "auto-stand-in"

NLDT = Method("nldt", "nldt")
PAPER = Method("nldt-paper", "nldt-paper")
CART = Method("cart", "cart")
SVM = Method("svm", "svm")
COMPARED = (NLDT, PAPER, CART, SVM)
# The root impurity of these data is below tau_I and tau_min, so that the paper's stated settings would never split.
BALANCED = {"class_weight": "balanced"}
ZDT_METHODS = (
    Method("nldt", "nldt", pruned_at=0.005),
    Method("nldt-paper", "nldt-paper", BALANCED, pruned_at=0.005),
    CART,
    SVM,
)
BY_TARGET = tuple(
    Method(method.name, f"{method.name} τ_I={target:g}", {"target_impurity": target})
    for method in (NLDT, PAPER)
    for target in TARGET_IMPURITIES
)

MOST_FEATURES_OF_THE_PAPER = 100  # with more, the paper's search runs only when asked for
# Runs of the paper's search: it takes minutes where the others take seconds.
PAPER_RUNS_LARGE = 3
PAPER_RUNS = 10
LARGE_DATA = ("m-", "zdt", "auto")
QUICK_RUNS = 3


@dataclass(frozen=True)
class Experiment:
    """One name of ``nldt bench``."""

    name: str
    title: str
    datasets: tuple[str, ...] = ()
    methods: tuple[Method, ...] = COMPARED
    published: tuple[str, ...] = ()  # tables of paper_results.json
    notes: tuple[str, ...] = ()


_STAND_IN_NOTE = (
    "The auto-industry data of the paper are not public: measured rows are on a stand-in of the same size and "
    "imbalance, published rows on the paper's own data. The two can't be compared."
)
_ZDT_NOTE = (
    "The root impurity of these data (0.038) is below the paper's tau_I and tau_min, so that its stated settings "
    "would never split: its search is trained with balanced class weights. The default search has no such limits and "
    "is trained without class weights, since plain accuracy is what is scored. '-pruned': the same tree pruned at "
    "0.5 % of its training accuracy, which for the paper's search is the balanced one."
)
_PAIRS_NOTE = (
    "m-ZDT1 and m-ZDT2, and m-DTLZ1 and m-DTLZ2, differ only in their objectives, not in the rows a classifier sees: "
    "they are generated with different seeds, and counted once in the summary."
)

EXPERIMENTS = {
    experiment.name: experiment
    for experiment in (
        Experiment("ds", "Table I: DS1 to DS4", CURVES, published=("ds",)),
        Experiment(
            "breast-cancer", "Table II: Breast Cancer Wisconsin", ("breast-cancer",), published=("breast-cancer",)
        ),
        Experiment("wdbc", "Table III: Wisconsin Diagnostic Breast Cancer", ("wdbc",), published=("wdbc",)),
        Experiment(
            "auto",
            "Table IV on a stand-in for the auto-industry problem",
            (STAND_IN,),
            published=("auto",),
            notes=(_STAND_IN_NOTE,),
        ),
        Experiment(
            "multi-objective",
            "Table V: welded beam, truss, m-ZDT and m-DTLZ",
            ("welded-beam-10", "truss-6", *MODIFIED),
            published=("multi-objective",),
            notes=(_PAIRS_NOTE,),
        ),
        Experiment(
            "truss",
            "Supplement: Truss-2D with tau_rank 6 and 9",
            ("truss-6", "truss-9"),
            published=("truss", "truss-ranks"),
        ),
        Experiment(
            "welded-beam",
            "Supplement: welded beam with g_ref 1 and 10",
            ("welded-beam-1", "welded-beam-10"),
            published=("welded-beam",),
        ),
        Experiment(
            "zdt",
            "Supplement: ZDT1 to ZDT3, unpruned and pruned at 0.5 %",
            ("zdt1", "zdt2", "zdt3"),
            ZDT_METHODS,
            published=("zdt",),
            notes=(_ZDT_NOTE,),
        ),
        Experiment("iris", "Supplement: iris, three classes", ("iris",), published=("iris",)),
        Experiment(
            "ablation-lower",
            "Supplement: the lower level alone on DS1 and DS2, identity structure",
            ("ds1", "ds2"),
            (
                Method("llga", "llga"),
                Method("linear-svm", "linear-svm"),
                Method("linear-svm-smote", "linear-svm-smote"),
            ),
            published=("ablation-lower",),
            notes=("Published errors are those of one run each.",),
        ),
        Experiment(
            "ablation-upper",
            "Supplement: the bilevel search on DS3 and DS4",
            ("ds3", "ds4"),
            (NLDT, PAPER, CART),
            published=("ablation-upper",),
            notes=("Published errors and rules are those of one run each.",),
        ),
        Experiment(
            "target-impurity",
            "Supplement: influence of tau_I, on the auto stand-in",
            (STAND_IN,),
            BY_TARGET,
            notes=(_STAND_IN_NOTE.split(":")[0] + ": this is a stand-in of the same size and imbalance.",),
        ),
        Experiment("figures", "The remaining pictures: datasets, our trees and CART's", methods=()),
    )
}
METHODS = tuple(dict.fromkeys(method.name for each in EXPERIMENTS.values() for method in each.methods))


@dataclass(frozen=True)
class Options:
    """What the command line may change about an experiment."""

    runs: int
    paper_runs: int | None = None
    quick: bool = False
    methods: tuple[str, ...] | None = None


def find(names: Iterable[str]) -> list[Experiment]:
    """The experiments of some names, each once; "all" stands for every one.

    >>> [experiment.name for experiment in find(["iris", "ds", "iris"])]
    ['iris', 'ds']
    """
    found: dict[str, Experiment] = {}
    for name in names:
        if name != "all" and name not in EXPERIMENTS:
            close = difflib.get_close_matches(name, [*EXPERIMENTS, "all"], n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise InputError(f"no experiment {name!r}{hint}; the experiments are {', '.join([*EXPERIMENTS, 'all'])}")
        found |= EXPERIMENTS if name == "all" else {name: EXPERIMENTS[name]}
    return list(found.values())


def chosen_methods(experiment: Experiment, options: Options) -> list[Method]:
    """The experiment's methods, or those of them that the user asked for."""
    return [method for method in experiment.methods if options.methods is None or method.name in options.methods]


def n_runs(method: Method, dataset: str, options: Options) -> int:
    """Runs of a method on a dataset; 0 where it is left out."""
    if method.name != "nldt-paper":
        return options.runs
    if has_many_features(dataset) and options.methods is None:
        return 0
    usual = PAPER_RUNS_LARGE if dataset.startswith(LARGE_DATA) else PAPER_RUNS
    return min(options.runs, usual if options.paper_runs is None else options.paper_runs)


def has_many_features(dataset: str) -> bool:
    """Whether the paper's search, whose population grows with the features, would take hours a run."""
    features = {entry.name: entry.n_features for entry in catalogue()}
    return features.get(dataset, 0) > MOST_FEATURES_OF_THE_PAPER
