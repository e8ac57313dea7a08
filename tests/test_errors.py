"""Messages are one line that can be read, whatever they quote."""

from __future__ import annotations

import pytest

from nldt import InputError, NLDTClassifier


@pytest.mark.parametrize("parameter", ["search", "criterion", "max_terms", "time_limit", "scaling"])
def test_a_value_of_any_length_makes_a_short_message(parameter):
    with pytest.raises(InputError) as caught:
        NLDTClassifier(**{parameter: "wrong " * 10_000}).fit([[1.0], [2.0]], [0, 1])
    message = str(caught.value)
    assert len(message) < 1000 and parameter in message


def test_what_is_wrong_and_how_to_mend_it_stay():
    message = str(InputError(f"column {'x' * 5000!r} is bad: rename it"))
    assert message.startswith("column 'xxx") and message.endswith(": rename it")
