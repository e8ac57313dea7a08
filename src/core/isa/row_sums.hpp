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

// The sum over rows of value(row, load), where load reads the numbers of several rows from an array, or of one.
template <class Value>
double sum_rows(std::size_t begin, std::size_t end, Value value) {
    Lanes sums[chains] = {};
    std::size_t row = begin;
    for (; row + lanes * chains <= end; row += lanes * chains)
        for (std::size_t chain = 0; chain < chains; ++chain) sums[chain] += value(row + chain * lanes, load);
    Lanes sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    for (; row + lanes <= end; row += lanes) sum += value(row, load);
    double lane[lanes];
    __builtin_memcpy(lane, &sum, sizeof lane);
    for (; row < end; ++row) lane[0] += value(row, [](const double *number) { return *number; });
    for (std::size_t half = lanes / 2; half > 0; half /= 2)
        for (std::size_t l = 0; l < half; ++l) lane[l] += lane[l + half];
    return lane[0];
}

}  // namespace

}  // namespace nldt::NLDT_KERNELS
