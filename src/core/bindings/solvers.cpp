// The three lower levels. Each releases the lock while it works.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>

#include "bindings/node_arrays.hpp"
#include "solve/curve_solver.hpp"
#include "solve/direction_solver.hpp"
#include "solve/genetic_solver.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace nldt::bindings {

namespace {

using Features = Input<double, 2>;
using Exponents = Input<std::int8_t, 3>;  // [structure][term][feature]
using Seeds = Input<std::uint64_t, 1>;

Structures read_structures(const Exponents &exponents, const NodeRows &rows) {
    require(exponents.shape(2) == rows.n_features(), "exponents must have one column a feature");
    return {lines(exponents), exponents.shape(0), exponents.shape(1)};
}

void require_active_terms(const Exponents &exponents) {
    const std::size_t size = exponents.shape(1) * exponents.shape(2);
    for (std::size_t s = 0; s < exponents.shape(0); ++s)
        require(std::ranges::any_of(numbers(exponents).subspan(s * size, size), [](auto e) { return e != 0; }),
                "every structure must have a non-zero exponent");
}

// Flags of NumPy are bytes.
std::span<const std::uint8_t> flags(std::span<const bool> values) {
    static_assert(sizeof(bool) == sizeof(std::uint8_t));
    return {reinterpret_cast<const std::uint8_t *>(values.data()), values.size()};
}

Effort read_effort(bool thorough) { return thorough ? Effort::thorough : Effort::quick; }

using GeneticArrays = std::tuple<Output<double>, Output<double>, Output<double>, Output<double>, Output<std::int64_t>>;

GeneticArrays solve_lower_level(const Features &features, const ClassBegin &class_begin, const Mass &mass,
                                const Exponents &exponents, const Input<bool, 1> &modulus, const Seeds &seed,
                                const std::string &criterion, std::size_t population, std::size_t generations,
                                double crossover_probability, double mutation_probability, double crossover_eta,
                                double mutation_eta, double tolerance, std::size_t patience, std::size_t n_threads,
                                const std::string &instruction_set) {
    const NodeRows rows = read_rows(lines(features), class_begin, mass);
    const Structures structures = read_structures(exponents, rows);
    const std::size_t count = structures.count;
    require_active_terms(exponents);
    require(modulus.shape(0) == count && seed.shape(0) == count, "modulus and seed must have one entry a structure");
    require(population >= 2 && patience >= 1, "population must be at least 2, patience at least 1");
    const GaSettings algorithm = {.population = population,
                                  .generations = generations,
                                  .crossover_probability = static_cast<float>(crossover_probability),
                                  .mutation_probability = static_cast<float>(mutation_probability),
                                  .crossover_eta = static_cast<float>(crossover_eta),
                                  .mutation_eta = static_cast<float>(mutation_eta),
                                  .tolerance = tolerance,
                                  .patience = patience};
    GeneticArrays arrays = {make_array<double>({count, structures.max_terms}), make_array<double>({count}),
                            make_array<double>({count}), make_array<double>({count}),
                            make_array<std::int64_t>({count})};
    auto &[weights, low, high, impurity, evaluations] = arrays;
    const GeneticSolutions solutions = {.rules = {.weights = lines(weights),
                                                  .low = numbers(low),
                                                  .high = numbers(high),
                                                  .impurity = numbers(impurity),
                                                  .relative_gap = {},
                                                  .left = {}},
                                        .evaluations = numbers(evaluations)};
    const Batch batch = {rows, structures, criterion_named(criterion), kernels_for(instruction_set), n_threads};
    const nb::gil_scoped_release unlocked;
    nldt::solve_lower_level(batch, {algorithm, flags(numbers(modulus)), numbers(seed)}, solutions);
    return arrays;
}

using DirectionArrays =
    std::tuple<Output<double>, Output<double>, Output<double>, Output<double>, Output<double>, Output<double>>;

DirectionArrays solve_directions(const Features &features, const ClassBegin &class_begin, const Mass &mass,
                                 const Exponents &exponents, const Seeds &seed, const std::string &criterion,
                                 std::size_t steps, bool thorough, std::size_t n_threads,
                                 const std::string &instruction_set) {
    const NodeRows rows = read_rows(lines(features), class_begin, mass);
    const Structures structures = read_structures(exponents, rows);
    const std::size_t count = structures.count;
    require(seed.shape(0) == count, "seed must have one entry a structure");
    DirectionArrays arrays = {make_array<double>({count, n_rule_shapes, structures.max_terms}),
                              make_array<double>({count, n_rule_shapes}),
                              make_array<double>({count, n_rule_shapes}),
                              make_array<double>({count, n_rule_shapes}),
                              make_array<double>({count, n_rule_shapes}),
                              make_array<double>({count, n_rule_shapes, rows.n_classes()})};
    auto &[weights, low, high, impurity, relative_gap, left] = arrays;
    const DirectionSolutions solutions = {.rules = {.rules_a_structure = n_rule_shapes,
                                                    .weights = lines(weights),
                                                    .low = numbers(low),
                                                    .high = numbers(high),
                                                    .impurity = numbers(impurity),
                                                    .relative_gap = numbers(relative_gap),
                                                    .left = lines(left)}};
    const Batch batch = {rows, structures, criterion_named(criterion), kernels_for(instruction_set), n_threads};
    const nb::gil_scoped_release unlocked;
    nldt::solve_directions(batch, {numbers(seed), steps, read_effort(thorough)}, solutions);
    return arrays;
}

using CurveArrays = std::tuple<Output<double>, Output<double>, Output<double>, Output<double>, Output<double>,
                               Output<double>, Output<double>>;

CurveArrays fit_curves(const Features &features, const ClassBegin &class_begin, const Mass &mass,
                       const Exponents &exponents, const Input<bool, 2> &group, const std::string &criterion,
                       double precision, bool thorough, std::size_t n_threads, const std::string &instruction_set) {
    const NodeRows rows = read_rows(lines(features), class_begin, mass);
    const Structures structures = read_structures(exponents, rows);
    const std::size_t count = structures.count;
    require(group.shape(0) == count && group.shape(1) == rows.n_classes(),
            "group must have one row a structure and one column a class");
    require(precision > 0.0, "precision must be above 0");
    CurveArrays arrays = {make_array<double>({count, structures.max_terms}),
                          make_array<double>({count}),
                          make_array<double>({count}),
                          make_array<double>({count}),
                          make_array<double>({count, rows.n_classes()}),
                          make_array<double>({count}),
                          make_array<double>({count, 2})};
    auto &[weights, high, impurity, relative_gap, left, bits, side_bits] = arrays;
    const CurveSolutions solutions = {.rules = {.weights = lines(weights),
                                                .low = {},
                                                .high = numbers(high),
                                                .impurity = numbers(impurity),
                                                .relative_gap = numbers(relative_gap),
                                                .left = lines(left)},
                                      .bits = numbers(bits),
                                      .side_bits = lines(side_bits)};
    const Grid<const std::uint8_t> groups = {flags(numbers(group)).data(), count, rows.n_classes()};
    const Batch batch = {rows, structures, criterion_named(criterion), kernels_for(instruction_set), n_threads};
    const nb::gil_scoped_release unlocked;
    nldt::fit_curves(batch, {groups, precision, read_effort(thorough)}, solutions);
    return arrays;
}

}  // namespace

void bind_solvers(nb::module_ &module) {
    module.def("solve_lower_level", &solve_lower_level, "features"_a, "class_begin"_a, "mass"_a, "exponents"_a,
               "modulus"_a, "seed"_a, nb::kw_only(), "criterion"_a, "population"_a, "generations"_a,
               "crossover_probability"_a, "mutation_probability"_a, "crossover_eta"_a, "mutation_eta"_a, "tolerance"_a,
               "patience"_a, "n_threads"_a, "instruction_set"_a = "");
    module.def("solve_directions", &solve_directions, "features"_a, "class_begin"_a, "mass"_a, "exponents"_a, "seed"_a,
               nb::kw_only(), "criterion"_a, "steps"_a, "thorough"_a, "n_threads"_a, "instruction_set"_a = "");
    module.def("fit_curves", &fit_curves, "features"_a, "class_begin"_a, "mass"_a, "exponents"_a, "group"_a,
               nb::kw_only(), "criterion"_a, "precision"_a, "thorough"_a, "n_threads"_a, "instruction_set"_a = "");
}

}  // namespace nldt::bindings
