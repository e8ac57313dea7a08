// Sums over rows, by their mass, in float64.
//
// A kernel, compiled once per instruction set.
#include <cmath>
#include <limits>

#include "kernels/kernels.hpp"
#include "kernels/product_sums.hpp"

namespace nldt::NLDT_KERNELS {

TermScale standardise_term(std::span<const double> values, std::span<const double> mass, double total,
                           std::span<double> standard) {
    const double *x = values.data();
    const double *m = mass.data();
    const std::size_t n_rows = values.size();
    const double sum = sum_rows(0, n_rows, [=](std::size_t i, auto load) { return load(m + i) * load(x + i); });
    const double mean = sum / total;
    const double square = sum_rows(0, n_rows, [=](std::size_t i, auto load) {
        const auto difference = load(x + i) - mean;
        return load(m + i) * difference * difference;
    });
    const double deviation = std::sqrt(square / total);
    for (std::size_t i = 0; i < n_rows; ++i) standard[i] = (x[i] - mean) / deviation;
    return {mean, deviation};
}

void sum_products(Grid<const double> terms, std::span<const double> mass, std::size_t begin, std::size_t end,
                  TermSums into) {
    const double *m = mass.data();
    const std::size_t n_terms = terms.n_lines;
    TiledSums sums(n_terms, end - begin);
    TiledSums products(n_terms * n_terms, end - begin);
    for (std::size_t first = begin; first < end; first += tile_rows) {
        const std::size_t last = first + tile_rows < end ? first + tile_rows : end;
        for (std::size_t a = 0; a < n_terms; ++a) {
            const double *term = terms.line(a);
            sums.add(a, first, last, [=](std::size_t i, auto load) { return load(m + i) * load(term + i); });
        }
        add_products(terms, m, first, last, products, n_terms);
    }
    for (std::size_t a = 0; a < n_terms; ++a) {
        into.sums[a] = sums.sum(a);
        for (std::size_t b = 0; b <= a; ++b)
            into.products[a * n_terms + b] = into.products[b * n_terms + a] = products.sum(a * n_terms + b);
    }
}

double sum_inside(std::span<const double> values, std::span<const double> mass, double low, double high) {
    const double *x = values.data();
    const double *m = mass.data();
    return sum_rows(0, values.size(), [=](std::size_t i, auto load) {
        const auto value = load(x + i);
        const auto number = load(m + i);
        return (low <= value) & (value <= high) ? number : decltype(number){};
    });
}

EndNeighbours find_neighbours(std::span<const double> values, double low, double high) {
    const std::size_t n_rows = values.size();
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const Lanes none_above = Lanes{} + infinity;
    Lanes least = none_above;
    Lanes greatest = -none_above;
    Lanes below_low = -none_above;
    Lanes above_low = none_above;
    Lanes below_high = -none_above;
    Lanes above_high = none_above;
    const auto take = [&](Lanes value) {
        least = value < least ? value : least;
        greatest = value > greatest ? value : greatest;
        below_low = (value < low) & (value > below_low) ? value : below_low;
        above_low = (value >= low) & (value < above_low) ? value : above_low;
        below_high = (value <= high) & (value > below_high) ? value : below_high;
        above_high = (value > high) & (value < above_high) ? value : above_high;
    };
    std::size_t row = 0;
    for (; row + lanes <= n_rows; row += lanes) take(load(values.data() + row));
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

void solve_triangle(std::span<const double> factor, Grid<double> terms) {
    const std::size_t n_terms = terms.n_lines;
    const std::size_t n_rows = terms.length;
    for (std::size_t a = 0; a < n_terms; ++a) {
        double *__restrict to = terms.line(a);
        for (std::size_t b = 0; b < a; ++b) {
            const double *__restrict from = terms.line(b);
            const double times = factor[a * n_terms + b];
            for (std::size_t i = 0; i < n_rows; ++i) to[i] -= times * from[i];
        }
        const double inverse = 1.0 / factor[a * n_terms + a];
        for (std::size_t i = 0; i < n_rows; ++i) to[i] *= inverse;
    }
}

}  // namespace nldt::NLDT_KERNELS
