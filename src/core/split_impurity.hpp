// The impurity that a split leaves (Eq. 6 of the paper), and the exact class weights of its left side.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nldt {

enum class Criterion { gini, entropy };

// Impurity of a node with these class weights, times the node's weight.
double weighted_impurity(const double *class_weight, std::size_t n_classes, Criterion criterion);

// Eq. (6): (N_L imp(L) + N_R imp(R)) / N_P, from the class weights on the left and in the parent.
double split_impurity(const double *left, const double *parent, std::size_t n_classes, Criterion criterion);

// Left when low <= value <= high; a value that is not finite goes right.
bool goes_left(double value, double low, double high);

// Class weights of the rows that go left; rows are grouped by class, class c in [class_begin[c], class_begin[c + 1]).
void left_class_weights(const double *values, double low, double high, const std::int64_t *class_begin,
                        std::size_t n_classes, const double *sample_weight, double *left);

}  // namespace nldt
