// Weighted sums over rows in float64.
//
// Compiled once per instruction set.
#include <cmath>
#include <limits>

#include "kernels.hpp"
#include "row_sums.hpp"

namespace nldt::NLDT_KERNELS {

TermScale standardise_term(const double *values, const double *weight, std::size_t n_rows, double total,
                           double *standard) {
    const double sum =
        sum_rows(0, n_rows, [=](std::size_t i, auto load) { return load(weight + i) * load(values + i); });
    const double mean = sum / total;
    const double square = sum_rows(0, n_rows, [=](std::size_t i, auto load) {
        const auto difference = load(values + i) - mean;
        return load(weight + i) * difference * difference;
    });
    const double deviation = std::sqrt(square / total);
    for (std::size_t i = 0; i < n_rows; ++i) standard[i] = (values[i] - mean) / deviation;
    return {mean, deviation};
}

void sum_products(const double *terms, std::size_t n_terms, std::size_t n_rows, const double *weight,
                  std::size_t begin, std::size_t end, double *sums, double *products) {
    for (std::size_t a = 0; a < n_terms; ++a) {
        const double *first = terms + a * n_rows;
        sums[a] =
            sum_rows(begin, end, [=](std::size_t i, auto load) { return load(weight + i) * load(first + i); });
        for (std::size_t b = 0; b <= a; ++b) {
            const double *second = terms + b * n_rows;
            products[a * n_terms + b] = products[b * n_terms + a] =
                sum_rows(begin, end, [=](std::size_t i, auto load) {
                    return load(weight + i) * load(first + i) * load(second + i);
                });
        }
    }
}

double sum_inside(const double *values, double low, double high, const double *weight, std::size_t begin,
                  std::size_t end) {
    return sum_rows(begin, end, [=](std::size_t i, auto load) {
        const auto value = load(values + i);
        const auto number = load(weight + i);
        return (low <= value) & (value <= high) ? number : decltype(number){};
    });
}

EndNeighbours find_neighbours(const double *values, std::size_t n_rows, double low, double high) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const Lanes none_above = Lanes{} + infinity;
    Lanes least = none_above, greatest = -none_above, below_low = -none_above, above_low = none_above;
    Lanes below_high = -none_above, above_high = none_above;
    const auto take = [&](Lanes value) {
        least = value < least ? value : least;
        greatest = value > greatest ? value : greatest;
        below_low = (value < low) & (value > below_low) ? value : below_low;
        above_low = (value >= low) & (value < above_low) ? value : above_low;
        below_high = (value <= high) & (value > below_high) ? value : below_high;
        above_high = (value > high) & (value < above_high) ? value : above_high;
    };
    std::size_t row = 0;
    for (; row + lanes <= n_rows; row += lanes) take(load(values + row));
    for (; row < n_rows; ++row) take(Lanes{} + values[row]);
    const auto lowest = [](Lanes block) {
        double value = block[0];
        for (std::size_t l = 1; l < lanes; ++l) value = block[l] < value ? block[l] : value;
        return value;
    };
    const auto highest = [&](Lanes block) { return -lowest(-block); };
    return {lowest(least),     highest(greatest),   highest(below_low),
            lowest(above_low), highest(below_high), lowest(above_high)};
}

void solve_triangle(const double *factor, std::size_t n_terms, std::size_t n_rows, double *terms) {
    for (std::size_t a = 0; a < n_terms; ++a) {
        double *__restrict to = terms + a * n_rows;
        for (std::size_t b = 0; b < a; ++b) {
            const double *__restrict from = terms + b * n_rows;
            const double weight = factor[a * n_terms + b];
            for (std::size_t i = 0; i < n_rows; ++i) to[i] -= weight * from[i];
        }
        const double inverse = 1.0 / factor[a * n_terms + a];
        for (std::size_t i = 0; i < n_rows; ++i) to[i] *= inverse;
    }
}

}  // namespace nldt::NLDT_KERNELS
