// Linear algebra of the few terms of a rule: dense, symmetric, tiny.
#pragma once

#include <cstddef>
#include <vector>

namespace nldt {

// Row-major n x n.
using SmallMatrix = std::vector<double>;

// The lower Cholesky factor of a symmetric matrix; false where it is not positive definite.
bool cholesky(SmallMatrix &matrix, std::size_t n);

// Solves L L^T x = b in place of b.
void cholesky_solve(const SmallMatrix &factor, std::size_t n, double *b);

// The x that makes x^T A x / x^T L L^T x least.
std::vector<double> least_ratio_direction(const SmallMatrix &a, const SmallMatrix &factor, std::size_t n);

}  // namespace nldt
