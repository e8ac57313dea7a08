#include "direction_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "parallel.hpp"
#include "power_terms.hpp"
#include "random_lanes.hpp"
#include "small_eigen.hpp"

namespace nldt {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double relative_ridge = 1e-9;  // a class can be exactly collinear
constexpr double rounding = 1e-13;  // of a mean: a constant term deviates from it by so much
constexpr double reach_in_deviations = 3.0;
constexpr double first_step = 0.3;
constexpr double step_after_success = 1.3;
constexpr double step_after_failure = 0.8;
// The kind of rule that is clearly behind after the first directions is not searched further.
constexpr double hopeless_ratio = 0.7;

using Direction = std::vector<double>;

struct Best {
    Direction direction;
    double impurity = infinity;
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
          histogram_(rows.n_classes * histogram_bins),
          left_(rows.n_classes * histogram_bins),
          bin_impurity_(histogram_bins),
          values_(rows.n_rows),
          class_left_(rows.n_classes) {}

    void operator()(std::size_t s) {
        write_nothing(s);
        if (!read_structure(s)) return;
        if (active_.size() == 1) {
            const Direction only = {1.0};
            write_rules(s, {only, only});
            return;
        }
        RandomLanes random(structures_.seed[s]);
        search(random);
        write_rules(s, {best_[0].direction, best_[1].direction});
    }

  private:
    bool read_structure(std::size_t s);
    void search(RandomLanes &random);
    void measure_moments();
    std::vector<Direction> first_directions(RandomLanes &random);
    void improve(RuleKind kind, RandomLanes &random);
    std::array<double, n_rule_kinds> look(const Direction &direction);
    void try_direction(const Direction &direction);
    void write_rules(std::size_t s, const std::array<Direction, n_rule_kinds> &directions);
    void write_rule(std::size_t at, const std::vector<double> &weights, const LineSplit &split);
    void write_nothing(std::size_t s);

    std::size_t n_terms() const { return active_.size(); }

    const NodeRows &rows_;
    const Structures &structures_;
    const Criterion criterion_;
    const DirectionSettings &settings_;
    const Kernels &kernels_;
    const KindSolutions &solutions_;
    TermTableStorage storage_;
    LineSplits line_;
    std::vector<std::size_t> active_;
    std::vector<double> terms_, standard_, deviation_;
    const TermTable *table_ = nullptr;
    SmallMatrix total_covariance_;
    std::vector<SmallMatrix> class_covariance_;
    std::vector<Direction> class_mean_;
    std::vector<float> histogram_, left_, bin_impurity_, weights_;
    std::vector<double> values_, class_left_;
    std::array<Best, n_rule_kinds> best_;
};

void normalise(Direction &direction) {
    double square = 0.0;
    for (const double x : direction) square += x * x;
    const double length = std::sqrt(square);
    for (double &x : direction) x /= length > 0.0 ? length : 1.0;
}

double gaussian(RandomLanes &random) {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - random.next()));
    return radius * std::cos(2.0 * std::numbers::pi * random.next());
}

// Active terms, and the same with mean 0 and deviation 1. False where a term is constant or not finite.
bool DirectionSolver::read_structure(std::size_t s) {
    const std::size_t n = rows_.n_rows;
    active_.clear();
    deviation_.clear();
    terms_.resize(structures_.max_terms * n);
    standard_.resize(structures_.max_terms * n);
    const double total = line_.total();
    for (std::size_t t = 0; t < structures_.max_terms; ++t) {
        const Term term(structures_.exponents + (s * structures_.max_terms + t) * rows_.n_features, rows_.n_features);
        if (!term.active()) continue;
        double *values = terms_.data() + active_.size() * n;
        double *standard = standard_.data() + active_.size() * n;
        evaluate_term(term, rows_.features, n, values);
        double mean = 0.0;
        for (std::size_t i = 0; i < n; ++i) mean += rows_.sample_weight[i] * values[i];
        mean /= total;
        double square = 0.0;
        for (std::size_t i = 0; i < n; ++i) {
            standard[i] = values[i] - mean;
            square += rows_.sample_weight[i] * standard[i] * standard[i];
        }
        const double deviation = std::sqrt(square / total);
        if (!(deviation > rounding * std::abs(mean)) || !std::isfinite(deviation)) return false;
        for (std::size_t i = 0; i < n; ++i) standard[i] /= deviation;
        deviation_.push_back(deviation);
        active_.push_back(t);
    }
    return !active_.empty();
}

void DirectionSolver::search(RandomLanes &random) {
    table_ = &storage_.fill(standard_.data(), n_terms());
    weights_.resize(n_terms());
    best_ = {};
    measure_moments();
    for (const Direction &direction : first_directions(random)) try_direction(direction);
    const double half_space = best_[0].impurity;
    const double band = best_[1].impurity;
    if (half_space * hopeless_ratio < band) improve(RuleKind::half_space, random);
    if (band < half_space) improve(RuleKind::band, random);
}

// Means and covariances of the standardised terms, of each class and of all rows.
void DirectionSolver::measure_moments() {
    const std::size_t k = n_terms();
    const std::size_t n = rows_.n_rows;
    class_mean_.assign(rows_.n_classes, Direction(k, 0.0));
    class_covariance_.assign(rows_.n_classes, SmallMatrix(k * k, 0.0));
    total_covariance_.assign(k * k, 0.0);
    double total = 0.0;
    for (std::size_t c = 0; c < rows_.n_classes; ++c) {
        const double class_weight = line_.parent()[c];
        if (!(class_weight > 0.0)) continue;
        total += class_weight;
        const auto begin = static_cast<std::size_t>(rows_.class_begin[c]);
        const auto end = static_cast<std::size_t>(rows_.class_begin[c + 1]);
        for (std::size_t a = 0; a < k; ++a) {
            const double *first = standard_.data() + a * n;
            double sum = 0.0;
            for (std::size_t i = begin; i < end; ++i) sum += rows_.sample_weight[i] * first[i];
            class_mean_[c][a] = sum / class_weight;
            for (std::size_t b = 0; b <= a; ++b) {
                const double *second = standard_.data() + b * n;
                double product = 0.0;
                for (std::size_t i = begin; i < end; ++i) product += rows_.sample_weight[i] * first[i] * second[i];
                total_covariance_[a * k + b] += product;
                class_covariance_[c][a * k + b] = product / class_weight;
            }
        }
        for (std::size_t a = 0; a < k; ++a)
            for (std::size_t b = 0; b <= a; ++b) {
                double &entry = class_covariance_[c][a * k + b];
                entry -= class_mean_[c][a] * class_mean_[c][b];
                class_covariance_[c][b * k + a] = entry;
            }
    }
    for (std::size_t a = 0; a < k; ++a)
        for (std::size_t b = 0; b <= a; ++b)
            total_covariance_[b * k + a] = total_covariance_[a * k + b] /= total;
}

// Fisher's discriminant and the thinnest direction of each class; dipoles; a few random ones.
std::vector<Direction> DirectionSolver::first_directions(RandomLanes &random) {
    const std::size_t k = n_terms();
    std::vector<Direction> directions;
    SmallMatrix within(k * k, 0.0);
    const double total = line_.total();
    for (std::size_t c = 0; c < rows_.n_classes; ++c)
        for (std::size_t i = 0; i < k * k; ++i) within[i] += line_.parent()[c] / total * class_covariance_[c][i];
    SmallMatrix all = total_covariance_;
    for (std::size_t a = 0; a < k; ++a) {
        within[a * k + a] += relative_ridge;  // terms have variance 1
        all[a * k + a] += relative_ridge;
    }
    const bool has_within = cholesky(within, k);
    const bool has_all = cholesky(all, k);
    for (std::size_t c = 0; c < rows_.n_classes; ++c) {
        if (!(line_.parent()[c] > 0.0)) continue;
        if (has_within && (c > 0 || rows_.n_classes > 2)) {
            Direction fisher = class_mean_[c];  // the mean of all rows is 0
            cholesky_solve(within, k, fisher.data());
            directions.push_back(fisher);
        }
        if (has_all) directions.push_back(least_ratio_direction(class_covariance_[c], all, k));
    }
    std::vector<float> genes(k + 1);
    for (std::size_t i = 0; i < settings_.dipole_starts; ++i) {
        const auto seed = static_cast<std::uint64_t>(random.next() * 0x1p48);
        kernels_.initial_genes(*table_, false, seed, 1, 1, genes.data());
        directions.emplace_back(genes.begin(), genes.begin() + static_cast<std::ptrdiff_t>(k));
    }
    for (std::size_t i = 0; i < settings_.random_starts; ++i) {
        Direction direction(k);
        for (double &x : direction) x = gaussian(random);
        directions.push_back(direction);
    }
    for (Direction &direction : directions) normalise(direction);
    return directions;
}

// Impurity of the best half-space and a good band along a direction, by bins.
std::array<double, n_rule_kinds> DirectionSolver::look(const Direction &direction) {
    const std::size_t k = n_terms();
    double variance = 0.0;
    for (std::size_t a = 0; a < k; ++a) {
        weights_[a] = static_cast<float>(direction[a]);
        for (std::size_t b = 0; b < k; ++b) variance += direction[a] * direction[b] * total_covariance_[a * k + b];
    }
    const double reach = reach_in_deviations * std::sqrt(std::max(variance, 1e-12));
    kernels_.project_histogram(*table_, weights_.data(), static_cast<float>(reach), histogram_.data());
    const double *parent = table_->class_weight.data();
    for (std::size_t c = 0; c < rows_.n_classes; ++c) {
        float sum = 0.0F;
        for (std::size_t b = 0; b < histogram_bins; ++b)
            left_[c * histogram_bins + b] = sum += histogram_[c * histogram_bins + b];
    }
    split_impurities(left_.data(), histogram_bins, parent, rows_.n_classes, histogram_bins, criterion_,
                     bin_impurity_.data());
    const double half_space = *std::min_element(bin_impurity_.begin(), bin_impurity_.end());
    IntervalSearch<float> bands(histogram_.data(), histogram_bins, histogram_bins, parent, rows_.n_classes, criterion_);
    double total = 0.0;
    for (std::size_t c = 0; c < rows_.n_classes; ++c) total += parent[c];
    return {half_space, bands.best().impurity / total};
}

void DirectionSolver::try_direction(const Direction &direction) {
    const auto impurity = look(direction);
    for (std::size_t kind = 0; kind < n_rule_kinds; ++kind)
        if (impurity[kind] < best_[kind].impurity) best_[kind] = {direction, impurity[kind]};
}

// A local search on the sphere, its step growing with success and shrinking with failure.
void DirectionSolver::improve(RuleKind kind, RandomLanes &random) {
    Best &best = best_[static_cast<std::size_t>(kind)];
    double step = first_step;
    for (std::size_t i = 0; i < settings_.steps && best.impurity > 0.0; ++i) {
        Direction direction = best.direction;
        for (double &x : direction) x += step * gaussian(random);
        normalise(direction);
        const double before = best.impurity;
        try_direction(direction);
        step *= best.impurity < before ? step_after_success : step_after_failure;
    }
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
void DirectionSolver::write_rules(std::size_t s, const std::array<Direction, n_rule_kinds> &directions) {
    bool sorted = false;
    for (std::size_t kind = 0; kind < n_rule_kinds; ++kind) {
        std::vector<double> weights(n_terms());
        double largest = 0.0;
        for (std::size_t t = 0; t < n_terms(); ++t) {
            weights[t] = directions[kind][t] / deviation_[t];
            largest = std::max(largest, std::abs(weights[t]));
        }
        if (!(largest > 0.0) || !std::isfinite(largest)) continue;
        for (double &weight : weights) weight /= largest;
        if (kind == 0 || directions[kind] != directions[0]) {
            combine_terms(terms_.data(), n_terms(), weights.data(), rows_.n_rows, values_.data());
            sorted = line_.sort(values_.data());
        }
        if (!sorted) continue;
        const LineSplit split = kind == 0 ? line_.best_half_space() : line_.best_band(settings_.effort);
        if (std::isfinite(split.high)) write_rule(s * n_rule_kinds + kind, weights, split);
    }
}

void DirectionSolver::write_rule(std::size_t at, const std::vector<double> &weights, const LineSplit &split) {
    left_class_weights(values_.data(), split.low, split.high, rows_.class_begin, rows_.n_classes, rows_.sample_weight,
                       class_left_.data());
    std::copy(class_left_.begin(), class_left_.end(), solutions_.left + at * rows_.n_classes);
    for (std::size_t t = 0; t < n_terms(); ++t)
        solutions_.weights[at * structures_.max_terms + active_[t]] = weights[t];
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
