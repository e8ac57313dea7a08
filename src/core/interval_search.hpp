// The best interval of a line of cells, each with its class weights: a very good band, by repeated linearisation.
//
// The impurity that an interval leaves is concave in the class weights inside it. So the interval that is best for the
// linearised impurity is at least as good as the one it was linearised at; a linear score is maximised exactly by
// Kadane's maximum sub-array. Repeated until nothing changes: a local optimum, from several starts.
#pragma once

#include <cstddef>
#include <vector>

#include "impurity_arrays.hpp"

namespace nldt {

struct Interval {
    std::size_t begin = 0;  // first cell inside
    std::size_t end = 0;    // first cell after it
    double impurity = 0.0;  // weighted_impurity of both sides, added up
};

// weight[c * stride + cell]: the weight of class c in a cell. Works in memory that is kept between calls.
template <class Weight>
class IntervalSearch {
  public:
    IntervalSearch(const Weight *weight, std::size_t stride, std::size_t n_cells, const double *parent,
                   std::size_t n_classes, Criterion criterion)
        : weight_(weight),
          stride_(stride),
          n_cells_(n_cells),
          parent_(parent),
          n_classes_(n_classes),
          criterion_(criterion),
          score_(n_cells),
          slope_(n_classes),
          inside_(n_classes) {
        for (std::size_t c = 0; c < n_classes; ++c) total_ += parent[c];
    }

    // The best of a start from every class against the rest, and its complement.
    Interval best() {
        Interval best{0, n_cells_, weighted_impurity(parent_, n_classes_, criterion_)};
        for (std::size_t c = 0; c < n_classes_; ++c)
            for (const double sign : {1.0, -1.0}) {
                if (n_classes_ == 2 && c == 1) break;  // the second class is the first one's complement
                const double rest = total_ - parent_[c];
                if (parent_[c] <= 0.0 || rest <= 0.0) continue;
                for (std::size_t k = 0; k < n_classes_; ++k)
                    slope_[k] = k == c ? -sign / parent_[c] : sign / rest;
                const Interval found = descend(best_linear());
                if (found.impurity < best.impurity) best = found;
            }
        return best;
    }

    // From an interval to a local optimum.
    Interval descend(Interval interval) {
        interval.impurity = measure(interval);
        for (;;) {
            linearise();
            Interval next = best_linear();
            if (next.begin == interval.begin && next.end == interval.end) return interval;
            next.impurity = measure(next);
            if (!(next.impurity < interval.impurity)) {
                measure(interval);
                return interval;
            }
            interval = next;
        }
    }

    // Kadane: the interval with the least sum of slope times weight.
    Interval best_linear() {
        for (std::size_t i = 0; i < n_cells_; ++i) score_[i] = 0.0;
        for (std::size_t c = 0; c < n_classes_; ++c)
            for (std::size_t i = 0; i < n_cells_; ++i) score_[i] += slope_[c] * weight_[c * stride_ + i];
        Interval best{0, n_cells_, 0.0};
        double lowest = 1e300;
        double sum = 0.0;
        std::size_t begin = 0;
        for (std::size_t i = 0; i < n_cells_; ++i) {
            const bool anew = sum > 0.0;
            sum = (anew ? 0.0 : sum) + score_[i];
            begin = anew ? i : begin;
            if (sum < lowest) {
                lowest = sum;
                best.begin = begin;
                best.end = i + 1;
            }
        }
        return best;
    }

    const std::vector<double> &inside() const { return inside_; }
    std::vector<double> &slope() { return slope_; }
    double total() const { return total_; }

    double measure(const Interval &interval) {
        for (std::size_t c = 0; c < n_classes_; ++c) {
            double sum = 0.0;
            for (std::size_t i = interval.begin; i < interval.end; ++i) sum += weight_[c * stride_ + i];
            inside_[c] = sum;
        }
        return split_impurity(inside_.data(), parent_, n_classes_, criterion_) * total_;
    }

  private:
    void linearise() {
        if (criterion_ == Criterion::gini)
            linearise<GiniParts>();
        else
            linearise<EntropyParts>();
    }

    template <class Parts>
    void linearise() {
        double inside_total = 0.0;
        double inside_sum = 0.0;
        double outside_sum = 0.0;
        for (std::size_t c = 0; c < n_classes_; ++c) {
            inside_total += inside_[c];
            inside_sum += Parts::part(inside_[c]);
            outside_sum += Parts::part(parent_[c] - inside_[c]);
        }
        for (std::size_t c = 0; c < n_classes_; ++c)
            slope_[c] = Parts::slope(inside_[c], inside_total, inside_sum) -
                        Parts::slope(parent_[c] - inside_[c], total_ - inside_total, outside_sum);
    }

    const Weight *weight_;
    std::size_t stride_, n_cells_;
    const double *parent_;
    std::size_t n_classes_;
    Criterion criterion_;
    double total_ = 0.0;
    std::vector<double> score_, slope_, inside_;
};

}  // namespace nldt
