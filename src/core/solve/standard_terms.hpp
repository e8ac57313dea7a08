// The terms of one structure on the rows of a node, as they are and with mean 0 and deviation 1.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kernels/kernels.hpp"
#include "rows/term_values.hpp"

namespace nldt {

class StandardTerms {
  public:
    // `total` is the rows' mass.
    StandardTerms(const NodeRows &rows, double total, const Kernels &kernels)
        : rows_(rows),
          total_(total),
          kernels_(kernels),
          terms_(rows) {}

    // The active terms of a structure. False where a term is constant or not finite.
    bool read(const Structures &structures, std::size_t structure);

    // Logarithms in the place of the standard values, with mean 0 and deviation 1, where the only term is positive:
    // they rank the rows alike. Mean and deviation stay those of the term itself.
    void take_logarithm();

    // How far apart the values of rows may be that would be equal without rounding. None where rows of one value of a
    // single feature are the only equals: those are computed alike.
    std::span<const double> slack(std::span<const double> weights);

    const TermValues &terms() const { return terms_; }
    std::size_t count() const { return terms_.count(); }
    double mean(std::size_t t) const { return scale_[t].mean; }
    double deviation(std::size_t t) const { return scale_[t].deviation; }
    Grid<double> standard() { return {standard_.data(), count(), rows_.n_rows()}; }

  private:
    const NodeRows &rows_;
    const double total_;
    const Kernels &kernels_;
    TermValues terms_;
    std::vector<TermScale> scale_;
    std::vector<double> standard_, slack_;
};

}  // namespace nldt
