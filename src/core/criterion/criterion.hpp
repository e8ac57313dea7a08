// Which impurity is measured. What each criterion computes is in criterion/policies.hpp.
#pragma once

#include <string_view>

namespace nldt {

enum class Criterion { gini, entropy };

// Throws std::invalid_argument for a name that is none.
Criterion criterion_named(std::string_view name);

}  // namespace nldt
