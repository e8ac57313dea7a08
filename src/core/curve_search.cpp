#include "curve_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "logistic_curve.hpp"
#include "parallel.hpp"
#include "power_terms.hpp"
#include "standard_terms.hpp"

namespace nldt {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// One thread's memory and its way through one structure.
class CurveSolver {
  public:
    CurveSolver(const NodeRows &rows, const Structures &structures, const std::uint8_t *group, Criterion criterion,
                double precision, const Kernels &kernels, const CurveSolutions &solutions)
        : rows_(rows),
          structures_(structures),
          group_(group),
          criterion_(criterion),
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
    void write_rule(std::size_t s, const std::uint8_t *group);
    void write_nothing(std::size_t s);

    const NodeRows &rows_;
    const Structures &structures_;
    const std::uint8_t *group_;
    const Criterion criterion_;
    const CurveSolutions &solutions_;
    LineSplits line_;
    StandardTerms terms_;
    LogisticCurve curve_;
    std::vector<double> target_, values_, left_;
};

// Which rows belong to the group; false where all of them do, or none.
bool CurveSolver::read_group(const std::uint8_t *group) {
    double inside = 0.0;
    double outside = 0.0;
    for (std::size_t c = 0; c < rows_.n_classes; ++c) {
        (group[c] ? inside : outside) += line_.parent()[c];
        std::fill(target_.begin() + rows_.class_begin[c], target_.begin() + rows_.class_begin[c + 1], group[c] ? 1.0 : 0.0);
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

void CurveSolver::write_rule(std::size_t s, const std::uint8_t *group) {
    const std::vector<double> weights = rule_weights();
    if (!std::all_of(weights.begin(), weights.end(), [](double weight) { return std::isfinite(weight); })) return;
    combine_terms(terms_.values(), terms_.count(), weights.data(), rows_.n_rows, values_.data());
    if (!line_.sort(values_.data(), terms_.slack(weights))) return;
    line_.blend(values_.data(), curve_.shares().data(), group);
    const LineSplit split = line_.best_half_space();
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
                double precision, const Kernels &kernels, std::size_t n_threads, const CurveSolutions &solutions) {
    parallel_for(structures.count, n_threads, [&] {
        return CurveSolver(rows, structures, group, criterion, precision, kernels, solutions);
    });
}

}  // namespace nldt
