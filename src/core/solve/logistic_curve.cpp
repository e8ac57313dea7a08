#include "solve/logistic_curve.hpp"

#include <cmath>
#include <limits>

namespace nldt {

namespace {

constexpr double constant_precision = 0.01;  // as a part of the weights' precision
constexpr int most_steps = 60;
constexpr std::size_t fewest_first = 100;  // rows of a first fit to some of them
constexpr double some_enough = 0.1;        // for that

double dot(const std::vector<double> &a, const std::vector<double> &b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

}  // namespace

double LogisticCurve::prior(std::size_t i) const {
    return i + 1 < weights_.size() ? precision_ : precision_ * constant_precision;
}

void LogisticCurve::look(const LogisticRows &rows) {
    const std::size_t k = weights_.size();
    kernels_.logistic_moments(rows, weights_, {share_, residual_, spread_, gradient_, curvature_});
    for (std::size_t a = 0; a < k; ++a) {
        gradient_[a] += prior(a) * weights_[a];
        curvature_[a * k + a] += prior(a);
    }
}

void LogisticCurve::fit(const LogisticRows &rows) {
    const std::size_t k = rows.terms.n_lines + 1;
    weights_.assign(k, 0.0);
    gradient_.resize(k);
    curvature_.resize(k * k);
    for (std::vector<double> *of_rows : {&share_, &residual_, &spread_}) of_rows->resize(rows.terms.length);
    bits_ = std::numeric_limits<double>::infinity();
    if (pace_.first_of > 1 && rows.terms.length >= fewest_first * pace_.first_of) begin_with_some(rows);
    if (find_weights(rows, pace_.enough) && cholesky(curvature_, k)) count_bits(rows);
}

// Each of the rows stands for as many as are left out.
void LogisticCurve::begin_with_some(const LogisticRows &rows) {
    const std::size_t every = pace_.first_of;
    const std::size_t count = rows.terms.length / every;
    const auto take = [=](const double *from, double *to, double times) {
        for (std::size_t i = 0; i < count; ++i) to[i] = times * from[i * every];
    };
    some_terms_.resize(rows.terms.n_lines * count);
    some_targets_.resize(count);
    some_masses_.resize(count);
    for (std::size_t t = 0; t < rows.terms.n_lines; ++t) take(rows.terms.line(t), some_terms_.data() + t * count, 1.0);
    take(rows.target.data(), some_targets_.data(), 1.0);
    take(rows.mass.data(), some_masses_.data(), static_cast<double>(every));
    if (!find_weights({{some_terms_.data(), rows.terms.n_lines, count}, some_targets_, some_masses_}, some_enough))
        weights_.assign(weights_.size(), 0.0);
}

// Newton's method. What is minimised is convex: a step goes too far where it still rises steeply at the end, and is
// then halved. False where the curvature is not that of a minimum.
bool LogisticCurve::find_weights(const LogisticRows &rows, double enough) {
    const std::size_t k = weights_.size();
    std::vector<double> step;
    double descent = 0.0;  // along the last step, where it began
    look(rows);
    for (int count = 0; count < most_steps; ++count) {
        if (count > 0 && dot(gradient_, step) > 0.5 * descent) {
            for (std::size_t a = 0; a < k; ++a) weights_[a] -= step[a] /= 2;
            descent /= 2;
            look(rows);
            continue;
        }
        SmallMatrix factor = curvature_;
        if (!cholesky(factor, k)) return false;
        step = gradient_;
        cholesky_solve(factor, k, step);
        for (double &part : step) part = -part;
        descent = -dot(gradient_, step);
        if (descent < enough) break;
        for (std::size_t a = 0; a < k; ++a) weights_[a] += step[a];
        look(rows);
    }
    return true;
}

// Once the curvature is factored: the diagonal then holds the root of its determinant.
void LogisticCurve::count_bits(const LogisticRows &rows) {
    const std::size_t k = weights_.size();
    bits_ = 0.0;
    for (std::size_t i = 0; i < rows.terms.length; ++i)
        bits_ += residual_[i] = -rows.mass[i] * std::log2(rows.target[i] > 0.0 ? share_[i] : 1.0 - share_[i]);
    for (std::size_t a = 0; a < k; ++a)
        bits_ += std::log2(curvature_[a * k + a] / std::sqrt(prior(a))) +
                 0.5 * prior(a) * weights_[a] * weights_[a] * std::log2(std::exp(1.0));
}

}  // namespace nldt
