// The search kernels: declared once (kernels/kernel_functions.inc), compiled once per instruction set (namespace
// kernels_<set>), and chosen at run time through a table of functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernels/genetic.hpp"
#include "kernels/row_moments.hpp"
#include "kernels/rule_search.hpp"
#include "rows/term_table.hpp"

namespace nldt {

namespace kernels_baseline {
#include "kernels/kernel_functions.inc"
}
#ifdef NLDT_X86_64
namespace kernels_avx2 {
#include "kernels/kernel_functions.inc"
}
namespace kernels_avx512 {
#include "kernels/kernel_functions.inc"
}
#endif

#define NLDT_EACH_KERNEL(use)                                                                             \
    use(count_left) use(run_genetic_algorithm) use(random_uniform) use(crossover_genes) use(mutate_genes) \
        use(initial_genes) use(standardise_term) use(sum_products) use(sum_inside) use(find_neighbours)   \
            use(solve_triangle) use(logistic_moments) use(search_rules)

// One instruction set's functions, by name.
struct Kernels {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a name in a declaration has none
#define NLDT_KERNEL_POINTER(name) decltype(&kernels_baseline::name) name;
    NLDT_EACH_KERNEL(NLDT_KERNEL_POINTER)
#undef NLDT_KERNEL_POINTER
};

// The best set this machine can run for an empty name; throws std::invalid_argument for one it can't.
const Kernels &kernels_for(const std::string &instruction_set);
std::vector<std::string> available_instruction_sets();  // the best first

}  // namespace nldt
