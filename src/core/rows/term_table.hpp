// The active terms of one structure on the rows of a node, in float32 and laid out for the kernels.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "isa/block.hpp"
#include "rows/aligned_vector.hpp"
#include "rows/node_rows.hpp"

namespace nldt {

// What a kernel is shown of it. Each class is padded to whole blocks with rows of mass 0. Masses are scaled by a
// power of two.
struct TermTable {
    Grid<const float> terms;                   // terms[term][padded row]
    std::span<const float> mass;               // by padded row
    std::span<const std::size_t> class_begin;  // first padded row of each class, then the end
    std::span<const std::size_t> class_rows;   // rows of each class without padding
    std::span<const double> class_mass;        // scaled likewise
    std::span<const double> cumulative_mass;   // by padded row: of the rows of its class up to it

    NLDT_INLINE std::size_t n_terms() const { return terms.n_lines; }
    NLDT_INLINE std::size_t n_padded() const { return terms.length; }
    NLDT_INLINE std::size_t n_classes() const { return class_mass.size(); }
};

// The memory behind it.
class TermTableStorage {
  public:
    // With one row of a class in so many, which stand for all of them.
    explicit TermTableStorage(const NodeRows &rows, std::size_t every = 1);

    // A value that is not finite becomes NaN and so never goes left.
    TermTable fill(Grid<const double> terms);  // terms[term][row]

  private:
    double share_taken(std::span<const double> mass) const;

    const NodeRows &rows_;
    std::size_t every_;
    std::vector<std::size_t> class_begin_, class_rows_;
    std::vector<double> class_mass_, cumulative_mass_;
    AlignedFloats mass_, terms_;
};

}  // namespace nldt
