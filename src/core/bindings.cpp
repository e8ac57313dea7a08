// The Python face of the core: contiguous arrays and numbers in, new arrays out. Checks shapes, releases the lock.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "curve_search.hpp"
#include "direction_search.hpp"
#include "kernels.hpp"
#include "lower_level.hpp"
#include "power_terms.hpp"
#include "split_impurity.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using nldt::Criterion;
using nldt::NodeRows;

template <class Scalar, std::size_t Dimensions>
using Input = nb::ndarray<const Scalar, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu>;
template <class Scalar>
using Output = nb::ndarray<nb::numpy, Scalar>;

template <class Scalar>
Scalar *allocate(std::size_t count) {
    return new Scalar[count > 0 ? count : 1]();
}

template <class Scalar>
Output<Scalar> own(Scalar *data, std::initializer_list<std::size_t> shape) {
    nb::capsule owner(data, [](void *p) noexcept { delete[] static_cast<Scalar *>(p); });
    return Output<Scalar>(data, shape, owner);
}

void require(bool holds, const char *message) {
    if (!holds) throw std::invalid_argument(message);
}

Criterion read_criterion(const std::string &name) {
    require(name == "gini" || name == "entropy", "criterion must be 'gini' or 'entropy'");
    return name == "gini" ? Criterion::gini : Criterion::entropy;
}

// features: n_features rows of n_rows numbers each.
NodeRows read_rows(const double *features, std::size_t n_features, std::size_t n_rows,
                   const Input<std::int64_t, 1> &class_begin, const Input<double, 1> &sample_weight) {
    require(sample_weight.shape(0) == n_rows, "sample_weight must have one number a row");
    require(n_rows > 0, "there must be at least one row");
    require(class_begin.shape(0) >= 2 && class_begin.data()[0] == 0, "class_begin must start at 0");
    for (std::size_t c = 0; c + 1 < class_begin.shape(0); ++c)
        require(class_begin.data()[c] <= class_begin.data()[c + 1], "class_begin must not fall");
    require(static_cast<std::size_t>(class_begin.data()[class_begin.shape(0) - 1]) == n_rows,
            "class_begin must end at the number of rows");
    return {features, n_features, n_rows, class_begin.data(), class_begin.shape(0) - 1, sample_weight.data()};
}

NodeRows read_rows(const Input<double, 2> &features, const Input<std::int64_t, 1> &class_begin,
                   const Input<double, 1> &sample_weight) {
    return read_rows(features.data(), features.shape(0), features.shape(1), class_begin, sample_weight);
}

Output<double> power_terms(const Input<double, 2> &features, const Input<std::int8_t, 2> &exponents) {
    require(features.shape(0) == exponents.shape(1), "exponents must have one column a feature");
    const std::size_t n_rows = features.shape(1);
    const std::size_t n_terms = exponents.shape(0);
    double *values = allocate<double>(n_terms * n_rows);
    auto output = own(values, {n_terms, n_rows});
    const auto terms = nldt::read_terms(exponents.data(), n_terms, features.shape(0));
    const nb::gil_scoped_release unlocked;
    for (std::size_t t = 0; t < n_terms; ++t)
        nldt::evaluate_term(terms[t], features.data(), n_rows, values + t * n_rows);
    return output;
}

Output<double> rule_values(const Input<double, 2> &rows, const Input<std::int8_t, 2> &exponents,
                           const Input<double, 1> &weights) {
    require(rows.shape(1) == exponents.shape(1), "exponents must have one column a feature");
    require(weights.shape(0) == exponents.shape(0), "weights must have one number a term");
    double *values = allocate<double>(rows.shape(0));
    auto output = own(values, {rows.shape(0)});
    const auto terms = nldt::read_terms(exponents.data(), exponents.shape(0), exponents.shape(1));
    const nb::gil_scoped_release unlocked;
    nldt::evaluate_rule(terms, weights.data(), rows.data(), rows.shape(0), rows.shape(1), values);
    return output;
}

Output<double> left_class_weights(const Input<double, 1> &values, double low, double high,
                                  const Input<std::int64_t, 1> &class_begin, const Input<double, 1> &sample_weight) {
    const NodeRows rows = read_rows(values.data(), 1, values.shape(0), class_begin, sample_weight);
    double *left = allocate<double>(rows.n_classes);
    nldt::left_class_weights(values.data(), low, high, rows.class_begin, rows.n_classes, rows.sample_weight, left);
    return own(left, {rows.n_classes});
}

double split_impurity(const Input<double, 1> &left, const Input<double, 1> &parent, const std::string &criterion) {
    require(left.shape(0) == parent.shape(0), "left and parent must have one number a class");
    return nldt::split_impurity(left.data(), parent.data(), parent.shape(0), read_criterion(criterion));
}

void require_active_terms(const Input<std::int8_t, 3> &exponents) {
    const std::size_t size = exponents.shape(1) * exponents.shape(2);
    for (std::size_t s = 0; s < exponents.shape(0); ++s)
        require(std::any_of(exponents.data() + s * size, exponents.data() + (s + 1) * size, [](auto e) { return e; }),
                "every structure must have a non-zero exponent");
}

using SolutionArrays =
    std::tuple<Output<double>, Output<double>, Output<double>, Output<double>, Output<std::int64_t>>;

SolutionArrays solve_lower_level(const Input<double, 2> &features, const Input<std::int64_t, 1> &class_begin,
                                 const Input<double, 1> &sample_weight, const Input<std::int8_t, 3> &exponents,
                                 const Input<bool, 1> &modulus, const Input<std::uint64_t, 1> &seed,
                                 const std::string &criterion, std::size_t population, std::size_t generations,
                                 double crossover_probability, double mutation_probability, double crossover_eta,
                                 double mutation_eta, double tolerance, std::size_t patience, std::size_t n_threads,
                                 const std::string &instruction_set) {
    const NodeRows rows = read_rows(features, class_begin, sample_weight);
    const std::size_t count = exponents.shape(0);
    const std::size_t max_terms = exponents.shape(1);
    require(exponents.shape(2) == rows.n_features, "exponents must have one column a feature");
    require_active_terms(exponents);
    require(modulus.shape(0) == count && seed.shape(0) == count, "modulus and seed must have one entry a structure");
    require(population >= 2 && patience >= 1, "population must be at least 2, patience at least 1");
    nldt::GaSettings settings;
    settings.population = population;
    settings.generations = generations;
    settings.crossover_probability = static_cast<float>(crossover_probability);
    settings.mutation_probability = static_cast<float>(mutation_probability);
    settings.crossover_eta = static_cast<float>(crossover_eta);
    settings.mutation_eta = static_cast<float>(mutation_eta);
    settings.tolerance = tolerance;
    settings.patience = patience;

    const nldt::Solutions solutions = {allocate<double>(count * max_terms), allocate<double>(count),
                                       allocate<double>(count), allocate<double>(count),
                                       allocate<std::int64_t>(count)};
    SolutionArrays arrays = {own(solutions.weights, {count, max_terms}), own(solutions.low, {count}),
                             own(solutions.high, {count}), own(solutions.impurity, {count}),
                             own(solutions.evaluations, {count})};
    const nldt::Structures structures = {exponents.data(), reinterpret_cast<const std::uint8_t *>(modulus.data()),
                                         seed.data(), count, max_terms};
    const auto &kernels = nldt::kernels_for(instruction_set);
    const Criterion measure = read_criterion(criterion);
    const nb::gil_scoped_release unlocked;
    nldt::solve_lower_level(rows, structures, measure, settings, kernels, n_threads, solutions);
    return arrays;
}

using KindSolutionArrays = std::tuple<Output<double>, Output<double>, Output<double>, Output<double>, Output<double>,
                                      Output<double>>;

KindSolutionArrays solve_directions(const Input<double, 2> &features, const Input<std::int64_t, 1> &class_begin,
                                    const Input<double, 1> &sample_weight, const Input<std::int8_t, 3> &exponents,
                                    const Input<std::uint64_t, 1> &seed, const std::string &criterion,
                                    std::size_t steps, bool thorough, std::size_t n_threads,
                                    const std::string &instruction_set) {
    const NodeRows rows = read_rows(features, class_begin, sample_weight);
    const std::size_t count = exponents.shape(0);
    const std::size_t max_terms = exponents.shape(1);
    require(exponents.shape(2) == rows.n_features, "exponents must have one column a feature");
    require(seed.shape(0) == count, "seed must have one entry a structure");
    constexpr std::size_t kinds = nldt::n_rule_kinds;
    const nldt::KindSolutions solutions = {
        allocate<double>(count * kinds * max_terms), allocate<double>(count * kinds),
        allocate<double>(count * kinds),             allocate<double>(count * kinds),
        allocate<double>(count * kinds),             allocate<double>(count * kinds * rows.n_classes)};
    KindSolutionArrays arrays = {own(solutions.weights, {count, kinds, max_terms}),
                                 own(solutions.low, {count, kinds}),
                                 own(solutions.high, {count, kinds}),
                                 own(solutions.impurity, {count, kinds}),
                                 own(solutions.relative_gap, {count, kinds}),
                                 own(solutions.left, {count, kinds, rows.n_classes})};
    const nldt::Structures structures = {exponents.data(), nullptr, seed.data(), count, max_terms};
    nldt::DirectionSettings settings;
    settings.steps = steps;
    settings.effort = thorough ? nldt::Effort::thorough : nldt::Effort::quick;
    const auto &kernels = nldt::kernels_for(instruction_set);
    const Criterion measure = read_criterion(criterion);
    const nb::gil_scoped_release unlocked;
    nldt::solve_directions(rows, structures, measure, settings, kernels, n_threads, solutions);
    return arrays;
}

using CurveSolutionArrays = std::tuple<Output<double>, Output<double>, Output<double>, Output<double>, Output<double>,
                                       Output<double>, Output<double>>;

CurveSolutionArrays fit_curves(const Input<double, 2> &features, const Input<std::int64_t, 1> &class_begin,
                               const Input<double, 1> &sample_weight, const Input<std::int8_t, 3> &exponents,
                               const Input<bool, 2> &group, const std::string &criterion, double precision,
                               bool thorough, std::size_t n_threads, const std::string &instruction_set) {
    const NodeRows rows = read_rows(features, class_begin, sample_weight);
    const std::size_t count = exponents.shape(0);
    const std::size_t max_terms = exponents.shape(1);
    require(exponents.shape(2) == rows.n_features, "exponents must have one column a feature");
    require(group.shape(0) == count && group.shape(1) == rows.n_classes,
            "group must have one row a structure and one column a class");
    require(precision > 0.0, "precision must be above 0");
    const nldt::CurveSolutions solutions = {
        allocate<double>(count * max_terms), allocate<double>(count),
        allocate<double>(count),             allocate<double>(count),
        allocate<double>(count * rows.n_classes), allocate<double>(count),
        allocate<double>(count * 2)};
    CurveSolutionArrays arrays = {own(solutions.weights, {count, max_terms}), own(solutions.high, {count}),
                                  own(solutions.impurity, {count}), own(solutions.relative_gap, {count}),
                                  own(solutions.left, {count, rows.n_classes}), own(solutions.bits, {count}),
                                  own(solutions.side_bits, {count, 2})};
    const nldt::Structures structures = {exponents.data(), nullptr, nullptr, count, max_terms};
    const auto &kernels = nldt::kernels_for(instruction_set);
    const Criterion measure = read_criterion(criterion);
    const nb::gil_scoped_release unlocked;
    nldt::fit_curves(rows, structures, reinterpret_cast<const std::uint8_t *>(group.data()), measure, precision,
                     thorough ? nldt::Effort::thorough : nldt::Effort::quick, kernels, n_threads, solutions);
    return arrays;
}

// (low, high, impurity, relative gap) of the best half-space, or band, of rows with one value each.
std::tuple<double, double, double, double> best_line_split(const Input<double, 1> &values,
                                                           const Input<std::int64_t, 1> &class_begin,
                                                           const Input<double, 1> &sample_weight,
                                                           const std::string &criterion, bool band, bool thorough) {
    const NodeRows rows = read_rows(values.data(), 1, values.shape(0), class_begin, sample_weight);
    nldt::LineSplits line(rows, read_criterion(criterion));
    require(line.sort(values.data()), "values must be finite and at least two different ones");
    const auto effort = thorough ? nldt::Effort::thorough : nldt::Effort::quick;
    const nldt::LineSplit split = band ? line.best_band(effort) : line.best_half_space();
    return {split.low, split.high, split.impurity, split.relative_gap};
}

Output<float> count_left(const Input<double, 2> &terms, const Input<std::int64_t, 1> &class_begin,
                         const Input<double, 1> &sample_weight, const Input<float, 2> &genes, bool modulus,
                         const std::string &instruction_set) {
    const NodeRows rows = read_rows(terms, class_begin, sample_weight);
    const std::size_t n_individuals = genes.shape(0);
    const std::size_t n_variables = rows.n_features + (modulus ? 2 : 1);
    require(genes.shape(1) == n_variables, "genes must have a weight a term, theta_1 and, with modulus, theta_2");
    const std::size_t stride = nldt::padded(n_individuals);
    std::vector<float> by_variable(stride * n_variables);
    for (std::size_t i = 0; i < n_individuals; ++i)
        for (std::size_t v = 0; v < n_variables; ++v)
            by_variable[v * stride + i] = genes.data()[i * n_variables + v];
    nldt::TermTableStorage storage(rows);
    const auto &table = storage.fill(terms.data(), rows.n_features);
    float *left = allocate<float>(rows.n_classes * stride);
    auto output = own(left, {rows.n_classes, stride});  // the last columns pad
    nldt::kernels_for(instruction_set).count_left(table, by_variable.data(), stride, n_individuals, modulus, left);
    return output;
}

Output<float> initial_genes(const Input<double, 2> &terms, const Input<std::int64_t, 1> &class_begin,
                            const Input<double, 1> &sample_weight, bool modulus, std::uint64_t seed,
                            std::size_t n_individuals) {
    const NodeRows rows = read_rows(terms, class_begin, sample_weight);
    const std::size_t n_variables = rows.n_features + (modulus ? 2 : 1);
    nldt::TermTableStorage storage(rows);
    const auto &table = storage.fill(terms.data(), rows.n_features);
    float *genes = allocate<float>(n_variables * n_individuals);
    auto output = own(genes, {n_variables, n_individuals});
    nldt::kernels_for("").initial_genes(table, modulus, seed, n_individuals, n_individuals, genes);
    return output;
}

std::tuple<Output<float>, Output<float>> crossover_genes(const Input<float, 1> &first, const Input<float, 1> &second,
                                                         const Input<float, 1> &spread, const Input<float, 1> &swap,
                                                         double eta) {
    const std::size_t count = first.shape(0);
    require(second.shape(0) == count && spread.shape(0) == count && swap.shape(0) == count, "lengths differ");
    float *child_a = allocate<float>(count);
    float *child_b = allocate<float>(count);
    std::copy_n(first.data(), count, child_a);
    std::copy_n(second.data(), count, child_b);
    nldt::kernels_for("").crossover_genes(child_a, child_b, spread.data(), swap.data(), count,
                                          static_cast<float>(eta));
    return {own(child_a, {count}), own(child_b, {count})};
}

Output<float> mutate_genes(const Input<float, 1> &genes, const Input<float, 1> &chosen, const Input<float, 1> &uniform,
                           double probability, double eta) {
    const std::size_t count = genes.shape(0);
    require(chosen.shape(0) == count && uniform.shape(0) == count, "lengths differ");
    float *mutated = allocate<float>(count);
    std::copy_n(genes.data(), count, mutated);
    nldt::kernels_for("").mutate_genes(mutated, chosen.data(), uniform.data(), count, static_cast<float>(probability),
                                       static_cast<float>(eta));
    return own(mutated, {count});
}

Output<float> random_uniform(std::uint64_t seed, std::size_t count) {
    float *values = allocate<float>(count);
    nldt::kernels_for("").random_uniform(seed, count, values);
    return own(values, {count});
}

}  // namespace

NB_MODULE(_core, m) {
    m.doc() = "The compiled core of nldt. Use it through nldt.core.";
    m.def("power_terms", &power_terms, "features"_a, "exponents"_a);
    m.def("rule_values", &rule_values, "rows"_a, "exponents"_a, "weights"_a);
    m.def("left_class_weights", &left_class_weights, "values"_a, "low"_a, "high"_a, "class_begin"_a,
          "sample_weight"_a);
    m.def("split_impurity", &split_impurity, "left"_a, "parent"_a, "criterion"_a);
    m.def("solve_lower_level", &solve_lower_level, "features"_a, "class_begin"_a, "sample_weight"_a, "exponents"_a,
          "modulus"_a, "seed"_a, nb::kw_only(), "criterion"_a, "population"_a, "generations"_a,
          "crossover_probability"_a, "mutation_probability"_a, "crossover_eta"_a, "mutation_eta"_a, "tolerance"_a,
          "patience"_a, "n_threads"_a, "instruction_set"_a = "");
    m.def("solve_directions", &solve_directions, "features"_a, "class_begin"_a, "sample_weight"_a, "exponents"_a,
          "seed"_a, nb::kw_only(), "criterion"_a, "steps"_a, "thorough"_a, "n_threads"_a, "instruction_set"_a = "");
    m.def("fit_curves", &fit_curves, "features"_a, "class_begin"_a, "sample_weight"_a, "exponents"_a, "group"_a,
          nb::kw_only(), "criterion"_a, "precision"_a, "thorough"_a, "n_threads"_a, "instruction_set"_a = "");
    m.def("available_instruction_sets", &nldt::available_instruction_sets);
    // The parts of the lower level one by one, for tests and for study.
    m.def("best_line_split", &best_line_split, "values"_a, "class_begin"_a, "sample_weight"_a, "criterion"_a, "band"_a,
          "thorough"_a = true);
    m.def("count_left", &count_left, "terms"_a, "class_begin"_a, "sample_weight"_a, "genes"_a, "modulus"_a,
          "instruction_set"_a = "");
    m.def("initial_genes", &initial_genes, "terms"_a, "class_begin"_a, "sample_weight"_a, "modulus"_a, "seed"_a,
          "n_individuals"_a);
    m.def("crossover_genes", &crossover_genes, "first"_a, "second"_a, "spread"_a, "swap"_a, "eta"_a);
    m.def("mutate_genes", &mutate_genes, "genes"_a, "chosen"_a, "uniform"_a, "probability"_a, "eta"_a);
    m.def("random_uniform", &random_uniform, "seed"_a, "count"_a);
}
