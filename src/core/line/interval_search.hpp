// The best interval of a line of cells, each with its class masses: a very good band, by repeated linearisation.
//
// The impurity that an interval leaves is concave in the class masses inside it. So the interval that is best for the
// linearised impurity is at least as good as the one it was linearised at; a linear score is maximised exactly by
// Kadane's maximum sub-array. Repeated until nothing changes: a local optimum, from several starts.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "criterion/criterion.hpp"
#include "rows/grid.hpp"

namespace nldt {

struct Interval {
    std::size_t begin = 0;  // first cell inside
    std::size_t end = 0;    // first cell after it
    double impurity = 0.0;  // impurity_times_mass of both sides, added up
};

class IntervalSearch {
  public:
    // mass[c][cell]: the mass of class c in a cell. parent[c]: in all cells.
    IntervalSearch(Grid<const double> mass, std::size_t n_cells, std::span<const double> parent, Criterion criterion);

    // A local optimum. Two classes start from one of them against the other and its complement, more of them from the
    // best interval of coarse cells.
    Interval best();

    // Kadane: the interval with the least sum of slope times mass.
    Interval best_linear();

    // The impurity of an interval, whose class masses are then inside().
    double measure(const Interval &interval);

    const std::vector<double> &inside() const { return inside_; }
    std::vector<double> &slope() { return slope_; }  // one a class
    double total() const { return total_; }

  private:
    Interval from_a_class();
    Interval from_coarse_cells();
    Interval best_of_coarse_cells();
    Interval descend(Interval interval);  // to a local optimum
    void linearise();                     // at the interval that was measured last

    Grid<const double> mass_;
    std::size_t n_cells_;
    std::span<const double> parent_;
    Criterion criterion_;
    double total_ = 0.0;
    std::vector<double> score_, slope_, inside_;
};

}  // namespace nldt
