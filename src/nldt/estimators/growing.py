"""From parameters and a training set to a tree."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from nldt.description import Tariff
from nldt.errors import InputError, called, given
from nldt.estimators.term_wishes import with_limits, without_left_out
from nldt.estimators.training_set import TrainingSet
from nldt.estimators.wish_refusals import refuse_contradictions, require_usable
from nldt.impurity import PURE_ENOUGH
from nldt.model.fitted_model import FittedModel
from nldt.model.target import Classes
from nldt.parameters import (
    CLASSIFIER_PARAMETERS,
    DEFAULT_EXPONENTS,
    TRAIT_PARAMETERS,
    WISHES,
    Fixed,
    Parameter,
    validate,
)
from nldt.progress import Deadline, Monitor
from nldt.search import FitSettings, Search
from nldt.search.gap_backend import GapBackend
from nldt.search.protocol import SearchTraits, traits_of
from nldt.search.registry import ready_search
from nldt.search.structures import StructureSpace, structure_space
from nldt.solve import NATIVE, thread_count
from nldt.tree import Grower, prune
from nldt.tree.grower import GrownTree, NoSuchTree
from nldt.tree.price_path import Cut, grow_path
from nldt.tree.scoring import fit_scores

if TYPE_CHECKING:
    from nldt.tree.checkpoint import Checkpoint

# Supplement, "Parameter Setting for Inducing a Non-linear Decision Tree".
PRUNE_TOLERANCE = 0.03
# What may change between two runs that go on from one checkpoint.
WITHOUT_EFFECT = ("n_jobs", "verbose", "time_limit")
# What may leave a tree no room for what is wished of it.
ROOM = ("max_rules", "max_length", "max_terms", "max_features_per_term", "max_depth", "min_samples_split")


def chosen_search(
    estimator_name: str, parameters: Mapping[str, Any], table: tuple[Parameter, ...] = CLASSIFIER_PARAMETERS
) -> Search:
    """The search that the parameters name or hold, all of them having been checked against their table."""
    validate(estimator_name, table, parameters)
    search = ready_search(parameters["search"])
    for trait, names, lack in TRAIT_PARAMETERS:
        if not getattr(traits_of(search), trait):
            _refuse(estimator_name, parameters, [row for row in table if row.name in names], lack)
    refuse_contradictions(estimator_name, parameters)
    return search


def kept_parameters(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a fit, as they are now: a search object may be changed in place later."""
    return {**parameters, "search": clone(parameters["search"], safe=False)}


def prune_tolerance(parameters: Mapping[str, Any], search: Search) -> float | None:
    """Training accuracy that pruning may give up; None: it has no such measure."""
    given = parameters["prune_tolerance"]
    return PRUNE_TOLERANCE if given is None and traits_of(search).limits_impurity else given


def make_grower(
    parameters: Mapping[str, Any], search: Search, training: TrainingSet, monitor: Monitor, deadline: Deadline
) -> Grower:
    """What grows a tree from the training set."""
    parameters = without_left_out(parameters, training.left_out)
    criterion, traits = parameters["criterion"], traits_of(search)
    limit = PURE_ENOUGH[criterion] if traits.limits_impurity else None
    space = _structure_space(parameters, training, traits)
    wishes = training.wishes
    require_usable(wishes, parameters, training.feature_names, space, training.basis)
    settings = FitSettings(
        space=space,
        criterion=criterion,
        target_impurity=limit if parameters["target_impurity"] is None else parameters["target_impurity"],
        min_impurity=limit if parameters["min_impurity"] is None else parameters["min_impurity"],
        min_samples_split=parameters["min_samples_split"],
        max_depth=traits.max_depth if parameters["max_depth"] is None else parameters["max_depth"],
        tariff=_tariff(parameters["price"], training),
        max_rules=parameters["max_rules"],
        max_length=parameters["max_length"],
        required=wishes.required,
        start=wishes.structures(space),
        evidence_per_mass=training.evidence_per_mass,
        seed=training.seed,
        n_threads=thread_count(parameters["n_jobs"]),
        backend=GapBackend(NATIVE) if training.rows.columns.has_gaps else NATIVE,
    )
    return Grower(
        search=search,
        settings=settings,
        units=training.units,
        monitor=monitor,
        deadline=deadline,
        root=wishes.root,
    )


def grow_model(
    parameters: Mapping[str, Any],
    search: Search,
    training: TrainingSet,
    monitor: Monitor,
    deadline: Deadline,
    checkpoint: Checkpoint | None = None,
) -> FittedModel:
    """The model of a grown and pruned tree; from a checkpoint on where there is one, with the seed that it drew."""
    if checkpoint is not None:
        from nldt.tree.remembering import RememberingSearch

        checkpoint.require_table(f"{training.fingerprint} {training.feature_names} {training.basis}")
        search, training = RememberingSearch(search, checkpoint), replace(training, seed=checkpoint.seed)
    with wishes_kept(parameters):
        grower = make_grower(parameters, search, training, monitor, deadline)
        return _model(grower.grow(training.rows), parameters, search, training)


@contextmanager
def opened_checkpoint(file: str | Path | None, parameters: Mapping[str, Any], seed: int) -> Iterator[Checkpoint | None]:
    """The checkpoint of a fit with these parameters, which is written at the end of the block; None without a file."""
    if file is None:
        yield None
        return
    from nldt.estimators.parameter_document import write_parameters
    from nldt.tree.checkpoint import Checkpoint

    asked = {name: value for name, value in parameters.items() if name not in WITHOUT_EFFECT}
    with Checkpoint.of(file, write_parameters(asked), seed) as kept:
        yield kept


def grow_models(
    parameters: Mapping[str, Any],
    search: Search,
    training: TrainingSet,
    monitor: Monitor,
    deadline: Deadline,
    cuts: Sequence[Cut],
    *,
    all_lengths: bool = False,
    anew: bool | None = None,
    keeps_fronts: bool = True,
) -> dict[Cut, FittedModel]:
    """A model for each cut, and with ``all_lengths`` for those between; those of the same tree are one object.

    ``anew``: whether trees of low prices are grown from the root on; None: as suits these rows.
    """
    grower = replace(make_grower(parameters, search, training, monitor, deadline), keeps_fronts=keeps_fronts)
    with wishes_kept(parameters):
        grown = grow_path(grower, training.rows, cuts, all_lengths=all_lengths, anew=anew)
        different = {id(tree): tree for tree in grown.values()}
        models = {name: _model(tree, parameters, search, training) for name, tree in different.items()}
    return {cut: models[id(tree)] for cut, tree in grown.items()}


def _model(grown: GrownTree, parameters: Mapping[str, Any], search: Search, training: TrainingSet) -> FittedModel:
    pruned_at = prune(grown.tree, prune_tolerance(parameters, search))
    if not training.wishes.are_kept(grown.tree.without(pruned_at)[0]):
        raise NoSuchTree
    model = FittedModel(
        full_tree=grown.tree,
        feature_names=training.feature_names,
        basis=training.basis,
        pruned_at=frozenset(pruned_at),
        full_fronts=grown.fronts,
        full_alternatives=grown.alternatives,
        criterion=parameters["criterion"],
        # What is printed is what runs, where numbers are short.
        digits=None if traits_of(search).shortens_numbers else "auto",
        names_are_given=training.names_are_given,
        feature_range=training.feature_range,
        search_report=grown.report,
        features=training.features,
        left_out=training.left_out,
        fingerprint=training.fingerprint,
    )
    return with_scores(model, training)


def with_scores(model: FittedModel, training: TrainingSet) -> FittedModel:
    """The model with probabilities fitted on the training rows."""
    monotone = training.wishes.monotone(training.basis)
    return replace(model, scores=fit_scores(model.tree, training.rows, training.evidence_per_mass, monotone))


def _structure_space(parameters: Mapping[str, Any], training: TrainingSet, traits: SearchTraits) -> StructureSpace:
    space = structure_space(
        parameters["exponents"],
        DEFAULT_EXPONENTS,
        list(training.feature_names),
        training.basis.features.tolist(),
        training.units.allows,
        traits.max_terms if parameters["max_terms"] is None else parameters["max_terms"],
        parameters["max_features_per_term"],
        parameters["modulus"],
        [place for place, column in enumerate(training.basis.columns) if column.is_indicator],
    )
    space = with_limits(space, parameters, training.feature_names, training.features, training.basis)
    if not traits.weighs_length:
        return space
    monotone = training.wishes.monotone(training.basis)
    if monotone is not None:
        space = replace(space.keeping(monotone.allows_exponent), monotone=monotone)
    counted = space.counting(training.rows.columns.in_basis(training.basis).n_values())
    return replace(counted, naming_bits=training.naming_bits)


@contextmanager
def wishes_kept(parameters: Mapping[str, Any]) -> Iterator[None]:
    """Tell the user where no tree keeps to the wishes."""
    try:
        yield
    except NoSuchTree:
        asked = [given(name, parameters[name]) for name in WISHES if parameters[name] is not None]
        usual = {row.name: row.default for row in CLASSIFIER_PARAMETERS}
        limits = [given(name, parameters[name]) for name in ROOM if parameters[name] != usual[name]]
        within = f" within {', '.join(limits)}" if limits else ""
        raise InputError(
            f"no tree of these rows keeps to {' and '.join(asked)}{within}: no rules that it allows part them so; ask "
            "for less"
        ) from None


def _tariff(price: float, training: TrainingSet) -> Tariff:
    target = training.rows.target
    if not isinstance(target, Classes):
        return Tariff(price)
    return Tariff.of(price, target.class_mass(training.rows.sums) * training.evidence_per_mass)


def _refuse(estimator_name: str, parameters: Mapping[str, Any], rows: Sequence[Parameter], lack: str) -> None:
    """Raise InputError for a parameter that a search can't honour, as it lacks the trait for it."""
    search = parameters["search"]
    shown = repr(search) if isinstance(search, str) else type(search).__name__
    for row in rows:
        value = parameters[row.name]
        left = "out" if row.default is None else f"at {row.default!r}"
        if _asks_for_something(value) if row.default is None else value != row.default:
            raise InputError(
                f"{given(row.name, value, estimator_name)} can't be asked of search {shown}, which {lack}: use "
                f"{given('search', 'fast')}, or leave {called(row.name)} {left}"
            )


def _asks_for_something(value: Any) -> bool:
    """Whether a wish asks anything of the search: a fixed root does not."""
    return not (value is None or isinstance(value, Fixed) or (isinstance(value, Mapping) and not value))


def warn_if_cut_short(complete: bool, time_limit: float | None, *, counts_a_sample: bool = False) -> None:
    """Tell the caller of ``fit`` or ``with_rule`` that the time limit passed first."""
    if not complete:
        of_sample = "; its leaves count a sample of the rows" if counts_a_sample else ""
        message = f"{given('time_limit', time_limit)} s reached: this is the best tree so far{of_sample}"
        warnings.warn(message, ConvergenceWarning, stacklevel=3)
