import numpy as np
import sklearn.datasets

from nldt.datasets import load


def test_wdbc_sizes_and_classes():
    data = load("wdbc")
    assert data.X.shape == (569, 30)
    assert data.y.value_counts().to_dict() == {"benign": 357, "malignant": 212}
    assert not data.X.isna().to_numpy().any()


def test_malignant_tumours_are_the_larger_ones():
    data = load("wdbc")
    radius = data.X["mean radius"].groupby(data.y).mean()
    assert radius["malignant"] > radius["benign"]


def test_iris_sizes_and_classes():
    data = load("iris")
    assert data.X.shape == (150, 4)
    assert data.y.value_counts().to_dict() == {"setosa": 50, "versicolor": 50, "virginica": 50}


def test_iris_labels_follow_the_codes():
    bunch = sklearn.datasets.load_iris()
    np.testing.assert_array_equal(load("iris").y, bunch.target_names[bunch.target])
