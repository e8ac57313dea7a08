#include "line/boundary_pairs.hpp"

#include <algorithm>

#include "criterion/split_impurities.hpp"
#include "criterion/split_impurity.hpp"
#include "isa/block.hpp"

namespace nldt {

namespace {

constexpr std::size_t run = 2 * block_rows;  // boundaries
// As a part of the mass: what is bounded and what is measured are sums in different orders.
constexpr double rounding = 1e-9;

}  // namespace

BoundaryPairs::BoundaryPairs(std::span<const std::size_t> boundary, Grid<const double> before,
                             std::span<const double> parent, Criterion criterion)
    : boundary_(boundary),
      before_(before),
      parent_(parent),
      criterion_(criterion),
      inside_(parent.size()),
      outside_(parent.size()),
      of_ends_(parent.size() * run),
      impurity_(run) {
    for (const double mass : parent) total_ += mass;
}

Interval BoundaryPairs::improve(Interval best) {
    const std::size_t count = boundary_.size();
    for (std::size_t begins = 0; begins < count; begins += run) {
        promising_.clear();
        for (std::size_t ends = begins; ends < count; ends += run)
            if (least(begins, ends) < best.impurity) promising_.push_back(ends);
        for (std::size_t begin = begins; begin < std::min(begins + run, count); ++begin)
            for (const std::size_t ends : promising_) compare(begin, ends, best);
    }
    return best;
}

// No interval from a boundary of the one run to one of the other leaves less.
double BoundaryPairs::least(std::size_t begins, std::size_t ends) {
    const std::size_t last_begin = std::min(begins + run, boundary_.size()) - 1;
    const std::size_t last_end = std::min(ends + run, boundary_.size()) - 1;
    for (std::size_t c = 0; c < parent_.size(); ++c) {
        const double *before = before_.line(c);
        inside_[c] = std::max(before[ends] - before[last_begin], 0.0);
        outside_[c] = before[begins] + std::max(parent_[c] - before[last_end], 0.0);
    }
    const double sides = impurity_times_mass(inside_, criterion_) + impurity_times_mass(outside_, criterion_);
    return sides - rounding * total_;
}

void BoundaryPairs::compare(std::size_t begin, std::size_t ends, Interval &best) {
    const std::size_t last = std::min(ends + run, padded(boundary_.size()));
    for (std::size_t c = 0; c < parent_.size(); ++c) {
        const double *before = before_.line(c);
        for (std::size_t e = ends; e < last; ++e)
            of_ends_[c * run + e - ends] = before[e] > before[begin] ? before[e] - before[begin] : 0.0;
    }
    split_impurities<double>({of_ends_.data(), parent_.size(), run}, parent_.data(), last - ends, criterion_,
                             impurity_.data());
    for (std::size_t e = std::max(ends, begin + 1); e < std::min(last, boundary_.size()); ++e) {
        if (!(impurity_[e - ends] < best.impurity / total_)) continue;
        for (std::size_t c = 0; c < parent_.size(); ++c) inside_[c] = of_ends_[c * run + e - ends];
        const double of_pair = split_impurity(inside_, parent_, criterion_) * total_;
        if (of_pair < best.impurity) best = {boundary_[begin], boundary_[e], of_pair};
    }
}

}  // namespace nldt
