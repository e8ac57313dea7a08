// One look at all rows of a logistic regression, in float64, the same whatever the instruction set.
//
// A kernel, compiled once per instruction set.
#include <bit>
#include <cmath>
#include <cstdint>

#include "kernels/kernels.hpp"
#include "kernels/product_sums.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

constexpr double inverse_factorials[] = {
    1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720,
    1.0 / 120,       1.0 / 24,       1.0 / 6,       0.5,          1.0,         1.0};

// e^x for x from -700 to 0: 2 to a whole power, times a Taylor series on an interval about 0 of width ln 2. Plain
// arithmetic, which compilers make vector code of; the relative error is below 1e-14.
double exponential(double x) {
    constexpr double log2_e = 1.4426950408889634;
    constexpr double ln2_high = 0x1.62e42fefa38p-1;  // few enough digits for exact products with small whole numbers
    constexpr double ln2_low = 0x1.ef35793c7673p-45;
    constexpr double shift = 0x1.8p52;  // added, it leaves a whole number in the last bits
    const double shifted = x * log2_e + shift;
    const double whole = shifted - shift;
    const double r = (x - whole * ln2_high) - whole * ln2_low;
    double series = 0.0;
    for (const double coefficient : inverse_factorials) series = series * r + coefficient;
    const auto power = (std::bit_cast<std::uint64_t>(shifted) + 1023) << 52;
    return series * std::bit_cast<double>(power);
}

// Shares of the rows of a tile, and what they spread and differ by.
void look_at_rows(const LogisticRows &rows, std::span<const double> weights, std::size_t begin, std::size_t end,
                  const LogisticMoments &moments) {
    const std::size_t n_terms = rows.terms.n_lines;
    const double *target = rows.target.data();
    const double *mass = rows.mass.data();
    double *share = moments.share.data();
    double *residual = moments.residual.data();
    double *spread = moments.spread.data();
    const double constant = weights[n_terms];
    for (std::size_t i = begin; i < end; ++i) share[i] = constant;
    for (std::size_t t = 0; t < n_terms; ++t) {
        const double *term = rows.terms.line(t);
        const double weight = weights[t];
        for (std::size_t i = begin; i < end; ++i) share[i] += weight * term[i];
    }
    for (std::size_t i = begin; i < end; ++i) {
        const double far = std::fabs(share[i]) < most_log_odds ? std::fabs(share[i]) : most_log_odds;
        const double odds = exponential(-far);
        const double rare = odds / (1.0 + odds);
        share[i] = share[i] < 0.0 ? rare : 1.0 - rare;
        residual[i] = mass[i] * (share[i] - target[i]);
        spread[i] = mass[i] * (rare * (1.0 - rare));
    }
}

}  // namespace

void logistic_moments(const LogisticRows &rows, std::span<const double> weights, const LogisticMoments &moments) {
    const std::size_t n_terms = rows.terms.n_lines;
    const std::size_t n = rows.terms.length;
    const std::size_t k = n_terms + 1;
    const double *residual = moments.residual.data();
    const double *spread = moments.spread.data();
    TiledSums gradient(k, n);
    TiledSums curvature(k * k, n);
    for (std::size_t begin = 0; begin < n; begin += tile_rows) {
        const std::size_t end = begin + tile_rows < n ? begin + tile_rows : n;
        look_at_rows(rows, weights, begin, end, moments);
        for (std::size_t a = 0; a < n_terms; ++a) {
            const double *term = rows.terms.line(a);
            gradient.add(a, begin, end, [=](std::size_t i, auto load) { return load(residual + i) * load(term + i); });
        }
        gradient.add(n_terms, begin, end, [=](std::size_t i, auto load) { return load(residual + i); });
        add_products(rows.terms, spread, begin, end, curvature, k);
        const std::size_t of_constant = n_terms * k;
        for (std::size_t b = 0; b < n_terms; ++b) {
            const double *term = rows.terms.line(b);
            curvature.add(of_constant + b, begin, end,
                          [=](std::size_t i, auto load) { return load(spread + i) * load(term + i); });
        }
        curvature.add(of_constant + n_terms, begin, end, [=](std::size_t i, auto load) { return load(spread + i); });
    }
    for (std::size_t a = 0; a < k; ++a) {
        moments.gradient[a] = gradient.sum(a);
        for (std::size_t b = 0; b <= a; ++b)
            moments.curvature[a * k + b] = moments.curvature[b * k + a] = curvature.sum(a * k + b);
    }
}

}  // namespace nldt::NLDT_KERNELS
