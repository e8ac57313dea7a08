#include "criterion/criterion.hpp"

#include <stdexcept>

namespace nldt {

Criterion criterion_named(std::string_view name) {
    if (name == "gini") return Criterion::gini;
    if (name == "entropy") return Criterion::entropy;
    throw std::invalid_argument("criterion must be 'gini' or 'entropy'");
}

}  // namespace nldt
