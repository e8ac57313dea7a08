"""Colours of classes: told apart by every kind of colour vision, and the same everywhere."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgb
from report_subjects import page_of, rows, subject

from nldt.palette import DARK_PALETTE, N_COLOURS, PALETTE, class_colour, tint
from nldt.report import describe, render_notebook
from nldt.write.dot import to_dot

# Machado, Oliveira and Fernandes (2009): linear RGB as seen without one kind of cone.
VISION = {
    "all cones": np.eye(3),
    "no long": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no medium": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "no short": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear(colour):
    parts = np.array(to_rgb(colour))
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(rgb):
    x, y, z = TO_XYZ @ np.clip(rgb, 0, 1) / TO_XYZ.sum(axis=1)
    f = [part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z)]
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def contrast(one, other):
    dark, light = sorted(TO_XYZ[1] @ linear(colour) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("palette", [PALETTE, DARK_PALETTE])
def test_every_two_colours_differ_for_every_kind_of_colour_vision(palette, vision):
    seen = [lab(np.array(VISION[vision]) @ linear(colour)) for colour in palette]
    assert min(np.linalg.norm(one - other) for one, other in itertools.combinations(seen, 2)) > 14


def test_colours_stand_out_from_their_pages():
    assert min(contrast(colour, "#ffffff") for colour in PALETTE) > 2
    assert min(contrast(colour, "#16181b") for colour in DARK_PALETTE) > 5
    assert min(contrast(tint(colour), "#000000") for colour in PALETTE) > 10  # black text on it


def test_pages_graphs_and_pictures_have_the_same_colours():
    page = page_of(subject(), *rows())
    light, dark = re.findall(r"(--c0: [^}]*) }", page)
    assert re.findall(r"#\w{6}", light) == list(PALETTE) and re.findall(r"#\w{6}", dark) == list(DARK_PALETTE)
    assert re.findall(r"--c\d: (#\w{6})", render_notebook(describe(subject()), "a tree")) == list(PALETTE)
    drawn = set(re.findall(r'fillcolor="(#\w{6})"\]', to_dot(subject())))
    assert drawn <= {tint(class_colour(code)) for code in range(3)} and len(drawn) > 1
    assert [class_colour(code) for code in (0, N_COLOURS)] == [PALETTE[0]] * 2


def test_a_tint_is_a_mixture_with_white():
    for colour in PALETTE:
        mixed = 1 - 0.28 * (1 - np.array(to_rgb(colour)))
        assert tint(colour) == to_hex(mixed)
