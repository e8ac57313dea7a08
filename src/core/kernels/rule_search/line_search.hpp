// Improves a rule by exact line searches in the space of its weights and ends. For kernels.
//
// Along a line of rules, from this one in a random direction, each row enters or leaves the rule where its value
// crosses an end. So all the different splits along a stretch of the line are known from the crossings on it, and the
// best of them is exact. Rows far from both ends can't cross while the rule stays within a small ball of the one they
// were measured at: only the others are looked at.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "isa/random_lanes.hpp"
#include "kernels/rule_search/crossings.hpp"
#include "kernels/rule_search/near_rows.hpp"
#include "kernels/rule_search/table_draws.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

template <class Policy>
class LineSearch {
  public:
    LineSearch(const SearchNode &node, const RuleSearchSpace &space, RandomLanes &random)
        : node_(node),
          random_(random),
          near_(node, space),
          crossings_(node),
          direction_(node.n_terms) {}

    // The ends first, since they may come from bins; then random directions.
    void improve(SearchedRule &rule, bool band, std::size_t steps) {
        band_ = band;
        if (radius_ > 1e5F) radius_ = first_radius;
        anchor(rule);
        if (near_.count() == 0) return;
        draw_end(false);
        sweep(rule, end_reach_);
        if (band_) {
            draw_end(true);
            sweep(rule, end_reach_);
        }
        for (std::size_t i = 1; i <= steps && rule.score < Policy::highest_score(node_.total); ++i) {
            if (drift_ > 0.5F * radius_) anchor(rule);
            if (near_.count() == 0) return;
            if (i % end_every == 0)
                draw_end(band_ && random_.next_float() < 0.5F);
            else
                draw_direction(rule);
            sweep(rule, i % end_every == 0 ? end_reach_ : reach_);
        }
    }

  private:
    static constexpr std::size_t wanted_near = 160;
    static constexpr std::size_t end_every = 8;
    static constexpr int pivot_tries = 2;
    static constexpr float first_radius = 0.1F;
    static constexpr float least_reach = 1e-6F;
    static constexpr float nothing_near = std::numeric_limits<float>::quiet_NaN();  // no distance is below it

    std::size_t draw_below(std::size_t n) {
        return static_cast<std::size_t>(random_.next_float() * static_cast<float>(n));
    }

    // The rule becomes the centre of a ball in which only the rows gathered here can cross an end.
    void anchor(SearchedRule &rule) {
        float square = 0.0F;
        for (const float w : rule.weights) square += w * w;
        const float scale = 1.0F / std::sqrt(square);
        for (float &w : rule.weights) w *= scale;
        rule.low *= scale;
        rule.high *= scale;
        drift_ = 0.0F;
        gather(rule);
        if (near_.count() == node_.n_rows) radius_ = std::max(radius_, 1e6F);
        const auto sums = sum_split<Policy>(near_.inside().data(), node_.parent.data(), node_.n_classes);
        rule.score = Policy::score(sums.left, sums.left_sum, node_.total - sums.left, sums.right_sum);
    }

    // Finds a radius with a good number of near rows; with any that fit, if need be with none.
    void gather(const SearchedRule &rule) {
        constexpr int most_tries = 12;
        const auto wanted = std::min(wanted_near, node_.n_rows);
        for (int tries = 1; radius_ > least_reach; ++tries) {
            const bool fits = near_.collect(rule, radius_);
            const std::size_t count = near_.count();
            if (fits && (tries >= most_tries || (2 * count >= wanted && count <= 2 * wanted))) return;
            radius_ *= fits ? (count > wanted ? 0.6F : 2.0F) : 0.4F;
        }
        radius_ = first_radius;  // more rows lie at an end than fit, as near as float32 tells: the rule stays as it is
        near_.collect(rule, nothing_near);
    }

    // A move of one end.
    void draw_end(bool lower) {
        change_ = {lower ? 1.0F : 0.0F, lower ? 0.0F : 1.0F};
        speed_ = 1.0F;
        std::fill(direction_.begin(), direction_.end(), 0.0F);
        near_.set_no_change();
    }

    // A turn of the rule about a row near each end.
    void draw_direction(const SearchedRule &rule) {
        change_ = {};
        float along = 0.0F;
        float square = 0.0F;
        float weight_square = 0.0F;
        for (std::size_t t = 0; t < node_.n_terms; ++t) {
            direction_[t] = TableDraws::bell_number(random_);
            along += direction_[t] * rule.weights[t];
            weight_square += rule.weights[t] * rule.weights[t];
        }
        for (std::size_t t = 0; t < node_.n_terms; ++t) {
            direction_[t] -= along / weight_square * rule.weights[t];
            square += direction_[t] * direction_[t];
        }
        const float scale = square > 1e-12F ? 1.0F / std::sqrt(square) : 0.0F;
        for (float &x : direction_) x *= scale;
        near_.set_change(direction_.data());
        if (band_) change_.low = pivot_change(rule.low);
        change_.high = pivot_change(rule.high);
        const float most = std::max(std::abs(change_.low), std::abs(change_.high));
        speed_ = std::sqrt(1.0F + most * most);
    }

    // How much the value of a row near the end changes along the direction.
    float pivot_change(float end) {
        float nearest = infinity;
        float change = 0.0F;
        for (int tries = 0; tries < pivot_tries + (band_ ? 1 : 0); ++tries) {
            const std::size_t i = draw_below(near_.count());
            const float distance = std::abs(near_.value()[i] - end);
            if (distance < nearest) {
                nearest = distance;
                change = near_.change()[i];
            }
        }
        return change;
    }

    // Moves the rule to the best place on the line. `reach_memory` is how far it looks, and is kept up.
    void sweep(SearchedRule &rule, float &reach_memory) {
        float reach = std::min(reach_memory, (radius_ - drift_) / speed_);
        if (band_) reach = std::min(reach, 0.99F * (rule.high - rule.low) / std::abs(change_.low - change_.high));
        if (!(reach > least_reach)) return;
        while (!crossings_.find(near_, rule, band_, change_, reach)) {
            reach *= 0.6F;
            if (reach < least_reach) return;  // too many rows cross at once
            reach_memory = reach;
        }
        if (crossings_.few()) reach_memory *= 1.3F;
        if (!crossings_.choose(near_.inside(), rule.score, [&](std::size_t n) { return draw_below(n); })) return;
        rule.score = crossings_.score();
        const float moved = 0.5F * (crossings_.place() + std::min(crossings_.next_place(), reach));
        for (std::size_t c = 0; c < node_.n_classes; ++c) near_.inside()[c] = crossings_.inside(c);
        for (std::size_t t = 0; t < node_.n_terms; ++t) rule.weights[t] += moved * direction_[t];
        rule.low += moved * change_.low;
        rule.high += moved * change_.high;
        near_.move(moved);
        drift_ += std::abs(moved) * speed_;
    }

    const SearchNode &node_;
    RandomLanes &random_;
    NearRows near_;
    Crossings<Policy> crossings_;
    bool band_ = false;
    float radius_ = first_radius;  // of the ball in which the near rows are all that can cross
    float drift_ = 0.0F;           // from its centre
    float reach_ = 0.05F;          // of a turn, and of an end; kept from rule to rule: they are alike
    float end_reach_ = 0.05F;
    Floats direction_;  // how the weights change along the line
    EndChange change_;  // and the ends
    float speed_ = 1.0F;
};

}  // namespace

}  // namespace nldt::NLDT_KERNELS
