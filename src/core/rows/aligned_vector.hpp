// A vector of floats on cache-line boundaries: a 64-byte load that crosses a line costs two.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace nldt {

template <class T>
struct CacheLineAllocator {
    using value_type = T;
    static constexpr std::align_val_t alignment{64};

    CacheLineAllocator() = default;
    template <class U>
    explicit CacheLineAllocator(const CacheLineAllocator<U> &) {}

    T *allocate(std::size_t n) { return static_cast<T *>(::operator new(n * sizeof(T), alignment)); }
    void deallocate(T *p, std::size_t) { ::operator delete(p, alignment); }
    bool operator==(const CacheLineAllocator &) const = default;
};

using AlignedFloats = std::vector<float, CacheLineAllocator<float>>;

}  // namespace nldt
