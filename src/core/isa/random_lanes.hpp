// Sixteen xoshiro128++ generators side by side: cheap uniform numbers, the same on every machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "isa/namespace.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

class RandomLanes {
  public:
    static constexpr std::size_t lanes = 16;

    explicit RandomLanes(std::uint64_t seed) {
        for (auto &word : state_)
            for (auto &lane : word) lane = static_cast<std::uint32_t>(splitmix(seed) >> 32);
    }

    // Uniform on [0, 1), 24 bits each. Writes whole groups of 16: values must have room up to the next multiple.
    void fill(float *values, std::size_t count) {
        for (std::size_t i = 0; i < count; i += lanes) next_group(values + i);
    }

    // One number at a time, with the 48 bits that picking one of very many rows needs.
    double next() {
        const double high = next_float();
        return high + static_cast<double>(next_float()) * 0x1p-24;
    }

    // One number of 24 bits.
    float next_float() {
        if (used_ == lanes) {
            next_group(buffer_.data());
            used_ = 0;
        }
        return buffer_[used_++];
    }

  private:
    static std::uint64_t splitmix(std::uint64_t &state) {
        std::uint64_t z = (state += 0x9e3779b97f4a7c15U);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }

    static std::uint32_t rotate(std::uint32_t x, int k) { return (x << k) | (x >> (32 - k)); }

    void next_group(float *values) {
        auto &s = state_;
        for (std::size_t l = 0; l < lanes; ++l) {
            const std::uint32_t result = rotate(s[0][l] + s[3][l], 7) + s[0][l];
            const std::uint32_t t = s[1][l] << 9;
            s[2][l] ^= s[0][l];
            s[3][l] ^= s[1][l];
            s[1][l] ^= s[2][l];
            s[0][l] ^= s[3][l];
            s[2][l] ^= t;
            s[3][l] = rotate(s[3][l], 11);
            values[l] = static_cast<float>(static_cast<std::int32_t>(result >> 8)) * 0x1p-24F;
        }
    }

    std::array<std::array<std::uint32_t, lanes>, 4> state_;
    std::array<float, lanes> buffer_{};
    std::size_t used_ = lanes;
};

}  // namespace

}  // namespace nldt::NLDT_KERNELS
