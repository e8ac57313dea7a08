#include "rows/power_terms.hpp"

#include <algorithm>
#include <cstdlib>

namespace nldt {

Term::Term(std::span<const std::int8_t> exponents) {
    for (std::size_t j = 0; j < exponents.size(); ++j) {
        auto &factors = exponents[j] > 0 ? numerator : denominator;
        factors.insert(factors.end(), static_cast<std::size_t>(std::abs(exponents[j])), j);
    }
}

// Factors are in the order of the features.
bool Term::of_one_feature() const {
    if (!numerator.empty() && !denominator.empty()) return false;
    const auto &factors = numerator.empty() ? denominator : numerator;
    return !factors.empty() && factors.front() == factors.back();
}

std::vector<Term> read_terms(Grid<const std::int8_t> exponents) {
    std::vector<Term> terms;
    terms.reserve(exponents.n_lines);
    for (std::size_t t = 0; t < exponents.n_lines; ++t) terms.emplace_back(exponents[t]);
    return terms;
}

namespace {

// The product of the factors on every row; ones where there is no factor.
void evaluate_product(const std::vector<std::size_t> &factors, Grid<const double> features, std::span<double> product) {
    if (factors.empty()) {
        std::fill(product.begin(), product.end(), 1.0);
        return;
    }
    std::copy_n(features.line(factors[0]), product.size(), product.begin());
    for (std::size_t f = 1; f < factors.size(); ++f) {
        const double *feature = features.line(factors[f]);
        for (std::size_t i = 0; i < product.size(); ++i) product[i] *= feature[i];
    }
}

double product_of_row(const std::vector<std::size_t> &factors, const double *row) {
    if (factors.empty()) return 1.0;
    double product = row[factors[0]];
    for (std::size_t f = 1; f < factors.size(); ++f) product *= row[factors[f]];
    return product;
}

}  // namespace

void evaluate_term(const Term &term, Grid<const double> features, std::span<double> values) {
    evaluate_product(term.numerator, features, values);
    if (term.denominator.empty()) return;
    std::vector<double> divisor(values.size());
    evaluate_product(term.denominator, features, divisor);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] /= divisor[i];
}

void evaluate_rule(const std::vector<Term> &terms, std::span<const double> weights, Grid<const double> rows,
                   std::span<double> values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double *row = rows.line(i);
        double sum = 0.0;
        for (std::size_t t = 0; t < terms.size(); ++t) {
            double value = product_of_row(terms[t].numerator, row);
            if (!terms[t].denominator.empty()) value /= product_of_row(terms[t].denominator, row);
            sum = t == 0 ? weights[0] * value : sum + weights[t] * value;
        }
        values[i] = sum;
    }
}

void combine_terms(Grid<const double> terms, std::span<const double> weights, std::span<double> values) {
    const std::size_t n = values.size();
    for (std::size_t i = 0; i < n; ++i) values[i] = weights[0] * terms.data[i];
    for (std::size_t t = 1; t < weights.size(); ++t) {
        const double *term = terms.line(t);
        const double weight = weights[t];
        for (std::size_t i = 0; i < n; ++i) values[i] += weight * term[i];
    }
}

}  // namespace nldt
