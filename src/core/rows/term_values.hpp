// The active terms of one structure on the rows of a node.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "rows/node_rows.hpp"
#include "rows/power_terms.hpp"

namespace nldt {

// Keeps its memory from structure to structure.
class TermValues {
  public:
    explicit TermValues(const NodeRows &rows) : rows_(rows) {}

    // Evaluates the active terms of a structure one by one. take(t, values) is told of each, and may end it with false.
    template <class Take>
    bool read(const Structures &structures, std::size_t structure, Take take) {
        places_.clear();
        values_.resize(structures.max_terms * rows_.n_rows());
        for (std::size_t place = 0; place < structures.max_terms; ++place) {
            const Term term(structures.term(structure, place));
            if (!term.active()) continue;
            const std::span<double> values = grid()[count()];
            evaluate_term(term, rows_.features, values);
            places_.push_back(place);
            of_one_feature_ = count() == 1 && term.of_one_feature();
            if (!take(count() - 1, values)) return false;
        }
        return !places_.empty();
    }

    std::size_t count() const { return places_.size(); }
    const std::vector<std::size_t> &places() const { return places_; }  // of the active terms among the structure's
    bool of_one_feature() const { return of_one_feature_; }             // one term, made of one feature
    Grid<const double> values() const { return {values_.data(), count(), rows_.n_rows()}; }  // values()[term][row]

    // The values of a rule with these weights.
    void combine(std::span<const double> weights, std::span<double> values) const {
        combine_terms(this->values(), weights, values);
    }

  private:
    Grid<double> grid() { return {values_.data(), count(), rows_.n_rows()}; }

    const NodeRows &rows_;
    std::vector<std::size_t> places_;
    bool of_one_feature_ = false;
    std::vector<double> values_;
};

}  // namespace nldt
