// The impurity that a split leaves (Eq. 6 of the paper), one split at a time and exact.
#pragma once

#include <span>

#include "criterion/criterion.hpp"

namespace nldt {

// Impurity of a node with these class masses, times the node's mass.
double impurity_times_mass(std::span<const double> class_mass, Criterion criterion);

// Eq. (6): (N_L imp(L) + N_R imp(R)) / N_P, from the class masses on the left and in the parent.
double split_impurity(std::span<const double> left, std::span<const double> parent, Criterion criterion);

}  // namespace nldt
