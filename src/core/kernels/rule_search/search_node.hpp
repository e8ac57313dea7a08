// What all parts of the search for a rule know of the node, and a rule while it is searched. For kernels.
#pragma once

#include <cstddef>
#include <limits>

#include "isa/kernel_vector.hpp"
#include "rows/term_table.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

struct SearchNode {
    explicit SearchNode(const TermTable &terms)
        : table(terms),
          n_terms(terms.n_terms()),
          n_classes(terms.n_classes()),
          parent(terms.class_mass.begin(), terms.class_mass.end()) {
        for (const float mass : parent) total += mass;
        for (const std::size_t rows : terms.class_rows) n_rows += rows;
    }

    const TermTable &table;
    const std::size_t n_terms, n_classes;
    const Floats parent;  // class masses
    float total = 0.0F;
    std::size_t n_rows = 0;  // without padding
};

// Left is low <= w.T <= high.
struct SearchedRule {
    Floats weights;  // none: no rule
    float low = -infinity;
    float high = infinity;
    float score = -infinity;
};

}  // namespace

}  // namespace nldt::NLDT_KERNELS
