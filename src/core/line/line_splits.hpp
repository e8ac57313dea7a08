// The best split of rows by one number each: exact half-spaces, and bands that are exact where asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "criterion/criterion.hpp"
#include "line/interval_search.hpp"
#include "line/line_split.hpp"
#include "rows/node_rows.hpp"

namespace nldt {

// Above so many run boundaries an exact band with three or more classes would take too long.
inline constexpr std::size_t most_compared_boundaries = 2000;

class LineSplits {
  public:
    LineSplits(const NodeRows &rows, Criterion criterion);

    // Sorts the values of the rows (in the rows' order). False where there are fewer than two different finite values.
    // With slack, one number a row: neighbours no further apart than the larger of their slacks are not parted.
    bool sort(std::span<const double> values, std::span<const double> slack = {});

    // Gives half of each row's mass to the classes that are expected of it: `share` of a row goes to the classes of
    // the group, the rest to the others, as they are to each other in the node. `values` are those that were sorted.
    void blend(std::span<const double> values, std::span<const double> share, std::span<const std::uint8_t> group);

    // Exact for any number of classes; the wider gap among equals.
    LineSplit best_half_space();

    // quick: a local optimum of repeated linearisation. thorough: exact with two classes, and with more while there are
    // at most most_compared_boundaries boundaries between runs of one class. Ends at infinity and the parent's
    // impurity where the best interval touches an end of the line: then a half-space is at least as good.
    LineSplit best_band(Effort effort);

    const std::vector<double> &parent() const { return parent_; }
    double total() const { return total_; }

  private:
    struct Item {
        std::uint32_t key;  // rises with the row's value
        std::uint32_t row;
    };

    void sort_keys(std::span<const double> values, double low, double high);
    void sort_equal_keys(std::span<const double> values);
    void fill_cells(std::span<const double> values, std::span<const double> slack);
    LineSplit band_between(std::size_t begin, std::size_t end, double impurity) const;
    Interval best_of_all_pairs(Interval best) const;
    std::vector<std::size_t> run_boundaries() const;
    bool same_pure_class(std::size_t a, std::size_t b) const;
    double relative_gap(std::size_t before) const;  // between cells `before` and `before + 1`

    Grid<double> mass() { return {mass_.data(), rows_.n_classes(), stride_}; }
    Grid<const double> mass() const { return {mass_.data(), rows_.n_classes(), stride_}; }

    const NodeRows &rows_;
    Criterion criterion_;
    std::vector<double> parent_, cell_parent_;  // the sums of the rows' and of the cells' class masses
    std::vector<std::uint32_t> row_class_;
    std::vector<Item> items_, sorted_;
    std::vector<double> cell_least_, cell_greatest_, mass_, left_, impurity_;  // mass_ and left_ by class and cell
    std::size_t n_cells_ = 0;
    std::size_t stride_ = 0;  // cells of a class, padded
    double total_ = 0.0;
};

}  // namespace nldt
