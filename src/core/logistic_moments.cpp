// One look at all rows of a logistic regression, in float64, the same whatever the instruction set.
//
// Compiled once per instruction set.
#include <bit>
#include <cmath>
#include <cstdint>

#include "kernels.hpp"
#include "row_sums.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

constexpr double inverse_factorials[] = {1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320,
                                         1.0 / 5040,      1.0 / 720,      1.0 / 120,     1.0 / 24,     1.0 / 6,
                                         0.5,             1.0,            1.0};

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

}  // namespace

void logistic_moments(const LogisticRows &rows, const double *weights, double *share, double *residual,
                      double *spread, double *gradient, double *curvature) {
    const std::size_t n = rows.n_rows;
    const std::size_t k = rows.n_terms + 1;
    for (std::size_t i = 0; i < n; ++i) share[i] = weights[rows.n_terms];
    for (std::size_t t = 0; t < rows.n_terms; ++t)
        for (std::size_t i = 0; i < n; ++i) share[i] += weights[t] * rows.terms[t * n + i];
    for (std::size_t i = 0; i < n; ++i) {
        const double far = std::fabs(share[i]) < most_log_odds ? std::fabs(share[i]) : most_log_odds;
        const double odds = exponential(-far);
        const double rare = odds / (1.0 + odds);
        share[i] = share[i] < 0.0 ? rare : 1.0 - rare;
        residual[i] = rows.sample_weight[i] * (share[i] - rows.target[i]);
        spread[i] = rows.sample_weight[i] * (rare * (1.0 - rare));
    }
    for (std::size_t a = 0; a < k; ++a) {
        const double *first = rows.terms + a * n;
        const bool constant = a == rows.n_terms;
        gradient[a] = sum_rows(0, n, [=](std::size_t i, auto load) {
            const auto value = load(residual + i);
            return constant ? value : value * load(first + i);
        });
        for (std::size_t b = 0; b <= a; ++b) {
            const double *second = rows.terms + b * n;
            const bool both = b == rows.n_terms;
            curvature[a * k + b] = curvature[b * k + a] = sum_rows(0, n, [=](std::size_t i, auto load) {
                const auto value = load(spread + i);
                if (both) return value;
                return constant ? value * load(second + i) : value * load(first + i) * load(second + i);
            });
        }
    }
}

}  // namespace nldt::NLDT_KERNELS
