#include "solve/left_mass.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nldt {

LeftMass::LeftMass(const NodeRows &rows, const Kernels &kernels)
    : rows_(rows),
      kernels_(kernels),
      whole_(has_whole_masses()) {
    if (whole_ || !has_equal_masses()) return;
    one_.assign(rows.n_rows(), 1.0);
    up_to_.reserve(rows.n_rows() + rows.n_classes());
    for (std::size_t c = 0; c < rows.n_classes(); ++c) {
        double sum = 0.0;
        up_to_.push_back(sum);
        for (const double mass : rows.class_rows(c).of(rows.mass)) up_to_.push_back(sum += mass);
    }
}

bool LeftMass::has_equal_masses() const {
    for (std::size_t c = 0; c < rows_.n_classes(); ++c) {
        const std::span<const double> mass = rows_.class_rows(c).of(rows_.mass);
        if (std::ranges::any_of(mass, [&](double of_row) { return of_row != mass[0]; })) return false;
    }
    return true;
}

// Sums of whole numbers are exact in any order.
bool LeftMass::has_whole_masses() const {
    double total = 0.0;
    for (const double mass : rows_.mass) total += mass;
    return total < 0x1p52 && std::ranges::all_of(rows_.mass, [](double mass) { return mass == std::floor(mass); });
}

void LeftMass::add_up(std::span<const double> values, double low, double high, std::span<double> left) const {
    if (!whole_ && one_.empty()) {
        left_class_mass(rows_, values, low, high, left);
        return;
    }
    constexpr double least = std::numeric_limits<double>::lowest();  // what is infinite goes right
    for (std::size_t c = 0; c < rows_.n_classes(); ++c) {
        const RowRange rows = rows_.class_rows(c);
        const std::span<const double> counted = whole_ ? rows_.mass : std::span<const double>(one_);
        const double sum = kernels_.sum_inside(rows.of(values), rows.of(counted), std::max(low, least), high);
        left[c] = whole_ ? sum : up_to_[rows.begin + c + static_cast<std::size_t>(sum)];
    }
}

}  // namespace nldt
