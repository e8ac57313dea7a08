// The Python face of the core: contiguous arrays and numbers in, new arrays out.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/node_arrays.hpp"
#include "kernels/kernels.hpp"

NB_MODULE(_core, module) {
    module.doc() = "The compiled core of nldt. Use it through nldt.core.";
    nldt::bindings::bind_evaluation(module);
    nldt::bindings::bind_solvers(module);
    nldt::bindings::bind_parts(module);
    module.def("available_instruction_sets", &nldt::available_instruction_sets);
}
