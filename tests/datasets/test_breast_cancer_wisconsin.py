import numpy as np

from nldt.datasets import load

FEATURES = [
    "clump_thickness",
    "uniformity_cell_size",
    "uniformity_cell_shape",
    "marginal_adhesion",
    "single_epithelial_cell_size",
    "bare_nuclei",
    "bland_chromatin",
    "normal_nucleoli",
    "mitoses",
]


def test_size_columns_and_classes():
    data = load("breast-cancer")
    assert data.X.shape == (699, 9)
    assert list(data.X.columns) == FEATURES
    assert data.y.value_counts().to_dict() == {"benign": 458, "malignant": 241}


def test_missing_values_are_kept():
    X = load("breast-cancer").X
    missing = X.isna().sum()
    assert missing["bare_nuclei"] == 16
    assert missing.drop("bare_nuclei").sum() == 0


def test_scores_are_whole_numbers_from_one_to_ten():
    values = load("breast-cancer").X.to_numpy(dtype=float)
    assert np.isin(values[~np.isnan(values)], np.arange(1, 11)).all()


def test_columns_hold_what_their_names_say():
    """Sums of the table as copied, so that a column that is swapped or cut short is noticed."""
    totals = load("breast-cancer").X.sum().to_dict()
    assert totals == dict(zip(FEATURES, [3088, 2191, 2242, 1962, 2248, 2421, 2403, 2004, 1111], strict=True))


def test_seed_changes_nothing():
    assert load("breast-cancer", seed=1).X.equals(load("breast-cancer", seed=2).X)
