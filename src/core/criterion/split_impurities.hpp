// Impurities of many splits at once, for loops that compilers vectorise. For plain units and kernels.
#pragma once

#include <cstddef>

#include "criterion/policies.hpp"
#include "rows/grid.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

// Eq. (6): left[c][i] is the mass of class c left of split i; whole blocks of 16 splits up to `count`.
template <class Policy, class Number>
void split_impurities(Grid<const Number> left, const double *parent, std::size_t count, Number *impurity) {
    constexpr std::size_t block = 16;
    const std::size_t n_classes = left.n_lines;
    double total = 0.0;
    for (std::size_t c = 0; c < n_classes; ++c) total += parent[c];
    for (std::size_t first = 0; first < count; first += block) {
        double left_total[block] = {};
        double left_sum[block] = {};
        double right_sum[block] = {};
        for (std::size_t c = 0; c < n_classes; ++c) {
            const Number *of_class = left.line(c) + first;
            for (std::size_t i = 0; i < block; ++i) {
                const double l = of_class[i];
                left_total[i] += l;
                left_sum[i] += Policy::part(l);
                right_sum[i] += Policy::part(parent[c] - l);
            }
        }
        for (std::size_t i = 0; i < block; ++i) {
            const double sum =
                Policy::whole(left_total[i], left_sum[i]) + Policy::whole(total - left_total[i], right_sum[i]);
            impurity[first + i] = static_cast<Number>(sum > 0.0 ? sum / total : 0.0);
        }
    }
}

template <class Number>
void split_impurities(Grid<const Number> left, const double *parent, std::size_t count, Criterion criterion,
                      Number *impurity) {
    with_criterion(criterion, [&](auto policy) { split_impurities<decltype(policy)>(left, parent, count, impurity); });
}

}  // namespace

}  // namespace nldt::NLDT_KERNELS
