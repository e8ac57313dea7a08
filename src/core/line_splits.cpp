#include "line_splits.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "impurity_arrays.hpp"
#include "interval_search.hpp"

namespace nldt {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// With two classes: every interval whose class weights are a corner of the convex hull of all intervals' class weights.
// The impurity is concave, so one of the corners is best. Kadane finds the corner in a given direction; between two
// neighbouring corners there is another one exactly if the direction normal to their edge finds one beyond it.
class HullWalk {
  public:
    explicit HullWalk(IntervalSearch<double> &search) : search_(search) {}

    Interval best() {
        const Corner start[] = {corner(1, 0), corner(0, 1), corner(-1, 0), corner(0, -1)};
        for (std::size_t i = 0; i < 4; ++i) between(start[i], start[(i + 1) % 4], 0);
        return best_;
    }

  private:
    struct Corner {
        double first, second;  // class weights inside
    };

    static constexpr int most_splits = 60;  // far deeper than any hull of counts: guards against rounding

    Corner corner(double slope_first, double slope_second) {
        search_.slope()[0] = slope_first;
        search_.slope()[1] = slope_second;
        Interval found = search_.best_linear();
        found.impurity = search_.measure(found);
        if (!any_ || found.impurity < best_.impurity) best_ = found;
        any_ = true;
        return {search_.inside()[0], search_.inside()[1]};
    }

    void between(const Corner &a, const Corner &b, int depth) {
        // The direction normal to the edge from a to b, pointing out of the hull when walked the way best() does.
        const double normal_first = b.second - a.second;
        const double normal_second = a.first - b.first;
        if ((normal_first == 0.0 && normal_second == 0.0) || depth > most_splits) return;
        const Corner c = corner(-normal_first, -normal_second);
        const double beyond = normal_first * (c.first - a.first) + normal_second * (c.second - a.second);
        const double scale = std::abs(normal_first) + std::abs(normal_second);
        if (beyond <= 1e-12 * scale * search_.total()) return;
        between(a, c, depth + 1);
        between(c, b, depth + 1);
    }

    IntervalSearch<double> &search_;
    Interval best_;
    bool any_ = false;
};

}  // namespace

double end_above(double inside, double outside) {
    const double middle = inside + (outside - inside) / 2;
    return middle < outside ? middle : inside;
}

double end_below(double outside, double inside) {
    const double middle = outside + (inside - outside) / 2;
    return middle > outside ? middle : inside;
}

void blend_classes(const std::vector<double> &parent, const std::uint8_t *group, const double *of_group,
                   const double *of_others, std::size_t n_cells, std::size_t stride, double *weight) {
    double in_group = 0.0;
    double others = 0.0;
    for (std::size_t c = 0; c < parent.size(); ++c) (group[c] ? in_group : others) += parent[c];
    for (std::size_t c = 0; c < parent.size(); ++c) {
        const double part = parent[c] / (group[c] ? in_group : others);
        const double *expected = group[c] ? of_group : of_others;
        for (std::size_t i = 0; i < n_cells; ++i)
            weight[c * stride + i] = (weight[c * stride + i] + part * expected[i]) / 2;
    }
}

LineSplits::LineSplits(const NodeRows &rows, Criterion criterion)
    : rows_(rows), criterion_(criterion), parent_(rows.n_classes, 0.0), row_class_(rows.n_rows) {
    for (std::size_t c = 0; c < rows.n_classes; ++c)
        for (std::int64_t i = rows.class_begin[c]; i < rows.class_begin[c + 1]; ++i) {
            parent_[c] += rows.sample_weight[i];
            row_class_[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(c);
        }
    for (const double weight : parent_) total_ += weight;
}

bool LineSplits::sort(const double *values, const double *slack) {
    const std::size_t n = rows_.n_rows;
    double low = values[0];
    double high = values[0];
    bool finite = true;
    for (std::size_t i = 0; i < n; ++i) {
        finite &= std::isfinite(values[i]);
        low = values[i] < low ? values[i] : low;
        high = values[i] > high ? values[i] : high;
    }
    if (!finite || !(low < high)) return false;
    sort_keys(values, low, high);
    sort_equal_keys(values);
    fill_cells(values, slack);
    return n_cells_ >= 2;
}

// By 16 leading bits of the distance from the lowest value, byte after byte: linear time. The bits are four of the
// exponent, from the highest value's down, and twelve of the mantissa.
void LineSplits::sort_keys(const double *values, double low, double high) {
    constexpr std::size_t n_digits = 256;
    constexpr int dropped_bits = 40;
    constexpr std::uint64_t most = 0xffff;
    const std::size_t n = rows_.n_rows;
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

void LineSplits::sort_equal_keys(const double *values) {
    const auto less = [values](const Item &a, const Item &b) { return values[a.row] < values[b.row]; };
    for (std::size_t begin = 0, end = 1; begin < items_.size(); begin = end++) {
        while (end < items_.size() && items_[end].key == items_[begin].key) ++end;
        if (end - begin > 1)
            std::sort(items_.begin() + static_cast<std::ptrdiff_t>(begin),
                      items_.begin() + static_cast<std::ptrdiff_t>(end), less);
    }
}

// Rows that can't be parted make one cell.
void LineSplits::fill_cells(const double *values, const double *slack) {
    stride_ = padded(items_.size());
    cell_least_.resize(stride_);
    cell_greatest_.resize(stride_);
    weight_.assign(rows_.n_classes * stride_, 0.0);
    cell_parent_ = parent_;
    n_cells_ = 0;
    std::uint32_t last = 0;
    for (const Item &item : items_) {
        const double value = values[item.row];
        const double same = slack == nullptr ? 0.0 : std::max(slack[item.row], slack[last]);
        if (n_cells_ == 0 || value - cell_greatest_[n_cells_ - 1] > same) cell_least_[n_cells_++] = value;
        cell_greatest_[n_cells_ - 1] = value;
        last = item.row;
        weight_[row_class_[item.row] * stride_ + n_cells_ - 1] += rows_.sample_weight[item.row];
    }
}

void LineSplits::blend(const double *values, const double *share, const std::uint8_t *group) {
    std::vector<double> of_group(n_cells_, 0.0), of_others(n_cells_, 0.0);
    std::size_t cell = 0;
    for (const Item &item : items_) {
        if (values[item.row] > cell_greatest_[cell]) ++cell;
        of_group[cell] += rows_.sample_weight[item.row] * share[item.row];
        of_others[cell] += rows_.sample_weight[item.row] * (1.0 - share[item.row]);
    }
    blend_classes(parent_, group, of_group.data(), of_others.data(), n_cells_, stride_, weight_.data());
    for (std::size_t c = 0; c < rows_.n_classes; ++c) {
        cell_parent_[c] = 0.0;
        for (std::size_t i = 0; i < n_cells_; ++i) cell_parent_[c] += weight_[c * stride_ + i];
    }
}

double LineSplits::relative_gap(std::size_t before) const {
    const double spread = cell_greatest_[n_cells_ - 1] - cell_least_[0];
    if (std::isfinite(spread)) return (cell_least_[before + 1] - cell_greatest_[before]) / spread;
    const double half_spread = cell_greatest_[n_cells_ - 1] / 2 - cell_least_[0] / 2;
    return (cell_least_[before + 1] / 2 - cell_greatest_[before] / 2) / half_spread;
}

LineSplit LineSplits::best_half_space() {
    left_.resize(rows_.n_classes * stride_);
    impurity_.resize(stride_);
    for (std::size_t c = 0; c < rows_.n_classes; ++c) {
        double sum = 0.0;
        for (std::size_t i = 0; i < stride_; ++i) left_[c * stride_ + i] = sum += weight_[c * stride_ + i];
    }
    split_impurities(left_.data(), stride_, cell_parent_.data(), rows_.n_classes, padded(n_cells_), criterion_,
                     impurity_.data());
    std::size_t best = 0;
    for (std::size_t i = 1; i + 1 < n_cells_; ++i)
        if (impurity_[i] < impurity_[best] || (impurity_[i] == impurity_[best] && relative_gap(i) > relative_gap(best)))
            best = i;
    return {-infinity, end_above(cell_greatest_[best], cell_least_[best + 1]), impurity_[best], relative_gap(best)};
}

LineSplit LineSplits::best_band(Effort effort) {
    IntervalSearch<double> search(weight_.data(), stride_, n_cells_, parent_.data(), rows_.n_classes, criterion_);
    Interval best = search.best();
    if (effort == Effort::thorough)
        best = rows_.n_classes == 2 ? HullWalk(search).best() : best_of_all_pairs(best);
    return band_between(best.begin, best.end, best.impurity / total_);
}

// Compares all pairs of boundaries between runs of one class, unless there are too many.
Interval LineSplits::best_of_all_pairs(Interval best) const {
    std::vector<std::size_t> boundary = {0};
    for (std::size_t i = 1; i < n_cells_; ++i)
        if (!same_pure_class(i - 1, i)) boundary.push_back(i);
    boundary.push_back(n_cells_);
    if (boundary.size() > most_compared_boundaries) return best;
    const std::size_t n_classes = rows_.n_classes;
    std::vector<double> before(boundary.size() * n_classes, 0.0);
    for (std::size_t b = 0; b + 1 < boundary.size(); ++b)
        for (std::size_t c = 0; c < n_classes; ++c) {
            double sum = before[b * n_classes + c];
            for (std::size_t i = boundary[b]; i < boundary[b + 1]; ++i) sum += weight_[c * stride_ + i];
            before[(b + 1) * n_classes + c] = sum;
        }
    std::vector<double> inside(n_classes);
    for (std::size_t b = 0; b < boundary.size(); ++b)
        for (std::size_t e = b + 1; e < boundary.size(); ++e) {
            for (std::size_t c = 0; c < n_classes; ++c)
                inside[c] = before[e * n_classes + c] - before[b * n_classes + c];
            const double impurity = split_impurity(inside.data(), parent_.data(), n_classes, criterion_) * total_;
            if (impurity < best.impurity) best = {boundary[b], boundary[e], impurity};
        }
    return best;
}

bool LineSplits::same_pure_class(std::size_t a, std::size_t b) const {
    std::size_t classes = 0;
    for (std::size_t c = 0; c < rows_.n_classes; ++c)
        classes += weight_[c * stride_ + a] > 0.0 || weight_[c * stride_ + b] > 0.0 ? 1 : 0;
    return classes == 1;
}

LineSplit LineSplits::band_between(std::size_t begin, std::size_t end, double impurity) const {
    if (begin == 0 || end >= n_cells_) {  // not a band: a half-space does as well, or better
        return {-infinity, infinity, weighted_impurity(parent_.data(), parent_.size(), criterion_) / total_, 0.0};
    }
    return {end_below(cell_greatest_[begin - 1], cell_least_[begin]),
            end_above(cell_greatest_[end - 1], cell_least_[end]), impurity, std::min(relative_gap(begin - 1), relative_gap(end - 1))};
}

}  // namespace nldt
