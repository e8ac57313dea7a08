import subprocess
import sys

import pytest

from nldt.datasets import load, names
from nldt.errors import InputError


@pytest.mark.parametrize("name", names())
def test_every_dataset_is_well_formed(name):
    data = load(name, quick=True)
    assert data.name == name and data.description
    assert data.y.name == "class"
    assert data.X.columns.is_unique
    assert data.X.index.equals(data.y.index)
    assert data.y.nunique() >= 2 and not data.y.isna().any()


def test_unknown_name_is_answered_with_the_known_ones():
    with pytest.raises(InputError, match=r"'ds9'.*ds1.*breast-cancer.*m-zdt1-30"):
        load("ds9")


def test_importing_nldt_leaves_the_datasets_alone():
    check = "import sys, nldt; sys.exit('nldt.datasets' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
