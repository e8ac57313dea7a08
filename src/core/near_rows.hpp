// Improves a rule by exact line searches in the space of its weights and ends. For kernels only.
//
// Along a line of rules, from this one in a random direction, each row enters or leaves the rule where its value
// crosses an end. So all the different splits along a stretch of the line are known from the crossings on it, and the
// best of them is exact. Rows far from both ends can't cross while the rule stays within a small ball of the one they
// were measured at: only the others are looked at.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>
#include "float_block.hpp"
#include "random_lanes.hpp"
#include "rule_search.hpp"
#include "split_scores.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

template <class Score>
class NearRows {
  public:
    NearRows(const TermTable &table, const std::vector<float> &parent, float total, RandomLanes &random,
             RuleSearchMemory &memory)
        : table_(table),
          n_terms_(table.n_terms),
          n_classes_(table.n_classes()),
          parent_(parent),
          total_(total),
          random_(random),
          memory_(memory),
          weights_(n_terms_),
          direction_(n_terms_),
          inside_(n_classes_),
          crossing_begin_(n_classes_ + 1),
          left_(n_classes_ * most_crossings) {
        memory_.terms.resize(n_terms_ * stride);
        memory_.weight.resize(stride);
        memory_.value.resize(stride);
        memory_.change.resize(stride);
        memory_.class_begin.resize(n_classes_ + 1);
        for (const std::size_t rows : table.class_rows) n_rows_ += rows;
    }

    void start(const float *weights, float low, float high, bool band) {
        std::copy_n(weights, n_terms_, weights_.begin());
        low_ = low;
        high_ = high;
        band_ = band;
        if (radius_ > 1e5F) radius_ = first_radius;
        anchor();
    }

    // The ends first, since they may come from bins; then random directions.
    void run(std::size_t steps) {
        if (n_near_ == 0) return;
        draw_end(false);
        sweep(end_reach_);
        if (band_) {
            draw_end(true);
            sweep(end_reach_);
        }
        for (std::size_t i = 1; i <= steps && best_ < Score::highest(total_); ++i) {
            if (drift_ > 0.5F * radius_) anchor();
            if (n_near_ == 0) return;
            if (i % end_every == 0)
                draw_end(band_ && random_.next_float() < 0.5F);
            else
                draw_direction();
            sweep(i % end_every == 0 ? end_reach_ : reach_);
        }
    }

    void finish(float *weights, float &low, float &high, float &score) const {
        std::copy_n(weights_.begin(), n_terms_, weights);
        low = low_;
        high = high_;
        score = best_;
    }

  private:
    static constexpr std::size_t lanes = block_rows;
    static constexpr std::size_t most_crossings = 64;  // of one sweep, the start of the stretch included
    static constexpr std::size_t most_near = 512;
    static constexpr std::size_t wanted_near = 160;
    static constexpr std::size_t end_every = 8;
    static constexpr int pivot_tries = 2;
    static constexpr float first_radius = 0.1F;
    static constexpr float least_reach = 1e-6F;
    static constexpr float nothing_near = std::numeric_limits<float>::quiet_NaN();  // no distance is below it
    static constexpr std::size_t stride = most_near + 2 * lanes;
    static constexpr IntBlock lane_number = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

    std::size_t draw_below(std::size_t n) { return static_cast<std::size_t>(random_.next_float() * static_cast<float>(n)); }

    void anchor() {
        float square = 0.0F;
        for (const float w : weights_) square += w * w;
        const float scale = 1.0F / std::sqrt(square);
        for (float &w : weights_) w *= scale;
        low_ *= scale;
        high_ *= scale;
        drift_ = 0.0F;
        gather();
        if (n_near_ == n_rows_) radius_ = std::max(radius_, 1e6F);
        float left = 0.0F, left_sum = 0.0F, right_sum = 0.0F;
        for (std::size_t c = 0; c < n_classes_; ++c) {
            left += inside_[c];
            left_sum += Score::part(inside_[c]);
            right_sum += Score::part(parent_[c] - inside_[c]);
        }
        best_ = Score::both(left, left_sum, total_ - left, right_sum);
    }

    // Finds a radius with a good number of near rows; with any that fit, if need be with none.
    void gather() {
        constexpr int most_tries = 12;
        const auto wanted = std::min(wanted_near, n_rows_);
        for (int tries = 1; radius_ > least_reach; ++tries) {
            const bool fits = collect(radius_);
            if (fits && (tries >= most_tries || (2 * n_near_ >= wanted && n_near_ <= 2 * wanted))) return;
            radius_ *= fits ? (n_near_ > wanted ? 0.6F : 2.0F) : 0.4F;
        }
        radius_ = first_radius;  // more rows lie at an end than fit, as near as float32 tells: the rule stays as it is
        collect(nothing_near);
    }

    // Gathers the rows near the ends and counts what is inside; false where too many rows are near.
    bool collect(float radius) {
        std::size_t count = 0;
        for (std::size_t c = 0; c < n_classes_; ++c) {
            memory_.class_begin[c] = count;
            FloatBlock sum = {};
            for (std::size_t row = table_.class_begin[c]; row < table_.class_begin[c + 1]; row += lanes) {
                if (count > most_near) return false;
                const float *term = table_.terms + row;
                FloatBlock value = weights_[0] * load_block(term);
                for (std::size_t t = 1; t < n_terms_; ++t) value += weights_[t] * load_block(term + t * table_.stride);
                const FloatBlock weight = load_block(table_.sample_weight + row);
                const FloatBlock below = value - low_;
                const FloatBlock above = high_ - value;
                sum += (below >= 0.0F) & (above >= 0.0F) ? weight : FloatBlock{};
                const FloatBlock limit = radius * load_block(memory_.length.data() + row);
                const IntBlock near = (magnitude(below) <= limit) | (magnitude(above) <= limit);
                store_chosen(near, weight, memory_.weight.data() + count);
                for (std::size_t t = 0; t < n_terms_; ++t)
                    store_chosen(near, load_block(term + t * table_.stride), memory_.terms.data() + t * stride + count);
                count += store_chosen(near, value, memory_.value.data() + count);
            }
            inside_[c] = sum_block(sum);
        }
        if (count > most_near) return false;
        memory_.class_begin[n_classes_] = n_near_ = count;
        return true;
    }

    // A move of one end.
    void draw_end(bool lower) {
        low_change_ = lower ? 1.0F : 0.0F;
        high_change_ = lower ? 0.0F : 1.0F;
        speed_ = 1.0F;
        std::fill(direction_.begin(), direction_.end(), 0.0F);
        std::fill_n(memory_.change.begin(), n_near_, 0.0F);
    }

    // A turn of the rule about a row near each end.
    void draw_direction() {
        low_change_ = high_change_ = 0.0F;
        float along = 0.0F, square = 0.0F, weight_square = 0.0F;
        for (std::size_t t = 0; t < n_terms_; ++t) {
            direction_[t] = random_.next_float() + random_.next_float() + random_.next_float() - 1.5F;
            along += direction_[t] * weights_[t];
            weight_square += weights_[t] * weights_[t];
        }
        for (std::size_t t = 0; t < n_terms_; ++t) {
            direction_[t] -= along / weight_square * weights_[t];
            square += direction_[t] * direction_[t];
        }
        const float scale = square > 1e-12F ? 1.0F / std::sqrt(square) : 0.0F;
        for (float &x : direction_) x *= scale;
        float *change = memory_.change.data();
        for (std::size_t i = 0; i < n_near_; ++i) change[i] = direction_[0] * memory_.terms[i];
        for (std::size_t t = 1; t < n_terms_; ++t)
            for (std::size_t i = 0; i < n_near_; ++i) change[i] += direction_[t] * memory_.terms[t * stride + i];
        if (band_) low_change_ = pivot_change(low_);
        high_change_ = pivot_change(high_);
        const float most = std::max(std::abs(low_change_), std::abs(high_change_));
        speed_ = std::sqrt(1.0F + most * most);
    }

    // How much the value of a row near the end changes along the direction.
    float pivot_change(float end) {
        float nearest = infinity;
        float change = 0.0F;
        for (int tries = 0; tries < pivot_tries + (band_ ? 1 : 0); ++tries) {
            const std::size_t i = draw_below(n_near_);
            const float distance = std::abs(memory_.value[i] - end);
            if (distance < nearest) {
                nearest = distance;
                change = memory_.change[i];
            }
        }
        return change;
    }

    void append(std::size_t begin, std::size_t end, float level, float level_change, float sign, float reach) {
        for (std::size_t first = begin; first < end; first += lanes) {
            const FloatBlock distance = load_block(memory_.value.data() + first) - level;
            const FloatBlock speed = load_block(memory_.change.data() + first) - level_change;
            const FloatBlock at = -distance / speed;
            const FloatBlock step = sign * load_block(memory_.weight.data() + first);
            IntBlock crosses = magnitude(at) < reach;
            if (end - first < lanes) crosses &= lane_number < static_cast<std::int32_t>(end - first);
            store_chosen(crosses, at, at_ + n_crossings_);
            n_crossings_ += store_chosen(crosses, speed > 0.0F ? step : -step, step_ + n_crossings_);
            if (n_crossings_ > most_crossings) return;
        }
    }

    // Where rows cross an end on the stretch, class by class; false where there are too many.
    bool find_crossings(float reach) {
        at_[0] = -reach;  // the first candidate: before all crossings
        step_[0] = 0.0F;
        n_crossings_ = 1;
        for (std::size_t c = 0; c < n_classes_; ++c) {
            crossing_begin_[c] = c == 0 ? 0 : n_crossings_;
            const std::size_t begin = memory_.class_begin[c];
            const std::size_t end = memory_.class_begin[c + 1];
            append(begin, end, high_, high_change_, -1.0F, reach);
            if (n_crossings_ > most_crossings) return false;
            if (band_) append(begin, end, low_, low_change_, 1.0F, reach);
            if (n_crossings_ > most_crossings) return false;
        }
        crossing_begin_[n_classes_] = n_crossings_;
        return true;
    }

    // Class weights inside just after each crossing.
    template <std::size_t Count>
    void count_inside() {
        for (std::size_t c = 0; c < n_classes_; ++c) {
            float first = inside_[c];
            for (std::size_t j = crossing_begin_[c]; j < crossing_begin_[c + 1]; ++j)
                first -= at_[j] <= 0.0F ? step_[j] : 0.0F;
            FloatBlock inside[Count / lanes];
            FloatBlock place[Count / lanes];
            for (std::size_t i = 0; i < Count / lanes; ++i) {
                inside[i] = FloatBlock{} + first;
                place[i] = load_block(at_ + i * lanes);
            }
            for (std::size_t j = crossing_begin_[c]; j < crossing_begin_[c + 1]; ++j) {
                const float at = at_[j];
                const float step = step_[j];
                for (std::size_t i = 0; i < Count / lanes; ++i) inside[i] = place[i] >= at ? inside[i] + step : inside[i];
            }
            for (std::size_t i = 0; i < Count / lanes; ++i)
                store_block(inside[i], left_.data() + c * most_crossings + i * lanes);
        }
    }

    // The best split after a crossing, any of equal ones; nothing where none is as good as the rule.
    template <std::size_t Count>
    bool choose() {
        for (std::size_t i = n_crossings_; i < Count; ++i) at_[i] = infinity;
        count_inside<Count>();
        score_splits<Score, Count>(left_.data(), most_crossings, parent_.data(), n_classes_, total_, score_);
        for (std::size_t i = n_crossings_; i < Count; ++i) score_[i] = -infinity;
        const float highest = highest_of<Count>(score_);
        if (!(highest >= best_)) return false;
        const auto shuffle = static_cast<std::int32_t>(draw_below(Count));
        std::int32_t least = most_crossings;
        for (std::size_t i = 0; i < Count; ++i) {
            const std::int32_t order = static_cast<std::int32_t>(i) ^ shuffle;
            const std::int32_t key = score_[i] == highest ? order : static_cast<std::int32_t>(most_crossings);
            least = key < least ? key : least;
        }
        if (least == static_cast<std::int32_t>(most_crossings)) return false;  // not a number
        chosen_ = static_cast<std::size_t>(least ^ shuffle);
        float ahead[Count];
        for (std::size_t i = 0; i < Count; ++i) ahead[i] = at_[i] > at_[chosen_] ? -at_[i] : -infinity;
        next_ = -highest_of<Count>(ahead);
        best_ = highest;
        return true;
    }

    void sweep(float &reach_memory) {
        float reach = std::min(reach_memory, (radius_ - drift_) / speed_);
        if (band_) reach = std::min(reach, 0.99F * (high_ - low_) / std::abs(low_change_ - high_change_));
        if (!(reach > least_reach)) return;
        while (!find_crossings(reach)) {
            reach *= 0.6F;
            if (reach < least_reach) return;  // too many rows cross at once
            reach_memory = reach;
        }
        if (n_crossings_ < most_crossings / 2) reach_memory *= 1.3F;
        if (!(n_crossings_ <= most_crossings / 2 ? choose<most_crossings / 2>() : choose<most_crossings>())) return;
        const float moved = 0.5F * (at_[chosen_] + std::min(next_, reach));
        for (std::size_t c = 0; c < n_classes_; ++c) inside_[c] = left_[c * most_crossings + chosen_];
        for (std::size_t t = 0; t < n_terms_; ++t) weights_[t] += moved * direction_[t];
        low_ += moved * low_change_;
        high_ += moved * high_change_;
        for (std::size_t i = 0; i < n_near_; ++i) memory_.value[i] += moved * memory_.change[i];
        drift_ += std::abs(moved) * speed_;
    }

    const TermTable &table_;
    const std::size_t n_terms_, n_classes_;
    const std::vector<float> &parent_;
    const float total_;
    RandomLanes &random_;
    RuleSearchMemory &memory_;
    std::size_t n_rows_ = 0;
    std::vector<float> weights_;
    float low_ = 0.0F, high_ = 0.0F, best_ = 0.0F;
    bool band_ = false;
    float radius_ = first_radius;  // of the ball in which the near rows are all that can cross
    float drift_ = 0.0F;   // from its centre
    float reach_ = 0.05F;  // of a turn, and of an end; kept from rule to rule: they are alike
    float end_reach_ = 0.05F;
    std::vector<float> direction_;
    float low_change_ = 0.0F, high_change_ = 0.0F, speed_ = 1.0F;
    std::vector<float> inside_;
    std::size_t n_near_ = 0;
    std::size_t n_crossings_ = 0;
    std::size_t chosen_ = 0;
    float next_ = 0.0F;
    std::vector<std::size_t> crossing_begin_;
    std::vector<float> left_;
    alignas(64) float at_[most_crossings + 2 * lanes];
    alignas(64) float step_[most_crossings + 2 * lanes];
    alignas(64) float score_[most_crossings];
};

}  // namespace

}  // namespace nldt::NLDT_KERNELS
