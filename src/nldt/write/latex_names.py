"""Names and labels as LaTeX text that pdflatex sets without further packages, or not at all."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from nldt.model.basis import Basis
from nldt.write.formula import bracket

BREAK_EVERY = 24  # characters of a word
LONGEST = 48  # characters of a name that can stand in a formula

SPECIALS = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\char34{}",  # some languages make the sign itself a command
    "`": r"\char96{}",
    "'": r"'{}",  # the braces keep neighbours from joining into another sign
    "-": r"-{}",
    "ß": r"\ss{}",
    "æ": r"\ae{}",
    "Æ": r"\AE{}",
    "œ": r"\oe{}",
    "Œ": r"\OE{}",
    "ø": r"\o{}",
    "Ø": r"\O{}",
    "ł": r"\l{}",
    "Ł": r"\L{}",
    "–": r"--",
    "—": r"---",
    "−": r"\ensuremath{-}",
    "·": r"\ensuremath{\cdot}",
    "×": r"\ensuremath{\times}",
    "±": r"\ensuremath{\pm}",
    "≤": r"\ensuremath{\le}",
    "≥": r"\ensuremath{\ge}",
    "∈": r"\ensuremath{\in}",
    "∉": r"\ensuremath{\notin}",
    "≠": r"\ensuremath{\ne}",
    "°": r"\ensuremath{^\circ}",
    "²": r"\ensuremath{^2}",
    "³": r"\ensuremath{^3}",
    "µ": r"\ensuremath{\mu}",
}
GREEK = {
    "αβγδεζηθικλμνξπρστυφχψω"[i]: name
    for i, name in enumerate(
        (
            *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu"),
            *("nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega"),
        )
    )
} | {
    "ΓΔΘΛΞΠΣΥΦΨΩ"[i]: name
    for i, name in enumerate(
        ("Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega")
    )
}
ACCENTS = {
    "GRAVE ACCENT": "`",
    "ACUTE ACCENT": "'",
    "CIRCUMFLEX ACCENT": "^",
    "TILDE": "~",
    "DIAERESIS": '"',
    "RING ABOVE": "r",
    "CEDILLA": "c",
    "CARON": "v",
    "MACRON": "=",
    "BREVE": "u",
    "DOT ABOVE": ".",
    "DOUBLE ACUTE ACCENT": "H",
}


def latex_text(name: str) -> str | None:
    r"""The name in text mode; None where it has letters that need further packages.

    >>> print(latex_text("50% of $x_1$"), latex_text("größe"), latex_text("имя"))
    50\% of \$x\_1\$ gr\"{o}\ss{}e None
    """
    words = [_word(word) for word in unicodedata.normalize("NFC", name).split()]
    return None if not words or None in words else " ".join(word for word in words if word is not None)


def symbol(name: str) -> str | None:
    r"""The name as it stands in a formula, bracketed as in ``to_text``; None where it must be renamed.

    >>> print(symbol("x12"), symbol("mean radius"), symbol("area"), symbol("имя"))
    x_{12} \text{[mean radius]} \text{area} None
    """
    short = re.fullmatch(r"([A-Za-z])_?(\d*)", name, re.ASCII)
    if short:
        letter, number = short.groups()
        return f"{letter}_{{{number}}}" if number else letter
    line = unicodedata.normalize("NFC", " ".join(name.split()))
    text = latex_text(bracket(line)) if line else None
    return None if text is None or len(name) > LONGEST else rf"\text{{{text}}}"


def symbols(names: Sequence[str]) -> list[str]:
    """A symbol for each feature, no two alike."""
    return _distinct([symbol(name) for name in names], [numbered_symbol(j) for j in range(len(names))])


def column_symbols(basis: Basis, names: Sequence[str]) -> list[str]:
    """A symbol for each column, no two alike; that of its feature where the column goes by the feature's name."""
    features = symbols(names)
    found: list[str | None] = []
    for column in basis.columns:
        name = names[column.feature]
        shown = column.symbol(name)
        found.append(features[column.feature] if shown == name else symbol(shown))
    numbered = [
        _bracketed(latex_text(column.numbered_symbol(_numbered("feature", column.feature))) or str(place))
        for place, column in enumerate(basis.columns)
    ]
    return _distinct(found, numbered)


def numbered_symbol(feature: int) -> str:
    r"""What stands in a formula for a name that can't.

    >>> print(numbered_symbol(2))
    \text{[feature 3]}
    """
    return _bracketed(_numbered("feature", feature))


def labels(names: Sequence[str]) -> list[str]:
    """Text for each class, no two alike."""
    return _distinct([latex_text(name) for name in names], [_numbered("class", j) for j in range(len(names))])


def _numbered(what: str, j: int) -> str:
    return f"{what} {j + 1}"


def _bracketed(text: str) -> str:
    return rf"\text{{{bracket(text)}}}"


def _distinct(found: Sequence[str | None], numbered: Sequence[str]) -> list[str]:
    """What can't be written, or not told apart, is numbered; so is what looks like a number."""
    doubtful = {None, *numbered} | {shown for shown, count in Counter(found).items() if count > 1}
    return [
        number if shown is None or shown in doubtful else shown for shown, number in zip(found, numbered, strict=True)
    ]


def _word(word: str) -> str | None:
    """A word, which may be broken where it is long."""
    text = ""
    for i, sign in enumerate(_sign(sign) for sign in word):
        if sign is None:
            return None
        text += (r"\allowbreak{}" if i and i % BREAK_EVERY == 0 else "") + sign
    return text


def _sign(sign: str) -> str | None:
    if sign in SPECIALS:
        return SPECIALS[sign]
    if " " <= sign <= "~":
        return sign
    if sign in GREEK:
        return rf"\ensuremath{{\{GREEK[sign]}}}"
    parts = unicodedata.normalize("NFD", sign)
    accent = ACCENTS.get(unicodedata.name(parts[-1], "").removeprefix("COMBINING "))
    if len(parts) == 2 and accent and parts[0].isascii() and parts[0].isalpha():
        return rf"\{accent}{{{parts[0]}}}"
    return None
