"""A running fit on disk: what finished searches have found, and what the lower level has answered the running one.

Everything else follows from these by itself, as a fit draws its random numbers from its seed: a fit that is begun
again asks the same questions in the same order, gets the answers that are kept at once, and goes on from there.
"""

from __future__ import annotations

import hashlib
import time
import warnings
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from nldt.data.partitions.passes import BegunPass
from nldt.errors import InputError, called
from nldt.files import require_writable, write_whole
from nldt.progress import SearchState
from nldt.search.outcome import Candidate, SearchOutcome
from nldt.solve import RuleBatch
from nldt.tree.kept_arrays import Array
from nldt.tree.partitions.kept_sums import Unkeepable, packed, unpacked
from nldt.version import __version__

INTERVAL = 5.0  # seconds between two files, at least
WRITING_SHARE = 0.05  # of the time, at the most, that goes into writing them

MAGIC = b"nldt-checkpoint-1\n"
DIGEST_SIZE = 16
REMEDY = "name another file for this fit, or delete it"


class Rule(Struct, array_like=True):
    """A candidate."""

    exponents: Array
    weights: Array
    low: float
    high: float
    impurity: float
    side_bits: tuple[float, float]
    rule_bits: float
    more_bits: float

    @classmethod
    def of(cls, rule: Candidate) -> Rule:
        arrays = Array.of(rule.exponents), Array.of(rule.weights)
        return cls(*arrays, rule.low, rule.high, rule.impurity, rule.side_bits, rule.rule_bits, rule.more_bits)

    def read(self) -> Candidate:
        ends = self.low, self.high, self.impurity
        return Candidate(
            self.exponents.read(), self.weights.read(), *ends, self.side_bits, self.rule_bits, self.more_bits
        )


class State(Struct, array_like=True):
    """What a search told after a generation."""

    node: str
    rows: int
    generation: int
    generations: int
    impurity: float
    complexity: int
    stays: bool

    @classmethod
    def of(cls, state: SearchState) -> State:
        counts = int(state.rows), int(state.generation), int(state.generations)
        return cls(state.node, *counts, float(state.impurity), int(state.complexity), bool(state.stays))


class Finished(Struct, array_like=True):
    """A search that has ended; the same rule may be in several places, and stays one."""

    rules: list[Rule]
    best: int | None
    front: list[int]
    alternatives: list[int]
    near: list[int]
    promising: Array | None
    generations: int
    structures_evaluated: int
    states: list[State]

    @classmethod
    def of(cls, outcome: SearchOutcome, states: list[SearchState]) -> Finished:
        groups = outcome.front, outcome.alternatives, outcome.near
        rules = {id(rule): rule for rule in (outcome.best, *chain(*groups)) if rule is not None}
        places = {number: place for place, number in enumerate(rules)}
        front, alternatives, near = ([places[id(rule)] for rule in group] for group in groups)
        return cls(
            [Rule.of(rule) for rule in rules.values()],
            None if outcome.best is None else places[id(outcome.best)],
            front,
            alternatives,
            near,
            None if outcome.promising is None else Array.of(outcome.promising),
            outcome.generations,
            outcome.structures_evaluated,
            [State.of(state) for state in states],
        )

    def read(self) -> tuple[SearchOutcome, list[SearchState]]:
        rules = [rule.read() for rule in self.rules]
        front, alternatives, near = ([rules[n] for n in part] for part in (self.front, self.alternatives, self.near))
        outcome = SearchOutcome(
            None if self.best is None else rules[self.best],
            front,
            self.generations,
            self.structures_evaluated,
            True,
            alternatives,
            None if self.promising is None else self.promising.read(),
            near,
        )
        return outcome, [SearchState(*msgspec.structs.astuple(state)) for state in self.states]


class Pass(Struct, array_like=True):
    """How far a pass over partitions has come."""

    n_done: int
    total: Any  # as ``kept_sums`` packs it
    seconds: float
    n_bytes: int
    is_done: bool


class Content(Struct):
    """What a file holds."""

    version: str  # of nldt
    data: str  # what the table is told from others by; empty until it has been read
    parameters: dict[str, Any]  # of the fit, as JSON has them
    seed: int
    finished: dict[bytes, Finished]
    answers: dict[bytes, dict[str, Array]]  # to the search that runs
    passes: dict[bytes, Pass]


@dataclass(eq=False)
class Checkpoint:
    """The file of one fit; as a context it is written at the end of it, however that comes."""

    path: Path
    content: Content
    _written: float = field(default_factory=time.monotonic)
    _cost: float = 0.0  # seconds that the last file took
    _changed: bool = True
    _is_behind: bool = False  # the last file could not be written
    _begun: dict[bytes, BegunPass] = field(default_factory=dict)  # passes that are not on the disk yet

    @classmethod
    def of(cls, path: str | Path, parameters: Mapping[str, Any], seed: int) -> Checkpoint:
        """The checkpoint in a file, or a new one; InputError where it is of another fit, or no checkpoint."""
        path = Path(path)
        require_writable(path)
        as_written = msgspec.msgpack.decode(msgspec.msgpack.encode(dict(parameters)))
        wanted = Content(__version__, "", as_written, seed, {}, {}, {})
        if not path.exists():
            checkpoint = cls(path, wanted)
            checkpoint.write()
            return checkpoint
        content = _read(path)
        _refuse_another(path, content, wanted)
        return cls(path, content, _changed=False)

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(self, *_: object) -> None:
        self._write_if_possible()

    @property
    def seed(self) -> int:
        """The seed of the fit: of one without a random state, the one that its first run drew."""
        return self.content.seed

    def require_table(self, data: str) -> None:
        """Raise InputError where the checkpoint is of another table than what this says."""
        if self.content.data not in ("", data):
            raise InputError(f"the checkpoint {str(self.path)!r} is of another table than this: {REMEDY}")
        self._changed |= self.content.data != data
        self.content.data = data

    def outcome(self, key: bytes) -> tuple[SearchOutcome, list[SearchState]] | None:
        """What a search has found, and what it told on the way; None where it has not ended."""
        kept = self.content.finished.get(key)
        return None if kept is None else kept.read()

    def keep_outcome(self, key: bytes, outcome: SearchOutcome, states: list[SearchState]) -> None:
        """A search has ended, and what it was answered is needed no more; one that was cut short goes on next time."""
        if outcome.complete:
            self.content.finished[key] = Finished.of(outcome, states)
            self.content.answers.clear()
            self._note()

    def answer(self, key: bytes) -> RuleBatch | None:
        """What the lower level has answered to a question; None where nobody has asked."""
        kept = self.content.answers.get(key)
        return None if kept is None else RuleBatch(**{name: array.read() for name, array in kept.items()})

    def keep_answer(self, key: bytes, answer: RuleBatch) -> None:
        """The running search has been answered."""
        self.content.answers[key] = {name: Array.of(array) for name, array in answer.known()}
        self._note()

    def begun_pass(self, key: bytes) -> BegunPass:
        """How far a pass has come."""
        kept = self.content.passes.get(key)
        if kept is None:
            return BegunPass()
        return BegunPass(kept.n_done, unpacked(kept.total), kept.seconds, kept.n_bytes, kept.is_done)

    def keep_pass(self, key: bytes, begun: BegunPass) -> None:
        """A pass has come so far."""
        self._begun[key] = begun
        self._note()

    def write(self) -> None:
        """Put all of it on the disk, in one step, if there is anything new."""
        if not self._changed:
            return
        started = time.monotonic()
        for key, begun in self._begun.items():
            with suppress(Unkeepable):  # then it begins anew
                total = packed(begun.total)
                self.content.passes[key] = Pass(begun.n_done, total, begun.seconds, begun.n_bytes, begun.is_done)
        self._begun.clear()
        payload = msgspec.msgpack.encode(self.content)
        write_whole(self.path, MAGIC + hashlib.blake2b(payload, digest_size=DIGEST_SIZE).digest() + payload)
        self._written, self._changed = time.monotonic(), False
        self._cost = self._written - started

    def _note(self) -> None:
        self._changed = True
        if time.monotonic() - self._written >= max(INTERVAL, self._cost / WRITING_SHARE):
            self._write_if_possible()

    def _write_if_possible(self) -> None:
        """Write; a disk that is full by now costs the checkpoint, not the fit: the next time may do."""
        try:
            self.write()
        except InputError as error:
            self._written = time.monotonic()
            if not self._is_behind:
                warnings.warn(f"{error}: the fit goes on, and its checkpoint stays as it was", stacklevel=2)
            self._is_behind = True
        else:
            self._is_behind = False


def _read(path: Path) -> Content:
    try:
        whole = path.read_bytes()
    except OSError as error:
        raise InputError(f"can't read {str(path)!r}: {error.strerror}") from None
    if not whole.startswith(MAGIC):
        raise InputError(f"{str(path)!r} is no checkpoint of this nldt: name another file")
    digest, payload = whole[len(MAGIC) :][:DIGEST_SIZE], whole[len(MAGIC) + DIGEST_SIZE :]
    if hashlib.blake2b(payload, digest_size=DIGEST_SIZE).digest() != digest:
        raise InputError(f"the checkpoint {str(path)!r} is damaged: delete it, and the fit begins anew")
    try:
        return msgspec.msgpack.decode(payload, type=Content)
    except (msgspec.MsgspecError, ValueError):
        raise InputError(f"the checkpoint {str(path)!r} can't be read: delete it, and the fit begins anew") from None


def _refuse_another(path: Path, found: Content, wanted: Content) -> None:
    """Raise InputError for the checkpoint of another fit, and say what differs."""
    if found.version != wanted.version:
        raise InputError(f"the checkpoint {str(path)!r} is of nldt {found.version}, not {wanted.version}: {REMEDY}")
    names = sorted(found.parameters.keys() | wanted.parameters.keys())
    for name in names:
        there, here = found.parameters.get(name), wanted.parameters.get(name)
        if there != here:
            differs = f"{called(name)}={there!r}, not {here!r}"
            raise InputError(f"the checkpoint {str(path)!r} is of a fit with {differs}: {REMEDY}")
    if found.parameters.get("random_state") is not None and found.seed != wanted.seed:
        raise InputError(f"the checkpoint {str(path)!r} is of another seed: {REMEDY}")
