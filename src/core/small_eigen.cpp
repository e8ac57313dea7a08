#include "small_eigen.hpp"

#include <algorithm>
#include <cmath>

namespace nldt {

namespace {

void forward_substitute(const SmallMatrix &factor, std::size_t n, double *b) {
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < i; ++j) b[i] -= factor[i * n + j] * b[j];
        b[i] /= factor[i * n + i];
    }
}

void back_substitute(const SmallMatrix &factor, std::size_t n, double *b) {
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t j = i + 1; j < n; ++j) b[i] -= factor[j * n + i] * b[j];
        b[i] /= factor[i * n + i];
    }
}

// Jacobi rotations: a becomes diagonal, the columns of vectors its eigenvectors.
void diagonalise(SmallMatrix &a, SmallMatrix &vectors, std::size_t n) {
    vectors.assign(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) vectors[i * n + i] = 1.0;
    for (int sweep = 0; sweep < 20; ++sweep) {
        double off = 0.0;
        double diagonal = 0.0;
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) (i == j ? diagonal : off) += a[i * n + j] * a[i * n + j];
        if (off <= 1e-24 * diagonal) return;
        for (std::size_t p = 0; p < n; ++p)
            for (std::size_t q = p + 1; q < n; ++q) {
                if (a[p * n + q] == 0.0) continue;
                const double theta = (a[q * n + q] - a[p * n + p]) / (2.0 * a[p * n + q]);
                const double t = std::copysign(1.0, theta) / (std::abs(theta) + std::sqrt(theta * theta + 1.0));
                const double c = 1.0 / std::sqrt(t * t + 1.0);
                const double s = t * c;
                for (std::size_t k = 0; k < n; ++k) {
                    const double kp = a[k * n + p];
                    const double kq = a[k * n + q];
                    a[k * n + p] = c * kp - s * kq;
                    a[k * n + q] = s * kp + c * kq;
                }
                for (std::size_t k = 0; k < n; ++k) {
                    const double pk = a[p * n + k];
                    const double qk = a[q * n + k];
                    a[p * n + k] = c * pk - s * qk;
                    a[q * n + k] = s * pk + c * qk;
                    const double vp = vectors[k * n + p];
                    const double vq = vectors[k * n + q];
                    vectors[k * n + p] = c * vp - s * vq;
                    vectors[k * n + q] = s * vp + c * vq;
                }
            }
    }
}

}  // namespace

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

void cholesky_solve(const SmallMatrix &factor, std::size_t n, double *b) {
    forward_substitute(factor, n, b);
    back_substitute(factor, n, b);
}

std::vector<double> least_ratio_direction(const SmallMatrix &a, const SmallMatrix &factor, std::size_t n) {
    // L^-1 A L^-T, column by column and then row by row.
    SmallMatrix whitened = a;
    std::vector<double> column(n);
    for (int pass = 0; pass < 2; ++pass) {
        for (std::size_t j = 0; j < n; ++j) {
            for (std::size_t i = 0; i < n; ++i) column[i] = whitened[i * n + j];
            forward_substitute(factor, n, column.data());
            for (std::size_t i = 0; i < n; ++i) whitened[i * n + j] = column[i];
        }
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = i + 1; j < n; ++j) std::swap(whitened[i * n + j], whitened[j * n + i]);
    }
    SmallMatrix vectors;
    diagonalise(whitened, vectors, n);
    std::size_t least = 0;
    for (std::size_t i = 1; i < n; ++i)
        if (whitened[i * n + i] < whitened[least * n + least]) least = i;
    std::vector<double> direction(n);
    for (std::size_t i = 0; i < n; ++i) direction[i] = vectors[i * n + least];
    back_substitute(factor, n, direction.data());
    return direction;
}

}  // namespace nldt
