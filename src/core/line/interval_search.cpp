#include "line/interval_search.hpp"

#include <algorithm>

#include "criterion/policies.hpp"
#include "criterion/split_impurity.hpp"

namespace nldt {

IntervalSearch::IntervalSearch(Grid<const double> mass, std::size_t n_cells, std::span<const double> parent,
                               Criterion criterion)
    : mass_(mass),
      n_cells_(n_cells),
      parent_(parent),
      criterion_(criterion),
      score_(n_cells),
      slope_(parent.size()),
      inside_(parent.size()) {
    for (const double of_class : parent) total_ += of_class;
}

Interval IntervalSearch::best() {
    const std::size_t n_classes = parent_.size();
    Interval best{0, n_cells_, impurity_times_mass(parent_, criterion_)};
    for (std::size_t c = 0; c < n_classes; ++c)
        for (const double sign : {1.0, -1.0}) {
            if (n_classes == 2 && c == 1) break;  // the second class is the first one's complement
            const double rest = total_ - parent_[c];
            if (parent_[c] <= 0.0 || rest <= 0.0) continue;
            for (std::size_t k = 0; k < n_classes; ++k) slope_[k] = k == c ? -sign / parent_[c] : sign / rest;
            const Interval found = descend(best_linear());
            if (found.impurity < best.impurity) best = found;
        }
    return best;
}

Interval IntervalSearch::descend(Interval interval) {
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

Interval IntervalSearch::best_linear() {
    std::fill(score_.begin(), score_.end(), 0.0);
    for (std::size_t c = 0; c < parent_.size(); ++c) {
        const double *mass = mass_.line(c);
        const double slope = slope_[c];
        for (std::size_t i = 0; i < n_cells_; ++i) score_[i] += slope * mass[i];
    }
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

double IntervalSearch::measure(const Interval &interval) {
    for (std::size_t c = 0; c < parent_.size(); ++c) {
        const double *mass = mass_.line(c);
        double sum = 0.0;
        for (std::size_t i = interval.begin; i < interval.end; ++i) sum += mass[i];
        inside_[c] = sum;
    }
    return split_impurity(inside_, parent_, criterion_) * total_;
}

void IntervalSearch::linearise() {
    with_criterion(criterion_, [&]<class Policy>(Policy) {
        const auto sums = sum_split<Policy>(inside_.data(), parent_.data(), parent_.size());
        for (std::size_t c = 0; c < parent_.size(); ++c)
            slope_[c] = Policy::slope(inside_[c], sums.left, sums.left_sum) -
                        Policy::slope(parent_[c] - inside_[c], total_ - sums.left, sums.right_sum);
    });
}

}  // namespace nldt
