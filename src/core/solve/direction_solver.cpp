#include "solve/direction_solver.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "line/line_splits.hpp"
#include "rows/term_table.hpp"
#include "solve/class_moments.hpp"
#include "solve/left_mass.hpp"
#include "solve/rule_search_memory.hpp"
#include "solve/standard_terms.hpp"

namespace nldt {

namespace {

// Looks count no fewer rows than this, and no fewer than one in so many: where a rule is best in the end is for line
// searches among all rows. Quick looks at two classes count all rows: they rank structures, and are followed by one line
// search; finalists have many of them.
constexpr std::size_t rows_of_a_quick_look = 1250;
constexpr std::size_t rows_of_a_thorough_look = 4000;
constexpr std::size_t widest_stride = 8;

// A direction in the space of standardised terms, and the ends of a band along it.
struct Best {
    std::vector<double> direction;  // none: no rule
    double low = -infinity;
    double high = infinity;
};

class DirectionSolver {
  public:
    DirectionSolver(const Batch &batch, const DirectionSettings &settings, const DirectionSolutions &)
        : batch_(batch),
          rows_(batch.rows),
          settings_(settings),
          storage_(rows_),
          looked_at_(rows_, looks_at_one_in()),
          line_(rows_, batch.criterion),
          terms_(rows_, line_.total(), batch.kernels),
          moments_(rows_, line_.parent(), line_.total(), batch.kernels),
          values_(rows_.n_rows()),
          left_mass_(rows_, batch.kernels),
          left_(rows_.n_classes()) {}

    bool read(std::size_t structure) { return terms_.read(batch_.structures, structure); }

    void solve(std::size_t structure, const RuleWriter &writer) {
        bool with_band = true;
        if (terms_.count() == 1)
            best_ = {Best{{1.0}}, Best{{1.0}}};
        else
            with_band = search(settings_.seed[structure]);
        for (std::size_t shape = 0; shape < (with_band ? n_rule_shapes : 1); ++shape)
            write_rule(structure * n_rule_shapes + shape, static_cast<RuleShape>(shape), writer);
    }

  private:
    std::size_t looks_at_one_in() const {
        const bool is_quick = settings_.effort == Effort::quick;
        if (is_quick && rows_.n_classes() <= 2) return 1;
        const std::size_t enough = is_quick ? rows_of_a_quick_look : rows_of_a_thorough_look;
        return std::clamp<std::size_t>(rows_.n_rows() / enough, 1, widest_stride);
    }

    bool search(std::uint64_t seed);
    void keep(const FoundRule &rule, Best &best) const;
    void write_rule(std::size_t rule, RuleShape shape, const RuleWriter &writer);
    LineSplit find_ends(RuleShape shape, double low, double high, const std::vector<double> &weights);
    LineSplit centre_ends(RuleShape shape, double low, double high) const;

    const Batch &batch_;
    const NodeRows &rows_;
    const DirectionSettings &settings_;
    TermTableStorage storage_, looked_at_;
    LineSplits line_;
    StandardTerms terms_;
    ClassMoments moments_;
    RuleSearchMemory memory_;
    std::vector<float> found_weights_;
    std::vector<double> values_;
    LeftMass left_mass_;
    std::vector<double> left_;
    std::array<Best, n_rule_shapes> best_;
};

// How the effort is shared; measured by benchmarks/lower_levels.py.
RuleSearchSettings share_effort(const DirectionSettings &effort, std::size_t n_classes) {
    const std::size_t steps = effort.steps;
    RuleSearchSettings settings;
    settings.dipole_looks = steps / 2;
    settings.random_looks = steps;
    settings.starts = steps > 0 ? 4 : 1;
    settings.turns = (2 * steps + 2) / 3;
    settings.steps = steps;
    settings.final_steps = 3 * steps;
    if (n_classes > 2 && steps > 0) {  // there are fewer looks then, and a line search costs the least
        if (effort.effort == Effort::quick) settings.starts = 1;
        settings.final_steps += 9;
    }
    return settings;
}

// Whether there is a band that is better than the half-space.
bool DirectionSolver::search(std::uint64_t seed) {
    const std::size_t k = terms_.count();
    moments_.whiten(terms_.standard());
    const TermTable table = storage_.fill(terms_.standard());
    const TermTable looked_at = looks_at_one_in() == 1 ? table : looked_at_.fill(terms_.standard());
    const std::vector<float> directions = moments_.first_directions();
    RuleSearchSettings settings = share_effort(settings_, rows_.n_classes());
    settings.criterion = batch_.criterion;
    settings.seed = seed;
    found_weights_.resize(n_rule_shapes * k);
    std::array<FoundRule, n_rule_shapes> found;
    for (std::size_t shape = 0; shape < n_rule_shapes; ++shape)
        found[shape].weights = {found_weights_.data() + shape * k, k};
    batch_.kernels.search_rules(table, looked_at, settings, {directions.data(), directions.size() / k, k},
                                memory_.prepare(table), found);
    best_ = {};
    for (std::size_t shape = 0; shape < n_rule_shapes; ++shape)
        if (found[shape].any) keep(found[shape], best_[shape]);
    return found[1].any && found[1].impurity < found[0].impurity;
}

void DirectionSolver::keep(const FoundRule &rule, Best &best) const {
    best.direction.assign(rule.weights.begin(), rule.weights.end());
    moments_.unwhiten(best.direction);
    double centre = 0.0;
    for (std::size_t t = 0; t < terms_.count(); ++t) centre += best.direction[t] * terms_.mean(t) / terms_.deviation(t);
    best.low = rule.low + centre;
    best.high = rule.high + centre;
}

// The exact ends along the best direction, in float64.
void DirectionSolver::write_rule(std::size_t rule, RuleShape shape, const RuleWriter &writer) {
    const Best &best = best_[static_cast<std::size_t>(shape)];
    std::vector<double> weights(best.direction.size());
    double largest = 0.0;
    for (std::size_t t = 0; t < weights.size(); ++t) {
        weights[t] = best.direction[t] / terms_.deviation(t);
        largest = std::max(largest, std::abs(weights[t]));
    }
    if (!(largest > 0.0) || !std::isfinite(largest)) return;
    for (double &weight : weights) weight /= largest;
    terms_.terms().combine(weights, values_);
    const LineSplit split = find_ends(shape, best.low / largest, best.high / largest, weights);
    if (!std::isfinite(split.high)) return;
    left_mass_.add_up(values_, split.low, split.high, left_);
    writer.write(rule, terms_.terms(), weights, split, left_);
}

// The exact ends along a direction, whose values are known.
LineSplit DirectionSolver::find_ends(RuleShape shape, double low, double high, const std::vector<double> &weights) {
    if (settings_.effort == Effort::quick && terms_.count() > 1) {
        const LineSplit split = centre_ends(shape, low, high);
        if (std::isfinite(split.high)) return split;
    }
    if (!line_.sort(values_, terms_.slack(weights))) return {};
    return shape == RuleShape::half_space ? line_.best_half_space() : line_.best_band(settings_.effort);
}

// Moves the ends of a rule to the middle of their gaps. Ends at infinity where nothing lies beyond one.
LineSplit DirectionSolver::centre_ends(RuleShape shape, double low, double high) const {
    const EndNeighbours next = batch_.kernels.find_neighbours(values_, low, high);
    const double spread = next.greatest - next.least;
    const bool band = shape == RuleShape::band;
    const bool parts = std::isfinite(next.below_high) && std::isfinite(next.above_high) &&
                       (!band || (std::isfinite(next.below_low) && next.above_low <= next.below_high));
    if (!parts || !std::isfinite(spread)) return {};
    const double upper_gap = (next.above_high - next.below_high) / spread;
    const double upper = end_above(next.below_high, next.above_high);
    if (!band) return {-infinity, upper, 0.0, upper_gap};
    const double lower_gap = (next.above_low - next.below_low) / spread;
    return {end_below(next.below_low, next.above_low), upper, 0.0, std::min(lower_gap, upper_gap)};
}

}  // namespace

void solve_directions(const Batch &batch, const DirectionSettings &settings, const DirectionSolutions &solutions) {
    solve_batch<DirectionSolver>(batch, settings, solutions);
}

}  // namespace nldt
