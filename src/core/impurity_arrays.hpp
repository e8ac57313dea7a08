// Impurities of many splits at once, for loops that compilers vectorise.
#pragma once

#include <cmath>
#include <cstddef>

#include "split_impurity.hpp"

namespace nldt {

// A side of weight n and class weights n_c has n * impurity = whole(n, sum of part(n_c)).
struct GiniParts {
    static double part(double n) { return n * n; }
    static double whole(double n, double squares) { return n > 0.0 ? n - squares / n : 0.0; }
    // Derivative of n * impurity by the weight of one class.
    static double slope(double class_weight, double n, double squares) {
        return n > 0.0 ? 1.0 - 2.0 * class_weight / n + squares / (n * n) : 0.0;
    }
};

struct EntropyParts {
    static double part(double n) { return n > 0.0 ? n * std::log2(n) : 0.0; }
    static double whole(double n, double log_shares) { return part(n) - log_shares; }
    static double slope(double class_weight, double n, double) {
        // The slope of a class that is absent is infinite: clipped.
        return class_weight > 0.0 ? std::log2(n / class_weight) : (n > 0.0 ? std::log2(n) + 10.0 : 0.0);
    }
};

// Eq. (6): left[c * stride + i] is the weight of class c left of split i; whole blocks of 16 splits up to `count`.
template <class Parts, class Scalar>
void split_impurities(const Scalar *left, std::size_t stride, const double *parent, std::size_t n_classes,
                      std::size_t count, Scalar *impurity) {
    constexpr std::size_t block = 16;
    double total = 0.0;
    for (std::size_t c = 0; c < n_classes; ++c) total += parent[c];
    for (std::size_t first = 0; first < count; first += block) {
        double left_total[block] = {};
        double left_sum[block] = {};
        double right_sum[block] = {};
        for (std::size_t c = 0; c < n_classes; ++c)
            for (std::size_t i = 0; i < block; ++i) {
                const double l = left[c * stride + first + i];
                left_total[i] += l;
                left_sum[i] += Parts::part(l);
                right_sum[i] += Parts::part(parent[c] - l);
            }
        for (std::size_t i = 0; i < block; ++i) {
            const double sum =
                Parts::whole(left_total[i], left_sum[i]) + Parts::whole(total - left_total[i], right_sum[i]);
            impurity[first + i] = static_cast<Scalar>(sum > 0.0 ? sum / total : 0.0);
        }
    }
}

template <class Scalar>
void split_impurities(const Scalar *left, std::size_t stride, const double *parent, std::size_t n_classes,
                      std::size_t count, Criterion criterion, Scalar *impurity) {
    if (criterion == Criterion::gini)
        split_impurities<GiniParts>(left, stride, parent, n_classes, count, impurity);
    else
        split_impurities<EntropyParts>(left, stride, parent, n_classes, count, impurity);
}

}  // namespace nldt
