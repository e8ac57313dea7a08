// The best split of rows by one number each: exact half-spaces, and bands that are exact where asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "interval_search.hpp"
#include "lower_level.hpp"

namespace nldt {

// Left is low <= value <= high; ends are in the middle of the gaps between values.
struct LineSplit {
    double low = 0.0;
    double high = 0.0;
    double impurity = 0.0;      // Eq. (6)
    double relative_gap = 0.0;  // the narrower gap at an end, over the spread of the values
};

// The middle of a gap between a value inside and one outside; the one inside where no number lies between them.
double end_above(double inside, double outside);
double end_below(double outside, double inside);

enum class Effort { quick, thorough };

// Class weights of cells, weight[c * stride + cell]: half of them stays, the other half is what is expected of the cells,
// of_group for the classes of a group together and of_others for the rest, shared as the classes are in the node.
void blend_classes(const std::vector<double> &parent, const std::uint8_t *group, const double *of_group,
                   const double *of_others, std::size_t n_cells, std::size_t stride, double *weight);

// Above so many run boundaries an exact band with three or more classes would take too long.
inline constexpr std::size_t most_compared_boundaries = 2000;

class LineSplits {
  public:
    LineSplits(const NodeRows &rows, Criterion criterion);

    // Sorts the values of the rows (in the rows' order). False where there are fewer than two different finite values.
    // With slack, one number a row: neighbours no further apart than the larger of their slacks are not parted.
    bool sort(const double *values, const double *slack = nullptr);

    // Gives half of each row's weight to the classes that are expected of it: `share` of a row goes to the classes of
    // the group, the rest to the others, as they are to each other in the node. `values` are those that were sorted.
    void blend(const double *values, const double *share, const std::uint8_t *group);

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

    void sort_keys(const double *values, double low, double high);
    void sort_equal_keys(const double *values);
    void fill_cells(const double *values, const double *slack);
    LineSplit band_between(std::size_t begin, std::size_t end, double impurity) const;
    Interval best_of_all_pairs(Interval best) const;
    bool same_pure_class(std::size_t a, std::size_t b) const;
    double relative_gap(std::size_t before) const;  // between cells `before` and `before + 1`

    const NodeRows &rows_;
    Criterion criterion_;
    std::vector<double> parent_, cell_parent_;  // the sums of the rows' and of the cells' class weights
    std::vector<std::uint32_t> row_class_;
    std::vector<Item> items_, sorted_;
    std::vector<double> cell_least_, cell_greatest_, weight_, left_, impurity_;
    std::size_t n_cells_ = 0;
    std::size_t stride_ = 0;
    double total_ = 0.0;
};

}  // namespace nldt
