"""The same seed gives the same model: in threads, forked and spawned processes, for any order of rows, on any way."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pandas as pd
import pytest
from quick_models import fingerprint, tangled

from nldt import FastSearch, NLDTClassifier, load_model

SMALL = FastSearch(population=8, children=16, generations=4, pairs=4)


def signs(n_jobs: int = 2, seed: int = 0) -> str:
    """What a fit comes to, as a text that any process can give back."""
    X, y = tangled(90)
    fitted = NLDTClassifier(search=SMALL, random_state=seed, n_jobs=n_jobs).fit(X, y)
    return json.dumps(fingerprint(fitted), sort_keys=True)


@pytest.fixture(scope="module")
def alone() -> list[str]:
    return [signs(seed=seed) for seed in range(2)]


def test_fits_in_two_threads_at_once(alone):
    before = threading.active_count()
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(lambda seed: signs(seed=seed), [0, 1, 0, 1])) == [*alone, *alone]
    assert threading.active_count() == before


@pytest.mark.skipif(os.name == "nt", reason="forks are POSIX")
def test_fits_in_forked_processes(alone):
    """After fits of the parent, whose threads are not there any more."""
    with get_context("fork").Pool(2) as pool:
        assert pool.starmap(signs, [(2, 0), (1, 1)]) == alone


@pytest.mark.slow
def test_fits_in_processes_of_joblib(alone):
    import joblib

    fits = joblib.Parallel(n_jobs=2, backend="loky")(joblib.delayed(signs)(1, seed) for seed in range(2))
    assert fits == alone


@pytest.mark.slow
def test_a_fit_in_a_new_process_with_one_thread_for_all_libraries(alone):
    code = "import test_same_everywhere as here; print(here.signs())"
    paths = os.pathsep.join([os.path.dirname(__file__), *sys.path])
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": paths}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == alone[0]


@pytest.mark.parametrize("n_jobs", [1, 3, -1, 1000])
def test_any_number_of_jobs(n_jobs, alone):
    assert signs(n_jobs=n_jobs) == alone[0]


def test_a_pickled_classifier_and_any_order_of_rows(alone):
    X, y = tangled(90)
    order = np.random.default_rng(0).permutation(len(X))
    classifier = pickle.loads(pickle.dumps(NLDTClassifier(search=SMALL, random_state=0)))
    fitted = pickle.loads(pickle.dumps(classifier.fit(X[order], y[order])))
    assert json.dumps(fingerprint(fitted), sort_keys=True) == alone[0]


def test_the_command_line_gives_what_python_does(tmp_path):
    X, y = tangled(90)
    table = pd.DataFrame(X, columns=["a", "b", "c"])
    table.assign(kind=y).to_csv(tmp_path / "table.csv", index=False)
    command = [sys.executable, "-m", "nldt.cli", "fit", tmp_path / "table.csv", "--target", "kind", "--max-depth", "1"]
    subprocess.run([*command, "--no-cv", "-q", "-o", tmp_path / "model.json"], check=True, capture_output=True)
    fitted = NLDTClassifier(random_state=0, max_depth=1).fit(table, y)
    assert fingerprint(load_model(tmp_path / "model.json")) == fingerprint(fitted)
