// The rows of one tree node, and structures of rules that are to be solved on them. Views: they own nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rows/grid.hpp"

namespace nldt {

// Rows from begin up to end.
struct RowRange {
    std::size_t begin = 0;
    std::size_t end = 0;

    std::size_t count() const { return end - begin; }
    template <class Number>
    std::span<Number> of(std::span<Number> column) const {
        return column.subspan(begin, count());
    }
};

// Feature-major, and grouped by class.
struct NodeRows {
    Grid<const double> features;                // features[feature][row]
    std::span<const std::int64_t> class_begin;  // first row of each class, then the end
    std::span<const double> mass;

    std::size_t n_rows() const { return features.length; }
    std::size_t n_features() const { return features.n_lines; }
    std::size_t n_classes() const { return class_begin.size() - 1; }
    RowRange class_rows(std::size_t c) const {
        return {static_cast<std::size_t>(class_begin[c]), static_cast<std::size_t>(class_begin[c + 1])};
    }
};

// Total mass of each class; classes are added up in the rows' order, as everywhere.
std::vector<double> class_mass(const NodeRows &rows);

// Left when low <= value <= high; a value that is not finite goes right.
bool goes_left(double value, double low, double high);

// Class masses of the rows that go left.
void left_class_mass(const NodeRows &rows, std::span<const double> values, double low, double high,
                     std::span<double> left);

// Of each structure, the exponents of its terms; a term of zeros is not active.
struct Structures {
    Grid<const std::int8_t> exponents;  // [structure * max_terms + term][feature]
    std::size_t count = 0;
    std::size_t max_terms = 0;

    std::span<const std::int8_t> term(std::size_t structure, std::size_t t) const {
        return exponents[structure * max_terms + t];
    }
};

}  // namespace nldt
