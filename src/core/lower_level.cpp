#include "lower_level.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "parallel.hpp"
#include "power_terms.hpp"

namespace nldt {

TermTableStorage::TermTableStorage(const NodeRows &rows) : rows_(rows) {
    double total = 0.0;
    for (std::size_t i = 0; i < rows.n_rows; ++i) total += rows.sample_weight[i];
    // A power of two keeps whole-numbered weights exact and any others within float32's range.
    const int scale = total > 0.0 ? -std::ilogb(total) : 0;
    table_.class_begin.push_back(0);
    for (std::size_t c = 0; c < rows.n_classes; ++c) {
        const std::size_t n = static_cast<std::size_t>(rows.class_begin[c + 1] - rows.class_begin[c]);
        const double *weight = rows.sample_weight + rows.class_begin[c];
        std::vector<double> cumulative(n);
        double sum = 0.0;
        for (std::size_t i = 0; i < n; ++i) {
            const auto scaled = static_cast<float>(std::ldexp(weight[i], scale));
            sample_weight_.push_back(scaled);
            cumulative[i] = sum += scaled;
        }
        sample_weight_.resize(padded(sample_weight_.size()), 0.0F);
        table_.class_begin.push_back(sample_weight_.size());
        table_.class_rows.push_back(n);
        table_.class_weight.push_back(sum);
        table_.cumulative_weight.push_back(std::move(cumulative));
    }
    table_.stride = sample_weight_.size();
    table_.sample_weight = sample_weight_.data();
}

const TermTable &TermTableStorage::fill(const double *values, std::size_t n_terms) {
    terms_.resize(n_terms * table_.stride);
    for (std::size_t t = 0; t < n_terms; ++t)
        for (std::size_t c = 0; c < rows_.n_classes; ++c) {
            const double *from = values + t * rows_.n_rows + rows_.class_begin[c];
            float *to = terms_.data() + t * table_.stride + table_.class_begin[c];
            for (std::size_t i = 0; i < table_.class_rows[c]; ++i) {
                to[i] = static_cast<float>(from[i]);
                if (!std::isfinite(to[i])) to[i] = std::numeric_limits<float>::quiet_NaN();
            }
        }
    table_.terms = terms_.data();
    table_.n_terms = n_terms;
    return table_;
}

namespace {

// One thread's memory and its way through one structure.
class Solver {
  public:
    Solver(const NodeRows &rows, const Structures &structures, Criterion criterion, const GaSettings &settings,
           const Kernels &kernels, const Solutions &solutions)
        : rows_(rows),
          structures_(structures),
          criterion_(criterion),
          settings_(settings),
          kernels_(kernels),
          solutions_(solutions),
          storage_(rows),
          values_(rows.n_rows),
          class_weight_(rows.n_classes, 0.0),
          left_(rows.n_classes) {
        for (std::size_t c = 0; c < rows.n_classes; ++c)
            for (std::int64_t i = rows.class_begin[c]; i < rows.class_begin[c + 1]; ++i)
                class_weight_[c] += rows.sample_weight[i];
    }

    void operator()(std::size_t s) {
        const std::size_t max_terms = structures_.max_terms;
        active_.clear();
        terms_.resize(max_terms * rows_.n_rows);
        for (std::size_t t = 0; t < max_terms; ++t) {
            const Term term(structures_.exponents + (s * max_terms + t) * rows_.n_features, rows_.n_features);
            if (!term.active()) continue;
            evaluate_term(term, rows_.features, rows_.n_rows, terms_.data() + active_.size() * rows_.n_rows);
            active_.push_back(t);
        }
        const bool modulus = structures_.modulus[s] != 0;
        const GaResult best = kernels_.run_lower_level_ga(storage_.fill(terms_.data(), active_.size()), modulus,
                                                          criterion_, settings_, structures_.seed[s]);
        solutions_.evaluations[s] = static_cast<std::int64_t>(best.evaluations);
        write_rule(s, best.genes, modulus);
    }

  private:
    // Eq. (2) as a rule: theta_1 + w.T <= 0 is w.T <= -theta_1; |theta_1 + w.T| <= |theta_2| is a band around it.
    void write_rule(std::size_t s, const std::vector<float> &genes, bool modulus) {
        const std::size_t n_active = active_.size();
        double largest = 0.0;
        for (std::size_t t = 0; t < n_active; ++t) largest = std::max(largest, std::abs(double{genes[t]}));
        if (largest == 0.0) largest = 1.0;
        std::vector<double> weights(n_active);
        for (std::size_t t = 0; t < n_active; ++t) weights[t] = genes[t] / largest;
        const double theta_1 = genes[n_active] / largest;
        const double half_width = modulus ? std::abs(genes[n_active + 1] / largest) : 0.0;
        const double low = modulus ? -theta_1 - half_width : -std::numeric_limits<double>::infinity();
        const double high = -theta_1 + half_width;
        combine_terms(terms_.data(), n_active, weights.data(), rows_.n_rows, values_.data());
        left_class_weights(values_.data(), low, high, rows_.class_begin, rows_.n_classes, rows_.sample_weight,
                           left_.data());
        solutions_.low[s] = low;
        solutions_.high[s] = high;
        solutions_.impurity[s] = split_impurity(left_.data(), class_weight_.data(), rows_.n_classes, criterion_);
        double *all_weights = solutions_.weights + s * structures_.max_terms;
        std::fill_n(all_weights, structures_.max_terms, 0.0);
        for (std::size_t t = 0; t < n_active; ++t) all_weights[active_[t]] = weights[t];
    }

    const NodeRows &rows_;
    const Structures &structures_;
    const Criterion criterion_;
    const GaSettings &settings_;
    const Kernels &kernels_;
    const Solutions &solutions_;
    TermTableStorage storage_;
    std::vector<std::size_t> active_;
    std::vector<double> terms_, values_, class_weight_, left_;
};

}  // namespace

void solve_lower_level(const NodeRows &rows, const Structures &structures, Criterion criterion,
                       const GaSettings &settings, const Kernels &kernels, std::size_t n_threads,
                       const Solutions &solutions) {
    parallel_for(structures.count, n_threads,
                 [&] { return Solver(rows, structures, criterion, settings, kernels, solutions); });
}

}  // namespace nldt
