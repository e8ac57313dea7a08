// The best of all intervals between two boundaries of a line, of any number of classes.
//
// Boundaries are taken in runs. Of the intervals that begin in one run and end in another, the rows between the last
// beginning and the first end are inside, and those before the first beginning or after the last end outside. Impurity
// times mass is concave and proportional to scale, so the rows between, wherever they go, only add to what these leave:
// where that is no less than what is known, none of the pairs need be compared. Most need not.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "criterion/criterion.hpp"
#include "line/interval_search.hpp"
#include "rows/grid.hpp"

namespace nldt {

class BoundaryPairs {
  public:
    // boundary[b]: the first cell after it. before[c][b]: the mass of class c in the cells before it; padded, and the
    // same for all that pad.
    BoundaryPairs(std::span<const std::size_t> boundary, Grid<const double> before, std::span<const double> parent,
                  Criterion criterion);

    // An interval that leaves less impurity than `best` does, the least of all pairs; `best` if there is none.
    Interval improve(Interval best);

  private:
    double least(std::size_t begins, std::size_t ends);
    void compare(std::size_t begin, std::size_t ends, Interval &best);

    std::span<const std::size_t> boundary_;
    Grid<const double> before_;
    std::span<const double> parent_;
    Criterion criterion_;
    double total_ = 0.0;
    std::vector<double> inside_, outside_, of_ends_, impurity_;
    std::vector<std::size_t> promising_;  // runs of ends
};

}  // namespace nldt
