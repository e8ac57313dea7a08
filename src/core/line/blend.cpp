#include "line/blend.hpp"

namespace nldt {

void blend_classes(std::span<const double> parent, std::span<const std::uint8_t> group, const ExpectedMass &expected,
                   Grid<double> mass) {
    double in_group = 0.0;
    double others = 0.0;
    for (std::size_t c = 0; c < parent.size(); ++c) (group[c] != 0 ? in_group : others) += parent[c];
    for (std::size_t c = 0; c < parent.size(); ++c) {
        const double part = parent[c] / (group[c] != 0 ? in_group : others);
        const std::vector<double> &of_class = group[c] != 0 ? expected.group : expected.others;
        double *cells = mass.line(c);
        for (std::size_t i = 0; i < of_class.size(); ++i) cells[i] = (cells[i] + part * of_class[i]) / 2;
    }
}

}  // namespace nldt
