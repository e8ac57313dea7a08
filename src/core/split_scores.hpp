// Scores of many splits at once in float32: the higher, the purer. Included by kernels only, which are compiled once
// per instruction set: everything has internal linkage.
#pragma once

#include <cstddef>

#include "fast_power.hpp"
#include "float_block.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

// A side of weight n with class weights n_c scores whole(n, sum of part(n_c)); a split, the sum of its sides.
struct GiniScore {
    static float part(float n) { return n * n; }
    static float both(float left, float left_sum, float right, float right_sum) {
        const float product = left * right;
        const float score = (left_sum * right + right_sum * left) / (product > 1e-12F ? product : 1e-12F);
        return product > 1e-12F ? score : 0.0F;
    }
    static float highest(float total) { return total; }
    // Of the score, by the weight of one class on a side.
    static float slope(float class_weight, float n, float sum) {
        return n > 0.0F ? 2.0F * class_weight / n - sum / (n * n) : 0.0F;
    }
};

struct EntropyScore {
    static float part(float n) { return n > 1e-30F ? n * log2_positive(n) : 0.0F; }
    static float both(float left, float left_sum, float right, float right_sum) {
        return left_sum + right_sum - part(left) - part(right);
    }
    static float highest(float) { return 0.0F; }
    static float slope(float class_weight, float n, float) {
        // The slope of a class that is absent is infinite: clipped.
        return class_weight > 0.0F ? log2_positive(class_weight / n) : (n > 0.0F ? -20.0F : 0.0F);
    }
};

// left[c * stride + i]: the weight of class c left of split i.
template <class Score, std::size_t Count>
void score_splits(const float *left, std::size_t stride, const float *parent, std::size_t n_classes, float total,
                  float *score) {
    float left_total[Count] = {};
    float left_sum[Count] = {};
    float right_sum[Count] = {};
    for (std::size_t c = 0; c < n_classes; ++c)
        for (std::size_t i = 0; i < Count; ++i) {
            const float l = left[c * stride + i];
            left_total[i] += l;
            left_sum[i] += Score::part(l);
            right_sum[i] += Score::part(parent[c] - l);
        }
    for (std::size_t i = 0; i < Count; ++i)
        score[i] = Score::both(left_total[i], left_sum[i], total - left_total[i], right_sum[i]);
}

}  // namespace

}  // namespace nldt::NLDT_KERNELS
