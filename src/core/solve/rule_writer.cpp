#include "solve/rule_writer.hpp"

#include <algorithm>
#include <numeric>

#include "criterion/split_impurity.hpp"

namespace nldt {

namespace {

void put(std::span<double> column, std::size_t rule, double value) {
    if (!column.empty()) column[rule] = value;
}

}  // namespace

RuleWriter::RuleWriter(const NodeRows &rows, Criterion criterion, const RuleColumns &columns)
    : criterion_(criterion),
      columns_(columns),
      parent_(class_mass(rows)),
      parent_impurity_(impurity_times_mass(parent_, criterion) / std::accumulate(parent_.begin(), parent_.end(), 0.0)) {
}

void RuleWriter::write_ends(std::size_t rule, const LineSplit &split, double impurity) const {
    put(columns_.low, rule, split.low);
    put(columns_.high, rule, split.high);
    put(columns_.impurity, rule, impurity);
    put(columns_.relative_gap, rule, split.relative_gap);
}

void RuleWriter::write_nothing(std::size_t structure) const {
    const std::size_t first = structure * columns_.rules_a_structure;
    for (std::size_t rule = first; rule < first + columns_.rules_a_structure; ++rule) {
        std::ranges::fill(columns_.weights[rule], 0.0);
        std::ranges::fill(columns_.left[rule], 0.0);
        write_ends(rule, {}, parent_impurity_);
    }
}

void RuleWriter::write(std::size_t rule, const TermValues &terms, std::span<const double> weights,
                       const LineSplit &split, std::span<const double> left) const {
    for (std::size_t t = 0; t < weights.size(); ++t) columns_.weights[rule][terms.places()[t]] = weights[t];
    if (columns_.left.n_lines > 0) std::ranges::copy(left, columns_.left[rule].begin());
    write_ends(rule, split, split_impurity(left, parent_, criterion_));
}

}  // namespace nldt
