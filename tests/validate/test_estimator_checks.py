"""All of scikit-learn's own checks for NLDTClassifierCV, without an exception."""

from __future__ import annotations

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from nldt import NLDTClassifierCV

pytestmark = pytest.mark.slow


@parametrize_with_checks([NLDTClassifierCV(cv=3, prices=[0.7, 2])])
def test_scikit_learn_check_passes(estimator, check):
    check(estimator)
