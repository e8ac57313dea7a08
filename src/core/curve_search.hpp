// The smooth lower level: weights with which the classes follow a logistic curve.
#pragma once

#include <cstddef>
#include <cstdint>

#include "line_splits.hpp"

namespace nldt {

// For each structure s; one that splits nothing has weights 0, an end and bits at infinity.
struct CurveSolutions {
    double *weights;  // weights[s * max_terms + t]; the largest is 1
    double *high;     // left is w.T <= high
    double *impurity;
    double *relative_gap;
    double *left;       // class weights: [s * n_classes + c]
    double *bits;       // of the rows' groups, the weights not being known
    double *side_bits;  // of the rows' groups on the left and on the right, given the curve: [s * 2 + side]
};

// `group` has a flag for each structure and class, [s * n_classes + c]: the classes of a group are told from the others,
// whichever go left. The end is the best one for rows that are half what they are and half what the curve expects of
// them: near the boundary single rows decide less than they would by themselves. With quick effort it is the best of some
// hundred places, in the middle of a gap that counts as none, so that a thorough solution is preferred.
void fit_curves(const NodeRows &rows, const Structures &structures, const std::uint8_t *group, Criterion criterion,
                double precision, Effort effort, const Kernels &kernels, std::size_t n_threads,
                const CurveSolutions &solutions);

}  // namespace nldt
