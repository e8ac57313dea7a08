#include "power_terms.hpp"

#include <algorithm>
#include <cstdlib>

namespace nldt {

Term::Term(const std::int8_t *exponents, std::size_t n_features) {
    for (std::size_t j = 0; j < n_features; ++j) {
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

std::vector<Term> read_terms(const std::int8_t *exponents, std::size_t n_terms, std::size_t n_features) {
    std::vector<Term> terms;
    terms.reserve(n_terms);
    for (std::size_t t = 0; t < n_terms; ++t) terms.emplace_back(exponents + t * n_features, n_features);
    return terms;
}

namespace {

// The product of the factors on every row; ones where there is no factor.
void evaluate_product(const std::vector<std::size_t> &factors, const double *features, std::size_t n_rows,
                      double *product) {
    if (factors.empty()) {
        std::fill_n(product, n_rows, 1.0);
        return;
    }
    std::copy_n(features + factors[0] * n_rows, n_rows, product);
    for (std::size_t f = 1; f < factors.size(); ++f) {
        const double *feature = features + factors[f] * n_rows;
        for (std::size_t i = 0; i < n_rows; ++i) product[i] *= feature[i];
    }
}

double product_of_row(const std::vector<std::size_t> &factors, const double *row) {
    if (factors.empty()) return 1.0;
    double product = row[factors[0]];
    for (std::size_t f = 1; f < factors.size(); ++f) product *= row[factors[f]];
    return product;
}

}  // namespace

void evaluate_term(const Term &term, const double *features, std::size_t n_rows, double *values) {
    evaluate_product(term.numerator, features, n_rows, values);
    if (term.denominator.empty()) return;
    std::vector<double> divisor(n_rows);
    evaluate_product(term.denominator, features, n_rows, divisor.data());
    for (std::size_t i = 0; i < n_rows; ++i) values[i] /= divisor[i];
}

void evaluate_rule(const std::vector<Term> &terms, const double *weights, const double *rows, std::size_t n_rows,
                   std::size_t n_features, double *values) {
    for (std::size_t i = 0; i < n_rows; ++i) {
        const double *row = rows + i * n_features;
        double sum = 0.0;
        for (std::size_t t = 0; t < terms.size(); ++t) {
            double value = product_of_row(terms[t].numerator, row);
            if (!terms[t].denominator.empty()) value /= product_of_row(terms[t].denominator, row);
            sum = t == 0 ? weights[0] * value : sum + weights[t] * value;
        }
        values[i] = sum;
    }
}

void combine_terms(const double *terms, std::size_t n_terms, const double *weights, std::size_t n_rows,
                   double *values) {
    for (std::size_t i = 0; i < n_rows; ++i) values[i] = weights[0] * terms[i];
    for (std::size_t t = 1; t < n_terms; ++t) {
        const double *term = terms + t * n_rows;
        for (std::size_t i = 0; i < n_rows; ++i) values[i] += weights[t] * term[i];
    }
}

}  // namespace nldt
