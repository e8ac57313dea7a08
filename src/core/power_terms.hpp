// Power-law terms (Eq. 3 of the paper) and values of a rule, in strict float64 arithmetic.
//
// One order of operations, everywhere: the factors with positive exponents are multiplied from the first feature to
// the last, each repeated as often as its exponent says; likewise those with negative exponents; the term is the
// quotient of the two. The value of a rule adds weight * term from the first term to the last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace nldt {

// A term as two lists of feature numbers, a feature repeated as often as its exponent says.
struct Term {
    std::vector<std::size_t> numerator;
    std::vector<std::size_t> denominator;

    Term(const std::int8_t *exponents, std::size_t n_features);
    bool active() const { return !numerator.empty() || !denominator.empty(); }
    bool of_one_feature() const;
};

std::vector<Term> read_terms(const std::int8_t *exponents, std::size_t n_terms, std::size_t n_features);

// Values of one term on feature-major data (feature j starts at features + j * n_rows).
void evaluate_term(const Term &term, const double *features, std::size_t n_rows, double *values);

// Values of a rule on row-major data (row i starts at rows + i * n_features).
void evaluate_rule(const std::vector<Term> &terms, const double *weights, const double *rows, std::size_t n_rows,
                   std::size_t n_features, double *values);

// Values of a rule whose terms are known: terms[t * n_rows + i].
void combine_terms(const double *terms, std::size_t n_terms, const double *weights, std::size_t n_rows,
                   double *values);

}  // namespace nldt
