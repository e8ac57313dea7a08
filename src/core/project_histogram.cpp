// Projects rows on a direction and counts them in bins: one look at a direction, in linear time.
//
// Compiled once per instruction set.
#include <algorithm>

#include "aligned_vector.hpp"
#include "kernels.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

constexpr std::size_t chunk = 256;  // rows whose bins are found together, by vector instructions
constexpr std::size_t copies = 4;   // of the histogram, so that rows in the same bin do not wait for each other

void find_bins(const TermTable &table, const float *weights, std::size_t row, std::size_t count, float reach,
               std::int32_t *bins) {
    constexpr float last = static_cast<float>(histogram_bins) - 1.0F;
    const float scale = 0.5F * static_cast<float>(histogram_bins) / reach;
    float value[chunk];
    for (std::size_t i = 0; i < count; ++i) value[i] = reach;
    for (std::size_t t = 0; t < table.n_terms; ++t) {
        const float *term = table.terms + t * table.stride + row;
        const float weight = weights[t];
        for (std::size_t i = 0; i < count; ++i) value[i] += weight * term[i];
    }
    for (std::size_t i = 0; i < count; ++i) {
        float bin = value[i] * scale;
        bin = bin > 0.0F ? bin : 0.0F;
        bin = bin < last ? bin : last;
        bins[i] = static_cast<std::int32_t>(bin);
    }
}

}  // namespace

void project_histogram(const TermTable &table, const float *weights, float reach, float *histogram) {
    for (std::size_t c = 0; c < table.n_classes(); ++c) {
        float copy[copies][histogram_bins] = {};
        for (std::size_t row = table.class_begin[c]; row < table.class_begin[c + 1]; row += chunk) {
            const std::size_t count = std::min(chunk, table.class_begin[c + 1] - row);
            std::int32_t bins[chunk];
            find_bins(table, weights, row, count, reach, bins);
            for (std::size_t i = 0; i < count; i += copies)  // classes are padded to a multiple of 16
                for (std::size_t k = 0; k < copies; ++k) copy[k][bins[i + k]] += table.sample_weight[row + i + k];
        }
        for (std::size_t b = 0; b < histogram_bins; ++b) {
            float sum = 0.0F;
            for (std::size_t k = 0; k < copies; ++k) sum += copy[k][b];
            histogram[c * histogram_bins + b] = sum;
        }
    }
}

}  // namespace nldt::NLDT_KERNELS
