// Values of terms and rules, and what a split leaves: everything in strict float64.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <string>

#include "bindings/node_arrays.hpp"
#include "criterion/split_impurity.hpp"
#include "rows/power_terms.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace nldt::bindings {

namespace {

Output<double> power_terms(const Input<double, 2> &features, const Input<std::int8_t, 2> &exponents) {
    require(features.shape(0) == exponents.shape(1), "exponents must have one column a feature");
    auto output = make_array<double>({exponents.shape(0), features.shape(1)});
    const auto terms = read_terms(lines(exponents));
    const Grid<double> values = lines(output);
    const nb::gil_scoped_release unlocked;
    for (std::size_t t = 0; t < terms.size(); ++t) evaluate_term(terms[t], lines(features), values[t]);
    return output;
}

Output<double> rule_values(const Input<double, 2> &rows, const Input<std::int8_t, 2> &exponents,
                           const Input<double, 1> &weights) {
    require(rows.shape(1) == exponents.shape(1), "exponents must have one column a feature");
    require(weights.shape(0) == exponents.shape(0), "weights must have one number a term");
    auto output = make_array<double>({rows.shape(0)});
    const auto terms = read_terms(lines(exponents));
    const std::span<double> values = numbers(output);
    const nb::gil_scoped_release unlocked;
    evaluate_rule(terms, numbers(weights), lines(rows), values);
    return output;
}

Output<double> left_class_mass(const Input<double, 1> &values, double low, double high, const ClassBegin &class_begin,
                               const Mass &mass) {
    const NodeRows rows = read_line(values, class_begin, mass);
    auto left = make_array<double>({rows.n_classes()});
    nldt::left_class_mass(rows, numbers(values), low, high, numbers(left));
    return left;
}

double split_impurity(const Input<double, 1> &left, const Input<double, 1> &parent, const std::string &criterion) {
    require(left.shape(0) == parent.shape(0), "left and parent must have one number a class");
    return nldt::split_impurity(numbers(left), numbers(parent), criterion_named(criterion));
}

}  // namespace

void bind_evaluation(nb::module_ &module) {
    module.def("power_terms", &power_terms, "features"_a, "exponents"_a);
    module.def("rule_values", &rule_values, "rows"_a, "exponents"_a, "weights"_a);
    module.def("left_class_mass", &left_class_mass, "values"_a, "low"_a, "high"_a, "class_begin"_a, "mass"_a);
    module.def("split_impurity", &split_impurity, "left"_a, "parent"_a, "criterion"_a);
}

}  // namespace nldt::bindings
