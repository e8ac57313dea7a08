// Where the bins along a direction lie: about the median of some rows' values, finer near to it. For kernels.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "isa/float_block.hpp"
#include "kernels/rule_search/row_bins.hpp"
#include "kernels/rule_search/search_node.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

// 32 bins to either side of the middle up to 2 quartile distances, 20 up to 6, 12 up to 24.
class BinScale {
  public:
    explicit BinScale(const SearchNode &node) : n_terms_(node.n_terms), sample_terms_(node.n_terms * sample_rows) {
        const TermTable &table = node.table;
        std::size_t c = 0;
        std::size_t before = 0;
        for (std::size_t i = 0; i < sample_rows; ++i) {
            const std::size_t at = (2 * i + 1) * node.n_rows / (2 * sample_rows);
            while (at - before >= table.class_rows[c]) before += table.class_rows[c++];
            for (std::size_t t = 0; t < n_terms_; ++t)
                sample_terms_[t * sample_rows + i] = table.terms.line(t)[table.class_begin[c] + (at - before)];
        }
    }

    // Median and half the distance of the quartiles of a few rows' values.
    void measure(const float *weights) {
        float value[sample_rows] = {};
        for (std::size_t t = 0; t < n_terms_; ++t)
            for (std::size_t i = 0; i < sample_rows; ++i) value[i] += weights[t] * sample_terms_[t * sample_rows + i];
        std::int32_t lower[sample_rows] = {};  // how many values are
        for (const float other : value)
            for (std::size_t i = 0; i < sample_rows; ++i) lower[i] += other < value[i] ? 1 : 0;
        const auto quantile = [&](std::int32_t place) {
            float up_to[sample_rows];
            for (std::size_t i = 0; i < sample_rows; ++i) up_to[i] = lower[i] <= place ? value[i] : -infinity;
            return highest_of<sample_rows>(up_to);
        };
        centre_ = quantile(sample_rows / 2);
        const float half = 0.5F * (quantile(3 * sample_rows / 4) - quantile(sample_rows / 4 - 1));
        scale_ = half > 1e-6F ? half : 0.5F;
    }

    float centre() const { return centre_; }
    float inverse() const { return 1.0F / scale_; }

    // The place of the bin of a value, given as (value - centre) * inverse.
    static std::int32_t slot(float z) {
        float bin = half_bins;
        for (std::size_t k = 0; k < n_knots; ++k) {
            float clamped = z < -knot[k] ? -knot[k] : z;
            clamped = clamped > knot[k] ? knot[k] : clamped;
            bin += slope[k] * clamped;
        }
        return slot_within(bin);
    }

    // The value between the bins before `bin` and the rest.
    float end_of(std::int32_t bin) const {
        float rest = std::abs(static_cast<float>(bin) - half_bins);
        float z = 0.0F;
        float steepness = slope[0] + slope[1] + slope[2];
        for (std::size_t k = 0; k < n_knots && rest > 0.0F; ++k) {
            const float length = k == 0 ? knot[0] : knot[k] - knot[k - 1];
            const float part = std::min(rest / steepness, length);
            z += part;
            rest -= part * steepness;
            steepness -= slope[k];
        }
        return centre_ + scale_ * (static_cast<float>(bin) < half_bins ? -z : z);
    }

  private:
    static constexpr std::size_t sample_rows = 32;
    static constexpr std::size_t n_knots = 3;
    static constexpr float knot[n_knots] = {2.0F, 6.0F, 24.0F};
    static constexpr float slope[n_knots] = {11.0F, 13.0F / 3.0F, 2.0F / 3.0F};  // those of the inner parts add up

    std::size_t n_terms_;
    Floats sample_terms_;  // by term and row
    float centre_ = 0.0F;
    float scale_ = 1.0F;
};

}  // namespace

}  // namespace nldt::NLDT_KERNELS
