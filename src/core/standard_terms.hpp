// The terms of one structure on the rows of a node, as they are and with mean 0 and deviation 1.
#pragma once

#include <cstddef>
#include <vector>

#include "lower_level.hpp"

namespace nldt {

class StandardTerms {
  public:
    StandardTerms(const NodeRows &rows, const Kernels &kernels) : rows_(rows), kernels_(kernels) {}

    // The active terms of a structure; `total` is the rows' weight. False where a term is constant or not finite.
    bool read(const Structures &structures, std::size_t s, double total);

    // Logarithms in the place of the standard values, with mean 0 and deviation 1, where the only term is positive:
    // they rank the rows alike. Mean and deviation stay those of the term itself.
    void take_logarithm(double total);

    // How far apart the values of rows may be that would be equal without rounding. None where rows of one value of a
    // single feature are the only equals: those are computed alike.
    const double *slack(const std::vector<double> &weights);

    std::size_t count() const { return active_.size(); }
    std::size_t place(std::size_t t) const { return active_[t]; }  // among the structure's terms
    double mean(std::size_t t) const { return mean_[t]; }
    double deviation(std::size_t t) const { return deviation_[t]; }
    const double *values() const { return values_.data(); }  // values[t * n_rows + i]
    double *standard() { return standard_.data(); }

  private:
    const NodeRows &rows_;
    const Kernels &kernels_;
    std::vector<std::size_t> active_;
    bool one_feature_ = false;  // in the only term
    std::vector<double> values_, standard_, mean_, deviation_, slack_;
};

}  // namespace nldt
