#include "criterion/split_impurity.hpp"

#include <cstddef>

#include "criterion/policies.hpp"

namespace nldt {

namespace {

// Impurity times mass of the side whose class masses are class_mass(0), class_mass(1), ...
template <class ClassMass>
double side_impurity(ClassMass class_mass, std::size_t n_classes, Criterion criterion) {
    double total = 0.0;
    for (std::size_t c = 0; c < n_classes; ++c) total += class_mass(c);
    if (total <= 0.0) return 0.0;
    return with_criterion(criterion, [&](auto policy) { return policy.exact(class_mass, n_classes, total); });
}

}  // namespace

double impurity_times_mass(std::span<const double> class_mass, Criterion criterion) {
    return side_impurity([=](std::size_t c) { return class_mass[c]; }, class_mass.size(), criterion);
}

double split_impurity(std::span<const double> left, std::span<const double> parent, Criterion criterion) {
    double total = 0.0;
    for (const double mass : parent) total += mass;
    const auto right = [=](std::size_t c) { return parent[c] > left[c] ? parent[c] - left[c] : 0.0; };
    const double impurity = impurity_times_mass(left, criterion) + side_impurity(right, parent.size(), criterion);
    return impurity > 0.0 ? impurity / total : 0.0;
}

}  // namespace nldt
