"""Checks of random samples against the distributions that they should have."""

from __future__ import annotations

import numpy as np
from scipy import stats

# How unlikely a sample may look before a test fails. Samples are large: a wrong operator's look far worse.
DOUBT = 1e-5


def has_frequencies(counts, probabilities):
    """Whether counts may come from these probabilities (chi-squared test); impossible ones must not occur."""
    counts = np.ravel(counts).astype(np.float64)
    probabilities = np.ravel(probabilities).astype(np.float64)
    possible = probabilities > 0
    if counts[~possible].any():
        return False
    expected = probabilities[possible] / probabilities.sum() * counts.sum()
    assert expected.min() >= 5, "too few draws to judge"
    return possible.sum() == 1 or stats.chisquare(counts[possible], expected).pvalue > DOUBT


def has_even_frequencies(counts):
    """Whether all events may be equally likely."""
    return has_frequencies(counts, np.ones(np.size(counts)))


def has_share(hits, trials, probability):
    """Whether so many hits may come from this probability."""
    return stats.binomtest(int(hits), int(trials), probability).pvalue > DOUBT


def has_distribution(sample, cdf):
    """Whether a sample may come from this distribution function (Kolmogorov-Smirnov test)."""
    return stats.kstest(sample, cdf).pvalue > DOUBT


def is_uniform(sample, low=0.0, high=1.0):
    """Whether a sample may be uniform between the ends."""
    return has_distribution(sample, stats.uniform(low, high - low).cdf)


def have_one_distribution(sample, other):
    """Whether two samples may come from one distribution."""
    return stats.ks_2samp(sample, other).pvalue > DOUBT
