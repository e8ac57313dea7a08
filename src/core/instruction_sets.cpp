#include <stdexcept>

#include "kernels.hpp"

namespace nldt {

namespace {

#define NLDT_KERNEL_TABLE(set)                                                                                      \
    {set::count_left, set::run_lower_level_ga, set::random_uniform, set::crossover_genes, set::mutate_genes,       \
     set::initial_genes, set::standardise_term, set::sum_products, set::sum_inside, set::find_neighbours, set::solve_triangle, set::logistic_moments, set::search_rules}

const Kernels baseline = NLDT_KERNEL_TABLE(kernels_baseline);
#ifdef NLDT_X86_64
const Kernels avx2 = NLDT_KERNEL_TABLE(kernels_avx2);
const Kernels avx512 = NLDT_KERNEL_TABLE(kernels_avx512);
#endif

struct InstructionSet {
    const char *name;
    const Kernels *kernels;
};

std::vector<InstructionSet> runnable_sets() {
    std::vector<InstructionSet> sets;
#ifdef NLDT_X86_64
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        sets.push_back({"avx512", &avx512});
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) sets.push_back({"avx2", &avx2});
#endif
    sets.push_back({"baseline", &baseline});
    return sets;
}

}  // namespace

std::vector<std::string> available_instruction_sets() {
    std::vector<std::string> names;
    for (const auto &set : runnable_sets()) names.emplace_back(set.name);
    return names;
}

const Kernels &kernels_for(const std::string &instruction_set) {
    const auto sets = runnable_sets();
    if (instruction_set.empty()) return *sets.front().kernels;
    for (const auto &set : sets)
        if (instruction_set == set.name) return *set.kernels;
    throw std::invalid_argument("this machine can't run the instruction set '" + instruction_set + "'");
}

}  // namespace nldt
