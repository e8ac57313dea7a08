// The float32 search kernels: declared once, compiled once per instruction set (namespace kernels_<set>), and
// chosen at run time through the table of functions below.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "rule_search.hpp"
#include "split_impurity.hpp"

namespace nldt {

// Rows are counted in blocks of this many; each class is padded to whole blocks with rows of weight 0.
inline constexpr std::size_t block_rows = 16;

inline constexpr std::size_t padded(std::size_t n) { return (n + block_rows - 1) / block_rows * block_rows; }

// The active terms of one structure on the rows of one node, laid out for counting.
struct TermTable {
    std::size_t n_terms = 0;
    std::size_t stride = 0;                // padded rows of a term
    const float *terms = nullptr;          // terms[t * stride + row]
    const float *sample_weight = nullptr;  // by padded row
    std::vector<std::size_t> class_begin;  // first padded row of each class, then the end
    std::vector<std::size_t> class_rows;   // rows of each class without padding
    std::vector<std::vector<double>> cumulative_weight;  // of each class, over its rows
    std::vector<double> class_weight;      // in the units of sample_weight

    std::size_t n_classes() const { return class_weight.size(); }
};

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

// Genes of a population are variable-major: genes[variable * stride + individual]; the variables are the weights of
// the active terms, then theta_1, then, with the modulus, theta_2.
struct GaResult {
    std::vector<float> genes;  // of the best individual
    std::size_t evaluations = 0;
};

struct TermScale {
    double mean;
    double deviation;
};

// Rows with some terms; the target of a row is 1 or 0.
struct LogisticRows {
    const double *terms;  // terms[t * n_rows + i]
    std::size_t n_terms;
    std::size_t n_rows;
    const double *target;
    const double *sample_weight;
};
inline constexpr double most_log_odds = 30.0;  // so that no row takes infinitely many bits

// Of values on a line: the least and the greatest, and those next to each end of a rule; infinite where there is none.
struct EndNeighbours {
    double least, greatest;
    double below_low, above_low;    // below the lower end, and at or above it
    double below_high, above_high;  // at or below the upper end, and above it
};

// Every function below exists once in each namespace kernels_<set>.
#define NLDT_DECLARE_KERNELS(set)                                                                                   \
    namespace set {                                                                                                 \
    /* Class weights of the rows with theta_1 + w.T <= 0, or |theta_1 + w.T| <= |theta_2| with the modulus, for    \
       every individual: left[c * stride + individual]. Works on whole groups of 4 individuals. */                  \
    void count_left(const TermTable &, const float *genes, std::size_t stride, std::size_t n_individuals,          \
                    bool modulus, float *left);                                                                     \
    GaResult run_lower_level_ga(const TermTable &, bool modulus, Criterion, const GaSettings &,                    \
                                std::uint64_t seed);                                                                \
    /* The operators of the lower level, over `count` genes or pairs of genes. */                                  \
    void random_uniform(std::uint64_t seed, std::size_t count, float *values);                                     \
    void crossover_genes(float *first, float *second, const float *spread, const float *swap, std::size_t count,   \
                         float eta);                                                                                \
    void mutate_genes(float *genes, const float *chosen, const float *uniform, std::size_t count,                  \
                      float probability, float eta);                                                                \
    void initial_genes(const TermTable &, bool modulus, std::uint64_t seed, std::size_t n_individuals,             \
                       std::size_t stride, float *genes);                                                           \
    /* A term with mean 0 and deviation 1. */                                                                      \
    TermScale standardise_term(const double *values, const double *weight, std::size_t n_rows, double total,       \
                               double *standard);                                                                   \
    /* Weighted sums of the terms, and of their products, over some rows: products[a * n_terms + b]. */            \
    void sum_products(const double *terms, std::size_t n_terms, std::size_t n_rows, const double *weight,          \
                      std::size_t begin, std::size_t end, double *sums, double *products);                         \
    /* Weight of the rows from begin to end with a value inside. */                                                \
    double sum_inside(const double *values, double low, double high, const double *weight, std::size_t begin,      \
                      std::size_t end);                                                                             \
    /* The values next to the ends of a rule. */                                                                   \
    EndNeighbours find_neighbours(const double *values, std::size_t n_rows, double low, double high);              \
    /* L^-1 T in place of T, for a lower triangle L. */                                                             \
    void solve_triangle(const double *factor, std::size_t n_terms, std::size_t n_rows, double *terms);             \
    /* Expected shares of targets of 1, for weights of the terms and a constant, and what the logarithm of the         \
       probability of all targets rises by with each weight, with the signs changed: gradient[a], and its             \
       derivatives, curvature[a * (n_terms + 1) + b]. */                                                               \
    void logistic_moments(const LogisticRows &, const double *weights, double *share, double *residual,            \
                          double *spread, double *gradient, double *curvature);                                     \
    void search_rules(const TermTable &, Criterion, const std::vector<float> &directions,                          \
                      const RuleSearchSettings &, std::uint64_t seed, RuleSearchMemory &, FoundRule *found);       \
    }

NLDT_DECLARE_KERNELS(kernels_baseline)
#ifdef NLDT_X86_64
NLDT_DECLARE_KERNELS(kernels_avx2)
NLDT_DECLARE_KERNELS(kernels_avx512)
#endif

struct Kernels {
    decltype(&kernels_baseline::count_left) count_left;
    decltype(&kernels_baseline::run_lower_level_ga) run_lower_level_ga;
    decltype(&kernels_baseline::random_uniform) random_uniform;
    decltype(&kernels_baseline::crossover_genes) crossover_genes;
    decltype(&kernels_baseline::mutate_genes) mutate_genes;
    decltype(&kernels_baseline::initial_genes) initial_genes;
    decltype(&kernels_baseline::standardise_term) standardise_term;
    decltype(&kernels_baseline::sum_products) sum_products;
    decltype(&kernels_baseline::sum_inside) sum_inside;
    decltype(&kernels_baseline::find_neighbours) find_neighbours;
    decltype(&kernels_baseline::solve_triangle) solve_triangle;
    decltype(&kernels_baseline::logistic_moments) logistic_moments;
    decltype(&kernels_baseline::search_rules) search_rules;
};

// The best set this machine can run for an empty name; throws std::invalid_argument for one it can't.
const Kernels &kernels_for(const std::string &instruction_set);
std::vector<std::string> available_instruction_sets();  // the best first

}  // namespace nldt
