#include "criterion/split_impurity.hpp"

#include <cstddef>

#include "criterion/policies.hpp"

namespace nldt {

namespace {

// Impurity times weight of the side whose class weights are class_weight(0), class_weight(1), ...
template <class ClassWeight>
double side_impurity(ClassWeight class_weight, std::size_t n_classes, Criterion criterion) {
    double total = 0.0;
    for (std::size_t c = 0; c < n_classes; ++c) total += class_weight(c);
    if (total <= 0.0) return 0.0;
    return with_criterion(criterion, [&](auto policy) { return policy.exact(class_weight, n_classes, total); });
}

}  // namespace

double weighted_impurity(std::span<const double> class_weight, Criterion criterion) {
    return side_impurity([=](std::size_t c) { return class_weight[c]; }, class_weight.size(), criterion);
}

double split_impurity(std::span<const double> left, std::span<const double> parent, Criterion criterion) {
    double total = 0.0;
    for (const double weight : parent) total += weight;
    const auto right = [=](std::size_t c) { return parent[c] > left[c] ? parent[c] - left[c] : 0.0; };
    const double impurity = weighted_impurity(left, criterion) + side_impurity(right, parent.size(), criterion);
    return impurity > 0.0 ? impurity / total : 0.0;
}

}  // namespace nldt
