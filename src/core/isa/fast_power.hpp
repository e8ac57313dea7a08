// x^y for x >= 0 in float32 without branches or libm, so that loops over it vectorise and give the same numbers
// everywhere. Relative error below 1e-6 for the exponents of the genetic operators.
#pragma once

#include <bit>
#include <cstdint>

#include "isa/namespace.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

inline float log2_positive(float x) {
    const auto bits = std::bit_cast<std::int32_t>(x);
    const std::int32_t high = (bits & 0x007fffff) > 0x3504f3 ? 1 : 0;  // mantissa above sqrt(2)
    const std::int32_t exponent = (bits >> 23) - 127 + high;
    const auto m = std::bit_cast<float>((bits & 0x007fffff) | ((127 - high) << 23));  // in [sqrt(1/2), sqrt(2)]
    const float t = (m - 1.0F) / (m + 1.0F);
    const float t2 = t * t;
    const float series = 1.0F + t2 * (1.0F / 3 + t2 * (1.0F / 5 + t2 * (1.0F / 7 + t2 * (1.0F / 9))));
    return static_cast<float>(exponent) + 2.88539008F * t * series;  // 2 / ln 2
}

inline float exp2_bounded(float y) {
    y = y > -126.0F ? y : -126.0F;  // so written, NaN becomes a number that an integer can hold
    y = y < 126.0F ? y : 126.0F;
    const std::int32_t nearest = static_cast<std::int32_t>(y + 128.5F) - 128;
    const float f = (y - static_cast<float>(nearest)) * 0.693147181F;
    const float series =
        1.0F + f * (1.0F + f * (1.0F / 2 + f * (1.0F / 6 + f * (1.0F / 24 + f * (1.0F / 120 + f * (1.0F / 720))))));
    return series * std::bit_cast<float>((nearest + 127) << 23);
}

inline float fast_power(float x, float y) {
    const float power = exp2_bounded(y * log2_positive(x));
    return x < 1e-37F ? 0.0F : power;
}

}  // namespace

}  // namespace nldt::NLDT_KERNELS
