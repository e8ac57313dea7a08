// Class masses of the rows that go left, to the last bit what adding them up in the rows' order gives, but faster.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kernels/kernels.hpp"
#include "rows/node_rows.hpp"

namespace nldt {

class LeftMass {
  public:
    LeftMass(const NodeRows &rows, const Kernels &kernels);

    // Left is low <= value <= high.
    void add_up(std::span<const double> values, double low, double high, std::span<double> left) const;

  private:
    bool has_equal_masses() const;
    bool has_whole_masses() const;

    const NodeRows &rows_;
    const Kernels &kernels_;
    std::vector<double> one_;    // a row; empty where classes have rows of different masses
    std::vector<double> up_to_;  // with rows of equal mass, that of so many of a class: its rows', from none on
    bool whole_;
};

}  // namespace nldt
