// A view of numbers that stand line after line: grid[line][place]. It owns nothing.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>

#include "isa/namespace.hpp"

namespace nldt {

template <class Number>
struct Grid {
    Number *data = nullptr;
    std::size_t n_lines = 0;
    std::size_t length = 0;  // of a line

    NLDT_INLINE std::span<Number> operator[](std::size_t line) const { return {data + line * length, length}; }

    // Where a line begins, for inner loops.
    NLDT_INLINE Number *line(std::size_t line) const { return data + line * length; }

    // Of itself, as with pointers.
    NLDT_INLINE operator Grid<const Number>() const requires(!std::is_const_v<Number>) {
        return {data, n_lines, length};
    }
};

template <class Number>
Grid(Number *, std::size_t, std::size_t) -> Grid<Number>;

}  // namespace nldt
