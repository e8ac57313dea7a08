// Arrays between Python and the core: contiguous ones in, new ones out, and the core's views of both.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <stdexcept>

#include "rows/grid.hpp"

namespace nldt::bindings {

template <class Scalar, std::size_t Dimensions>
using Input = nanobind::ndarray<const Scalar, nanobind::ndim<Dimensions>, nanobind::c_contig, nanobind::device::cpu>;
template <class Scalar>
using Output = nanobind::ndarray<nanobind::numpy, Scalar>;

// For the caller's mistakes; Python sees a ValueError.
inline void require(bool holds, const char *message) {
    if (!holds) throw std::invalid_argument(message);
}

// A new array of zeros.
template <class Scalar>
Output<Scalar> make_array(std::initializer_list<std::size_t> shape) {
    std::size_t count = 1;
    for (const std::size_t length : shape) count *= length;
    auto *data = new Scalar[std::max<std::size_t>(count, 1)]();
    const nanobind::capsule owner(data, [](void *p) noexcept { delete[] static_cast<Scalar *>(p); });
    return Output<Scalar>(data, shape, owner);
}

// All numbers of an array.
template <class Array>
auto numbers(const Array &array) {
    return std::span(array.data(), array.size());
}

// An array as lines along its last dimension.
template <class Array>
auto lines(const Array &array) {
    std::size_t n_lines = 1;
    for (std::size_t d = 0; d + 1 < array.ndim(); ++d) n_lines *= array.shape(d);
    return Grid{array.data(), n_lines, array.shape(array.ndim() - 1)};
}

}  // namespace nldt::bindings
