// Vectors for kernels: as std::vector, but their code belongs to this object alone (see isa/namespace.hpp).
#pragma once

#include <cstddef>
#include <new>
#include <vector>

#include "isa/namespace.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

template <class T>
struct KernelAllocator {
    using value_type = T;

    KernelAllocator() = default;
    template <class U>
    explicit KernelAllocator(const KernelAllocator<U> &) {}

    T *allocate(std::size_t n) { return static_cast<T *>(::operator new(n * sizeof(T))); }
    void deallocate(T *p, std::size_t) { ::operator delete(p); }
    bool operator==(const KernelAllocator &) const = default;
};

template <class T>
using KernelVector = std::vector<T, KernelAllocator<T>>;
using Floats = KernelVector<float>;

}  // namespace

}  // namespace nldt::NLDT_KERNELS
