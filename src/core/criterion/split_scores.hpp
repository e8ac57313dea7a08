// Scores of many splits at once in float32: the higher, the purer. For kernels.
#pragma once

#include <cstddef>

#include "criterion/policies.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

// left[c * stride + i]: the mass of class c left of split i.
template <class Policy, std::size_t Count>
void score_splits(const float *left, std::size_t stride, const float *parent, std::size_t n_classes, float total,
                  float *score) {
    float left_total[Count] = {};
    float left_sum[Count] = {};
    float right_sum[Count] = {};
    for (std::size_t c = 0; c < n_classes; ++c)
        for (std::size_t i = 0; i < Count; ++i) {
            const float l = left[c * stride + i];
            left_total[i] += l;
            left_sum[i] += Policy::part(l);
            right_sum[i] += Policy::part(parent[c] - l);
        }
    for (std::size_t i = 0; i < Count; ++i)
        score[i] = Policy::score(left_total[i], left_sum[i], total - left_total[i], right_sum[i]);
}

}  // namespace

}  // namespace nldt::NLDT_KERNELS
