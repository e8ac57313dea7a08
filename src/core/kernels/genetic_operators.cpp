// The operators of the lower level's genetic algorithm (paper, Sec. IV-C), each a loop over whole arrays of genes.
//
// A kernel, compiled once per instruction set; written without branches, so that compilers vectorise them.
#include <algorithm>
#include <cmath>

#include "isa/fast_power.hpp"
#include "isa/kernel_vector.hpp"
#include "isa/random_lanes.hpp"
#include "kernels/kernels.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

constexpr float lower_bound = -1.0F;  // Eq. (8): weights and biases in [-1, 1]
constexpr float upper_bound = 1.0F;

float clamp_gene(float gene) {
    gene = gene < lower_bound ? lower_bound : gene;
    return gene > upper_bound ? upper_bound : gene;
}

// Spread factor of bounded SBX: `reach` is the distance to the nearer bound over half the parents' distance.
float sbx_spread(float reach, float u, float eta) {
    const float alpha = 2.0F - fast_power(1.0F + reach, -(eta + 1.0F));
    const float base = u * alpha <= 1.0F ? u * alpha : 1.0F / (2.0F - u * alpha);
    return fast_power(base, 1.0F / (eta + 1.0F));
}

// Rows of two classes, and where between them they are cut.
struct Dipole {
    std::size_t row_a, row_b;
    float delta;
};

// The place of the first of some rising numbers that is above a value; of the last where none is.
std::size_t first_above(const double *first, const double *last, double value) {
    const double *from = first;
    while (from < last) {
        const double *middle = from + (last - from) / 2;
        if (*middle > value)
            last = middle;
        else
            from = middle + 1;
    }
    return static_cast<std::size_t>(from - first);
}

// A row of the class drawn with a chance proportional to its mass.
std::size_t draw_row(const TermTable &table, std::size_t c, RandomLanes &random) {
    const double *first = table.cumulative_mass.data() + table.class_begin[c];
    const double *last = first + table.class_rows[c] - 1;
    return table.class_begin[c] + first_above(first, last, random.next() * *last);
}

// Two points of different classes; with more than two classes, two distinct classes are drawn first.
Dipole draw_dipole(const TermTable &table, const KernelVector<std::size_t> &classes, RandomLanes &random) {
    std::size_t a = 0;
    std::size_t b = classes.size() - 1;
    if (classes.size() > 2) {
        a = static_cast<std::size_t>(random.next() * static_cast<double>(classes.size()));
        b = static_cast<std::size_t>(random.next() * static_cast<double>(classes.size() - 1));
        if (b >= a) ++b;
    }
    const std::size_t row_a = draw_row(table, classes[a], random);
    const std::size_t row_b = draw_row(table, classes[b], random);
    return {row_a, row_b, static_cast<float>(random.next())};
}

// Eqs. (9)-(13): the hyperplane that cuts the dipole (x_A, x_B) at a random place, and the band's half-width; divided
// by the largest magnitude among them. False where the points coincide or are not finite.
bool dipole_genes(const TermTable &table, const Dipole &dipole, bool modulus, std::size_t individual,
                  Grid<float> genes) {
    const auto [row_a, row_b, delta] = dipole;
    const std::size_t n_terms = table.n_terms();
    double along_a = 0.0;
    double along_b = 0.0;
    double largest = 0.0;
    const auto end = [&](std::size_t t, std::size_t row) { return double{table.terms.line(t)[row]}; };
    for (std::size_t t = 0; t < n_terms; ++t) {
        const double weight = end(t, row_a) - end(t, row_b);  // Eq. (9)
        along_a += weight * end(t, row_a);
        along_b += weight * end(t, row_b);
        largest = std::max(largest, std::abs(weight));
    }
    const double theta_1 = -(delta * along_b + (1.0 - delta) * along_a);                 // Eq. (10), sign for f(x) <= 0
    const double theta_2 = std::min(delta, 1.0F - delta) * std::abs(along_a - along_b);  // Eq. (13)
    if (!(largest > 0.0) || !std::isfinite(theta_1)) return false;
    largest = std::max(std::max(largest, std::abs(theta_1)), modulus ? theta_2 : 0.0);
    for (std::size_t t = 0; t < n_terms; ++t)
        genes.line(t)[individual] = static_cast<float>((end(t, row_a) - end(t, row_b)) / largest);
    genes.line(n_terms)[individual] = static_cast<float>(theta_1 / largest);
    if (modulus) genes.line(n_terms + 1)[individual] = static_cast<float>(theta_2 / largest);
    return true;
}

}  // namespace

void random_uniform(std::uint64_t seed, std::span<float> values) {
    RandomLanes random(seed);
    Floats buffer(padded(values.size()));
    random.fill(buffer.data(), values.size());
    std::copy_n(buffer.data(), values.size(), values.data());
}

// Simulated binary crossover, bounded (Deb and Agrawal 1995): `spread` holds u, or a negative number where this
// variable is not crossed; where swap < 0.5 the two children exchange their genes.
void crossover_genes(std::span<float> first, std::span<float> second, std::span<const float> spread,
                     std::span<const float> swap, float eta) {
    float *__restrict mothers = first.data();
    float *__restrict fathers = second.data();
    const float *__restrict drawn = spread.data();
    const float *__restrict swapped = swap.data();
    for (std::size_t i = 0; i < first.size(); ++i) {
        const float a = mothers[i];
        const float b = fathers[i];
        const float low = a < b ? a : b;
        const float high = a < b ? b : a;
        const float distance = high - low;
        const bool crossed = drawn[i] >= 0.0F && distance > 1e-14F;
        const float safe = crossed ? distance : 1.0F;
        const float u = crossed ? drawn[i] : 0.0F;
        const float to_low = sbx_spread(2.0F * (low - lower_bound) / safe, u, eta);
        const float to_high = sbx_spread(2.0F * (upper_bound - high) / safe, u, eta);
        const float child_low = clamp_gene(0.5F * ((low + high) - to_low * distance));
        const float child_high = clamp_gene(0.5F * ((low + high) + to_high * distance));
        const float x = swapped[i] < 0.5F ? child_high : child_low;
        const float y = swapped[i] < 0.5F ? child_low : child_high;
        mothers[i] = crossed ? x : a;
        fathers[i] = crossed ? y : b;
    }
}

// Polynomial mutation, bounded (Deb 2001), of every gene whose draw falls below the probability.
void mutate_genes(std::span<float> genes, std::span<const float> chosen, std::span<const float> uniform,
                  float probability, float eta) {
    constexpr float range = upper_bound - lower_bound;
    float *__restrict mutated = genes.data();
    const float *__restrict draw = chosen.data();
    const float *__restrict size = uniform.data();
    for (std::size_t i = 0; i < genes.size(); ++i) {
        const float gene = mutated[i];
        const bool down = size[i] < 0.5F;
        const float tail = down ? 2.0F * size[i] : 2.0F - 2.0F * size[i];
        const float room = (down ? gene - lower_bound : upper_bound - gene) / range;
        const float base = tail + (1.0F - tail) * fast_power(1.0F - room, eta + 1.0F);
        const float step = (1.0F - fast_power(base, 1.0F / (eta + 1.0F))) * range;
        const float moved = clamp_gene(down ? gene - step : gene + step);
        mutated[i] = draw[i] < probability ? moved : gene;
    }
}

// Mixed dipoles (Sec. IV-C.1), drawn anew for each individual; random genes where no dipole with two distinct ends
// turns up.
void initial_genes(const TermTable &table, bool modulus, std::uint64_t seed, std::size_t n_individuals,
                   Grid<float> genes) {
    constexpr int tries = 8;
    const std::size_t n_variables = count_variables(table.n_terms(), modulus);
    RandomLanes random(seed);
    KernelVector<std::size_t> classes;
    for (std::size_t c = 0; c < table.n_classes(); ++c)
        if (table.class_rows[c] > 0) classes.push_back(c);
    for (std::size_t i = 0; i < n_individuals; ++i) {
        bool found = false;
        for (int attempt = 0; attempt < tries && !found; ++attempt)
            found = dipole_genes(table, draw_dipole(table, classes, random), modulus, i, genes);
        for (std::size_t v = 0; v < n_variables && !found; ++v)
            genes.line(v)[i] = static_cast<float>(2.0 * random.next() - 1.0);
    }
}

}  // namespace nldt::NLDT_KERNELS
