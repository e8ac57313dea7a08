// A search for the weights and ends of a rule of given terms (rule_search.cpp): what it is given and what it gives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "criterion/criterion.hpp"
#include "rows/term_table.hpp"

namespace nldt {

struct RuleSearchSettings {
    std::size_t dipole_looks = 0;  // along lines between rows of different classes, beside the given directions
    std::size_t random_looks = 0;
    std::size_t starts = 1;       // the best looks, which are improved
    std::size_t turns = 0;        // of each start
    std::size_t steps = 0;        // exact line searches of each start
    std::size_t final_steps = 0;  // and of the best
    float worth = 0.8F;           // a start that gains less than this share of what the best look gains is passed over
    Criterion criterion = Criterion::gini;
    std::uint64_t seed = 0;
};

// Left is low <= w.T <= high, in the units of a table of terms. A half-space has low = -infinity.
struct FoundRule {
    std::span<float> weights;  // the caller's memory
    bool any = false;          // whether a rule was found
    float low = 0.0F;
    float high = 0.0F;
    float impurity = 0.0F;
};

// Exact line searches look at no more rows near the ends of a rule than this; arrays have room for two blocks more.
inline constexpr std::size_t most_near_rows = 512;
inline constexpr std::size_t near_rows_room = most_near_rows + 2 * block_rows;

// Memory that the search works in. Contents do not matter.
struct RuleSearchSpace {
    std::span<float> length;  // by padded row: of (1, T); -1 where the row pads
    // Of the rows near an end: terms, mass, w.T, and how fast that changes along a direction.
    Grid<float> terms;
    std::span<float> mass, value, change;
    std::span<std::size_t> class_begin;
};

}  // namespace nldt
