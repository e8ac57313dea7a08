// How many rows or individuals are worked on together, whatever the hardware's width.
#pragma once

#include <cstddef>

#include "isa/namespace.hpp"

namespace nldt {

inline constexpr std::size_t block_rows = 16;

// Up to whole blocks.
NLDT_INLINE constexpr std::size_t padded(std::size_t n) { return (n + block_rows - 1) / block_rows * block_rows; }

}  // namespace nldt
