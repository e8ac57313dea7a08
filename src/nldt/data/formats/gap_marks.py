"""What people write where a number or a date is missing."""

from __future__ import annotations

GAP = "?"  # in any column, as in the tables of the UCI repository
# In columns of numbers alone: among words, - may be the opposite of +.
NUMBER_GAPS = {
    *("-", "--", "---", "–", "—", ".", "..", "*"),
    *("na", "n.a.", "n/a", "nan", "<na>", "nil", "none", "null", "missing", "unknown"),
    *("k.a.", "k. a.", "keine angabe", "unbekannt"),  # German
    *("#n/a", "#div/0!", "#value!", "#ref!", "#num!", "#name?", "#null!"),  # Excel's own
}


def is_gap(text: str) -> bool:
    """Whether a cell says that a number is missing."""
    return text.strip() == GAP or text.strip().casefold() in NUMBER_GAPS
