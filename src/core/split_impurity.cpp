#include "split_impurity.hpp"

#include <cmath>

namespace nldt {

namespace {

// Impurity times weight of the side whose class weights are class_weight(0), class_weight(1), ...
template <class ClassWeight>
double side_impurity(ClassWeight class_weight, std::size_t n_classes, Criterion criterion) {
    double total = 0.0;
    for (std::size_t c = 0; c < n_classes; ++c) total += class_weight(c);
    if (total <= 0.0) return 0.0;
    double sum = 0.0;
    if (criterion == Criterion::gini) {
        for (std::size_t c = 0; c < n_classes; ++c) sum += class_weight(c) * class_weight(c);
        return total - sum / total;
    }
    for (std::size_t c = 0; c < n_classes; ++c)
        if (class_weight(c) > 0.0) sum -= class_weight(c) * std::log2(class_weight(c) / total);
    return sum;
}

}  // namespace

double weighted_impurity(const double *class_weight, std::size_t n_classes, Criterion criterion) {
    return side_impurity([=](std::size_t c) { return class_weight[c]; }, n_classes, criterion);
}

double split_impurity(const double *left, const double *parent, std::size_t n_classes, Criterion criterion) {
    double total = 0.0;
    for (std::size_t c = 0; c < n_classes; ++c) total += parent[c];
    const auto right = [=](std::size_t c) { return parent[c] > left[c] ? parent[c] - left[c] : 0.0; };
    const double impurity = weighted_impurity(left, n_classes, criterion) + side_impurity(right, n_classes, criterion);
    return impurity > 0.0 ? impurity / total : 0.0;
}

bool goes_left(double value, double low, double high) {
    return std::isfinite(value) & (low <= value) & (value <= high);
}

void left_class_weights(const double *values, double low, double high, const std::int64_t *class_begin,
                        std::size_t n_classes, const double *sample_weight, double *left) {
    for (std::size_t c = 0; c < n_classes; ++c) {
        double sum = 0.0;
        for (std::int64_t i = class_begin[c]; i < class_begin[c + 1]; ++i)
            sum += goes_left(values[i], low, high) ? sample_weight[i] : 0.0;  // no branch: it could not be foreseen
        left[c] = sum;
    }
}

}  // namespace nldt
