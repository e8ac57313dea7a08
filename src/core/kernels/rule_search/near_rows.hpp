// The rows near the ends of a rule: only they can cross an end while the rule moves little. For kernels.
#pragma once

#include <cstddef>

#include "isa/float_block.hpp"
#include "kernels/rule_search.hpp"
#include "kernels/rule_search/search_node.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

class NearRows {
  public:
    NearRows(const SearchNode &node, const RuleSearchSpace &space)
        : node_(node),
          table_(node.table),
          space_(space),
          inside_(node.n_classes) {}

    // Gathers the rows whose values lie within the radius, times their length, of an end, and counts what is inside;
    // false where too many rows are near.
    bool collect(const SearchedRule &rule, float radius) {
        std::size_t count = 0;
        for (std::size_t c = 0; c < node_.n_classes; ++c) {
            space_.class_begin[c] = count;
            FloatBlock sum = {};
            for (std::size_t row = table_.class_begin[c]; row < table_.class_begin[c + 1]; row += block_rows) {
                if (count > most_near_rows) return false;
                const float *term = table_.terms.data + row;
                FloatBlock value = rule.weights[0] * load_block(term);
                for (std::size_t t = 1; t < node_.n_terms; ++t)
                    value += rule.weights[t] * load_block(term + t * table_.terms.length);
                const FloatBlock mass = load_block(table_.mass.data() + row);
                const FloatBlock below = value - rule.low;
                const FloatBlock above = rule.high - value;
                sum += (below >= 0.0F) & (above >= 0.0F) ? mass : FloatBlock{};
                const FloatBlock limit = radius * load_block(space_.length.data() + row);
                const IntBlock near = (magnitude(below) <= limit) | (magnitude(above) <= limit);
                if (!any_of(near)) continue;
                store_chosen(near, mass, space_.mass.data() + count);
                for (std::size_t t = 0; t < node_.n_terms; ++t)
                    store_chosen(near, load_block(term + t * table_.terms.length), space_.terms.line(t) + count);
                count += store_chosen(near, value, space_.value.data() + count);
            }
            inside_[c] = sum_block(sum);
        }
        if (count > most_near_rows) return false;
        space_.class_begin[node_.n_classes] = count_ = count;
        return true;
    }

    // How fast the values change along a direction.
    void set_change(const float *direction) {
        float *change = space_.change.data();
        const float *first = space_.terms.data;
        const float first_part = direction[0];
        for (std::size_t i = 0; i < count_; ++i) change[i] = first_part * first[i];
        for (std::size_t t = 1; t < node_.n_terms; ++t) {
            const float *term = space_.terms.line(t);
            const float part = direction[t];
            for (std::size_t i = 0; i < count_; ++i) change[i] += part * term[i];
        }
    }

    void set_no_change() {
        for (std::size_t i = 0; i < count_; ++i) space_.change[i] = 0.0F;
    }

    void move(float by) {
        float *value = space_.value.data();
        const float *change = space_.change.data();
        for (std::size_t i = 0; i < count_; ++i) value[i] += by * change[i];
    }

    std::size_t count() const { return count_; }
    std::size_t class_begin(std::size_t c) const { return space_.class_begin[c]; }
    const float *value() const { return space_.value.data(); }
    const float *change() const { return space_.change.data(); }
    const float *mass() const { return space_.mass.data(); }
    Floats &inside() { return inside_; }  // class masses

  private:
    const SearchNode &node_;
    const TermTable &table_;
    const RuleSearchSpace &space_;
    Floats inside_;
    std::size_t count_ = 0;
};

}  // namespace

}  // namespace nldt::NLDT_KERNELS
