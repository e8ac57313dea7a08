"""All of scikit-learn's own checks, without an exception."""

from __future__ import annotations

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from nldt import NLDTClassifier

pytestmark = pytest.mark.slow


@parametrize_with_checks([NLDTClassifier(), NLDTClassifier(search="paper")])
def test_scikit_learn_check_passes(estimator, check):
    check(estimator)
