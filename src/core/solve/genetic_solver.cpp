#include "solve/genetic_solver.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "rows/term_table.hpp"
#include "rows/term_values.hpp"

namespace nldt {

namespace {

class GeneticSolver {
  public:
    GeneticSolver(const Batch &batch, const GeneticSettings &settings, const GeneticSolutions &solutions)
        : batch_(batch),
          settings_(settings),
          solutions_(solutions),
          storage_(batch.rows),
          terms_(batch.rows),
          values_(batch.rows.n_rows()),
          left_(batch.rows.n_classes()) {}

    bool read(std::size_t structure) {
        return terms_.read(batch_.structures, structure, [](std::size_t, std::span<const double>) { return true; });
    }

    void solve(std::size_t structure, const RuleWriter &writer) {
        const GaRun run = {settings_.modulus[structure] != 0, batch_.criterion, settings_.seed[structure]};
        genes_.resize(count_variables(terms_.count(), run.modulus));
        solutions_.evaluations[structure] = static_cast<std::int64_t>(
            batch_.kernels.run_genetic_algorithm(storage_.fill(terms_.values()), settings_.algorithm, run, genes_));
        write_rule(structure, run.modulus, writer);
    }

  private:
    // Eq. (2) as a rule: theta_1 + w.T <= 0 is w.T <= -theta_1; |theta_1 + w.T| <= |theta_2| is a band around it.
    void write_rule(std::size_t structure, bool modulus, const RuleWriter &writer) {
        const std::size_t n_terms = terms_.count();
        double largest = 0.0;
        for (std::size_t t = 0; t < n_terms; ++t) largest = std::max(largest, std::abs(double{genes_[t]}));
        if (largest == 0.0) largest = 1.0;
        std::vector<double> weights(n_terms);
        for (std::size_t t = 0; t < n_terms; ++t) weights[t] = genes_[t] / largest;
        const double theta_1 = genes_[n_terms] / largest;
        const double half_width = modulus ? std::abs(genes_[n_terms + 1] / largest) : 0.0;
        LineSplit split;
        if (modulus) split.low = -theta_1 - half_width;
        split.high = -theta_1 + half_width;
        terms_.combine(weights, values_);
        left_class_mass(batch_.rows, values_, split.low, split.high, left_);
        writer.write(structure, terms_, weights, split, left_);
    }

    const Batch &batch_;
    const GeneticSettings &settings_;
    const GeneticSolutions &solutions_;
    TermTableStorage storage_;
    TermValues terms_;
    std::vector<float> genes_;
    std::vector<double> values_, left_;
};

}  // namespace

void solve_lower_level(const Batch &batch, const GeneticSettings &settings, const GeneticSolutions &solutions) {
    solve_batch<GeneticSolver>(batch, settings, solutions);
}

}  // namespace nldt
