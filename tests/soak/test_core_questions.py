"""Very many questions to the core; under ``make sanitize``, with every access checked."""

from __future__ import annotations

import os
from collections import Counter

import numpy as np
import pytest
from core_questions import ask

QUESTIONS = int(os.environ.get("SOAK_QUESTIONS", 200_000))

pytestmark = pytest.mark.soak


def test_every_question_is_answered_or_refused():
    random = np.random.default_rng(int(os.environ.get("SOAK_SEED", 0)))
    outcomes = Counter(ask(random) for _ in range(QUESTIONS))
    print(f"\n{QUESTIONS} questions: {dict(outcomes)}")
    assert min(outcomes["answered"], outcomes["refused"]) > QUESTIONS / 20
