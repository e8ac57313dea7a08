// The memory of a search for rules, kept between searches.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/rule_search.hpp"
#include "rows/aligned_vector.hpp"

namespace nldt {

class RuleSearchMemory {
  public:
    // Enough for a table; what was given before is no longer valid.
    RuleSearchSpace prepare(const TermTable &table) {
        length_.resize(table.n_padded());
        terms_.resize(table.n_terms() * near_rows_room);
        for (AlignedFloats *of_near_rows : {&mass_, &value_, &change_}) of_near_rows->resize(near_rows_room);
        class_begin_.resize(table.n_classes() + 1);
        return {length_, {terms_.data(), table.n_terms(), near_rows_room}, mass_, value_, change_, class_begin_};
    }

  private:
    AlignedFloats length_, terms_, mass_, value_, change_;
    std::vector<std::size_t> class_begin_;
};

}  // namespace nldt
