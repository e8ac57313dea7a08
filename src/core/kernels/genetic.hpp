// The genetic algorithm of the lower level (paper, Sec. IV-C): what it is given and what it gives.
//
// Genes of a population are variable-major, genes[variable][individual]; the variables are the weights of the active
// terms, then theta_1, then, with the modulus, theta_2. Lines are padded to whole blocks where a kernel works on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "criterion/criterion.hpp"
#include "rows/term_table.hpp"

namespace nldt {

NLDT_INLINE constexpr std::size_t count_variables(std::size_t n_terms, bool modulus) {
    return n_terms + (modulus ? 2 : 1);
}

// Supplement, "Parameter Setting for Lower Level GA".
struct GaSettings {
    std::size_t population = 50;
    std::size_t generations = 50;
    float crossover_probability = 0.9F;
    float mutation_probability = 0.0F;  // 0: one over the number of variables
    float crossover_eta = 2.0F;
    float mutation_eta = 15.0F;
    double tolerance = 1e-4;
    std::size_t patience = 10;
};

// One run of it.
struct GaRun {
    bool modulus = false;
    Criterion criterion = Criterion::gini;
    std::uint64_t seed = 0;
};

}  // namespace nldt
