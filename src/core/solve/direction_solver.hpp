// The fast lower level: the best half-space and the best band of each structure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "solve/batch.hpp"

namespace nldt {

// The shapes that this lower level finds; curves are those of curve_solver.hpp.
enum class RuleShape : std::size_t { half_space = 0, band = 1 };
inline constexpr std::size_t n_rule_shapes = 2;

struct DirectionSettings {
    std::span<const std::uint64_t> seed;  // of each structure
    std::size_t steps = 6;                // how much is looked at and tried: time grows with it
    Effort effort = Effort::quick;
};

// n_rule_shapes rules a structure; weights have the largest magnitude 1.
struct DirectionSolutions {
    RuleColumns rules;
};

void solve_directions(const Batch &batch, const DirectionSettings &settings, const DirectionSolutions &solutions);

}  // namespace nldt
