// The parts of the lower levels one by one, for tests and for study.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "bindings/node_arrays.hpp"
#include "kernels/kernels.hpp"
#include "line/line_splits.hpp"
#include "rows/term_table.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace nldt::bindings {

namespace {

using Genes = Input<float, 1>;

// (low, high, impurity, relative gap) of the best half-space, or band, of rows with one value each.
std::tuple<double, double, double, double> best_line_split(const Input<double, 1> &values,
                                                           const ClassBegin &class_begin, const Mass &mass,
                                                           const std::string &criterion, bool band, bool thorough) {
    const NodeRows rows = read_line(values, class_begin, mass);
    LineSplits line(rows, criterion_named(criterion));
    require(line.sort(numbers(values)), "values must be finite and at least two different ones");
    const Effort effort = thorough ? Effort::thorough : Effort::quick;
    const LineSplit split = band ? line.best_band(effort) : line.best_half_space();
    return {split.low, split.high, split.impurity, split.relative_gap};
}

Output<float> count_left(const Input<double, 2> &terms, const ClassBegin &class_begin, const Mass &mass,
                         const Input<float, 2> &genes, bool modulus, const std::string &instruction_set) {
    const NodeRows rows = read_rows(lines(terms), class_begin, mass);
    const std::size_t n_individuals = genes.shape(0);
    const std::size_t n_variables = count_variables(rows.n_features(), modulus);
    require(genes.shape(1) == n_variables, "genes must have a weight a term, theta_1 and, with modulus, theta_2");
    std::vector<float> numbers_by_variable(padded(n_individuals) * n_variables);
    const Grid<float> by_variable = {numbers_by_variable.data(), n_variables, padded(n_individuals)};
    for (std::size_t i = 0; i < n_individuals; ++i)
        for (std::size_t v = 0; v < n_variables; ++v) by_variable[v][i] = lines(genes)[i][v];
    TermTableStorage storage(rows);
    auto left = make_array<float>({rows.n_classes(), padded(n_individuals)});  // the last columns pad
    kernels_for(instruction_set)
        .count_left(storage.fill(rows.features), by_variable, n_individuals, modulus, lines(left));
    return left;
}

Output<float> initial_genes(const Input<double, 2> &terms, const ClassBegin &class_begin, const Mass &mass,
                            bool modulus, std::uint64_t seed, std::size_t n_individuals) {
    const NodeRows rows = read_rows(lines(terms), class_begin, mass);
    TermTableStorage storage(rows);
    auto genes = make_array<float>({count_variables(rows.n_features(), modulus), n_individuals});
    kernels_for("").initial_genes(storage.fill(rows.features), modulus, seed, n_individuals, lines(genes));
    return genes;
}

Output<float> copy(const Genes &genes) {
    auto copied = make_array<float>({genes.shape(0)});
    std::ranges::copy(numbers(genes), copied.data());
    return copied;
}

std::tuple<Output<float>, Output<float>> crossover_genes(const Genes &first, const Genes &second, const Genes &spread,
                                                         const Genes &swap, double eta) {
    const std::size_t count = first.shape(0);
    require(second.shape(0) == count && spread.shape(0) == count && swap.shape(0) == count, "lengths differ");
    auto child_a = copy(first);
    auto child_b = copy(second);
    kernels_for("").crossover_genes(numbers(child_a), numbers(child_b), numbers(spread), numbers(swap),
                                    static_cast<float>(eta));
    return {child_a, child_b};
}

Output<float> mutate_genes(const Genes &genes, const Genes &chosen, const Genes &uniform, double probability,
                           double eta) {
    const std::size_t count = genes.shape(0);
    require(chosen.shape(0) == count && uniform.shape(0) == count, "lengths differ");
    auto mutated = copy(genes);
    kernels_for("").mutate_genes(numbers(mutated), numbers(chosen), numbers(uniform), static_cast<float>(probability),
                                 static_cast<float>(eta));
    return mutated;
}

Output<float> random_uniform(std::uint64_t seed, std::size_t count) {
    auto values = make_array<float>({count});
    kernels_for("").random_uniform(seed, numbers(values));
    return values;
}

}  // namespace

void bind_parts(nb::module_ &module) {
    module.def("best_line_split", &best_line_split, "values"_a, "class_begin"_a, "mass"_a, "criterion"_a, "band"_a,
               "thorough"_a = true);
    module.def("count_left", &count_left, "terms"_a, "class_begin"_a, "mass"_a, "genes"_a, "modulus"_a,
               "instruction_set"_a = "");
    module.def("initial_genes", &initial_genes, "terms"_a, "class_begin"_a, "mass"_a, "modulus"_a, "seed"_a,
               "n_individuals"_a);
    module.def("crossover_genes", &crossover_genes, "first"_a, "second"_a, "spread"_a, "swap"_a, "eta"_a);
    module.def("mutate_genes", &mutate_genes, "genes"_a, "chosen"_a, "uniform"_a, "probability"_a, "eta"_a);
    module.def("random_uniform", &random_uniform, "seed"_a, "count"_a);
}

}  // namespace nldt::bindings
