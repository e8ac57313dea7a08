#include "solve/class_directions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

namespace nldt {

namespace {

constexpr double relative_ridge = 1e-9;  // a class can be exactly collinear
constexpr std::size_t n_ends = 16;       // that are tried along a direction
constexpr float first_end = -1.875F;     // in deviations of all rows
constexpr float end_step = 0.25F;

// In a table, since no vector instruction makes floats of 64-bit numbers.
constexpr std::array<float, n_ends> ends = [] {
    std::array<float, n_ends> places = {};
    for (std::size_t i = 0; i < n_ends; ++i) places[i] = first_end + end_step * static_cast<float>(i);
    return places;
}();

using Direction = std::vector<double>;

// False where it has none.
bool normalise(Direction &direction) {
    double square = 0.0;
    for (const double x : direction) square += x * x;
    const double length = std::sqrt(square);
    if (!(length > 0.0) || !std::isfinite(length)) return false;
    for (double &x : direction) x /= length;
    return true;
}

double dot(std::span<const double> a, std::span<const double> b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

double variance(std::span<const double> covariance, const Direction &direction) {
    const std::size_t n = direction.size();
    double sum = 0.0;
    for (std::size_t a = 0; a < n; ++a) sum += direction[a] * dot(covariance.subspan(a * n, n), direction);
    return std::max(sum, 0.0);
}

// About the eigenvector with the least eigenvalue, by inverse iteration: what is looked at need not be exact.
Direction thinnest(std::span<const double> covariance, std::size_t n) {
    constexpr int steps = 4;
    SmallMatrix factor(covariance.begin(), covariance.end());
    for (std::size_t a = 0; a < n; ++a) factor[a * n + a] += relative_ridge;
    if (!cholesky(factor, n)) return least_direction({covariance.begin(), covariance.end()}, n);
    Direction direction(n);
    for (std::size_t a = 0; a < n; ++a)
        direction[a] = 1.0 + 0.125 * static_cast<double>(a);  // across no plain direction
    for (int i = 0; i < steps && normalise(direction); ++i) cholesky_solve(factor, n, direction);
    return direction;
}

}  // namespace

ClassDirections::ClassDirections(std::vector<ClassShape> classes, std::size_t n_terms)
    : classes_(std::move(classes)),
      n_terms_(n_terms),
      within_(n_terms * n_terms, 0.0) {
    for (const ClassShape &shape : classes_)
        for (std::size_t i = 0; i < within_.size(); ++i) within_[i] += shape.share * shape.covariance[i];
    for (std::size_t a = 0; a < n_terms; ++a) within_[a * n_terms + a] += relative_ridge;
    has_within_ = cholesky(within_, n_terms);
}

Direction ClassDirections::discriminant(const Group &group) const {
    Direction direction(n_terms_, 0.0);
    for (std::size_t c = 0; c < classes_.size(); ++c)
        if (group[c] != 0)
            for (std::size_t t = 0; t < n_terms_; ++t) direction[t] += classes_[c].share * classes_[c].mean[t];
    cholesky_solve(within_, n_terms_, direction);
    return direction;
}

// What the best of some ends would be worth by gini if each class were spread evenly, and the classes below it.
ClassDirections::Candidate ClassDirections::judge(Direction direction, Group &group) const {
    constexpr float half_width = 1.7320508F;  // of an even spread, in deviations
    std::array<float, n_ends> left = {};
    std::array<float, n_ends> left_squares = {};
    std::array<float, n_ends> right_squares = {};
    std::vector<float> mean(classes_.size());
    for (std::size_t c = 0; c < classes_.size(); ++c) {
        const auto share = static_cast<float>(classes_[c].share);
        const auto deviation = static_cast<float>(std::sqrt(variance(classes_[c].covariance, direction)));
        mean[c] = static_cast<float>(dot(classes_[c].mean, direction));
        const float centre = mean[c];
        const float steepness = 0.5F / (half_width * deviation + 1e-6F);
        for (std::size_t i = 0; i < n_ends; ++i) {
            float below = 0.5F + steepness * (ends[i] - centre);
            below = below > 0.0F ? below : 0.0F;
            below = share * (below < 1.0F ? below : 1.0F);
            left[i] += below;
            left_squares[i] += below * below;
            right_squares[i] += (share - below) * (share - below);
        }
    }
    std::size_t best = 0;
    float worth = -1.0F;
    for (std::size_t i = 0; i < n_ends; ++i) {
        const float right = 1.0F - left[i];
        if (!(left[i] > 1e-6F && right > 1e-6F)) continue;
        const float of_end = left_squares[i] / left[i] + right_squares[i] / right;
        if (of_end > worth) {
            worth = of_end;
            best = i;
        }
    }
    for (std::size_t c = 0; c < classes_.size(); ++c) group[c] = mean[c] < ends[best] ? 1 : 0;
    return {worth, std::move(direction)};
}

std::vector<Direction> ClassDirections::parting(std::size_t count) const {
    if (!has_within_) return {};
    constexpr int most_groups = 3;  // that follow from each other
    std::vector<Candidate> found;
    std::vector<Group> seen;
    Group group(classes_.size());
    for (std::size_t c = 0; c < classes_.size(); ++c) {
        std::ranges::fill(group, 0);
        group[c] = 1;
        for (int i = 0; i < most_groups && is_new(group, seen); ++i) {
            Direction direction = discriminant(group);
            if (!normalise(direction)) break;
            found.push_back(judge(std::move(direction), group));
        }
    }
    return best_of(std::move(found), count);
}

std::vector<Direction> ClassDirections::thin(std::size_t count) const {
    std::vector<Candidate> found;
    for (const ClassShape &shape : classes_) {
        Direction direction = thinnest(shape.covariance, n_terms_);
        if (!normalise(direction)) continue;
        const double worth = shape.share * (1.0 - std::sqrt(variance(shape.covariance, direction)));
        found.push_back({worth, std::move(direction)});
    }
    return best_of(std::move(found), count);
}

std::vector<Direction> ClassDirections::best_of(std::vector<Candidate> found, std::size_t count) {
    std::ranges::stable_sort(found, std::greater(), &Candidate::worth);
    std::vector<Direction> directions;
    for (std::size_t i = 0; i < std::min(count, found.size()); ++i) directions.push_back(std::move(found[i].direction));
    return directions;
}

// A group and the rest are the same.
bool ClassDirections::is_new(Group group, std::vector<Group> &seen) {
    if (group[0] != 0)
        for (std::uint8_t &flag : group) flag = flag != 0 ? 0 : 1;
    if (std::ranges::find(seen, group) != seen.end()) return false;
    seen.push_back(std::move(group));
    return true;
}

}  // namespace nldt
