// The rows of a node as Python gives them.
#pragma once

#include <cstdint>

#include "bindings/arrays.hpp"
#include "rows/node_rows.hpp"

namespace nldt::bindings {

using ClassBegin = Input<std::int64_t, 1>;
using Mass = Input<double, 1>;

// features[feature][row]. Throws where lengths do not fit together.
NodeRows read_rows(Grid<const double> features, const ClassBegin &class_begin, const Mass &mass);

// Rows with one number each.
inline NodeRows read_line(const Input<double, 1> &values, const ClassBegin &class_begin, const Mass &mass) {
    return read_rows(lines(values), class_begin, mass);
}

// What module.cpp gathers.
void bind_evaluation(nanobind::module_ &module);
void bind_solvers(nanobind::module_ &module);
void bind_parts(nanobind::module_ &module);

}  // namespace nldt::bindings
