#include "solve/small_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nldt {

namespace {

// One Jacobi rotation: makes a[p][q] zero, and turns the vectors along.
void rotate(SmallMatrix &a, SmallMatrix &vectors, std::size_t n, std::size_t p, std::size_t q) {
    const double theta = (a[q * n + q] - a[p * n + p]) / (2.0 * a[p * n + q]);
    const double t = std::copysign(1.0, theta) / (std::abs(theta) + std::sqrt(theta * theta + 1.0));
    const double c = 1.0 / std::sqrt(t * t + 1.0);
    const double s = t * c;
    const auto turn = [c, s](double &first, double &second) {
        const double before = first;
        first = c * before - s * second;
        second = s * before + c * second;
    };
    for (std::size_t k = 0; k < n; ++k) turn(a[k * n + p], a[k * n + q]);
    for (std::size_t k = 0; k < n; ++k) {
        turn(a[p * n + k], a[q * n + k]);
        turn(vectors[k * n + p], vectors[k * n + q]);
    }
}

// The matrix becomes diagonal, the columns of vectors its eigenvectors.
void diagonalise(SmallMatrix &a, SmallMatrix &vectors, std::size_t n) {
    constexpr int most_sweeps = 20;
    vectors.assign(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) vectors[i * n + i] = 1.0;
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
        double off = 0.0;
        double diagonal = 0.0;
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) (i == j ? diagonal : off) += a[i * n + j] * a[i * n + j];
        if (off <= 1e-24 * diagonal) return;
        for (std::size_t p = 0; p < n; ++p)
            for (std::size_t q = p + 1; q < n; ++q)
                if (a[p * n + q] != 0.0) rotate(a, vectors, n, p, q);
    }
}

}  // namespace

void back_substitute(const SmallMatrix &factor, std::size_t n, std::span<double> b) {
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t j = i + 1; j < n; ++j) b[i] -= factor[j * n + i] * b[j];
        b[i] /= factor[i * n + i];
    }
}

void forward_substitute(const SmallMatrix &factor, std::size_t n, std::span<double> b) {
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < i; ++j) b[i] -= factor[i * n + j] * b[j];
        b[i] /= factor[i * n + i];
    }
}

bool cholesky(SmallMatrix &matrix, std::size_t n) {
    for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t k = 0; k < j; ++k) matrix[j * n + j] -= matrix[j * n + k] * matrix[j * n + k];
        if (!(matrix[j * n + j] > 0.0)) return false;
        matrix[j * n + j] = std::sqrt(matrix[j * n + j]);
        for (std::size_t i = j + 1; i < n; ++i) {
            for (std::size_t k = 0; k < j; ++k) matrix[i * n + j] -= matrix[i * n + k] * matrix[j * n + k];
            matrix[i * n + j] /= matrix[j * n + j];
        }
    }
    return true;
}

void cholesky_solve(const SmallMatrix &factor, std::size_t n, std::span<double> b) {
    forward_substitute(factor, n, b);
    back_substitute(factor, n, b);
}

SmallMatrix whitened(const SmallMatrix &a, const SmallMatrix &factor, std::size_t n) {
    // Column by column and then row by row.
    SmallMatrix result = a;
    std::vector<double> column(n);
    for (int pass = 0; pass < 2; ++pass) {
        for (std::size_t j = 0; j < n; ++j) {
            for (std::size_t i = 0; i < n; ++i) column[i] = result[i * n + j];
            forward_substitute(factor, n, column);
            for (std::size_t i = 0; i < n; ++i) result[i * n + j] = column[i];
        }
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = i + 1; j < n; ++j) std::swap(result[i * n + j], result[j * n + i]);
    }
    return result;
}

std::vector<double> least_direction(SmallMatrix a, std::size_t n) {
    SmallMatrix vectors;
    diagonalise(a, vectors, n);
    std::size_t least = 0;
    for (std::size_t i = 1; i < n; ++i)
        if (a[i * n + i] < a[least * n + least]) least = i;
    std::vector<double> direction(n);
    for (std::size_t i = 0; i < n; ++i) direction[i] = vectors[i * n + least];
    return direction;
}

}  // namespace nldt
