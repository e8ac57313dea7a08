// Linear algebra of the few terms of a rule: dense, symmetric, tiny.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace nldt {

// Row-major n x n.
using SmallMatrix = std::vector<double>;

// The lower Cholesky factor of a symmetric matrix; false where it is not positive definite.
bool cholesky(SmallMatrix &matrix, std::size_t n);

// Solves L L^T x = b in place of b.
void cholesky_solve(const SmallMatrix &factor, std::size_t n, std::span<double> b);

// Solves L^T x = b in place of b.
void back_substitute(const SmallMatrix &factor, std::size_t n, std::span<double> b);

// L^-1 A L^-T.
SmallMatrix whitened(const SmallMatrix &a, const SmallMatrix &factor, std::size_t n);

// Solves L x = b in place of b.
void forward_substitute(const SmallMatrix &factor, std::size_t n, std::span<double> b);

// The eigenvector of a symmetric matrix with the least eigenvalue.
std::vector<double> least_direction(SmallMatrix a, std::size_t n);

}  // namespace nldt
