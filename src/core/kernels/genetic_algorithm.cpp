// The lower level of the bilevel search: a genetic algorithm for the weights and biases of one structure
// (paper, Sec. IV-C; supplement, "Parameter Setting for Lower Level GA").
//
// A kernel, compiled once per instruction set; its operators are in genetic_operators.cpp.
#include <algorithm>
#include <bit>
#include <limits>

#include "criterion/split_impurities.hpp"
#include "isa/kernel_vector.hpp"
#include "isa/random_lanes.hpp"
#include "kernels/kernels.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

constexpr float not_crossed = -1.0F;

// Individuals up to the worst objective that matters, by rising objective; equal ones keep their order. Impurities are
// never negative, so that their bits order as the numbers do.
void sort_keys(const Floats &objective, std::size_t count, float worst, KernelVector<std::uint64_t> &keys) {
    keys.clear();
    for (std::size_t i = 0; i < count; ++i)
        if (objective[i] <= worst)
            keys.push_back((static_cast<std::uint64_t>(std::bit_cast<std::uint32_t>(objective[i])) << 32) | i);
    std::sort(keys.begin(), keys.end());
}

// Eq. (8): the least impurity, Eq. (6), over weights and biases in [-1, 1], which all operators keep to.
class GeneticAlgorithm {
  public:
    GeneticAlgorithm(const TermTable &table, const GaSettings &settings, const GaRun &run)
        : table_(table),
          settings_(settings),
          run_(run),
          random_(run.seed),
          size_(settings.population),
          pairs_((size_ + 1) / 2),
          stride_(padded(2 * pairs_)),
          n_variables_(count_variables(table.n_terms(), run.modulus)),
          parents_(n_variables_ * stride_),
          children_(n_variables_ * stride_),
          objective_(stride_),
          child_objective_(stride_),
          left_(stride_ * table.n_classes()),
          uniform_(std::max(random_per_pairing(), 2 * n_variables_ * stride_)),
          spread_(n_variables_ * padded(pairs_)),
          mothers_(spread_.size()),
          fathers_(spread_.size()) {
        mutation_probability_ = settings.mutation_probability > 0.0F ? settings.mutation_probability
                                                                     : 1.0F / static_cast<float>(n_variables_);
    }

    // The number of evaluations; `genes` become those of the best individual.
    std::size_t run(std::span<float> genes) {
        initialise();
        Floats best = {objective_[0]};
        std::size_t generation = 0;
        while (generation < settings_.generations && !stagnates(best)) {
            mate();
            mutate();
            evaluate(children_, child_objective_);
            survive();
            best.push_back(objective_[0]);
            ++generation;
        }
        for (std::size_t v = 0; v < n_variables_; ++v) genes[v] = parents_[v * stride_];
        return size_ * (generation + 1);
    }

  private:
    std::size_t random_per_pairing() const { return (5 + 3 * n_variables_) * padded(pairs_); }

    void initialise();
    void mate();
    void mutate();
    void survive();

    // Sec. IV-C.3: the best changed by less than the tolerance over the last generations.
    bool stagnates(const Floats &best) const {
        if (best.size() <= settings_.patience) return false;
        const double before = best[best.size() - 1 - settings_.patience];
        return before - best.back() <= settings_.tolerance * before;
    }

    void evaluate(const Floats &genes, Floats &objective) {
        count_left(table_, {genes.data(), n_variables_, stride_}, size_, run_.modulus,
                   {left_.data(), table_.n_classes(), stride_});
        const Grid<const float> left = {left_.data(), table_.n_classes(), stride_};
        split_impurities(left, table_.class_mass.data(), stride_, run_.criterion, objective.data());
    }

    // The better of two distinct individuals; the first of two equal ones.
    std::size_t tournament(float first_draw, float second_draw) const {
        const auto first = static_cast<std::size_t>(first_draw * static_cast<float>(size_));
        auto second = static_cast<std::size_t>(second_draw * static_cast<float>(size_ - 1));
        if (second >= first) ++second;
        return objective_[second] < objective_[first] ? second : first;
    }

    const TermTable &table_;
    const GaSettings &settings_;
    const GaRun &run_;
    RandomLanes random_;
    const std::size_t size_, pairs_, stride_, n_variables_;
    float mutation_probability_;
    Floats parents_, children_, objective_, child_objective_, left_, uniform_, spread_, mothers_, fathers_;
    KernelVector<std::uint64_t> child_order_;
    Floats next_, next_objective_;
};

void GeneticAlgorithm::initialise() {
    initial_genes(table_, run_.modulus, ~run_.seed, size_, {children_.data(), n_variables_, stride_});
    evaluate(children_, child_objective_);
    sort_keys(child_objective_, size_, std::numeric_limits<float>::infinity(), child_order_);
    for (std::size_t i = 0; i < size_; ++i) {
        const auto from = static_cast<std::size_t>(child_order_[i] & 0xffffffffU);
        objective_[i] = child_objective_[from];
        for (std::size_t v = 0; v < n_variables_; ++v) parents_[v * stride_ + i] = children_[v * stride_ + from];
    }
}

// Binary tournaments and SBX. Arrays of pairs are padded to whole blocks, so that the operators have no remainder.
void GeneticAlgorithm::mate() {
    const std::size_t row = padded(pairs_);
    random_.fill(uniform_.data(), random_per_pairing());
    const float *draw = uniform_.data();
    for (std::size_t pair = 0; pair < pairs_; ++pair) {
        const std::size_t mother = tournament(draw[pair], draw[row + pair]);
        const std::size_t father = tournament(draw[2 * row + pair], draw[3 * row + pair]);
        for (std::size_t v = 0; v < n_variables_; ++v) {
            mothers_[v * row + pair] = parents_[v * stride_ + mother];
            fathers_[v * row + pair] = parents_[v * stride_ + father];
        }
    }
    const std::size_t n_genes = n_variables_ * row;
    const float *mates = draw + 4 * row;
    const float *crosses = mates + row;
    const float *u = crosses + n_genes;
    for (std::size_t v = 0; v < n_variables_; ++v)
        for (std::size_t pair = 0; pair < row; ++pair) {
            const bool mated = mates[pair] < settings_.crossover_probability;
            const bool crossed = mated && crosses[v * row + pair] < 0.5F;
            spread_[v * row + pair] = crossed ? u[v * row + pair] : not_crossed;
        }
    crossover_genes(mothers_, fathers_, spread_, {u + n_genes, n_genes}, settings_.crossover_eta);
    for (std::size_t v = 0; v < n_variables_; ++v) {
        std::copy_n(mothers_.data() + v * row, pairs_, children_.data() + v * stride_);
        std::copy_n(fathers_.data() + v * row, pairs_, children_.data() + v * stride_ + pairs_);
    }
}

void GeneticAlgorithm::mutate() {
    const std::size_t n_genes = n_variables_ * stride_;
    random_.fill(uniform_.data(), 2 * n_genes);
    const std::span<const float> draws = uniform_;
    mutate_genes(children_, draws.first(n_genes), draws.subspan(n_genes, n_genes), mutation_probability_,
                 settings_.mutation_eta);
}

// (mu + lambda): the best of parents and children in order of their objective, children first among equals: impurity
// has wide plateaus, and only newcomers move on them.
void GeneticAlgorithm::survive() {
    sort_keys(child_objective_, size_, objective_[size_ - 1], child_order_);
    next_.resize(parents_.size());
    next_objective_.resize(stride_);
    std::size_t parent = 0;
    std::size_t child = 0;
    for (std::size_t i = 0; i < size_; ++i) {
        const bool no_child = child == child_order_.size();
        const auto from = no_child ? 0 : static_cast<std::size_t>(child_order_[child] & 0xffffffffU);
        const bool keeps_parent = no_child || objective_[parent] < child_objective_[from];
        const Floats &source = keeps_parent ? parents_ : children_;
        const std::size_t index = keeps_parent ? parent++ : from;
        child += keeps_parent ? 0 : 1;
        next_objective_[i] = keeps_parent ? objective_[index] : child_objective_[index];
        for (std::size_t v = 0; v < n_variables_; ++v) next_[v * stride_ + i] = source[v * stride_ + index];
    }
    parents_.swap(next_);
    objective_.swap(next_objective_);
}

}  // namespace

std::size_t run_genetic_algorithm(const TermTable &table, const GaSettings &settings, const GaRun &run,
                                  std::span<float> best) {
    return GeneticAlgorithm(table, settings, run).run(best);
}

}  // namespace nldt::NLDT_KERNELS
