// Power-law terms (Eq. 3 of the paper) and values of a rule, in strict float64 arithmetic.
//
// One order of operations, everywhere: the factors with positive exponents are multiplied from the first feature to
// the last, each repeated as often as its exponent says; likewise those with negative exponents; the term is the
// quotient of the two. The value of a rule adds weight * term from the first term to the last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rows/grid.hpp"

namespace nldt {

// A term as two lists of feature numbers, a feature repeated as often as its exponent says.
struct Term {
    std::vector<std::size_t> numerator;
    std::vector<std::size_t> denominator;

    explicit Term(std::span<const std::int8_t> exponents);  // one a feature
    bool active() const { return !numerator.empty() || !denominator.empty(); }
    bool of_one_feature() const;
};

std::vector<Term> read_terms(Grid<const std::int8_t> exponents);  // exponents[term][feature]

// Values of one term: features[feature][row].
void evaluate_term(const Term &term, Grid<const double> features, std::span<double> values);

// Values of a rule: rows[row][feature].
void evaluate_rule(const std::vector<Term> &terms, std::span<const double> weights, Grid<const double> rows,
                   std::span<double> values);

// Values of a rule whose terms are known: terms[term][row].
void combine_terms(Grid<const double> terms, std::span<const double> weights, std::span<double> values);

}  // namespace nldt
