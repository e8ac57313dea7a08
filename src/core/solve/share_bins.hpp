// Rows counted in bins by their expected share: eight bins an octave, down from one half and up from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "criterion/criterion.hpp"
#include "rows/node_rows.hpp"

namespace nldt {

class ShareBins {
  public:
    ShareBins(const NodeRows &rows, std::span<const double> parent, Criterion criterion)
        : rows_(rows),
          parent_(parent),
          criterion_(criterion) {}

    // Puts each row into the bin of its share; bins are numbered from the other side where shares fall as values rise.
    void fill(std::span<const double> shares, bool falls);

    // The last bin inside of the half-space of bins that is best where rows are half what they are and half what is
    // expected of them: `shares` of the classes of a group.
    std::size_t best(std::span<const double> shares, std::span<const std::uint8_t> group);

    std::size_t bin(std::size_t row) const { return bin_[row]; }

  private:
    void blend(std::span<const double> shares, std::span<const std::uint8_t> group);

    const NodeRows &rows_;
    std::span<const double> parent_;
    Criterion criterion_;
    std::vector<std::uint16_t> bin_;  // of each row, from the first that holds one
    std::size_t used_ = 0;            // bins, rounded up to whole blocks of sixteen
    std::vector<double> mass_;        // by class and bin
    std::vector<double> impurity_;
};

}  // namespace nldt
