#include "solve/curve_solver.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "line/line_splits.hpp"
#include "solve/left_mass.hpp"
#include "solve/logistic_curve.hpp"
#include "solve/share_bins.hpp"
#include "solve/standard_terms.hpp"

namespace nldt {

namespace {

// Fits to many rows begin with some 2,000 to 2,500 of them, and with more where one row in 64 is more.
constexpr std::size_t rows_at_first = 2000;
constexpr std::size_t widest_stride = 64;

// To rank structures of several classes, a hundredth of a bit is enough.
CurvePace pace(Effort effort, std::size_t n_classes, std::size_t n_rows) {
    const bool ranks = effort == Effort::quick && n_classes > 2;
    const std::size_t stride = std::min(n_rows / rows_at_first, widest_stride);
    CurvePace chosen;
    if (ranks) chosen.enough = 1e-3;
    if (stride >= 4 || ranks) chosen.first_of = std::max<std::size_t>(stride, 4);
    return chosen;
}

class CurveSolver {
  public:
    CurveSolver(const Batch &batch, const CurveSettings &settings, const CurveSolutions &solutions)
        : batch_(batch),
          rows_(batch.rows),
          settings_(settings),
          solutions_(solutions),
          line_(rows_, batch.criterion),
          terms_(rows_, line_.total(), batch.kernels),
          curve_(settings.precision, pace(settings.effort, rows_.n_classes(), rows_.n_rows()), batch.kernels),
          bins_(rows_, line_.parent(), batch.criterion),
          target_(rows_.n_rows()),
          values_(rows_.n_rows()),
          left_mass_(rows_, batch.kernels),
          left_(rows_.n_classes()) {}

    bool read(std::size_t structure) {
        solutions_.bits[structure] = infinity;
        std::ranges::fill(solutions_.side_bits[structure], 0.0);
        return read_group(structure) && terms_.read(batch_.structures, structure);
    }

    void solve(std::size_t structure, const RuleWriter &writer) {
        terms_.take_logarithm();
        curve_.fit({terms_.standard(), target_, rows_.mass});
        if (std::isfinite(curve_.bits())) write_rule(structure, writer);
    }

  private:
    using Group = std::span<const std::uint8_t>;

    bool read_group(std::size_t structure);
    std::vector<double> rule_weights() const;
    LineSplit find_end(Group group, const std::vector<double> &weights);
    LineSplit quick_end(Group group, const std::vector<double> &weights);
    void write_rule(std::size_t structure, const RuleWriter &writer);

    const Batch &batch_;
    const NodeRows &rows_;
    const CurveSettings &settings_;
    const CurveSolutions &solutions_;
    LineSplits line_;
    StandardTerms terms_;
    LogisticCurve curve_;
    ShareBins bins_;
    std::vector<double> target_, values_;
    LeftMass left_mass_;
    std::vector<double> left_;
};

// Which rows belong to the group; false where all of them do, or none.
bool CurveSolver::read_group(std::size_t structure) {
    const Group group = settings_.group[structure];
    double inside = 0.0;
    double outside = 0.0;
    for (std::size_t c = 0; c < rows_.n_classes(); ++c) {
        (group[c] != 0 ? inside : outside) += line_.parent()[c];
        std::ranges::fill(rows_.class_rows(c).of(std::span(target_)), group[c] != 0 ? 1.0 : 0.0);
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

LineSplit CurveSolver::find_end(Group group, const std::vector<double> &weights) {
    if (settings_.effort == Effort::quick) {
        const LineSplit split = quick_end(group, weights);
        if (std::isfinite(split.high)) return split;
    }
    if (!line_.sort(values_, terms_.slack(weights))) return {};
    line_.blend(values_, curve_.shares(), group);
    return line_.best_half_space();
}

// Between two bins of shares. Ends at infinity where the rows of two bins can't be parted by their values.
LineSplit CurveSolver::quick_end(Group group, const std::vector<double> &weights) {
    const double slope = std::inner_product(weights.begin(), weights.end(), curve_.weights().begin(), 0.0);
    bins_.fill(curve_.shares(), slope < 0.0);
    const std::size_t best = bins_.best(curve_.shares(), group);
    constexpr std::size_t chains = 4;  // of comparisons that do not wait for each other
    std::array<double, chains> insides;
    std::array<double, chains> outsides;
    insides.fill(-infinity);
    outsides.fill(infinity);
    const auto look = [&](std::size_t i, std::size_t chain) {
        const bool is_inside = bins_.bin(i) <= best;
        insides[chain] = is_inside ? std::max(insides[chain], values_[i]) : insides[chain];
        outsides[chain] = is_inside ? outsides[chain] : std::min(outsides[chain], values_[i]);
    };
    std::size_t row = 0;
    for (; row + chains <= rows_.n_rows(); row += chains)
        for (std::size_t chain = 0; chain < chains; ++chain) look(row + chain, chain);
    for (; row < rows_.n_rows(); ++row) look(row, 0);
    const double inside = *std::ranges::max_element(insides);
    const double outside = *std::ranges::min_element(outsides);
    const bool parts = inside < outside && std::isfinite(inside) && std::isfinite(outside);
    return {-infinity, parts ? end_above(inside, outside) : infinity, 0.0, 0.0};
}

void CurveSolver::write_rule(std::size_t structure, const RuleWriter &writer) {
    const std::vector<double> weights = rule_weights();
    if (!std::ranges::all_of(weights, [](double weight) { return std::isfinite(weight); })) return;
    terms_.terms().combine(weights, values_);
    const LineSplit split = find_end(settings_.group[structure], weights);
    if (!std::isfinite(split.high)) return;
    left_mass_.add_up(values_, -infinity, split.high, left_);
    writer.write(structure, terms_.terms(), weights, split, left_);
    solutions_.bits[structure] = curve_.bits();
    double left_bits = 0.0;
    double right_bits = 0.0;
    for (std::size_t i = 0; i < rows_.n_rows(); ++i) {  // no branch: it could not be foreseen
        const double of_row = curve_.row_bits()[i];
        left_bits += values_[i] <= split.high ? of_row : 0.0;
        right_bits += values_[i] <= split.high ? 0.0 : of_row;
    }
    solutions_.side_bits[structure][0] = left_bits;
    solutions_.side_bits[structure][1] = right_bits;
}

}  // namespace

void fit_curves(const Batch &batch, const CurveSettings &settings, const CurveSolutions &solutions) {
    solve_batch<CurveSolver>(batch, settings, solutions);
}

}  // namespace nldt
