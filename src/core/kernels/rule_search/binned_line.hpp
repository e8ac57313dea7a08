// Class masses in the bins of a line, and the best of the splits at the bins' ends. For kernels.
#pragma once

#include <cstddef>
#include <cstdint>

#include "criterion/split_scores.hpp"
#include "isa/float_block.hpp"
#include "kernels/rule_search/search_node.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

constexpr std::size_t n_bins = 128;
constexpr std::size_t bin_lanes = 16;
constexpr std::size_t bin_steps = n_bins / bin_lanes;

// Neighbouring bins stand one below the other, in columns of eight: sums and maxima along the line run down all
// columns at once, then over the columns.
constexpr std::int32_t slot_of(std::int32_t bin) { return ((bin & 7) << 4) | (bin >> 3); }
constexpr std::int32_t bin_of(std::int32_t slot) {
    return (slot % static_cast<std::int32_t>(bin_lanes)) * static_cast<std::int32_t>(bin_steps) +
           slot / static_cast<std::int32_t>(bin_lanes);
}

struct BinSplit {
    std::int32_t begin = 0;  // first bin inside
    std::int32_t end = 0;    // first bin after it
    float score = -1e30F;
};

template <class Policy>
class BinnedLine {
  public:
    explicit BinnedLine(const SearchNode &node)
        : parent_(node.parent.data()),
          n_classes_(node.n_classes),
          total_(node.total),
          left_(n_classes_ * n_bins),
          columns_(n_classes_ * bin_lanes),
          inside_(n_classes_),
          slope_(n_classes_) {
        for (std::size_t i = 0; i < n_bins; ++i) bin_[i] = bin_of(static_cast<std::int32_t>(i));
    }

    // By class and slot: first the mass in each bin, then, once summed, that of all bins up to it.
    float *left(std::size_t c) { return left_.data() + c * n_bins; }

    void sum() {
        for (std::size_t c = 0; c < n_classes_; ++c) sum_along(left(c));
    }

    // The half-space with the highest score: bins before `end` are inside.
    BinSplit best_half_space() {
        score_splits<Policy, n_bins>(left_.data(), n_bins, parent_, n_classes_, total_, score_);
        const float highest = highest_of<n_bins>(score_);
        return {0, first_bin(score_, highest) + 1, highest};
    }

    // A local optimum of repeated linearisation; a start that scores less than `promising` is not followed. Two classes
    // start from one of them against the other and its complement, more of them from the best interval of whole columns.
    BinSplit best_interval(float promising) {
        return n_classes_ == 2 ? from_a_class(promising) : from_columns(promising);
    }

    // Whether there is mass before and after an interval.
    bool parts(const BinSplit &split) const {
        if (split.begin >= split.end) return false;
        float before = 0.0F;
        float up_to = 0.0F;
        for (std::size_t c = 0; c < n_classes_; ++c) {
            before += split.begin > 0 ? left_[c * n_bins + slot_of(split.begin - 1)] : 0.0F;
            up_to += left_[c * n_bins + slot_of(split.end - 1)];
        }
        return before > 0.0F && up_to < total_;
    }

  private:
    BinSplit from_a_class(float promising) {
        BinSplit best;
        for (const float sign : {1.0F, -1.0F}) {
            const float rest = total_ - parent_[0];
            if (parent_[0] <= 0.0F || rest <= 0.0F) continue;
            slope_[0] = sign / parent_[0];
            slope_[1] = -sign / rest;
            BinSplit found = best_linear();
            measure(found);
            if (found.score > promising) found = ascend(found);
            if (found.score > best.score) best = found;
        }
        return best;
    }

    BinSplit from_columns(float promising) {
        BinSplit best = best_columns();
        if (!(best.score > promising)) return best;
        measure(best);
        return ascend(best);
    }

    // The interval of whole columns with the highest score, with columns left on both sides.
    BinSplit best_columns() {
        constexpr std::size_t last_step = (bin_steps - 1) * bin_lanes;  // where the sums up to whole columns stand
        BinSplit best;
        for (std::size_t before = 0; before + 2 < bin_lanes; ++before) {
            for (std::size_t c = 0; c < n_classes_; ++c) {
                const float *up_to = left_.data() + c * n_bins + last_step;
                for (std::size_t l = 0; l < bin_lanes; ++l) columns_[c * bin_lanes + l] = up_to[l] - up_to[before];
            }
            float score[bin_lanes];
            score_splits<Policy, bin_lanes>(columns_.data(), bin_lanes, parent_, n_classes_, total_, score);
            for (std::size_t l = before + 1; l + 1 < bin_lanes; ++l)
                if (score[l] > best.score) {
                    best.begin = static_cast<std::int32_t>((before + 1) * bin_steps);
                    best.end = static_cast<std::int32_t>((l + 1) * bin_steps);
                    best.score = score[l];
                }
        }
        return best;
    }

    static void sum_along(float *values) {
        for (std::size_t s = 1; s < bin_steps; ++s)
            for (std::size_t l = 0; l < bin_lanes; ++l) values[s * bin_lanes + l] += values[(s - 1) * bin_lanes + l];
        float before[bin_lanes];
        float sum = 0.0F;
        for (std::size_t l = 0; l < bin_lanes; ++l) {
            before[l] = sum;
            sum += values[(bin_steps - 1) * bin_lanes + l];
        }
        for (std::size_t s = 0; s < bin_steps; ++s)
            for (std::size_t l = 0; l < bin_lanes; ++l) values[s * bin_lanes + l] += before[l];
    }

    // The first bin with the value.
    std::int32_t first_bin(const float *values, float value) const {
        std::int32_t first = n_bins;
        for (std::size_t i = 0; i < n_bins; ++i) {
            const std::int32_t bin = values[i] == value ? bin_[i] : static_cast<std::int32_t>(n_bins);
            first = bin < first ? bin : first;
        }
        return first;
    }

    // How much higher each sum along the line is than the lowest of those before it, the empty one among them.
    void gains(float *gain) const {
        float lowest_above[n_bins];  // of the sums in the column up to a bin
        for (std::size_t l = 0; l < bin_lanes; ++l) lowest_above[l] = linear_[l];
        for (std::size_t s = 1; s < bin_steps; ++s)
            for (std::size_t l = 0; l < bin_lanes; ++l) {
                const float above = lowest_above[(s - 1) * bin_lanes + l];
                const float value = linear_[s * bin_lanes + l];
                lowest_above[s * bin_lanes + l] = value < above ? value : above;
            }
        float before[bin_lanes];  // the lowest sum in earlier columns
        float lowest = 0.0F;
        for (std::size_t l = 0; l < bin_lanes; ++l) {
            before[l] = lowest;
            const float value = lowest_above[(bin_steps - 1) * bin_lanes + l];
            lowest = value < lowest ? value : lowest;
        }
        for (std::size_t l = 0; l < bin_lanes; ++l) gain[l] = linear_[l] - before[l];
        for (std::size_t s = 1; s < bin_steps; ++s)
            for (std::size_t l = 0; l < bin_lanes; ++l) {
                const float above = lowest_above[(s - 1) * bin_lanes + l];
                gain[s * bin_lanes + l] = linear_[s * bin_lanes + l] - (above < before[l] ? above : before[l]);
            }
    }

    // The interval with the greatest sum of slope times mass.
    BinSplit best_linear() {
        for (float &sum : linear_) sum = 0.0F;
        for (std::size_t c = 0; c < n_classes_; ++c)
            for (std::size_t i = 0; i < n_bins; ++i) linear_[i] += slope_[c] * left_[c * n_bins + i];
        float gain[n_bins];
        gains(gain);
        const std::int32_t last = first_bin(gain, highest_of<n_bins>(gain));
        // The interval starts after the lowest sum before its last bin, or at the start of the line.
        for (std::size_t i = 0; i < n_bins; ++i) gain[i] = bin_[i] < last ? -linear_[i] : -1e30F;
        const float deepest = highest_of<n_bins>(gain);
        const std::int32_t first = deepest > 0.0F ? first_bin(gain, deepest) : -1;
        return {first + 1, last + 1, 0.0F};
    }

    void measure(BinSplit &split) {
        for (std::size_t c = 0; c < n_classes_; ++c) {
            const float *sums = left_.data() + c * n_bins;
            inside_[c] = sums[slot_of(split.end - 1)] - (split.begin > 0 ? sums[slot_of(split.begin - 1)] : 0.0F);
        }
        const auto sums = sum_split<Policy>(inside_.data(), parent_, n_classes_);
        split.score = Policy::score(sums.left, sums.left_sum, total_ - sums.left, sums.right_sum);
        for (std::size_t c = 0; c < n_classes_; ++c)
            slope_[c] = Policy::score_slope(inside_[c], sums.left, sums.left_sum) -
                        Policy::score_slope(parent_[c] - inside_[c], total_ - sums.left, sums.right_sum);
    }

    // From an interval that has just been measured.
    BinSplit ascend(BinSplit split) {
        for (;;) {
            BinSplit next = best_linear();
            if (next.begin == split.begin && next.end == split.end) return split;
            measure(next);
            if (!(next.score > split.score)) return split;
            split = next;
        }
    }

    const float *parent_;
    const std::size_t n_classes_;
    const float total_;
    Floats left_, columns_, inside_, slope_;
    alignas(64) std::int32_t bin_[n_bins];
    alignas(64) float score_[n_bins];
    alignas(64) float linear_[n_bins];
};

}  // namespace

}  // namespace nldt::NLDT_KERNELS
