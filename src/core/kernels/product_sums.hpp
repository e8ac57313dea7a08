// Sums over rows of the products of each two terms, tile by tile, so that a tile is read from memory once. For kernels.
#pragma once

#include <cstddef>

#include "isa/kernel_vector.hpp"
#include "isa/row_sums.hpp"
#include "rows/grid.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

constexpr std::size_t tile_rows = 256;
static_assert(tile_rows % RowSum::block == 0);

// Adds factor times term a times term b, for b <= a, to sums[a * stride + b].
void add_products(Grid<const double> terms, const double *factor, std::size_t begin, std::size_t end, RowSum *sums,
                  std::size_t stride) {
    double scaled[tile_rows];
    const std::size_t count = end - begin;
    for (std::size_t a = 0; a < terms.n_lines; ++a) {
        const double *first = terms.line(a) + begin;
        for (std::size_t i = 0; i < count; ++i) scaled[i] = factor[begin + i] * first[i];
        for (std::size_t b = 0; b <= a; ++b) {
            const double *second = terms.line(b) + begin;
            sums[a * stride + b].add(0, count, [&scaled, second](std::size_t i, auto load) {
                return load(scaled + i) * load(second + i);
            });
        }
    }
}

}  // namespace

}  // namespace nldt::NLDT_KERNELS
