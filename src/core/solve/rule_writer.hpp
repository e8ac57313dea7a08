// Where the rules go that a lower level finds.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "criterion/criterion.hpp"
#include "line/line_split.hpp"
#include "rows/node_rows.hpp"
#include "rows/term_values.hpp"

namespace nldt {

// One or more rules a structure, those of structure s from s * rules_a_structure on. Columns that nobody wants are
// empty.
struct RuleColumns {
    std::size_t rules_a_structure = 1;
    Grid<double> weights;         // [rule][term]; 0 for terms that are not active, and where nothing is split
    std::span<double> low, high;  // ends; infinite where there is none
    std::span<double> impurity;   // Eq. (6), exact
    std::span<double> relative_gap;
    Grid<double> left;  // class masses of the rows that go left: [rule][class]
};

class RuleWriter {
  public:
    RuleWriter(const NodeRows &rows, Criterion criterion, const RuleColumns &columns);

    // Rules that split nothing, for all of a structure.
    void write_nothing(std::size_t structure) const;

    // The ends and the gap of `split` are written; `left` are the class masses of the rows that go left.
    void write(std::size_t rule, const TermValues &terms, std::span<const double> weights, const LineSplit &split,
               std::span<const double> left) const;

  private:
    void write_ends(std::size_t rule, const LineSplit &split, double impurity) const;

    Criterion criterion_;
    const RuleColumns &columns_;
    std::vector<double> parent_;
    double parent_impurity_;
};

}  // namespace nldt
