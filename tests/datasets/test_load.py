import subprocess
import sys

import numpy as np
import pytest

from nldt.datasets import catalogue, load, names
from nldt.errors import InputError


@pytest.mark.parametrize("name", names())
def test_every_dataset_is_well_formed(name):
    data = load(name, quick=True)
    assert data.name == name and data.description
    assert data.y.name == "class"
    assert data.X.columns.is_unique
    assert data.X.index.equals(data.y.index)
    assert data.y.nunique() >= 2 and not data.y.isna().any()


FULL_SIZE = [entry for entry in catalogue() if "NSGA-II" not in entry.source]


@pytest.mark.parametrize("entry", FULL_SIZE, ids=lambda entry: entry.name)
def test_the_catalogue_tells_what_loading_gives(entry):
    data = load(entry.name)
    assert data.X.shape == (entry.n_rows, entry.n_features)
    assert data.y.value_counts().to_dict() == entry.classes
    assert data.description == entry.description


@pytest.mark.parametrize("seed", [-1, 2**32, 1.0, True, "0", None])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(InputError, match="seed is "):
        load("iris", seed)


def test_a_numpy_seed_is_one(name="ds1"):
    assert load(name, np.int64(3)).X.equals(load(name, 3).X)


def test_unknown_name_is_answered_with_the_known_ones():
    with pytest.raises(InputError, match=r"'ds9'.*ds1.*breast-cancer.*m-zdt1-30"):
        load("ds9")


def test_importing_nldt_leaves_the_datasets_alone():
    check = "import sys, nldt; sys.exit('nldt.datasets' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
