#include "standard_terms.hpp"

#include <algorithm>
#include <cmath>

#include "power_terms.hpp"

namespace nldt {

namespace {

constexpr double rounding = 1e-13;  // of a mean: a constant term deviates from it by so much
constexpr double same = 0x1p-47;  // of what was added up: equal values, such as 2*3 and 3*2, may differ by so much

bool varies(const TermScale &scale) {
    return scale.deviation > rounding * std::abs(scale.mean) && std::isfinite(scale.deviation);
}

}  // namespace

bool StandardTerms::read(const Structures &structures, std::size_t s, double total) {
    const std::size_t n = rows_.n_rows;
    active_.clear();
    deviation_.clear();
    mean_.clear();
    values_.resize(structures.max_terms * n);
    standard_.resize(structures.max_terms * n);
    for (std::size_t t = 0; t < structures.max_terms; ++t) {
        const Term term(structures.exponents + (s * structures.max_terms + t) * rows_.n_features, rows_.n_features);
        if (!term.active()) continue;
        double *values = values_.data() + active_.size() * n;
        evaluate_term(term, rows_.features, n, values);
        const TermScale scale = kernels_.standardise_term(values, rows_.sample_weight, n, total,
                                                          standard_.data() + active_.size() * n);
        if (!varies(scale)) return false;
        mean_.push_back(scale.mean);
        deviation_.push_back(scale.deviation);
        active_.push_back(t);
        one_feature_ = active_.size() == 1 && term.of_one_feature();
    }
    return !active_.empty();
}

void StandardTerms::take_logarithm(double total) {
    const std::size_t n = rows_.n_rows;
    if (count() != 1 || !(*std::min_element(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(n)) > 0.0))
        return;
    slack_.resize(n);
    std::transform(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(n), slack_.begin(),
                   [](double value) { return std::log(value); });
    std::vector<double> logarithms(n);
    const TermScale scale =
        kernels_.standardise_term(slack_.data(), rows_.sample_weight, n, total, logarithms.data());
    if (varies(scale)) std::copy(logarithms.begin(), logarithms.end(), standard_.begin());
}

const double *StandardTerms::slack(const std::vector<double> &weights) {
    if (one_feature_) return nullptr;
    const std::size_t n = rows_.n_rows;
    slack_.assign(n, 0.0);
    for (std::size_t t = 0; t < count(); ++t)
        for (std::size_t i = 0; i < n; ++i) slack_[i] += same * std::abs(weights[t] * values_[t * n + i]);
    return slack_.data();
}

}  // namespace nldt
