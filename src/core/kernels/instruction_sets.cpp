#include <stdexcept>

#include "kernels/kernels.hpp"

namespace nldt {

namespace {

#define NLDT_BASELINE_KERNEL(name) .name = kernels_baseline::name,
const Kernels baseline = {NLDT_EACH_KERNEL(NLDT_BASELINE_KERNEL)};
#ifdef NLDT_X86_64
#define NLDT_AVX2_KERNEL(name) .name = kernels_avx2::name,
#define NLDT_AVX512_KERNEL(name) .name = kernels_avx512::name,
const Kernels avx2 = {NLDT_EACH_KERNEL(NLDT_AVX2_KERNEL)};
const Kernels avx512 = {NLDT_EACH_KERNEL(NLDT_AVX512_KERNEL)};
#endif

struct InstructionSet {
    const char *name;
    const Kernels *kernels;
};

// The best first.
std::vector<InstructionSet> runnable_sets() {
    std::vector<InstructionSet> sets;
#ifdef NLDT_X86_64
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl"))
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
