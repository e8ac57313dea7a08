// Means and covariances of the terms in each class, in units that make the covariance of all rows the identity.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kernels/kernels.hpp"
#include "rows/node_rows.hpp"
#include "solve/small_matrix.hpp"

namespace nldt {

class ClassMoments {
  public:
    // `parent` are the class masses, `total` their sum.
    ClassMoments(const NodeRows &rows, std::span<const double> parent, double total, const Kernels &kernels)
        : rows_(rows),
          parent_(parent),
          total_(total),
          kernels_(kernels) {}

    // Makes the covariance of all rows' standardised terms, terms[term][row], the identity, so that no direction is
    // longer than another.
    void whiten(Grid<double> terms);

    // A direction of whitened terms as one of the terms before.
    void unwhiten(std::vector<double> &direction) const;

    // Fisher's discriminants and thinnest directions, of length 1: one after the other. With several classes, those that
    // look best.
    std::vector<float> first_directions() const;

  private:
    void measure(Grid<double> terms);
    std::vector<std::vector<double>> of_two_classes() const;
    std::vector<std::vector<double>> of_several_classes() const;

    const NodeRows &rows_;
    std::span<const double> parent_;
    const double total_;
    const Kernels &kernels_;
    std::size_t n_terms_ = 0;
    SmallMatrix factor_;  // of the covariance of all rows
    std::vector<std::vector<double>> mean_;
    std::vector<SmallMatrix> covariance_;
};

}  // namespace nldt
