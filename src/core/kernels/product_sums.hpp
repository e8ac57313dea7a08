// Sums over rows of the products of each two terms, tile by tile, so that a tile is read from memory once. For kernels.
#pragma once

#include <cstddef>

#include "isa/kernel_vector.hpp"
#include "isa/row_sums.hpp"
#include "rows/grid.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

constexpr std::size_t tile_rows = 512;
static_assert(tile_rows % RowSum::block == 0);

// Several sums over the same rows, at most a tile of them at a time.
class TiledSums {
  public:
    TiledSums(std::size_t n_sums, std::size_t n_rows) : sum_(n_sums), unfinished_(n_rows > tile_rows ? n_sums : 0) {}

    // As RowSum.
    template <class Value>
    void add(std::size_t place, std::size_t begin, std::size_t end, Value value) {
        if (unfinished_.empty())
            sum_[place] = sum_rows(begin, end, value);
        else
            unfinished_[place].add(begin, end, value);
    }

    double sum(std::size_t place) const { return unfinished_.empty() ? sum_[place] : unfinished_[place].sum(); }

  private:
    KernelVector<double> sum_;  // where one tile is all
    KernelVector<RowSum> unfinished_;
};

// Adds factor times term a times term b, for b <= a, to the sum at a * stride + b.
void add_products(Grid<const double> terms, const double *factor, std::size_t begin, std::size_t end, TiledSums &sums,
                  std::size_t stride) {
    double scaled[tile_rows];
    const std::size_t count = end - begin;
    for (std::size_t a = 0; a < terms.n_lines; ++a) {
        const double *first = terms.line(a) + begin;
        for (std::size_t i = 0; i < count; ++i) scaled[i] = factor[begin + i] * first[i];
        for (std::size_t b = 0; b <= a; ++b) {
            const double *second = terms.line(b) + begin;
            sums.add(a * stride + b, 0, count,
                     [&scaled, second](std::size_t i, auto load) { return load(scaled + i) * load(second + i); });
        }
    }
}

}  // namespace

}  // namespace nldt::NLDT_KERNELS
