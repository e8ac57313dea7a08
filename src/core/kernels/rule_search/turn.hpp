// Improves a rule by line searches all the way round a row near an end, by bins. For kernels.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "isa/float_block.hpp"
#include "kernels/rule_search/binned_line.hpp"
#include "kernels/rule_search/row_bins.hpp"
#include "kernels/rule_search/table_draws.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

template <class Policy>
class Turns {
  public:
    Turns(const SearchNode &node, TableDraws &draws, BinnedLine<Policy> &line)
        : node_(node),
          table_(node.table),
          draws_(draws),
          line_(line),
          across_(node.n_terms) {}

    // Turns the rule about a row near each end, all the way round, and keeps it where it is best.
    //
    // At the angle with tangent t a row is left of an end while f + t g <= 0, where f is its value along the weights
    // and g the one across them, both from the pivot. Bins are even in t / (|t| + 1).
    void turn(SearchedRule &rule, bool band) {
        draw_across(rule.weights);
        const Pivot upper = {rule.high, pivot_near(rule.weights, rule.high)};
        const Pivot lower = {rule.low, band ? pivot_near(rule.weights, rule.low) : 0.0F};
        for (std::size_t c = 0; c < node_.n_classes; ++c) {
            RowBins bins;
            float first = add_turn(c, rule.weights.data(), upper, 1.0F, bins);
            if (band) first += add_turn(c, rule.weights.data(), lower, -1.0F, bins) - node_.parent[c];
            bins.write(line_.left(c));
            line_.left(c)[0] += first;
        }
        line_.sum();
        const BinSplit best = line_.best_half_space();
        const float u = static_cast<float>(best.end) / half_bins - 1.0F;
        if (!(best.score > rule.score) || std::abs(u) > 0.999F) return;
        const float t = u / (1.0F - std::abs(u));
        const float scale = 1.0F / std::sqrt(1.0F + t * t);
        for (std::size_t k = 0; k < node_.n_terms; ++k) rule.weights[k] = (rule.weights[k] + t * across_[k]) * scale;
        rule.high = (rule.high + t * upper.across) * scale;
        if (band) rule.low = (rule.low + t * lower.across) * scale;
        rule.score = best.score;
    }

  private:
    // An end of the rule, and how far across the row lies about which it turns.
    struct Pivot {
        float end, across;
    };

    // A random direction across the weights.
    void draw_across(const Floats &weights) {
        float along = 0.0F;
        float square = 0.0F;
        draws_.direction(across_.data());
        for (std::size_t t = 0; t < node_.n_terms; ++t) {
            along += across_[t] * weights[t];
            square += weights[t] * weights[t];
        }
        float length = 0.0F;
        for (std::size_t t = 0; t < node_.n_terms; ++t) {
            across_[t] -= along / square * weights[t];
            length += across_[t] * across_[t];
        }
        for (float &x : across_) x /= std::sqrt(length) + 1e-20F;
    }

    // How far across a row near the end lies.
    float pivot_near(const Floats &weights, float end) {
        constexpr int tries = 8;
        std::size_t pivot = 0;
        float nearest = infinity;
        for (int i = 0; i < tries; ++i) {
            const std::size_t row = draws_.row();
            const float distance = std::abs(value_of(table_, weights.data(), row) - end);
            if (distance < nearest) {
                nearest = distance;
                pivot = row;
            }
        }
        return value_of(table_, across_.data(), pivot);
    }

    // Where rows of a class come to the left of an end (sign 1), or to its right (-1), and leave; and the mass of
    // those that are there at first.
    float add_turn(std::size_t c, const float *weights, Pivot pivot, float sign, RowBins &bins) const {
        FloatBlock first = {};
        const std::size_t end = table_.class_begin[c + 1];
        for (std::size_t row = table_.class_begin[c]; row < end; row += chunk) {
            const std::size_t count = std::min(chunk, end - row);
            alignas(64) float along[chunk];
            alignas(64) float across[chunk];
            alignas(64) std::int32_t slots[chunk];
            find_values(weights, pivot, row, count, along, across);
            const float *mass = table_.mass.data() + row;
            for (std::size_t i = 0; i < count; ++i) {
                const float f = along[i];
                const float g = across[i];
                const float size = (f < 0.0F ? -f : f) + (g < 0.0F ? -g : g) + 1e-30F;
                slots[i] = slot_within(half_bins - half_bins * (g < 0.0F ? -f : f) / size);
                across[i] = sign * (g < 0.0F ? mass[i] : -mass[i]);  // comes or leaves
            }
            for (std::size_t i = 0; i < count; i += block_rows)
                first += load_block(across + i) < 0.0F ? load_block(mass + i) : FloatBlock{};
            bins.add(slots, across, count);
        }
        return sum_block(first);
    }

    // Values along the weights and across them, from the pivot.
    void find_values(const float *weights, Pivot pivot, std::size_t row, std::size_t count, float *along,
                     float *across) const {
        const float *first = table_.terms.data + row;
        const float first_weight = weights[0];
        const float first_across = across_[0];
        for (std::size_t i = 0; i < count; ++i) {
            along[i] = first_weight * first[i] - pivot.end;
            across[i] = first_across * first[i] - pivot.across;
        }
        for (std::size_t t = 1; t < node_.n_terms; ++t) {
            const float *term = table_.terms.line(t) + row;
            const float weight = weights[t];
            const float weight_across = across_[t];
            for (std::size_t i = 0; i < count; ++i) {
                along[i] += weight * term[i];
                across[i] += weight_across * term[i];
            }
        }
    }

    const SearchNode &node_;
    const TermTable &table_;
    TableDraws &draws_;
    BinnedLine<Policy> &line_;
    Floats across_;
};

}  // namespace

}  // namespace nldt::NLDT_KERNELS
