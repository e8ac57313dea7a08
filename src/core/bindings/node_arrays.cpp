#include "bindings/node_arrays.hpp"

#include <cmath>

namespace nldt::bindings {

NodeRows read_rows(Grid<const double> features, const ClassBegin &class_begin, const Mass &mass) {
    const NodeRows rows = {features, numbers(class_begin), numbers(mass)};
    require(rows.mass.size() == rows.n_rows(), "mass must have one number a row");
    require(rows.n_rows() > 0, "there must be at least one row");
    require(rows.class_begin.size() >= 2 && rows.class_begin[0] == 0, "class_begin must start at 0");
    for (std::size_t c = 0; c < rows.n_classes(); ++c)
        require(rows.class_begin[c] <= rows.class_begin[c + 1], "class_begin must not fall");
    require(static_cast<std::size_t>(rows.class_begin.back()) == rows.n_rows(),
            "class_begin must end at the number of rows");
    double total = 0.0;
    for (const double mass_of_row : rows.mass) {
        require(mass_of_row >= 0.0, "mass must be 0 or more in every row");  // NaN is not
        total += mass_of_row;
    }
    require(std::isfinite(total), "the mass of all rows must be finite");
    return rows;
}

}  // namespace nldt::bindings
