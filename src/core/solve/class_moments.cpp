#include "solve/class_moments.hpp"

#include <cmath>
#include <utility>

#include "solve/class_directions.hpp"

namespace nldt {

namespace {

constexpr double relative_ridge = 1e-9;  // a class can be exactly collinear
// Of several classes.
constexpr std::size_t most_parting = 4;
constexpr std::size_t most_thin = 3;

using Direction = std::vector<double>;

void normalise(Direction &direction) {
    double square = 0.0;
    for (const double x : direction) square += x * x;
    const double length = std::sqrt(square);
    for (double &x : direction) x /= length > 0.0 ? length : 1.0;
}

}  // namespace

// Sums of terms and of their products, by class; the factor of the covariance of all rows.
void ClassMoments::measure(Grid<double> terms) {
    const std::size_t k = n_terms_;
    mean_.assign(rows_.n_classes(), Direction(k, 0.0));
    covariance_.assign(rows_.n_classes(), SmallMatrix(k * k, 0.0));
    factor_.assign(k * k, 0.0);
    for (std::size_t c = 0; c < rows_.n_classes(); ++c) {
        const auto [begin, end] = rows_.class_rows(c);
        kernels_.sum_products(terms, rows_.mass, begin, end, {mean_[c], covariance_[c]});
        for (std::size_t i = 0; i < k * k; ++i) factor_[i] += covariance_[c][i] / total_;
    }
    for (std::size_t a = 0; a < k; ++a) factor_[a * k + a] += relative_ridge;  // terms have variance 1
    if (!cholesky(factor_, k)) {
        factor_.assign(k * k, 0.0);
        for (std::size_t a = 0; a < k; ++a) factor_[a * k + a] = 1.0;
    }
}

void ClassMoments::whiten(Grid<double> terms) {
    const std::size_t k = n_terms_ = terms.n_lines;
    measure(terms);
    kernels_.solve_triangle(factor_, terms);
    for (std::size_t c = 0; c < rows_.n_classes(); ++c) {
        if (!(parent_[c] > 0.0)) continue;
        for (double &x : mean_[c]) x /= parent_[c];
        for (double &x : covariance_[c]) x /= parent_[c];
        for (std::size_t a = 0; a < k; ++a)
            for (std::size_t b = 0; b < k; ++b) covariance_[c][a * k + b] -= mean_[c][a] * mean_[c][b];
        forward_substitute(factor_, k, mean_[c]);
        covariance_[c] = whitened(covariance_[c], factor_, k);
    }
}

void ClassMoments::unwhiten(std::vector<double> &direction) const { back_substitute(factor_, n_terms_, direction); }

std::vector<float> ClassMoments::first_directions() const {
    std::vector<float> together;
    for (Direction &direction : rows_.n_classes() > 2 ? of_several_classes() : of_two_classes()) {
        normalise(direction);
        together.insert(together.end(), direction.begin(), direction.end());
    }
    return together;
}

std::vector<Direction> ClassMoments::of_two_classes() const {
    const std::size_t k = n_terms_;
    std::vector<Direction> directions;
    SmallMatrix within(k * k, 0.0);
    for (std::size_t c = 0; c < rows_.n_classes(); ++c)
        for (std::size_t i = 0; i < k * k; ++i) within[i] += parent_[c] / total_ * covariance_[c][i];
    for (std::size_t a = 0; a < k; ++a) within[a * k + a] += relative_ridge;
    const bool has_within = cholesky(within, k);
    for (std::size_t c = 0; c < rows_.n_classes(); ++c) {
        if (!(parent_[c] > 0.0)) continue;
        if (has_within && c > 0) {
            Direction fisher = mean_[c];  // the mean of all rows is 0
            cholesky_solve(within, k, fisher);
            directions.push_back(fisher);
        }
        directions.push_back(least_direction(covariance_[c], k));
    }
    return directions;
}

std::vector<Direction> ClassMoments::of_several_classes() const {
    std::vector<ClassShape> shapes;
    for (std::size_t c = 0; c < rows_.n_classes(); ++c)
        if (parent_[c] > 0.0) shapes.push_back({parent_[c] / total_, mean_[c], covariance_[c]});
    const ClassDirections classes(std::move(shapes), n_terms_);
    std::vector<Direction> directions = classes.parting(most_parting);
    for (Direction &direction : classes.thin(most_thin)) directions.push_back(std::move(direction));
    return directions;
}

}  // namespace nldt
