// Masses of rows added up in bins, in several copies, so that rows in the same bin do not wait for each other.
// For kernels.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/rule_search/binned_line.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

constexpr std::size_t chunk = 256;  // rows whose bins are found together, by vector instructions
constexpr float half_bins = 0.5F * static_cast<float>(n_bins);
constexpr float last_bin = static_cast<float>(n_bins) - 0.5F;

// The place of a bin; the first one's where it is not a number, since values so large overflow.
inline std::int32_t slot_within(float bin) {
    bin = bin > 0.0F ? bin : 0.0F;
    bin = bin < last_bin ? bin : last_bin;
    return slot_of(static_cast<std::int32_t>(bin));
}

class RowBins {
  public:
    // `count` is a multiple of 16, as classes are padded.
    void add(const std::int32_t *slots, const float *mass, std::size_t count) {
        for (std::size_t i = 0; i < count; i += copies)
            for (std::size_t k = 0; k < copies; ++k) copy_[k][slots[i + k]] += mass[i + k];
    }

    void write(float *sums) const {
        for (std::size_t b = 0; b < n_bins; ++b) sums[b] = (copy_[0][b] + copy_[1][b]) + (copy_[2][b] + copy_[3][b]);
    }

  private:
    static constexpr std::size_t copies = 4;

    alignas(64) float copy_[copies][n_bins] = {};
};

}  // namespace

}  // namespace nldt::NLDT_KERNELS
