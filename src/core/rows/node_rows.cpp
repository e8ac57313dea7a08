#include "rows/node_rows.hpp"

#include <cmath>

namespace nldt {

std::vector<double> class_weights(const NodeRows &rows) {
    std::vector<double> weights(rows.n_classes(), 0.0);
    for (std::size_t c = 0; c < rows.n_classes(); ++c)
        for (const double weight : rows.class_rows(c).of(rows.sample_weight)) weights[c] += weight;
    return weights;
}

bool goes_left(double value, double low, double high) {
    // Not &&, which would branch.
    return std::isfinite(value) & (low <= value) & (value <= high);  // NOLINT(readability-implicit-bool-conversion)
}

void left_class_weights(const NodeRows &rows, std::span<const double> values, double low, double high,
                        std::span<double> left) {
    for (std::size_t c = 0; c < rows.n_classes(); ++c) {
        double sum = 0.0;
        const auto [begin, end] = rows.class_rows(c);
        for (std::size_t i = begin; i < end; ++i)
            sum +=
                goes_left(values[i], low, high) ? rows.sample_weight[i] : 0.0;  // no branch: it could not be foreseen
        left[c] = sum;
    }
}

}  // namespace nldt
