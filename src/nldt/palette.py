"""The colours of classes: one set for pages, pictures and graphs, one for dark pages.

Okabe and Ito's colours, which people with any kind of colour vision can tell apart; their yellow, which white paper
swallows, is darker here. Colours of the dark set are lighter, so that they stand out from a dark page.
"""

from __future__ import annotations

PALETTE = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#5c5200", "#000000")
DARK_PALETTE = ("#2b8fd6", "#e69f00", "#14b387", "#d98bb8", "#e8641b", "#8fd3fa", "#f0e442", "#ffffff")
N_COLOURS = len(PALETTE)

MAIN, HIGHLIGHT = PALETTE[0], PALETTE[4]  # of pictures that show no classes


def class_colour(number: int) -> str:
    """The colour of a class, by its number; beyond eight classes colours come back."""
    return PALETTE[number % N_COLOURS]


def tint(colour: str, strength: float = 0.28) -> str:
    """A colour mixed with white: light enough for black text.

    >>> tint("#0072b2"), tint("#000000", 0.5)
    ('#b8d8e9', '#808080')
    """
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(255 - strength * (255 - part)):02x}" for part in parts)
