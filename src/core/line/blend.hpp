// Cells of a line whose classes are half what their rows are and half what is expected of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rows/grid.hpp"

namespace nldt {

// Weight that is expected in each cell: of the classes of a group together, and of the rest.
struct ExpectedWeight {
    explicit ExpectedWeight(std::size_t n_cells) : group(n_cells, 0.0), others(n_cells, 0.0) {}

    // `share` of a row is expected to be of the group.
    void add(std::size_t cell, double weight, double share) {
        group[cell] += weight * share;
        others[cell] += weight * (1.0 - share);
    }

    std::vector<double> group, others;
};

// Half of the class weights of the cells, weight[c][cell], stays; the other half becomes what is expected, shared by
// the classes of the group, and by the others, as they are in the node.
void blend_classes(std::span<const double> parent, std::span<const std::uint8_t> group, const ExpectedWeight &expected,
                   Grid<double> weight);

}  // namespace nldt
