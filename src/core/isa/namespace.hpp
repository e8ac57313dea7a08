// Where the code stands that is compiled once per instruction set.
//
// Of two objects that both hold an inline function of the same name, the linker keeps either copy: if it keeps the one
// with wide instructions, the program fails on machines without them. So no object of a kernel holds a function that
// another object could hold too:
//
// 1. All that a kernel is made of stands in the namespace nldt::NLDT_KERNELS, which is named after the instruction set,
//    and in an unnamed namespace in it, so that it belongs to one object alone. Headers that plain units use as well do
//    the same: there the namespace is nldt::plain.
// 2. Types that plain units share with kernels own no memory, and their functions are NLDT_INLINE: no object holds a
//    copy of these.
// 3. A vector in a kernel is a KernelVector (isa/kernel_vector.hpp): its allocator is of the unnamed namespace, and
//    with it everything that the standard library makes of it.
//
// tests/core/test_kernel_objects.py looks into the objects.
#pragma once

#define NLDT_INLINE [[gnu::always_inline]] inline

#ifndef NLDT_KERNELS
#define NLDT_KERNELS plain
namespace nldt {
namespace plain {}
using namespace plain;
}  // namespace nldt
#endif
