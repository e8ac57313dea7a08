// The smooth lower level: weights with which the classes follow a logistic curve.
#pragma once

#include <cstdint>
#include <span>

#include "solve/batch.hpp"

namespace nldt {

// The classes of a group are told from the others, whichever go left. The end is the best one for rows that are half
// what they are and half what the curve expects of them: near the boundary single rows decide less than they would by
// themselves. With quick effort it is the best of some hundred places, in the middle of a gap that counts as none, so
// that a thorough solution is preferred.
struct CurveSettings {
    Grid<const std::uint8_t> group;  // flags: [structure][class]
    double precision = 1.0;          // of the weights, before any row is seen
    Effort effort = Effort::quick;
};

struct CurveSolutions {
    RuleColumns rules;       // half-spaces; the largest weight is 1
    std::span<double> bits;  // of the rows' groups, the weights not being known; infinite where nothing is split
    Grid<double> side_bits;  // of the rows' groups on the left and on the right, given the curve: [structure][side]
};

void fit_curves(const Batch &batch, const CurveSettings &settings, const CurveSolutions &solutions);

}  // namespace nldt
