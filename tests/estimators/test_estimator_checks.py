"""All of scikit-learn's own checks, without an exception."""

from __future__ import annotations

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from nldt import NLDTClassifier, PaperSearch

pytestmark = pytest.mark.slow

# No check asks for more than a fair accuracy, and some fit fifty times.
SHORT = PaperSearch(population=20, generations=10)


@parametrize_with_checks([NLDTClassifier(), NLDTClassifier(search=SHORT)])
def test_scikit_learn_check_passes(estimator, check):
    check(estimator)
