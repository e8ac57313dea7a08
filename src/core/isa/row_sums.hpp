// Sums over rows in float64, in eight lanes whatever the hardware's width, so that they are the same everywhere.
// For kernels.
#pragma once

#include <cstddef>

#include "isa/namespace.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

constexpr std::size_t lanes = 8;
constexpr std::size_t chains = 4;  // of additions that do not wait for each other

using Lanes [[gnu::vector_size(lanes * sizeof(double))]] = double;

inline Lanes load(const double *values) {
    Lanes loaded;
    __builtin_memcpy(&loaded, values, sizeof loaded);
    return loaded;
}

// A sum over rows that come in tiles. Tiles but the last hold whole blocks.
class RowSum {
  public:
    static constexpr std::size_t block = lanes * chains;

    // Adds value(row, load) for the rows of a tile, where load reads the numbers of several rows from an array, or of
    // one; all that do not fill a block must be in the last tile.
    template <class Value>
    void add(std::size_t begin, std::size_t end, Value value) {
        Lanes sums[chains];
        __builtin_memcpy(sums, sums_, sizeof sums);
        std::size_t row = begin;
        for (; row + block <= end; row += block)
            for (std::size_t chain = 0; chain < chains; ++chain) sums[chain] += value(row + chain * lanes, load);
        if (row < end) fold(sums, row, end, value);
        __builtin_memcpy(sums_, sums, sizeof sums);
    }

    double sum() const {
        double lane[lanes];
        for (std::size_t l = 0; l < lanes; ++l)
            lane[l] =
                folded_ ? sums_[l] : (sums_[l] + sums_[lanes + l]) + (sums_[2 * lanes + l] + sums_[3 * lanes + l]);
        for (std::size_t half = lanes / 2; half > 0; half /= 2)
            for (std::size_t l = 0; l < half; ++l) lane[l] += lane[l + half];
        return lane[0];
    }

  private:
    // The chains become one, to which the last rows are added.
    template <class Value>
    void fold(Lanes *sums, std::size_t row, std::size_t end, Value value) {
        folded_ = true;
        sums[0] = (sums[0] + sums[1]) + (sums[2] + sums[3]);
        for (; row + lanes <= end; row += lanes) sums[0] += value(row, load);
        double first = sums[0][0];
        for (; row < end; ++row) first += value(row, [](const double *number) { return *number; });
        sums[0][0] = first;
    }

    double sums_[block] = {};
    bool folded_ = false;
};

// The sum over rows of value(row, load).
template <class Value>
double sum_rows(std::size_t begin, std::size_t end, Value value) {
    RowSum sum;
    sum.add(begin, end, value);
    return sum.sum();
}

}  // namespace

}  // namespace nldt::NLDT_KERNELS
