// Logistic regression on the few terms of a rule, and how many bits its target then takes.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/kernels.hpp"
#include "solve/small_matrix.hpp"

namespace nldt {

// How much is done for a fit.
struct CurvePace {
    double enough = 1e-7;      // a step that would gain half of so many nats, or less, is not taken
    std::size_t first_of = 1;  // the weights of one row in so many are where the fit to all rows starts
};

// The expected share of targets of 1 is 1 / (1 + exp(-z)), where z adds up weighted terms and a constant. Before any
// row is seen, weights are normally distributed with this precision about 0, and the constant more widely.
class LogisticCurve {
  public:
    LogisticCurve(double precision, CurvePace pace, const Kernels &kernels)
        : precision_(precision),
          pace_(pace),
          kernels_(kernels) {}

    void fit(const LogisticRows &rows);

    const std::vector<double> &weights() const { return weights_; }    // of the terms, then the constant
    const std::vector<double> &shares() const { return share_; }       // expected, of each row
    const std::vector<double> &row_bits() const { return residual_; }  // of each row's target, given the curve

    // Bits of the targets when the weights are not known beforehand: minus the logarithm of their probability, averaged
    // over all weights (Laplace's approximation). Infinite where the fit has failed.
    double bits() const { return bits_; }

  private:
    void look(const LogisticRows &rows);
    void begin_with_some(const LogisticRows &rows);
    bool find_weights(const LogisticRows &rows, double enough);
    void count_bits(const LogisticRows &rows);
    double prior(std::size_t i) const;

    double precision_;
    CurvePace pace_;
    const Kernels &kernels_;
    double bits_ = 0.0;
    std::vector<double> weights_, share_, gradient_, residual_, spread_;  // in the end, bits are where residuals were
    SmallMatrix curvature_;
    std::vector<double> some_terms_, some_targets_, some_masses_;  // of the rows that are looked at first
};

}  // namespace nldt
