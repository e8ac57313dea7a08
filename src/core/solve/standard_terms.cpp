#include "solve/standard_terms.hpp"

#include <algorithm>
#include <cmath>

namespace nldt {

namespace {

constexpr double rounding = 1e-13;  // of a mean: a constant term deviates from it by so much
constexpr double same = 0x1p-47;    // of what was added up: equal values, such as 2*3 and 3*2, may differ by so much

bool varies(const TermScale &scale) {
    return scale.deviation > rounding * std::abs(scale.mean) && std::isfinite(scale.deviation);
}

}  // namespace

bool StandardTerms::read(const Structures &structures, std::size_t structure) {
    const std::size_t n = rows_.n_rows();
    scale_.clear();
    standard_.resize(structures.max_terms * n);
    return terms_.read(structures, structure, [&](std::size_t t, std::span<const double> values) {
        scale_.push_back(kernels_.standardise_term(values, rows_.mass, total_, {standard_.data() + t * n, n}));
        return varies(scale_.back());
    });
}

void StandardTerms::take_logarithm() {
    if (count() != 1) return;
    const std::span<const double> values = terms_.values()[0];
    if (!(*std::min_element(values.begin(), values.end()) > 0.0)) return;
    slack_.resize(values.size());
    std::transform(values.begin(), values.end(), slack_.begin(), [](double value) { return std::log(value); });
    std::vector<double> logarithms(values.size());
    const TermScale scale = kernels_.standardise_term(slack_, rows_.mass, total_, logarithms);
    if (varies(scale)) std::copy(logarithms.begin(), logarithms.end(), standard_.begin());
}

std::span<const double> StandardTerms::slack(std::span<const double> weights) {
    if (terms_.of_one_feature()) return {};
    slack_.assign(rows_.n_rows(), 0.0);
    for (std::size_t t = 0; t < count(); ++t) {
        const double *values = terms_.values().line(t);
        for (std::size_t i = 0; i < slack_.size(); ++i) slack_[i] += same * std::abs(weights[t] * values[i]);
    }
    return slack_;
}

}  // namespace nldt
