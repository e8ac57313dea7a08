// Solves the lower level for a whole population of structures, over all threads.
#pragma once

#include <cstddef>
#include <cstdint>

#include "aligned_vector.hpp"
#include "kernels.hpp"

namespace nldt {

// The rows of one tree node: features feature-major, rows grouped by class.
struct NodeRows {
    const double *features;  // features[j * n_rows + i]
    std::size_t n_features;
    std::size_t n_rows;
    const std::int64_t *class_begin;
    std::size_t n_classes;
    const double *sample_weight;
};

struct Structures {
    const std::int8_t *exponents;  // exponents[(s * max_terms + t) * n_features + j]
    const std::uint8_t *modulus;
    const std::uint64_t *seed;
    std::size_t count;
    std::size_t max_terms;
};

// For each structure: the weights of its terms (largest magnitude 1, 0 for inactive terms), the ends of its rule, the
// impurity of that rule in float64, and the number of evaluations.
struct Solutions {
    double *weights;  // weights[s * max_terms + t]
    double *low;
    double *high;
    double *impurity;
    std::int64_t *evaluations;
};

void solve_lower_level(const NodeRows &rows, const Structures &structures, Criterion criterion,
                       const GaSettings &settings, const Kernels &kernels, std::size_t n_threads,
                       const Solutions &solutions);

// A table of terms in the layout that the kernels count in, with the memory it points to.
class TermTableStorage {
  public:
    explicit TermTableStorage(const NodeRows &rows);
    // values[t * n_rows + i], float64; a value that is not finite becomes NaN and so never goes left.
    const TermTable &fill(const double *values, std::size_t n_terms);

  private:
    const NodeRows &rows_;
    TermTable table_;
    AlignedFloats sample_weight_, terms_;
};

}  // namespace nldt
