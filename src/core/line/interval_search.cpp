#include "line/interval_search.hpp"

#include <algorithm>

#include "criterion/policies.hpp"
#include "criterion/split_impurities.hpp"
#include "criterion/split_impurity.hpp"
#include "line/line_split.hpp"

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

Interval IntervalSearch::best() { return parent_.size() == 2 ? from_a_class() : from_coarse_cells(); }

Interval IntervalSearch::from_a_class() {
    Interval best{0, n_cells_, impurity_times_mass(parent_, criterion_)};
    for (const double sign : {1.0, -1.0}) {
        const double rest = total_ - parent_[0];
        if (parent_[0] <= 0.0 || rest <= 0.0) continue;
        slope_[0] = -sign / parent_[0];
        slope_[1] = sign / rest;
        const Interval found = descend(best_linear());
        if (found.impurity < best.impurity) best = found;
    }
    return best;
}

Interval IntervalSearch::from_coarse_cells() {
    const Interval all{0, n_cells_, impurity_times_mass(parent_, criterion_)};
    const Interval found = descend(best_of_coarse_cells());
    return found.impurity < all.impurity ? found : all;
}

Interval IntervalSearch::best_of_coarse_cells() {
    constexpr std::size_t n_coarse = 32;
    const std::size_t n_classes = parent_.size();
    const auto cell = [&](std::size_t boundary) { return boundary * n_cells_ / n_coarse; };
    std::vector<double> up_to(n_classes * (n_coarse + 1), 0.0);  // by class and boundary
    for (std::size_t c = 0; c < n_classes; ++c)
        for (std::size_t b = 0; b < n_coarse; ++b) {
            double sum = up_to[c * (n_coarse + 1) + b];
            for (std::size_t i = cell(b); i < cell(b + 1); ++i) sum += mass_.line(c)[i];
            up_to[c * (n_coarse + 1) + b + 1] = sum;
        }
    std::vector<double> inside(n_classes * n_coarse);
    std::vector<double> impurity(n_coarse);
    Interval best{0, n_cells_, infinity};
    for (std::size_t b = 0; b < n_coarse; ++b) {
        const std::size_t first = b / 16 * 16;  // ends come in blocks of 16
        for (std::size_t c = 0; c < n_classes; ++c) {
            const double *sums = up_to.data() + c * (n_coarse + 1);
            for (std::size_t e = first; e < n_coarse; ++e)
                inside[c * n_coarse + e] = sums[e + 1] > sums[b] ? sums[e + 1] - sums[b] : 0.0;
        }
        split_impurities<double>({inside.data() + first, n_classes, n_coarse}, parent_.data(), n_coarse - first,
                                 criterion_, impurity.data() + first);
        for (std::size_t e = b; e < n_coarse; ++e)
            if (cell(e + 1) > cell(b) && impurity[e] < best.impurity) best = {cell(b), cell(e + 1), impurity[e]};
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
