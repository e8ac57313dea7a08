// A search for the weights and ends of a rule of given terms (rule_search.cpp): what it is given and what it keeps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "aligned_vector.hpp"

namespace nldt {

struct RuleSearchSettings {
    std::size_t dipole_looks = 0;  // along lines between rows of different classes, beside the given directions
    std::size_t random_looks = 0;
    std::size_t starts = 1;        // the best looks, which are improved
    std::size_t turns = 0;         // of each start
    std::size_t steps = 0;         // exact line searches of each start
    std::size_t final_steps = 0;   // and of the best
    float worth = 0.8F;            // a start that gains less than this share of what the best look gains is passed over
};

// Left is low <= w.T <= high, in the units of a table of terms. A half-space has low = -infinity.
struct FoundRule {
    std::vector<float> weights;  // none where no rule was found
    float low = 0.0F;
    float high = 0.0F;
    float impurity = 0.0F;
};

// Memory kept between calls.
struct RuleSearchMemory {
    AlignedFloats length;                  // by padded row: of (1, T); -1 where the row pads
    // Of the rows near an end: terms, sample weight, w.T, and how fast that changes along a direction.
    AlignedFloats terms, weight, value, change;
    std::vector<std::size_t> class_begin;
};

}  // namespace nldt
