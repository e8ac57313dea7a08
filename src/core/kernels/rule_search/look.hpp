// A look at a direction: rows counted in bins along it, the best half-space and a good band. For kernels.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kernels/rule_search/bin_scale.hpp"
#include "kernels/rule_search/binned_line.hpp"
#include "kernels/rule_search/row_bins.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

struct Look {
    const float *weights;
    float low, high, score;
};

// What was seen, by shape: half-spaces, then bands.
template <class Policy>
class Looks {
  public:
    Looks(const SearchNode &node, BinnedLine<Policy> &line)
        : node_(node),
          table_(node.table),
          line_(line),
          scale_(node) {
        float sum = 0.0F;
        for (const float mass : node.parent) sum += Policy::part(mass);
        unsplit_ = Policy::score(node.total, sum, 1e-6F * node.total, 0.0F);
        best_[0] = best_[1] = unsplit_;
    }

    // The weights must stay where they are.
    void look(const float *weights) {
        scale_.measure(weights);
        fill_bins(weights);
        const BinSplit half = line_.best_half_space();
        seen_[0].push_back({weights, -infinity, scale_.end_of(half.end), half.score});
        best_[0] = std::max(best_[0], half.score);
        const BinSplit band = line_.best_interval(unsplit_ + 0.7F * (best_[1] - unsplit_));
        best_[1] = std::max(best_[1], band.score);
        if (line_.parts(band))
            seen_[1].push_back({weights, scale_.end_of(band.begin), scale_.end_of(band.end), band.score});
    }

    KernelVector<Look> &seen(bool band) { return seen_[band ? 1 : 0]; }

    // The score with this share of what the best look gains.
    float worth(float share) const { return unsplit_ + share * (std::max(best_[0], best_[1]) - unsplit_); }

  private:
    void fill_bins(const float *weights) {
        for (std::size_t c = 0; c < node_.n_classes; ++c) {
            RowBins bins;
            const std::size_t end = table_.class_begin[c + 1];
            for (std::size_t row = table_.class_begin[c]; row < end; row += chunk)
                add_rows(weights, row, std::min(chunk, end - row), bins);
            bins.write(line_.left(c));
        }
        line_.sum();
    }

    void add_rows(const float *weights, std::size_t row, std::size_t count, RowBins &bins) const {
        const float centre = scale_.centre();
        const float inverse = scale_.inverse();
        alignas(64) float value[chunk];
        alignas(64) std::int32_t slots[chunk];
        const float *first = table_.terms.data + row;
        const float first_weight = weights[0];
        for (std::size_t i = 0; i < count; ++i) value[i] = first_weight * first[i] - centre;
        for (std::size_t t = 1; t < node_.n_terms; ++t) {
            const float *term = table_.terms.line(t) + row;
            const float weight = weights[t];
            for (std::size_t i = 0; i < count; ++i) value[i] += weight * term[i];
        }
        for (std::size_t i = 0; i < count; ++i) slots[i] = BinScale::slot(value[i] * inverse);
        bins.add(slots, table_.mass.data() + row, count);
    }

    const SearchNode &node_;
    const TermTable &table_;
    BinnedLine<Policy> &line_;
    BinScale scale_;
    float unsplit_ = 0.0F;  // the score of the node as it is
    float best_[2];
    KernelVector<Look> seen_[2];
};

}  // namespace

}  // namespace nldt::NLDT_KERNELS
