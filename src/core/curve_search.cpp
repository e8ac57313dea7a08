#include "curve_search.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "impurity_arrays.hpp"
#include "logistic_curve.hpp"
#include "parallel.hpp"
#include "power_terms.hpp"
#include "standard_terms.hpp"

namespace nldt {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t octaves = 44;  // below one half: shares are no less than e^-30
constexpr std::size_t bins_an_octave = 8;
constexpr std::size_t n_bins = 2 * octaves * bins_an_octave;

// The bin of a share below one half: its exponent and three bits of its mantissa.
std::size_t bin_of(double share) {
    constexpr std::uint64_t half = 0x3feULL * bins_an_octave;  // of 0.5, which is the first above
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(share) >> 49;
    return octaves * bins_an_octave - static_cast<std::size_t>(half - bits);
}

// One thread's memory and its way through one structure.
class CurveSolver {
  public:
    CurveSolver(const NodeRows &rows, const Structures &structures, const std::uint8_t *group, Criterion criterion,
                double precision, Effort effort, const Kernels &kernels, const CurveSolutions &solutions)
        : rows_(rows),
          structures_(structures),
          group_(group),
          criterion_(criterion),
          effort_(effort),
          solutions_(solutions),
          line_(rows, criterion),
          terms_(rows, kernels),
          curve_(precision, kernels),
          target_(rows.n_rows),
          values_(rows.n_rows),
          left_(rows.n_classes) {}

    void operator()(std::size_t s) {
        write_nothing(s);
        const std::uint8_t *group = group_ + s * rows_.n_classes;
        if (!read_group(group) || !terms_.read(structures_, s, line_.total())) return;
        terms_.take_logarithm(line_.total());
        curve_.fit({terms_.standard(), terms_.count(), rows_.n_rows, target_.data(), rows_.sample_weight});
        if (std::isfinite(curve_.bits())) write_rule(s, group);
    }

  private:
    bool read_group(const std::uint8_t *group);
    std::vector<double> rule_weights() const;
    LineSplit find_end(const std::uint8_t *group, const std::vector<double> &weights);
    LineSplit quick_end(const std::uint8_t *group, const std::vector<double> &weights);
    void blend_bins(const std::uint8_t *group);
    std::size_t best_bin();
    void write_rule(std::size_t s, const std::uint8_t *group);
    void write_nothing(std::size_t s);

    const NodeRows &rows_;
    const Structures &structures_;
    const std::uint8_t *group_;
    const Criterion criterion_;
    const Effort effort_;
    const CurveSolutions &solutions_;
    LineSplits line_;
    StandardTerms terms_;
    LogisticCurve curve_;
    std::vector<double> target_, values_, left_;
    std::vector<std::uint16_t> bin_;  // of each row, from the first that holds one
    std::size_t used_ = 0;  // bins, rounded up to whole blocks of sixteen
    std::vector<double> bin_weight_, bin_impurity_;
};

// Which rows belong to the group; false where all of them do, or none.
bool CurveSolver::read_group(const std::uint8_t *group) {
    double inside = 0.0;
    double outside = 0.0;
    for (std::size_t c = 0; c < rows_.n_classes; ++c) {
        (group[c] ? inside : outside) += line_.parent()[c];
        std::fill(target_.begin() + rows_.class_begin[c], target_.begin() + rows_.class_begin[c + 1],
                  group[c] ? 1.0 : 0.0);
    }
    return inside > 0.0 && outside > 0.0;
}

// The largest is 1, so that a rule reads as "not above". A single term ranks the rows as its logarithm does.
std::vector<double> CurveSolver::rule_weights() const {
    std::vector<double> weights(terms_.count());
    double largest = 0.0;
    for (std::size_t t = 0; t < weights.size(); ++t) {
        weights[t] = curve_.weights()[t] / terms_.deviation(t);
        if (std::abs(weights[t]) > std::abs(largest)) largest = weights[t];
    }
    for (double &weight : weights) weight /= largest;
    return weights;
}

LineSplit CurveSolver::find_end(const std::uint8_t *group, const std::vector<double> &weights) {
    if (effort_ == Effort::quick) {
        const LineSplit split = quick_end(group, weights);
        if (std::isfinite(split.high)) return split;
    }
    if (!line_.sort(values_.data(), terms_.slack(weights))) return {-infinity, infinity, 0.0, 0.0};
    line_.blend(values_.data(), curve_.shares().data(), group);
    return line_.best_half_space();
}

// Rows are counted in bins by their share: eight an octave, down from one half and up from it. Ends at infinity where the
// rows of two bins can't be parted by their values.
LineSplit CurveSolver::quick_end(const std::uint8_t *group, const std::vector<double> &weights) {
    const std::vector<double> &shares = curve_.shares();
    const double slope = std::inner_product(weights.begin(), weights.end(), curve_.weights().begin(), 0.0);
    const bool falls = slope < 0.0;  // shares do, as values rise
    bin_.resize(rows_.n_rows);
    for (std::size_t i = 0; i < rows_.n_rows; ++i) {
        const std::size_t bin = shares[i] < 0.5 ? bin_of(shares[i]) : n_bins - 1 - bin_of(1.0 - shares[i]);
        bin_[i] = static_cast<std::uint16_t>(falls ? n_bins - 1 - bin : bin);
    }
    const auto [first, last] = std::minmax_element(bin_.begin(), bin_.end());
    used_ = (*last - *first) / 16u * 16u + 16u;
    for (const std::uint16_t offset = *first; std::uint16_t &bin : bin_) bin -= offset;
    blend_bins(group);
    const std::size_t best = best_bin();
    double inside = -infinity;
    double outside = infinity;
    for (std::size_t i = 0; i < rows_.n_rows; ++i) {
        inside = bin_[i] <= best ? std::max(inside, values_[i]) : inside;
        outside = bin_[i] > best ? std::min(outside, values_[i]) : outside;
    }
    const bool parts = inside < outside && std::isfinite(inside) && std::isfinite(outside);
    return {-infinity, parts ? end_above(inside, outside) : infinity, 0.0, 0.0};
}

// Class weights of the bins, half of what the rows are and half of what is expected of them.
void CurveSolver::blend_bins(const std::uint8_t *group) {
    const std::vector<double> &shares = curve_.shares();
    bin_weight_.assign((rows_.n_classes + 2) * used_, 0.0);
    double *of_group = bin_weight_.data() + rows_.n_classes * used_;  // expected weight of the group, and of the rest
    double *of_others = of_group + used_;
    for (std::size_t c = 0; c < rows_.n_classes; ++c)
        for (auto i = static_cast<std::size_t>(rows_.class_begin[c]);
             i < static_cast<std::size_t>(rows_.class_begin[c + 1]); ++i) {
            bin_weight_[c * used_ + bin_[i]] += rows_.sample_weight[i];
            of_group[bin_[i]] += rows_.sample_weight[i] * shares[i];
            of_others[bin_[i]] += rows_.sample_weight[i] * (1.0 - shares[i]);
        }
    blend_classes(line_.parent(), group, of_group, of_others, used_, used_, bin_weight_.data());
}

// The last bin inside of the best half-space of bins.
std::size_t CurveSolver::best_bin() {
    std::vector<double> parent(rows_.n_classes);
    for (std::size_t c = 0; c < rows_.n_classes; ++c) {
        double sum = 0.0;
        for (std::size_t bin = 0; bin < used_; ++bin)
            bin_weight_[c * used_ + bin] = sum += bin_weight_[c * used_ + bin];
        parent[c] = sum;
    }
    bin_impurity_.resize(used_);
    split_impurities(bin_weight_.data(), used_, parent.data(), rows_.n_classes, used_, criterion_,
                     bin_impurity_.data());
    return static_cast<std::size_t>(std::min_element(bin_impurity_.begin(), bin_impurity_.end() - 1) -
                                    bin_impurity_.begin());
}

void CurveSolver::write_rule(std::size_t s, const std::uint8_t *group) {
    const std::vector<double> weights = rule_weights();
    if (!std::all_of(weights.begin(), weights.end(), [](double weight) { return std::isfinite(weight); })) return;
    combine_terms(terms_.values(), terms_.count(), weights.data(), rows_.n_rows, values_.data());
    const LineSplit split = find_end(group, weights);
    if (!std::isfinite(split.high)) return;
    left_class_weights(values_.data(), -infinity, split.high, rows_.class_begin, rows_.n_classes,
                       rows_.sample_weight, left_.data());
    std::copy(left_.begin(), left_.end(), solutions_.left + s * rows_.n_classes);
    for (std::size_t t = 0; t < weights.size(); ++t)
        solutions_.weights[s * structures_.max_terms + terms_.place(t)] = weights[t];
    solutions_.high[s] = split.high;
    solutions_.impurity[s] = split_impurity(left_.data(), line_.parent().data(), rows_.n_classes, criterion_);
    solutions_.relative_gap[s] = split.relative_gap;
    solutions_.bits[s] = curve_.bits();
    for (std::size_t i = 0; i < rows_.n_rows; ++i)
        solutions_.side_bits[2 * s + (values_[i] <= split.high ? 0 : 1)] += curve_.row_bits()[i];
}

void CurveSolver::write_nothing(std::size_t s) {
    std::fill_n(solutions_.weights + s * structures_.max_terms, structures_.max_terms, 0.0);
    std::fill_n(solutions_.left + s * rows_.n_classes, rows_.n_classes, 0.0);
    std::fill_n(solutions_.side_bits + 2 * s, 2, 0.0);
    solutions_.high[s] = infinity;
    solutions_.impurity[s] = weighted_impurity(line_.parent().data(), rows_.n_classes, criterion_) / line_.total();
    solutions_.relative_gap[s] = 0.0;
    solutions_.bits[s] = infinity;
}

}  // namespace

void fit_curves(const NodeRows &rows, const Structures &structures, const std::uint8_t *group, Criterion criterion,
                double precision, Effort effort, const Kernels &kernels, std::size_t n_threads,
                const CurveSolutions &solutions) {
    parallel_for(structures.count, n_threads, [&] {
        return CurveSolver(rows, structures, group, criterion, precision, effort, kernels, solutions);
    });
}

}  // namespace nldt
