#include "direction_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "parallel.hpp"
#include "power_terms.hpp"
#include "small_eigen.hpp"
#include "standard_terms.hpp"

namespace nldt {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double relative_ridge = 1e-9;  // a class can be exactly collinear

using Direction = std::vector<double>;

// A direction in the space of standardised terms, and the ends of a band along it.
struct Best {
    Direction direction;
    double low = -infinity;
    double high = infinity;
};

// One thread's memory and its way through one structure.
class DirectionSolver {
  public:
    DirectionSolver(const NodeRows &rows, const Structures &structures, Criterion criterion,
                    const DirectionSettings &settings, const Kernels &kernels, const KindSolutions &solutions)
        : rows_(rows),
          structures_(structures),
          criterion_(criterion),
          settings_(settings),
          kernels_(kernels),
          solutions_(solutions),
          storage_(rows),
          line_(rows, criterion),
          terms_(rows, kernels),
          values_(rows.n_rows),
          class_left_(rows.n_classes) {
        for (std::size_t i = 0; i < rows.n_rows; ++i)
            whole_weights_ &= rows.sample_weight[i] == std::floor(rows.sample_weight[i]);
        whole_weights_ &= line_.total() < 0x1p52;
    }

    void operator()(std::size_t s) {
        write_nothing(s);
        if (!terms_.read(structures_, s, line_.total())) return;
        if (n_terms() == 1) {
            best_ = {Best{{1.0}}, Best{{1.0}}};
            write_rules(s, true);
            return;
        }
        write_rules(s, search(structures_.seed[s]));
    }

  private:
    bool search(std::uint64_t seed);
    std::vector<float> first_directions() const;
    void whiten();
    void write_rules(std::size_t s, bool with_band);
    LineSplit find_ends(RuleKind kind, double low, double high, const std::vector<double> &weights);
    LineSplit centre_ends(RuleKind kind, double low, double high) const;
    void weigh_left(const LineSplit &split);
    void write_rule(std::size_t at, const std::vector<double> &weights, const LineSplit &split);
    void write_nothing(std::size_t s);

    std::size_t n_terms() const { return terms_.count(); }

    const NodeRows &rows_;
    const Structures &structures_;
    const Criterion criterion_;
    const DirectionSettings &settings_;
    const Kernels &kernels_;
    const KindSolutions &solutions_;
    TermTableStorage storage_;
    LineSplits line_;
    StandardTerms terms_;
    bool whole_weights_ = true;
    SmallMatrix whitening_;
    RuleSearchMemory memory_;
    std::vector<SmallMatrix> class_product_;
    std::vector<Direction> class_mean_;
    std::vector<double> values_, class_left_;
    std::array<Best, n_rule_kinds> best_;
};

// How the effort is shared; measured by benchmarks/lower_levels.py.
RuleSearchSettings search_settings(std::size_t steps) {
    RuleSearchSettings settings;
    settings.dipole_looks = steps / 2;
    settings.random_looks = steps;
    settings.starts = steps > 0 ? 4 : 1;
    settings.turns = (2 * steps + 2) / 3;
    settings.steps = steps;
    settings.final_steps = 3 * steps;
    return settings;
}

void normalise(Direction &direction) {
    double square = 0.0;
    for (const double x : direction) square += x * x;
    const double length = std::sqrt(square);
    for (double &x : direction) x /= length > 0.0 ? length : 1.0;
}

// Whether there is a band that is better than the half-space.
bool DirectionSolver::search(std::uint64_t seed) {
    whiten();
    const TermTable &table = storage_.fill(terms_.standard(), n_terms());
    FoundRule found[n_rule_kinds];
    kernels_.search_rules(table, criterion_, first_directions(), search_settings(settings_.steps), seed, memory_,
                          found);
    best_ = {};
    for (std::size_t kind = 0; kind < n_rule_kinds; ++kind) {
        const FoundRule &rule = found[kind];
        if (rule.weights.empty()) continue;
        Best &best = best_[kind];
        best.direction.assign(rule.weights.begin(), rule.weights.end());
        back_substitute(whitening_, n_terms(), best.direction.data());
        double centre = 0.0;
        for (std::size_t t = 0; t < n_terms(); ++t) centre += best.direction[t] * terms_.mean(t) / terms_.deviation(t);
        best.low = rule.low + centre;
        best.high = rule.high + centre;
    }
    return !found[1].weights.empty() && found[1].impurity < found[0].impurity;
}

// Makes the covariance of all rows' terms the identity, so that no direction is longer than another. What it takes, and
// what first directions are made of, are the class moments.
void DirectionSolver::whiten() {
    const std::size_t k = n_terms();
    class_mean_.assign(rows_.n_classes, Direction(k, 0.0));
    class_product_.assign(rows_.n_classes, SmallMatrix(k * k, 0.0));
    whitening_.assign(k * k, 0.0);
    for (std::size_t c = 0; c < rows_.n_classes; ++c) {
        kernels_.sum_products(terms_.standard(), k, rows_.n_rows, rows_.sample_weight,
                              static_cast<std::size_t>(rows_.class_begin[c]),
                              static_cast<std::size_t>(rows_.class_begin[c + 1]), class_mean_[c].data(),
                              class_product_[c].data());
        for (std::size_t i = 0; i < k * k; ++i) whitening_[i] += class_product_[c][i] / line_.total();
    }
    for (std::size_t a = 0; a < k; ++a) whitening_[a * k + a] += relative_ridge;  // terms have variance 1
    if (!cholesky(whitening_, k)) {
        whitening_.assign(k * k, 0.0);
        for (std::size_t a = 0; a < k; ++a) whitening_[a * k + a] = 1.0;
    }
    kernels_.solve_triangle(whitening_.data(), k, rows_.n_rows, terms_.standard());
    for (std::size_t c = 0; c < rows_.n_classes; ++c) {
        if (!(line_.parent()[c] > 0.0)) continue;
        for (double &x : class_mean_[c]) x /= line_.parent()[c];
        for (double &x : class_product_[c]) x /= line_.parent()[c];
        for (std::size_t a = 0; a < k; ++a)
            for (std::size_t b = 0; b < k; ++b)
                class_product_[c][a * k + b] -= class_mean_[c][a] * class_mean_[c][b];
        forward_substitute(whitening_, k, class_mean_[c].data());
        class_product_[c] = whitened(class_product_[c], whitening_, k);
    }
}

// Fisher's discriminant and the thinnest direction of each class.
std::vector<float> DirectionSolver::first_directions() const {
    const std::size_t k = n_terms();
    std::vector<Direction> directions;
    SmallMatrix within(k * k, 0.0);
    for (std::size_t c = 0; c < rows_.n_classes; ++c)
        for (std::size_t i = 0; i < k * k; ++i)
            within[i] += line_.parent()[c] / line_.total() * class_product_[c][i];
    for (std::size_t a = 0; a < k; ++a) within[a * k + a] += relative_ridge;
    const bool has_within = cholesky(within, k);
    for (std::size_t c = 0; c < rows_.n_classes; ++c) {
        if (!(line_.parent()[c] > 0.0)) continue;
        if (has_within && (c > 0 || rows_.n_classes > 2)) {
            Direction fisher = class_mean_[c];  // the mean of all rows is 0
            cholesky_solve(within, k, fisher.data());
            directions.push_back(fisher);
        }
        directions.push_back(least_direction(class_product_[c], k));
    }
    std::vector<float> together;
    for (Direction &direction : directions) {
        normalise(direction);
        together.insert(together.end(), direction.begin(), direction.end());
    }
    return together;
}

void DirectionSolver::write_nothing(std::size_t s) {
    const double total_impurity = weighted_impurity(line_.parent().data(), rows_.n_classes, criterion_);
    const double total = line_.total();
    for (std::size_t at = s * n_rule_kinds; at < (s + 1) * n_rule_kinds; ++at) {
        std::fill_n(solutions_.weights + at * structures_.max_terms, structures_.max_terms, 0.0);
        std::fill_n(solutions_.left + at * rows_.n_classes, rows_.n_classes, 0.0);
        solutions_.low[at] = -infinity;
        solutions_.high[at] = infinity;
        solutions_.impurity[at] = total_impurity / total;
        solutions_.relative_gap[at] = 0.0;
    }
}

// The exact ends along the best directions, in float64.
void DirectionSolver::write_rules(std::size_t s, bool with_band) {
    for (std::size_t kind = 0; kind < (with_band ? n_rule_kinds : 1); ++kind) {
        const Best &best = best_[kind];
        std::vector<double> weights(n_terms());
        double largest = 0.0;
        for (std::size_t t = 0; t < n_terms(); ++t) {
            weights[t] = best.direction[t] / terms_.deviation(t);
            largest = std::max(largest, std::abs(weights[t]));
        }
        if (!(largest > 0.0) || !std::isfinite(largest)) continue;
        for (double &weight : weights) weight /= largest;
        combine_terms(terms_.values(), n_terms(), weights.data(), rows_.n_rows, values_.data());
        const LineSplit split =
            find_ends(static_cast<RuleKind>(kind), best.low / largest, best.high / largest, weights);
        if (std::isfinite(split.high)) write_rule(s * n_rule_kinds + kind, weights, split);
    }
}

// The exact ends along a direction, whose values are known.
LineSplit DirectionSolver::find_ends(RuleKind kind, double low, double high, const std::vector<double> &weights) {
    if (settings_.effort == Effort::quick && n_terms() > 1) {
        const LineSplit split = centre_ends(kind, low, high);
        if (std::isfinite(split.high)) return split;
    }
    if (!line_.sort(values_.data(), terms_.slack(weights))) return {-infinity, infinity, 0.0, 0.0};
    return kind == RuleKind::half_space ? line_.best_half_space() : line_.best_band(settings_.effort);
}

// Moves the ends of a rule to the middle of their gaps. Ends at infinity where nothing lies beyond one.
LineSplit DirectionSolver::centre_ends(RuleKind kind, double low, double high) const {
    const EndNeighbours next = kernels_.find_neighbours(values_.data(), rows_.n_rows, low, high);
    const double spread = next.greatest - next.least;
    const bool band = kind == RuleKind::band;
    const bool parts = std::isfinite(next.below_high) && std::isfinite(next.above_high) &&
                       (!band || (std::isfinite(next.below_low) && next.above_low <= next.below_high));
    if (!parts || !std::isfinite(spread)) return {-infinity, infinity, 0.0, 0.0};
    const double upper_gap = (next.above_high - next.below_high) / spread;
    const double upper = end_above(next.below_high, next.above_high);
    if (!band) return {-infinity, upper, 0.0, upper_gap};
    const double lower_gap = (next.above_low - next.below_low) / spread;
    return {end_below(next.below_low, next.above_low), upper, 0.0, std::min(lower_gap, upper_gap)};
}

// Sums of whole numbers are exact in any order; others are added up in the rows' order, as everywhere.
void DirectionSolver::weigh_left(const LineSplit &split) {
    if (whole_weights_)
        for (std::size_t c = 0; c < rows_.n_classes; ++c)
            class_left_[c] = kernels_.sum_inside(values_.data(), split.low, split.high, rows_.sample_weight,
                                                 static_cast<std::size_t>(rows_.class_begin[c]),
                                                 static_cast<std::size_t>(rows_.class_begin[c + 1]));
    else
        left_class_weights(values_.data(), split.low, split.high, rows_.class_begin, rows_.n_classes,
                           rows_.sample_weight, class_left_.data());
}

void DirectionSolver::write_rule(std::size_t at, const std::vector<double> &weights, const LineSplit &split) {
    weigh_left(split);
    std::copy(class_left_.begin(), class_left_.end(), solutions_.left + at * rows_.n_classes);
    for (std::size_t t = 0; t < n_terms(); ++t)
        solutions_.weights[at * structures_.max_terms + terms_.place(t)] = weights[t];
    solutions_.low[at] = split.low;
    solutions_.high[at] = split.high;
    solutions_.impurity[at] = split_impurity(class_left_.data(), line_.parent().data(), rows_.n_classes, criterion_);
    solutions_.relative_gap[at] = split.relative_gap;
}

}  // namespace

void solve_directions(const NodeRows &rows, const Structures &structures, Criterion criterion,
                      const DirectionSettings &settings, const Kernels &kernels, std::size_t n_threads,
                      const KindSolutions &solutions) {
    parallel_for(structures.count, n_threads,
                 [&] { return DirectionSolver(rows, structures, criterion, settings, kernels, solutions); });
}

}  // namespace nldt
