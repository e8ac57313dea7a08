// Gini and entropy: all that is computed of either, in each of the three ways that the core needs.
//
// A side of a split has the mass n, its classes n_c; what is measured is n times its impurity,
//     gini     n - (sum of n_c^2) / n        entropy   n log2 n - sum of n_c log2 n_c.
//
// 1. `exact` is what a user sees, in float64, for one side at a time.
// 2. `whole` is the same for loops over many splits, in float64, from sums of `part(n_c)`; `slope` its derivative.
// 3. `score` is for searches, in float32: the impurity of both sides together, turned round (the higher, the purer) and
//    without what is the same for all splits of a node; `score_slope` is its derivative for one side.
//
// Another criterion is another struct with these functions, and a line in `with_criterion`, criterion.hpp and
// criterion.cpp. For plain units and kernels.
#pragma once

#include <cmath>
#include <cstddef>
#include <type_traits>

#include "criterion/criterion.hpp"
#include "isa/fast_power.hpp"
#include "isa/namespace.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

struct Gini {
    template <class Number>
    static Number part(Number n) {
        return n * n;
    }

    // Of a side with some mass; class_mass(c) are its classes, n their sum.
    template <class ClassMass>
    static double exact(ClassMass class_mass, std::size_t n_classes, double n) {
        double squares = 0.0;
        for (std::size_t c = 0; c < n_classes; ++c) squares += part(class_mass(c));
        return n - squares / n;
    }

    static double whole(double n, double squares) { return n > 0.0 ? n - squares / n : 0.0; }
    static double slope(double class_mass, double n, double squares) {
        return n > 0.0 ? 1.0 - 2.0 * class_mass / n + squares / (n * n) : 0.0;
    }

    static float score(float left, float left_squares, float right, float right_squares) {
        const float product = left * right;
        const float sum = (left_squares * right + right_squares * left) / (product > 1e-12F ? product : 1e-12F);
        return product > 1e-12F ? sum : 0.0F;
    }
    static float highest_score(float total) { return total; }
    static float score_slope(float class_mass, float n, float squares) {
        return n > 0.0F ? 2.0F * class_mass / n - squares / (n * n) : 0.0F;
    }
};

struct Entropy {
    template <class Number>
    static Number part(Number n) {
        if constexpr (std::is_same_v<Number, float>)
            return n > 1e-30F ? n * log2_positive(n) : 0.0F;
        else
            return n > 0.0 ? n * std::log2(n) : 0.0;
    }

    // The logarithms are those of shares, which are more exact than the difference of large numbers.
    template <class ClassMass>
    static double exact(ClassMass class_mass, std::size_t n_classes, double n) {
        double bits = 0.0;
        for (std::size_t c = 0; c < n_classes; ++c)
            if (class_mass(c) > 0.0) bits -= class_mass(c) * std::log2(class_mass(c) / n);
        return bits;
    }

    static double whole(double n, double sum) { return part(n) - sum; }
    // The slope of a class that is absent is infinite: clipped, here and below.
    static double slope(double class_mass, double n, double) {
        return class_mass > 0.0 ? std::log2(n / class_mass) : (n > 0.0 ? std::log2(n) + 10.0 : 0.0);
    }

    static float score(float left, float left_sum, float right, float right_sum) {
        return left_sum + right_sum - part(left) - part(right);
    }
    static float highest_score(float) { return 0.0F; }
    static float score_slope(float class_mass, float n, float) {
        return class_mass > 0.0F ? log2_positive(class_mass / n) : (n > 0.0F ? -20.0F : 0.0F);
    }
};

// use(Gini{}) or use(Entropy{}).
template <class Use>
auto with_criterion(Criterion criterion, Use use) {
    switch (criterion) {
        case Criterion::gini:
            return use(Gini{});
        case Criterion::entropy:
            break;
    }
    return use(Entropy{});
}

// The mass of a split's left side, and the sums of parts of both sides.
template <class Number>
struct SplitSums {
    Number left = 0;
    Number left_sum = 0;
    Number right_sum = 0;
};

template <class Policy, class Number>
SplitSums<Number> sum_split(const Number *left, const Number *parent, std::size_t n_classes) {
    SplitSums<Number> sums;
    for (std::size_t c = 0; c < n_classes; ++c) {
        sums.left += left[c];
        sums.left_sum += Policy::part(left[c]);
        sums.right_sum += Policy::part(parent[c] - left[c]);
    }
    return sums;
}

}  // namespace

}  // namespace nldt::NLDT_KERNELS
