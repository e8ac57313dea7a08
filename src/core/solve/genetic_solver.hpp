// The paper's lower level: a genetic algorithm for the weights and biases of each structure.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/genetic.hpp"
#include "solve/batch.hpp"

namespace nldt {

struct GeneticSettings {
    GaSettings algorithm;
    std::span<const std::uint8_t> modulus;  // of each structure: whether it is a band
    std::span<const std::uint64_t> seed;
};

struct GeneticSolutions {
    RuleColumns rules;  // weights have the largest magnitude 1
    std::span<std::int64_t> evaluations;
};

void solve_lower_level(const Batch &batch, const GeneticSettings &settings, const GeneticSolutions &solutions);

}  // namespace nldt
