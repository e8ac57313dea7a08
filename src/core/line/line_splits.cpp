#include "line/line_splits.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "criterion/split_impurities.hpp"
#include "criterion/split_impurity.hpp"
#include "isa/block.hpp"
#include "line/blend.hpp"
#include "line/boundary_pairs.hpp"
#include "line/hull_walk.hpp"

namespace nldt {

LineSplits::LineSplits(const NodeRows &rows, Criterion criterion)
    : rows_(rows),
      criterion_(criterion),
      parent_(class_mass(rows)),
      row_class_(rows.n_rows()) {
    for (std::size_t c = 0; c < rows.n_classes(); ++c)
        for (std::uint32_t &of_row : rows.class_rows(c).of(std::span(row_class_)))
            of_row = static_cast<std::uint32_t>(c);
    for (const double mass : parent_) total_ += mass;
}

bool LineSplits::sort(std::span<const double> values, std::span<const double> slack) {
    double low = values[0];
    double high = values[0];
    bool finite = true;
    for (const double value : values) {
        finite &= std::isfinite(value);
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    if (!finite || !(low < high)) return false;
    sort_keys(values, low, high);
    sort_equal_keys(values);
    fill_cells(values, slack);
    return n_cells_ >= 2;
}

// By 16 leading bits of the distance from the lowest value, byte after byte: linear time. The bits are four of the
// exponent, from the highest value's down, and twelve of the mantissa.
void LineSplits::sort_keys(std::span<const double> values, double low, double high) {
    constexpr std::size_t n_digits = 256;
    constexpr int dropped_bits = 40;
    constexpr std::uint64_t most = 0xffff;
    const std::size_t n = rows_.n_rows();
    items_.resize(n);
    sorted_.resize(n);
    // The difference of two zeros may be negative.
    const auto leading = [low](double value) {
        return std::bit_cast<std::uint64_t>(std::abs(value - low)) >> dropped_bits;
    };
    const std::uint64_t top = leading(high);
    const std::uint64_t first = top > most ? top - most : 0;
    std::uint32_t count[2][n_digits] = {};
    for (std::size_t i = 0; i < n; ++i) {
        const std::uint64_t bits = leading(values[i]);
        const auto key = static_cast<std::uint32_t>(bits > first ? bits - first : 0);
        items_[i] = {key, static_cast<std::uint32_t>(i)};
        ++count[0][key % n_digits];
        ++count[1][key / n_digits];
    }
    for (std::size_t byte = 0; byte < 2; ++byte) {
        std::uint32_t sum = 0;
        for (std::uint32_t &digit : count[byte]) sum += std::exchange(digit, sum);
        for (const Item &item : items_) sorted_[count[byte][item.key >> (8 * byte) & (n_digits - 1)]++] = item;
        items_.swap(sorted_);
    }
}

void LineSplits::sort_equal_keys(std::span<const double> values) {
    const auto less = [values](const Item &a, const Item &b) { return values[a.row] < values[b.row]; };
    for (std::size_t begin = 0, end = 1; begin < items_.size(); begin = end++) {
        while (end < items_.size() && items_[end].key == items_[begin].key) ++end;
        if (end - begin > 1)
            std::sort(items_.begin() + static_cast<std::ptrdiff_t>(begin),
                      items_.begin() + static_cast<std::ptrdiff_t>(end), less);
    }
}

// Rows that can't be parted make one cell.
void LineSplits::fill_cells(std::span<const double> values, std::span<const double> slack) {
    stride_ = padded(items_.size());
    cell_least_.resize(stride_);
    cell_greatest_.resize(stride_);
    mass_.assign(rows_.n_classes() * stride_, 0.0);
    cell_parent_ = parent_;
    n_cells_ = 0;
    std::uint32_t last = 0;
    for (const Item &item : items_) {
        const double value = values[item.row];
        const double same = slack.empty() ? 0.0 : std::max(slack[item.row], slack[last]);
        if (n_cells_ == 0 || value - cell_greatest_[n_cells_ - 1] > same) cell_least_[n_cells_++] = value;
        cell_greatest_[n_cells_ - 1] = value;
        last = item.row;
        mass_[row_class_[item.row] * stride_ + n_cells_ - 1] += rows_.mass[item.row];
    }
}

void LineSplits::blend(std::span<const double> values, std::span<const double> share,
                       std::span<const std::uint8_t> group) {
    ExpectedMass expected(n_cells_);
    std::size_t cell = 0;
    for (const Item &item : items_) {
        if (values[item.row] > cell_greatest_[cell]) ++cell;
        expected.add(cell, rows_.mass[item.row], share[item.row]);
    }
    blend_classes(parent_, group, expected, mass());
    for (std::size_t c = 0; c < rows_.n_classes(); ++c) {
        cell_parent_[c] = 0.0;
        for (const double of_cell : mass()[c].first(n_cells_)) cell_parent_[c] += of_cell;
    }
}

double LineSplits::relative_gap(std::size_t before) const {
    const double spread = cell_greatest_[n_cells_ - 1] - cell_least_[0];
    if (std::isfinite(spread)) return (cell_least_[before + 1] - cell_greatest_[before]) / spread;
    const double half_spread = cell_greatest_[n_cells_ - 1] / 2 - cell_least_[0] / 2;
    return (cell_least_[before + 1] / 2 - cell_greatest_[before] / 2) / half_spread;
}

LineSplit LineSplits::best_half_space() {
    left_.resize(rows_.n_classes() * stride_);
    impurity_.resize(stride_);
    for (std::size_t c = 0; c < rows_.n_classes(); ++c) {
        double sum = 0.0;
        for (std::size_t i = 0; i < stride_; ++i) left_[c * stride_ + i] = sum += mass_[c * stride_ + i];
    }
    const Grid<const double> left = {left_.data(), rows_.n_classes(), stride_};
    split_impurities(left, cell_parent_.data(), padded(n_cells_), criterion_, impurity_.data());
    std::size_t best = 0;
    for (std::size_t i = 1; i + 1 < n_cells_; ++i)
        if (impurity_[i] < impurity_[best] || (impurity_[i] == impurity_[best] && relative_gap(i) > relative_gap(best)))
            best = i;
    return {-infinity, end_above(cell_greatest_[best], cell_least_[best + 1]), impurity_[best], relative_gap(best)};
}

LineSplit LineSplits::best_band(Effort effort) {
    IntervalSearch search(mass(), n_cells_, parent_, criterion_);
    Interval best = search.best();
    if (effort == Effort::thorough) best = rows_.n_classes() == 2 ? HullWalk(search).best() : best_of_all_pairs(best);
    return band_between(best.begin, best.end, best.impurity / total_);
}

// Compares all pairs of boundaries between runs of one class, unless there are too many.
Interval LineSplits::best_of_all_pairs(Interval best) const {
    const std::vector<std::size_t> boundary = run_boundaries();
    if (boundary.size() > most_compared_boundaries) return best;
    const std::size_t n_classes = rows_.n_classes();
    const std::size_t n = padded(boundary.size());
    std::vector<double> before(n_classes * n, 0.0);  // by class and boundary
    for (std::size_t c = 0; c < n_classes; ++c) {
        double sum = 0.0;
        for (std::size_t b = 0; b + 1 < n; ++b) {
            if (b + 1 < boundary.size())
                for (std::size_t i = boundary[b]; i < boundary[b + 1]; ++i) sum += mass_[c * stride_ + i];
            before[c * n + b + 1] = sum;
        }
    }
    return BoundaryPairs(boundary, {before.data(), n_classes, n}, parent_, criterion_).improve(best);
}

std::vector<std::size_t> LineSplits::run_boundaries() const {
    std::vector<std::size_t> boundary = {0};
    for (std::size_t i = 1; i < n_cells_; ++i)
        if (!same_pure_class(i - 1, i)) boundary.push_back(i);
    boundary.push_back(n_cells_);
    return boundary;
}

bool LineSplits::same_pure_class(std::size_t a, std::size_t b) const {
    std::size_t classes = 0;
    for (std::size_t c = 0; c < rows_.n_classes(); ++c)
        classes += mass_[c * stride_ + a] > 0.0 || mass_[c * stride_ + b] > 0.0 ? 1 : 0;
    return classes == 1;
}

LineSplit LineSplits::band_between(std::size_t begin, std::size_t end, double impurity) const {
    if (begin == 0 || end >= n_cells_) {  // not a band: a half-space does as well, or better
        return {-infinity, infinity, impurity_times_mass(parent_, criterion_) / total_, 0.0};
    }
    return {end_below(cell_greatest_[begin - 1], cell_least_[begin]),
            end_above(cell_greatest_[end - 1], cell_least_[end]), impurity,
            std::min(relative_gap(begin - 1), relative_gap(end - 1))};
}

}  // namespace nldt
