// Sums over rows in float64 (term_moments.cpp, logistic_moments.cpp): what they are given and what they give.
#pragma once

#include <cstddef>
#include <span>

#include "rows/grid.hpp"

namespace nldt {

struct TermScale {
    double mean;
    double deviation;
};

// Sums of terms, and of their products, each row times its mass: products[a * n_terms + b].
struct TermSums {
    std::span<double> sums;
    std::span<double> products;
};

// Of values on a line: the least and the greatest, and those next to each end of a rule; infinite where there is none.
struct EndNeighbours {
    double least, greatest;
    double below_low, above_low;    // below the lower end, and at or above it
    double below_high, above_high;  // at or below the upper end, and above it
};

// Rows with some terms; the target of a row is 1 or 0.
struct LogisticRows {
    Grid<const double> terms;  // terms[term][row]
    std::span<const double> target;
    std::span<const double> mass;
};
inline constexpr double most_log_odds = 30.0;  // so that no row takes infinitely many bits

// Of each row, the expected share of targets of 1, its distance from the target, and how it spreads, the latter two
// times the row's mass. Of each weight, what the logarithm of the probability of all targets rises by, with the sign
// changed, and the derivatives of that: curvature[a * (n_terms + 1) + b].
struct LogisticMoments {
    std::span<double> share, residual, spread;
    std::span<double> gradient, curvature;
};

}  // namespace nldt
