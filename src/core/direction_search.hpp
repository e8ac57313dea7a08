// The fast lower level: the best half-space and the best band of each structure.
#pragma once

#include <cstddef>

#include "line_splits.hpp"

namespace nldt {

enum class RuleKind : std::size_t { half_space = 0, band = 1 };
inline constexpr std::size_t n_rule_kinds = 2;

struct DirectionSettings {
    std::size_t steps = 6;  // how much is looked at and tried: time grows with it
    Effort effort = Effort::quick;
};

// For each structure s and kind of rule r, at [s * n_rule_kinds + r]; a structure that splits nothing has weights 0.
struct KindSolutions {
    double *weights;  // [(s * n_rule_kinds + r) * max_terms + t]; largest magnitude 1
    double *low;
    double *high;
    double *impurity;
    double *relative_gap;
    double *left;  // class weights: [(s * n_rule_kinds + r) * n_classes + c]
};

void solve_directions(const NodeRows &rows, const Structures &structures, Criterion criterion,
                      const DirectionSettings &settings, const Kernels &kernels, std::size_t n_threads,
                      const KindSolutions &solutions);

}  // namespace nldt
