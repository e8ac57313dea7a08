#include "rows/node_rows.hpp"

#include <cmath>

namespace nldt {

std::vector<double> class_mass(const NodeRows &rows) {
    std::vector<double> masses(rows.n_classes(), 0.0);
    for (std::size_t c = 0; c < rows.n_classes(); ++c)
        for (const double mass : rows.class_rows(c).of(rows.mass)) masses[c] += mass;
    return masses;
}

bool goes_left(double value, double low, double high) {
    // Not &&, which would branch.
    return std::isfinite(value) & (low <= value) & (value <= high);  // NOLINT(readability-implicit-bool-conversion)
}

void left_class_mass(const NodeRows &rows, std::span<const double> values, double low, double high,
                     std::span<double> left) {
    for (std::size_t c = 0; c < rows.n_classes(); ++c) {
        double sum = 0.0;
        const auto [begin, end] = rows.class_rows(c);
        for (std::size_t i = begin; i < end; ++i)
            sum += goes_left(values[i], low, high) ? rows.mass[i] : 0.0;  // no branch: it could not be foreseen
        left[c] = sum;
    }
}

}  // namespace nldt
