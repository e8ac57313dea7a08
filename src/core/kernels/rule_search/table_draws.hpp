// Rows and directions drawn at random. For kernels.
#pragma once

#include <cmath>
#include <cstddef>

#include "isa/random_lanes.hpp"
#include "kernels/rule_search/search_node.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

class TableDraws {
  public:
    TableDraws(const SearchNode &node, RandomLanes &random) : node_(node), table_(node.table), random_(random) {}

    // A row of any class.
    std::size_t row() { return row_but(node_.n_classes); }

    // Along the line between two rows of different classes; false where they coincide.
    bool dipole(float *weights) {
        const std::size_t first = row();
        const std::size_t second = row_but(class_of(first));
        float square = 0.0F;
        for (std::size_t t = 0; t < node_.n_terms; ++t) {
            const float *term = table_.terms.line(t);
            weights[t] = term[first] - term[second];
            square += weights[t] * weights[t];
        }
        if (!(square > 1e-12F)) return false;
        for (std::size_t t = 0; t < node_.n_terms; ++t) weights[t] /= std::sqrt(square);
        return true;
    }

    // Any direction, of length 1.
    void direction(float *weights) {
        float square = 0.0F;
        while (!(square > 1e-6F)) {
            square = 0.0F;
            for (std::size_t t = 0; t < node_.n_terms; ++t) {
                weights[t] = bell_number(random_);
                square += weights[t] * weights[t];
            }
        }
        for (std::size_t t = 0; t < node_.n_terms; ++t) weights[t] /= std::sqrt(square);
    }

    // About 0 and with thin ends: the sum of three uniform numbers.
    static float bell_number(RandomLanes &random) {
        const float first = random.next_float();
        const float second = random.next_float();
        return first + second + random.next_float() - 1.5F;
    }

  private:
    // A row of any class but one; of any class at all where that is none.
    std::size_t row_but(std::size_t but) {
        const std::size_t left_out = but < node_.n_classes ? table_.class_rows[but] : 0;
        auto at = static_cast<std::size_t>(random_.next() * static_cast<double>(node_.n_rows - left_out));
        std::size_t c = 0;
        while (c == but || at >= table_.class_rows[c]) {
            at -= c == but ? 0 : table_.class_rows[c];
            ++c;
        }
        return table_.class_begin[c] + at;
    }

    std::size_t class_of(std::size_t row) const {
        std::size_t c = 0;
        while (row >= table_.class_begin[c + 1]) ++c;
        return c;
    }

    const SearchNode &node_;
    const TermTable &table_;
    RandomLanes &random_;
};

inline float value_of(const TermTable &table, const float *weights, std::size_t row) {
    float value = 0.0F;
    for (std::size_t t = 0; t < table.n_terms(); ++t) value += weights[t] * table.terms.line(t)[row];
    return value;
}

}  // namespace

}  // namespace nldt::NLDT_KERNELS
