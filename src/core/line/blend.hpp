// Cells of a line whose classes are half what their rows are and half what is expected of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rows/grid.hpp"

namespace nldt {

// Mass that is expected in each cell: of the classes of a group together, and of the rest.
struct ExpectedMass {
    explicit ExpectedMass(std::size_t n_cells) : group(n_cells, 0.0), others(n_cells, 0.0) {}

    // `share` of a row is expected to be of the group.
    void add(std::size_t cell, double mass, double share) {
        group[cell] += mass * share;
        others[cell] += mass * (1.0 - share);
    }

    std::vector<double> group, others;
};

// Half of the class masses of the cells, mass[c][cell], stays; the other half becomes what is expected, shared by
// the classes of the group, and by the others, as they are in the node.
void blend_classes(std::span<const double> parent, std::span<const std::uint8_t> group, const ExpectedMass &expected,
                   Grid<double> mass);

}  // namespace nldt
