from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]

def power_terms(features: Floats, exponents: NDArray[np.int8]) -> Floats: ...
def rule_values(rows: Floats, exponents: NDArray[np.int8], weights: Floats) -> Floats: ...
def left_class_mass(
    values: Floats, low: float, high: float, class_begin: NDArray[np.int64], mass: Floats
) -> Floats: ...
def split_impurity(left: Floats, parent: Floats, criterion: str) -> float: ...
def solve_lower_level(
    features: Floats,
    class_begin: NDArray[np.int64],
    mass: Floats,
    exponents: NDArray[np.int8],
    modulus: NDArray[np.bool_],
    seed: NDArray[np.uint64],
    **settings: Any,
) -> tuple[Floats, Floats, Floats, Floats, NDArray[np.int64]]: ...
def solve_directions(
    features: Floats,
    class_begin: NDArray[np.int64],
    mass: Floats,
    exponents: NDArray[np.int8],
    seed: NDArray[np.uint64],
    **settings: Any,
) -> tuple[Floats, Floats, Floats, Floats, Floats, Floats]: ...
def fit_curves(
    features: Floats,
    class_begin: NDArray[np.int64],
    mass: Floats,
    exponents: NDArray[np.int8],
    group: NDArray[np.bool_],
    **settings: Any,
) -> tuple[Floats, Floats, Floats, Floats, Floats, Floats, Floats]: ...
def available_instruction_sets() -> list[str]: ...
def best_line_split(
    values: Floats,
    class_begin: NDArray[np.int64],
    mass: Floats,
    criterion: str,
    band: bool,
    thorough: bool = True,
) -> tuple[float, float, float, float]: ...
def count_left(
    terms: Floats,
    class_begin: NDArray[np.int64],
    mass: Floats,
    genes: Singles,
    modulus: bool,
    instruction_set: str = "",
) -> Singles: ...
def initial_genes(
    terms: Floats,
    class_begin: NDArray[np.int64],
    mass: Floats,
    modulus: bool,
    seed: int,
    n_individuals: int,
) -> Singles: ...
def crossover_genes(
    first: Singles, second: Singles, spread: Singles, swap: Singles, eta: float
) -> tuple[Singles, Singles]: ...
def mutate_genes(genes: Singles, chosen: Singles, uniform: Singles, probability: float, eta: float) -> Singles: ...
def random_uniform(seed: int, count: int) -> Singles: ...
