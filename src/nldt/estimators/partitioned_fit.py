"""A fit from partitions: a sample grows a tree, and all rows have the last word on its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nldt.data.partitions.opened import PartitionedRows
from nldt.data.partitions.passes import CutShort, NoMemory, Passes, PassMemory
from nldt.data.partitions.table import PartitionedTable
from nldt.data.training_rows import TrainingRows
from nldt.description import Tariff
from nldt.errors import NothingFound, given
from nldt.estimators.fitted import Fitted
from nldt.estimators.growing import grow_model, make_grower, opened_checkpoint, with_scores
from nldt.estimators.partitioned_training import PartitionedTraining, read_partitions
from nldt.estimators.training_set import drawn_seed
from nldt.model.fitted_model import FittedModel
from nldt.model.rule import SplitRule
from nldt.model.target import Classes, Target
from nldt.model.tree import FittedTree, FrontPoint
from nldt.progress import Deadline, Monitor, SilentMonitor
from nldt.search import Search
from nldt.search.fast.rivals import rule_bits
from nldt.search.outcome import Candidate, trade_off_front
from nldt.search.protocol import traits_of
from nldt.search.structures import Exponents
from nldt.tree.node_split import goes_left, split_impurities
from nldt.tree.partitions.leaf_counts import LeafCountsPass, leaf_sums, with_sums
from nldt.tree.partitions.refining import Refining

if TYPE_CHECKING:
    from nldt.tree.checkpoint import Checkpoint

Floats = NDArray[np.float64]

MOST_STEPS = 3  # from a rule to rules that say about the same, and from the best of these on
RIVALS = 3  # rules that say about the same, beside each rule above two leaves


def fit_partitions(
    rows: PartitionedRows,
    search: Search,
    parameters: Mapping[str, Any],
    monitor: Monitor,
    deadline: Deadline,
    checkpoint: str | Path | None = None,
) -> Fitted:
    """What a fit of all rows leaves behind; its training rows are the sample, where not all of them fit in memory.

    NothingFound where the time is over before there is a sample to search on.
    """
    seed = drawn_seed(parameters["random_state"])
    with opened_checkpoint(checkpoint, parameters, seed) as kept:
        passes = Passes(rows.table, monitor.pass_on, deadline.over, _memory(kept, rows.table))
        scaling = parameters["scaling"] or traits_of(search).scaling
        with _telling(passes, parameters["time_limit"]):
            read = read_partitions(rows, passes, parameters, scaling, seed if kept is None else kept.seed)
        seconds = max(record.seconds for record in passes.records)
        if deadline.remaining is not None and deadline.remaining > 2 * seconds:
            deadline.keep(seconds)  # for the pass that counts the leaves
        training = read.training
        scaled = {**parameters, "min_samples_split": parameters["min_samples_split"] * read.share}
        model = grow_model(scaled, search, training, monitor, deadline, kept)
        if not read.is_whole:
            shortens = traits_of(search).shortens_numbers
            refining = _refining(read, search, parameters, passes, deadline, seconds) if shortens else None
            model = _of_all_rows(model, read, refining, passes)
        return Fitted(model, parameters, training, passes=tuple(passes.records), n_rows=read.n_rows)


def _memory(checkpoint: Checkpoint | None, table: PartitionedTable) -> PassMemory:
    """What remembers passes: nothing where there is no checkpoint, or where no table can be told from others."""
    if checkpoint is None or table.identity is None:
        return NoMemory()
    from nldt.tree.partitions.remembered_passes import RememberedPasses

    return RememberedPasses(checkpoint, table.identity)


@contextmanager
def _telling(passes: Passes, time_limit: float | None) -> Iterator[None]:
    """Tell the user where the time is over before all rows have been read once."""
    try:
        yield
    except CutShort:
        over = "the fit was ended" if time_limit is None else f"{given('time_limit', time_limit)} s reached"
        raise NothingFound(
            f"{over} while {passes.table.title} was read for the first time, after {len(passes.records)} of 2 passes: "
            "there is no tree yet; give it more time"
        ) from None


def _of_all_rows(
    model: FittedModel, read: PartitionedTraining, refining: Refining | None, passes: Passes
) -> FittedModel:
    """The model with the rules that all rows want, and their counts in its leaves.

    Where the time is over before all rows are counted, leaves have the counts of the sample.
    """
    training = read.training
    grown = model.full_tree
    tree, complete = grown, True
    if refining is not None:
        tree, complete = refining.refined(grown, model.full_fronts)
    try:
        counted, is_counted = _counted(tree, read, passes), True
        if tree is not grown and not _is_sound(counted, training):
            counted = _counted(grown, read, passes)
    except CutShort:
        counted, is_counted = with_sums(tree, leaf_sums(tree, training.rows)), False
        counted = counted if _is_sound(counted, training) else grown
    fronts = {node: _front(counted, node, front, model.criterion) for node, front in model.full_fronts.items()}
    complete = model.search_report.complete and complete and is_counted
    report = replace(model.search_report, complete=complete, counts_a_sample=not is_counted)
    return with_scores(replace(model, full_tree=counted, full_fronts=fronts, search_report=report), training)


def _refining(
    read: PartitionedTraining,
    search: Search,
    parameters: Mapping[str, Any],
    passes: Passes,
    deadline: Deadline,
    seconds: float,
) -> Refining:
    """What asks all rows about a tree."""
    training, target = read.training, read.training.rows.target
    assert isinstance(target, Classes)
    mass = target.class_mass(read.class_evidence) * read.evidence_per_mass
    grower = make_grower(parameters, search, training, SilentMonitor(), deadline)
    space = grower.settings.space

    def rivals_of(path: str, rule: SplitRule, rows: TrainingRows) -> list[SplitRule]:
        if not hasattr(search, "rivals") or deadline.passed():
            return []
        task = grower.task(path, rows)
        found = climbed(
            lambda exponents: [] if deadline.passed() else search.rivals(task, exponents, RIVALS),
            rule.exponents,
            _impurity(rows.sums_of(goes_left(rule, rows)), rows.sums, target, parameters["criterion"]),
        )
        return [grower.finished_rule(rival, rows) for rival in found]

    return Refining(
        passes,
        read.reading,
        training.rows,
        Tariff.of(parameters["price"], mass),
        read.evidence_per_mass,
        parameters["criterion"],
        deadline,
        moves_weights=not parameters["monotone"],
        fixed=frozenset() if training.wishes.root is None else frozenset([0]),
        rivals=(lambda path, rule, rows: []) if has_wishes(parameters) else rivals_of,
        rule_bits=lambda rule: rule_bits(rule.exponents, rule.is_band, float(mass.sum()), space),
        pass_seconds=seconds,
    )


def climbed(
    rivals: Callable[[Exponents], Sequence[Candidate]], exponents: Exponents, impurity: float
) -> list[Candidate]:
    """The best rivals of a rule of this structure and impurity; of the best one, too, as long as each is purer.

    A search may have stopped on its way on a sample: then what all rows want is some steps away.
    """
    found: dict[bytes, Candidate] = {}
    for _ in range(MOST_STEPS):
        found |= {rival.exponents.tobytes(): rival for rival in rivals(exponents)}
        best = sorted(found.values(), key=lambda rival: rival.impurity)[:RIVALS]
        if not best or best[0].impurity >= impurity:
            return best
        exponents, impurity = best[0].exponents, best[0].impurity
    return best


def has_wishes(parameters: Mapping[str, Any]) -> bool:
    """Whether another structure could break what the user wishes of the tree."""
    return any(parameters[name] for name in ("monotone", "required"))


def _counted(tree: FittedTree, read: PartitionedTraining, passes: Passes) -> FittedTree:
    return with_sums(tree, passes.run(LeafCountsPass(read.reading, tree)))


def _is_sound(tree: FittedTree, training: Any) -> bool:
    """Whether every leaf has rows, and the tree keeps to what the user wishes."""
    return bool((tree.target.mass(tree.sums) > 0).all()) and training.wishes.are_kept(tree)


def _front(tree: FittedTree, node: int, front: Any, criterion: str) -> list[FrontPoint]:
    """A node's front with its rule as it is now, measured on all rows; other rules were measured on the sample."""
    rule = tree.rules[node]
    assert rule is not None
    impurity = _impurity(tree.sums[int(tree.left[node])], tree.sums[node], tree.target, criterion)
    chosen = FrontPoint(rule.complexity, impurity, rule)
    return trade_off_front([chosen, *(point for point in front if point.complexity != rule.complexity)], chosen)


def _impurity(left: Floats, whole: Floats, target: Target, criterion: str) -> float:
    """That of a node's two sides."""
    return float(split_impurities(left[None], whole, target, criterion)[0])
