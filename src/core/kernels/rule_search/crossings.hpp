// The places on a stretch of a line of rules where rows cross an end, and the best of the splits between them.
// For kernels.
#pragma once

#include <cstddef>
#include <cstdint>

#include "criterion/split_scores.hpp"
#include "isa/float_block.hpp"
#include "kernels/rule_search/near_rows.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

// How the ends of a rule change along the line.
struct EndChange {
    float low = 0.0F;
    float high = 0.0F;
};

template <class Policy>
class Crossings {
  public:
    static constexpr std::size_t most = 64;  // the start of the stretch included

    explicit Crossings(const SearchNode &node)
        : node_(node),
          class_begin_(node.n_classes + 1),
          left_(node.n_classes * most) {}

    // From -reach to reach, class by class; false where there are too many.
    bool find(const NearRows &near, const SearchedRule &rule, bool band, EndChange change, float reach) {
        at_[0] = -reach;  // the first candidate: before all crossings
        step_[0] = 0.0F;
        count_ = 1;
        for (std::size_t c = 0; c < node_.n_classes; ++c) {
            class_begin_[c] = c == 0 ? 0 : count_;
            const std::size_t begin = near.class_begin(c);
            const std::size_t end = near.class_begin(c + 1);
            append(near, begin, end, {rule.high, change.high, -1.0F}, reach);
            if (count_ > most) return false;
            if (band) append(near, begin, end, {rule.low, change.low, 1.0F}, reach);
            if (count_ > most) return false;
        }
        class_begin_[node_.n_classes] = count_;
        return true;
    }

    // The best split after a crossing, any of equal ones; false where none scores as high as `least`. `draw(n)` is a
    // whole number below n.
    template <class Draw>
    bool choose(const Floats &inside, float least, Draw draw) {
        return count_ <= most / 2 ? choose_of<most / 2>(inside, least, draw) : choose_of<most>(inside, least, draw);
    }

    bool few() const { return count_ < most / 2; }

    // Of the chosen split: its score, the places of its crossing and of the next one, class masses inside.
    float score() const { return highest_; }
    float place() const { return at_[chosen_]; }
    float next_place() const { return next_; }
    float inside(std::size_t c) const { return left_[c * most + chosen_]; }

  private:
    // An end of the rule, its change along the line, and what the mass inside changes by where a row rises above it.
    struct End {
        float level, change, sign;
    };

    static constexpr std::size_t lanes = block_rows;
    static constexpr IntBlock lane_number = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

    void append(const NearRows &near, std::size_t begin, std::size_t end, const End &of, float reach) {
        for (std::size_t first = begin; first < end; first += lanes) {
            const FloatBlock distance = load_block(near.value() + first) - of.level;
            const FloatBlock speed = load_block(near.change() + first) - of.change;
            const FloatBlock at = -distance / speed;
            const FloatBlock step = of.sign * load_block(near.mass() + first);
            IntBlock crosses = magnitude(at) < reach;
            if (end - first < lanes) crosses &= lane_number < static_cast<std::int32_t>(end - first);
            store_chosen(crosses, at, at_ + count_);
            count_ += store_chosen(crosses, speed > 0.0F ? step : -step, step_ + count_);
            if (count_ > most) return;
        }
    }

    // Class masses inside just after each crossing.
    template <std::size_t Count>
    void count_inside(const Floats &inside_now) {
        for (std::size_t c = 0; c < node_.n_classes; ++c) {
            float first = inside_now[c];
            for (std::size_t j = class_begin_[c]; j < class_begin_[c + 1]; ++j)
                first -= at_[j] <= 0.0F ? step_[j] : 0.0F;
            FloatBlock inside[Count / lanes];
            FloatBlock place[Count / lanes];
            for (std::size_t i = 0; i < Count / lanes; ++i) {
                inside[i] = FloatBlock{} + first;
                place[i] = load_block(at_ + i * lanes);
            }
            for (std::size_t j = class_begin_[c]; j < class_begin_[c + 1]; ++j) {
                const float at = at_[j];
                const float step = step_[j];
                for (std::size_t i = 0; i < Count / lanes; ++i)
                    inside[i] = place[i] >= at ? inside[i] + step : inside[i];
            }
            for (std::size_t i = 0; i < Count / lanes; ++i) store_block(inside[i], left_.data() + c * most + i * lanes);
        }
    }

    template <std::size_t Count, class Draw>
    bool choose_of(const Floats &inside_now, float least_score, Draw draw) {
        for (std::size_t i = count_; i < Count; ++i) at_[i] = infinity;
        count_inside<Count>(inside_now);
        score_splits<Policy, Count>(left_.data(), most, node_.parent.data(), node_.n_classes, node_.total, score_);
        for (std::size_t i = count_; i < Count; ++i) score_[i] = -infinity;
        const float highest = highest_of<Count>(score_);
        if (!(highest >= least_score)) return false;
        const auto shuffle = static_cast<std::int32_t>(draw(Count));
        std::int32_t least = most;
        for (std::size_t i = 0; i < Count; ++i) {
            const std::int32_t order = static_cast<std::int32_t>(i) ^ shuffle;
            const std::int32_t key = score_[i] == highest ? order : static_cast<std::int32_t>(most);
            least = key < least ? key : least;
        }
        if (least == static_cast<std::int32_t>(most)) return false;  // not a number
        chosen_ = static_cast<std::size_t>(least ^ shuffle);
        float ahead[Count];
        for (std::size_t i = 0; i < Count; ++i) ahead[i] = at_[i] > at_[chosen_] ? -at_[i] : -infinity;
        next_ = -highest_of<Count>(ahead);
        highest_ = highest;
        return true;
    }

    const SearchNode &node_;
    std::size_t count_ = 0;
    std::size_t chosen_ = 0;
    float next_ = 0.0F;
    float highest_ = 0.0F;
    KernelVector<std::size_t> class_begin_;
    Floats left_;
    alignas(64) float at_[most + 2 * lanes];
    alignas(64) float step_[most + 2 * lanes];
    alignas(64) float score_[most];
};

}  // namespace

}  // namespace nldt::NLDT_KERNELS
