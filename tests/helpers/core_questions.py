"""Questions of every kind to the compiled core: right ones, absurd ones and wrong ones."""

from __future__ import annotations

import numpy as np

from nldt import _core

EXTREMES = [0.0, -0.0, 1.0, -1.0, 1e308, -1e308, 5e-324, 1e-40, np.inf, -np.inf, np.nan, 2.0**53 + 1]
SETTINGS = {
    "solve_lower_level": {
        "population": 6,
        "generations": 3,
        "crossover_probability": 0.9,
        "mutation_probability": 0.1,
        "crossover_eta": 2.0,
        "mutation_eta": 15.0,
        "tolerance": 1e-6,
        "patience": 2,
    },
    "solve_directions": {"steps": 2, "thorough": False},
    "fit_curves": {"precision": 0.3, "thorough": True},
}


def ask(random: np.random.Generator) -> str:
    """Ask one question; the word says what came of it: "answered" or "refused". Anything else raises."""
    entry = ENTRIES[random.integers(len(ENTRIES))]
    try:
        entry(random)
    except (ValueError, TypeError) as error:
        assert str(error)
        return "refused"
    return "answered"


def _numbers(random: np.random.Generator, *shape: int) -> np.ndarray:
    """Ordinary numbers, numbers of any size, or a few extreme ones among them."""
    kind = random.integers(4)
    if kind == 0:
        return random.integers(-2, 3, shape).astype(float)
    values = random.standard_normal(shape)
    if kind == 1:
        values *= 10.0 ** random.integers(-300, 300)
    if kind == 2:
        values = np.where(random.random(shape) < 0.2, random.choice(EXTREMES, shape), values)
    return values


def _singles(random: np.random.Generator, *shape: int) -> np.ndarray:
    """The same in single precision, where most of it is infinite."""
    with np.errstate(over="ignore"):
        return _numbers(random, *shape).astype(np.float32)


def _node(random: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Features, first rows of classes and masses; now and then they do not fit together."""
    n_features, n_rows, n_classes = random.integers(1, 5), random.integers(0, 40), random.integers(1, 6)
    begin = np.sort(random.integers(0, n_rows + 1, n_classes + 1)).astype(np.int64)
    begin[0], begin[-1] = 0, n_rows
    mass = np.abs(_numbers(random, n_rows)) if random.random() < 0.2 else random.integers(1, 4, n_rows).astype(float)
    if random.random() < 0.1:  # wrong
        begin[random.integers(len(begin))] += random.integers(-50, 50)
    if random.random() < 0.05:
        mass = mass[: len(mass) // 2]
    return _numbers(random, n_features, n_rows), begin, mass


def _exponents(random: np.random.Generator, n_features: int) -> np.ndarray:
    width = n_features + (random.random() < 0.05)
    shape = random.integers(0, 5), random.integers(0, 4), width
    largest = 127 if random.random() < 0.1 else 3
    return random.integers(-largest, largest + 1, shape).astype(np.int8)


def _solve(name: str, random: np.random.Generator) -> None:
    features, begin, mass = _node(random)
    exponents = _exponents(random, len(features))
    count = len(exponents) + (random.random() < 0.05)
    extra = {
        "solve_lower_level": (random.random(count) < 0.5, random.integers(0, 2**63, count).astype(np.uint64)),
        "solve_directions": (random.integers(0, 2**63, count).astype(np.uint64),),
        "fit_curves": (random.random((count, max(len(begin) - 1, 0))) < 0.5,),
    }[name]
    settings = dict(SETTINGS[name])
    if random.random() < 0.2:  # numbers of any kind
        number = random.choice([key for key, value in settings.items() if isinstance(value, float)] or ["steps"])
        settings[number] = float(random.choice(EXTREMES)) if number != "steps" else int(random.integers(-1, 5))
    criterion = random.choice(["gini", "entropy"] if random.random() < 0.97 else ["", "variance"])
    threads = int(random.choice([1, 1, 2, 10_000, 0]))
    found = getattr(_core, name)(
        features, begin, mass, exponents, *extra, criterion=str(criterion), n_threads=threads, **settings
    )
    weights, impurity = found[0], found[{"solve_lower_level": 3, "solve_directions": 3, "fit_curves": 2}[name]]
    assert len(weights) == len(impurity) == len(exponents) and weights.shape[-1] == exponents.shape[1]


def _terms(random: np.random.Generator) -> None:
    features = _numbers(random, random.integers(0, 4), random.integers(0, 30))
    exponents = random.integers(-128, 128, (random.integers(0, 3), len(features) + (random.random() < 0.1)))
    found = _core.power_terms(features, exponents.astype(np.int8))
    assert found.shape == (len(exponents), features.shape[1])


def _values(random: np.random.Generator) -> None:
    rows = _numbers(random, random.integers(0, 30), random.integers(0, 4))
    exponents = random.integers(-4, 5, (random.integers(0, 3), rows.shape[1] + (random.random() < 0.1)))
    found = _core.rule_values(rows, exponents.astype(np.int8), _numbers(random, len(exponents)))
    assert found.shape == (len(rows),)


def _line(random: np.random.Generator) -> None:
    _, begin, mass = _node(random)
    values = _numbers(random, len(mass) + (random.random() < 0.1))
    if random.random() < 0.5:
        low, high = random.choice(EXTREMES, 2)
        assert len(_core.left_class_mass(values, low, high, begin, mass)) == len(begin) - 1
    else:
        band, thorough = (bool(flag) for flag in random.random(2) < 0.5)
        low, high, *_ = _core.best_line_split(values, begin, mass, "gini", band, thorough)
        assert low <= high or np.isnan([low, high]).any()


def _genes(random: np.random.Generator) -> None:
    features, begin, mass = _node(random)
    modulus = bool(random.random() < 0.5)
    genes = _singles(random, random.integers(0, 20), len(features) + 1 + modulus)
    found = _core.count_left(features, begin, mass, genes, modulus)
    assert found.shape[0] == len(begin) - 1 and found.shape[1] >= len(genes)


def _first_genes(random: np.random.Generator) -> None:
    features, begin, mass = _node(random)
    _core.initial_genes(features, begin, mass, False, int(random.integers(2**63)), int(random.integers(0, 20)))


def _operators(random: np.random.Generator) -> None:
    count = int(random.integers(0, 20))
    genes = [_singles(random, count + (random.random() < 0.05)) for _ in range(4)]
    eta = float(random.choice([2.0, 15.0, *EXTREMES]))
    first, second = _core.crossover_genes(*genes, eta)
    mutated = _core.mutate_genes(*genes[:3], float(random.choice([0.5, *EXTREMES])), eta)
    assert len(first) == len(second) == len(mutated)


def _impurity(random: np.random.Generator) -> None:
    left = _numbers(random, random.integers(0, 5))
    _core.split_impurity(left, _numbers(random, len(left) + (random.random() < 0.1)), "entropy")


def _with_wrong_arrays(random: np.random.Generator) -> None:
    """Arrays of another type, another number of dimensions, or not contiguous: copied rightly, or refused."""
    wrong = [
        np.zeros((2, 3), dtype=np.float32),
        np.zeros(3),
        np.zeros((2, 3, 4)),
        np.zeros((4, 6))[::2, ::2],
        np.asfortranarray(np.zeros((4, 6))),
        None,
        "text",
        [[1.0]],
    ]
    features = wrong[random.integers(len(wrong))]
    found = _core.power_terms(features, np.ones((1, len(features)), dtype=np.int8))
    assert np.array_equal(found[0], np.prod(np.asarray(features, dtype=float), axis=0))


ENTRIES = [
    lambda random: _solve("solve_lower_level", random),
    lambda random: _solve("solve_directions", random),
    lambda random: _solve("fit_curves", random),
    _terms,
    _values,
    _line,
    _genes,
    _first_genes,
    _operators,
    _impurity,
    _with_wrong_arrays,
]
