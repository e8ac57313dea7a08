// Sixteen floats at once, on any hardware. For kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#include "isa/block.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

using FloatBlock [[gnu::vector_size(block_rows * sizeof(float))]] = float;
using IntBlock [[gnu::vector_size(block_rows * sizeof(std::int32_t))]] = std::int32_t;

inline FloatBlock load_block(const float *values) {
    FloatBlock loaded;
    __builtin_memcpy(&loaded, values, sizeof loaded);
    return loaded;
}

inline void store_block(FloatBlock block, float *values) { __builtin_memcpy(values, &block, sizeof block); }

inline FloatBlock magnitude(FloatBlock block) { return block < 0.0F ? -block : block; }

// Halves the block again and again: combine(first half, second half).
template <class Combine>
float fold_block(FloatBlock block, Combine combine) {
    using Half [[gnu::vector_size(8 * sizeof(float))]] = float;
    using Quarter [[gnu::vector_size(4 * sizeof(float))]] = float;
    Half halves[2];
    __builtin_memcpy(halves, &block, sizeof halves);
    const Half half = combine(halves[0], halves[1]);
    Quarter quarters[2];
    __builtin_memcpy(quarters, &half, sizeof quarters);
    const Quarter quarter = combine(quarters[0], quarters[1]);
    return combine(combine(quarter[0], quarter[2]), combine(quarter[1], quarter[3]));
}

inline float sum_block(FloatBlock block) {
    return fold_block(block, [](auto a, auto b) { return a + b; });
}

// The highest of some values; comparisons that are one instruction each.
template <std::size_t Count>
float highest_of(const float *values) {
    FloatBlock highest = load_block(values);
    for (std::size_t first = block_rows; first < Count; first += block_rows) {
        const FloatBlock block = load_block(values + first);
        highest = block > highest ? block : highest;
    }
    return fold_block(highest, [](auto a, auto b) { return a > b ? a : b; });
}

inline bool any_of(IntBlock flags) {
#if defined(__AVX512F__)
    return _mm512_test_epi32_mask((__m512i)flags, (__m512i)flags) != 0;
#else
    std::uint64_t parts[block_rows / 2];
    __builtin_memcpy(parts, &flags, sizeof parts);
    std::uint64_t any = 0;
    for (const std::uint64_t part : parts) any |= part;
    return any != 0;
#endif
}

// Writes the chosen numbers one after the other, and anything behind them; gives their number.
inline std::size_t store_chosen(IntBlock chosen, FloatBlock block, float *values) {
#if defined(__AVX512F__)
    const __mmask16 mask = _mm512_test_epi32_mask((__m512i)chosen, (__m512i)chosen);
    _mm512_storeu_ps(values, _mm512_maskz_compress_ps(mask, (__m512)block));
    return static_cast<std::size_t>(__builtin_popcount(mask));
#else
    std::size_t count = 0;
    for (std::size_t i = 0; i < block_rows; ++i) {
        values[count] = block[i];
        count += chosen[i] != 0 ? 1 : 0;
    }
    return count;
#endif
}

}  // namespace

}  // namespace nldt::NLDT_KERNELS
