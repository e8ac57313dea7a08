// Counts the rows left of many candidate splits at once: the inner loop of the whole search.
//
// A kernel, compiled once per instruction set. Masses are added up in 16 lanes whatever the hardware's width, so that
// the sums, and with them the search, are the same on every machine that fuses multiply and add.
#include "kernels/kernels.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

#if defined(__AVX512F__)
constexpr std::size_t lanes = 16;
#elif defined(__AVX__)
constexpr std::size_t lanes = 8;
#else
constexpr std::size_t lanes = 4;
#endif

using Lanes [[gnu::vector_size(lanes * sizeof(float))]] = float;

constexpr std::size_t parts = block_rows / lanes;
constexpr std::size_t group = 4;  // individuals counted together, so that a loaded term serves them all

Lanes load(const float *values) {
    Lanes loaded;
    __builtin_memcpy(&loaded, values, sizeof loaded);
    return loaded;
}

float sum(const Lanes *block) {
    float lane[block_rows];
    __builtin_memcpy(lane, block, sizeof lane);
    for (std::size_t half = block_rows / 2; half > 0; half /= 2)
        for (std::size_t i = 0; i < half; ++i) lane[i] += lane[i + half];
    return lane[0];
}

// FixedTerms is the number of terms where it is small, so that their loop unrolls; 0 for any number.
template <std::size_t FixedTerms, bool Modulus>
void count_group(const TermTable &table, const float *genes, std::size_t stride, float *left) {
    const std::size_t n_terms = FixedTerms > 0 ? FixedTerms : table.n_terms();
    const float *theta = genes + n_terms * stride;
    float half_width[group];
    for (std::size_t g = 0; g < group; ++g) half_width[g] = Modulus ? __builtin_fabsf(theta[stride + g]) : 0.0F;
    for (std::size_t c = 0; c < table.n_classes(); ++c) {
        Lanes mass_left[group][parts] = {};
        for (std::size_t row = table.class_begin[c]; row < table.class_begin[c + 1]; row += block_rows) {
            for (std::size_t part = 0; part < parts; ++part) {
                const std::size_t at = row + part * lanes;
                Lanes value[group];
                for (std::size_t g = 0; g < group; ++g) value[g] = Lanes{} + theta[g];
                for (std::size_t t = 0; t < n_terms; ++t) {
                    const Lanes term = load(table.terms.line(t) + at);
                    for (std::size_t g = 0; g < group; ++g) value[g] += genes[t * stride + g] * term;
                }
                const Lanes mass = load(table.mass.data() + at);
                for (std::size_t g = 0; g < group; ++g) {
                    if constexpr (Modulus) value[g] = value[g] < 0.0F ? -value[g] : value[g];
                    Lanes &sum_left = mass_left[g][part];
                    if constexpr (lanes == block_rows)  // one masked addition
                        sum_left = value[g] <= half_width[g] ? sum_left + mass : sum_left;
                    else
                        sum_left += value[g] <= half_width[g] ? mass : Lanes{};
                }
            }
        }
        for (std::size_t g = 0; g < group; ++g) left[c * stride + g] = sum(mass_left[g]);
    }
}

template <bool Modulus>
void count_all(const TermTable &table, Grid<const float> genes, std::size_t n_individuals, Grid<float> left) {
    const auto count = table.n_terms() == 1   ? count_group<1, Modulus>
                       : table.n_terms() == 2 ? count_group<2, Modulus>
                       : table.n_terms() == 3 ? count_group<3, Modulus>
                                              : count_group<0, Modulus>;
    for (std::size_t first = 0; first < n_individuals; first += group)
        count(table, genes.data + first, genes.length, left.data + first);
}

}  // namespace

void count_left(const TermTable &table, Grid<const float> genes, std::size_t n_individuals, bool modulus,
                Grid<float> left) {
    const auto count = modulus ? count_all<true> : count_all<false>;
    count(table, genes, n_individuals, left);
}

}  // namespace nldt::NLDT_KERNELS
