"""What the two branches below a rule are called."""

from __future__ import annotations

from collections.abc import Iterable

YES_OR_NO = ("yes", "no")
IN_FULL = ("if so", "otherwise")  # where a class is called yes or no, "yes: no" would be a riddle


def branch_words(labels: Iterable[object]) -> tuple[str, str]:
    """The words for rows of which a rule holds and for all others; none of them is the name of a class.

    >>> branch_words(["setosa", "versicolor"]), branch_words(["No", "Yes"])
    (('yes', 'no'), ('if so', 'otherwise'))
    """
    names = {str(label).strip().casefold() for label in labels}
    return IN_FULL if names.intersection(YES_OR_NO) else YES_OR_NO
