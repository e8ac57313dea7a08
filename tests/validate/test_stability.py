"""nldt.stability: refits on other rows, counted."""

from __future__ import annotations

import importlib
import signal

import numpy as np
import pandas as pd
import pytest
from quick_models import quick
from sklearn.linear_model import LogisticRegression

from nldt import InputError, NLDTClassifier, stability
from nldt.validate.labelled_rows import LabelledRows
from nldt.validate.stability import SHARE, draw
from nldt.write.structures import structures_of

module = importlib.import_module("nldt.validate.stability")


@pytest.fixture(scope="module")
def rows():
    random = np.random.default_rng(0)
    X = pd.DataFrame(random.uniform(1, 2, (150, 3)), columns=["width", "height", "noise"])
    return X, np.where(X["width"] > 1.5, "wide", "narrow")


def test_a_feature_that_decides_comes_back_always(rows):
    found = stability(quick(), *rows, n_refits=4)
    assert (found.features[0].what, found.features[0].count, found.features[0].in_model) == ("width", 4, True)
    assert found.agreement.shape == (150,)
    assert 0.9 < found.agreement.mean() <= 1.0
    assert "width is in 4 of 4 refits" in found.sentence
    assert set(found.to_frame()["kind"]) == {"feature", "structure"}


def test_refits_without_a_rule_are_told(rows):
    clf = NLDTClassifier(random_state=0).fit(*rows).set_params(price=100)  # more than any rule is worth to a refit
    found = stability(clf, *rows, n_refits=3)
    assert (found.n_without_rule, found.formula_count) == (3, 0)
    assert "the formula itself in 0 of 3; no rule at all was found in 3." in found.sentence
    without = stability(NLDTClassifier(price=100, random_state=0), *rows, n_refits=3)
    assert without.n_without_rule == 3 and without.sentence.startswith("a tree without any rule came back in 3 of 3.")


def test_counts_are_those_of_refits_by_hand(rows):
    X, y = rows
    found = stability(quick(), X, y, n_refits=3, random_state=5)
    labelled = LabelledRows.read("test", X, y)
    formulas, right = [], np.zeros(150)
    own = quick().fit(X, y)
    for number in range(3):
        drawn, _ = draw(labelled, np.random.default_rng([5, number]))
        refit = quick(random_state=5 + number + 1).fit(X.iloc[drawn], y[drawn])
        formulas.append(structures_of(refit.model_))
        right += refit.predict(X) == own.predict(X)
    assert found.formula_count == sum(formula == structures_of(own.model_) for formula in formulas)
    assert found.n_formulas == len(set(formulas))
    assert found.agreement.tolist() == pytest.approx((right / 3).tolist())


def test_a_draw_is_stratified_and_keeps_groups(rows):
    X, y = rows
    drawn, evidence = draw(LabelledRows.read("test", X, y), np.random.default_rng(0))
    assert evidence is None and len(set(drawn)) == len(drawn)
    assert np.mean(y[drawn] == "wide") == pytest.approx(np.mean(y == "wide"), abs=0.01)
    assert len(drawn) == pytest.approx(SHARE * 150, abs=1)
    groups = np.arange(150) // 5
    kept = set(groups[draw(LabelledRows.read("test", X, y, groups), np.random.default_rng(0))[0]])
    assert len(kept) == round(SHARE * 30)


def test_copies_are_drawn_one_by_one(rows):
    X, y = rows
    counts = np.random.default_rng(0).integers(1, 5, 150)
    drawn, evidence = draw(LabelledRows.read("test", X, y, None, counts), np.random.default_rng(0))
    assert (evidence <= counts[drawn]).all() and (evidence >= 1).all()
    assert evidence.sum() == pytest.approx(SHARE * counts.sum(), abs=2)


def test_a_fitted_model_is_the_one_compared_with(rows):
    X, y = rows
    other = quick(max_depth=1).fit(X[["height"]].assign(width=1.0, noise=1.0)[["width", "height", "noise"]], y)
    found = stability(other, X, y, n_refits=2)
    assert {entry.what for entry in found.features if entry.in_model} <= {"height"}


@pytest.mark.parametrize("n_refits", [0, 2.5, True])
def test_odd_numbers_of_refits_are_refused(rows, n_refits):
    with pytest.raises(InputError, match="n_refits"):
        stability(quick(), *rows, n_refits=n_refits)


def test_only_rules_have_structures(rows):
    with pytest.raises(InputError, match="LogisticRegression has not"):
        stability(LogisticRegression(), *rows, n_refits=2)


def test_processes_change_nothing(rows, monkeypatch):
    alone = stability(quick(n_jobs=1), *rows, n_refits=4, random_state=3)
    monkeypatch.setattr(module, "WORTH_PROCESSES", 0.0)
    together = stability(quick(n_jobs=2), *rows, n_refits=4, random_state=3)
    assert alone.agreement.tolist() == together.agreement.tolist()
    assert (alone.features, alone.structures) == (together.features, together.structures)


def test_what_is_there_at_an_interrupt_stays(rows):
    def interrupt(what, number, count):
        if number == 3:
            raise KeyboardInterrupt

    refits = module.Refits.of(quick(n_jobs=1), LabelledRows.read("test", *rows), 0)
    with pytest.raises(KeyboardInterrupt):
        refits.run(5, interrupt)
    found, short = refits.counted(), stability(quick(), *rows, n_refits=2)
    assert (found.n_refits, found.features) == (2, short.features)


def test_refits_in_other_processes_leave_interrupts_to_the_command(monkeypatch):
    """Ctrl-C reaches all processes of a terminal: each printed where it was."""
    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(module, "_refit", lambda *arguments: signal.raise_signal(signal.SIGINT) or arguments)
    assert module._refit_beside(1, 2) == (1, 2)
    assert signal.getsignal(signal.SIGINT) is before
