// Searches the weights and ends of a rule of given terms: the best half-space and the best band.
//
// A look at a direction counts rows in bins along it, which gives the best half-space and a good band of that direction.
// The best few of many directions are improved: by turns, line searches all the way round a row near an end, again by
// bins; then by exact line searches over the rows near the ends.
//
// Compiled once per instruction set; sums are in the same order in all of them.
#include "rule_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "binned_line.hpp"
#include "kernels.hpp"
#include "near_rows.hpp"
#include "random_lanes.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

constexpr std::size_t copies = 4;   // of the bins, so that rows in the same bin do not wait for each other
constexpr std::size_t chunk = 256;  // rows whose bins are found together, by vector instructions
constexpr std::size_t sample_rows = 32;
constexpr float half_bins = 0.5F * static_cast<float>(n_bins);
constexpr float last_bin = static_cast<float>(n_bins) - 0.5F;
constexpr float no_end = 1e30F;

// Bins along a direction: 32 to either side of the middle up to 2 quartile distances, 20 up to 6, 12 up to 24.
constexpr std::size_t n_knots = 3;
constexpr float knot[n_knots] = {2.0F, 6.0F, 24.0F};
constexpr float slope[n_knots] = {11.0F, 13.0F / 3.0F, 2.0F / 3.0F};  // those of the inner parts add up

template <class Score>
class RuleSearch {
  public:
    RuleSearch(const TermTable &table, std::uint64_t seed, RuleSearchMemory &memory)
        : table_(table),
          n_terms_(table.n_terms),
          n_classes_(table.n_classes()),
          memory_(memory),
          random_(seed),
          parent_(table.class_weight.begin(), table.class_weight.end()),
          total_(sum_of(parent_)),
          line_(parent_.data(), n_classes_, total_),
          near_(table, parent_, total_, random_, memory),
          across_(n_terms_),
          sample_terms_(n_terms_ * sample_rows) {
        for (const std::size_t rows : table.class_rows) n_rows_ += rows;
        measure_lengths();
        choose_sample();
        float sum = 0.0F;
        for (const float weight : parent_) sum += Score::part(weight);
        unsplit_ = Score::both(total_, sum, 1e-6F * total_, 0.0F);
        best_look_[0] = best_look_[1] = unsplit_;
    }

    void run(const std::vector<float> &directions, const RuleSearchSettings &settings, FoundRule *found) {
        const std::size_t n_given = directions.size() / n_terms_;
        const std::size_t n_dipoles = n_rows_ > *std::max_element(table_.class_rows.begin(), table_.class_rows.end())
                                          ? settings.dipole_looks
                                          : 0;
        const std::size_t n_looks = n_given + n_dipoles + settings.random_looks;
        directions_.resize((n_looks + 1) * n_terms_);
        std::copy(directions.begin(), directions.end(), directions_.begin());
        for (std::size_t i = n_given; i < n_looks; ++i) {
            float *direction = directions_.data() + i * n_terms_;
            if (i >= n_given + n_dipoles || !draw_dipole(direction)) draw_direction(direction);
        }
        for (std::size_t i = 0; i < n_looks; ++i) look(directions_.data() + i * n_terms_);
        Start half = best_of(starts_[0], false, settings);
        std::copy(half.weights.begin(), half.weights.end(), directions_.end() - static_cast<std::ptrdiff_t>(n_terms_));
        look(directions_.data() + n_looks * n_terms_);
        Start band = best_of(starts_[1], true, settings);
        if (band.score > half.score) take_over(band, half);
        write(half, found[0]);
        write(band, found[1]);
    }

  private:
    struct Start {
        std::vector<float> weights;
        float low = -infinity, high = infinity, score = -infinity;
    };
    struct Look {
        const float *weights;
        float low, high, score;
    };

    static float sum_of(const std::vector<float> &values) {
        float total = 0.0F;
        for (const float x : values) total += x;
        return total;
    }

    void write(const Start &start, FoundRule &found) const {
        found = {start.weights, start.low, start.high, (Score::highest(total_) - start.score) / total_};
    }

    // A row of any class but one.
    std::size_t draw_row(std::size_t but) {
        const std::size_t left_out = but < n_classes_ ? table_.class_rows[but] : 0;
        auto at = static_cast<std::size_t>(random_.next() * static_cast<double>(n_rows_ - left_out));
        std::size_t c = 0;
        while (c == but || at >= table_.class_rows[c]) {
            at -= c == but ? 0 : table_.class_rows[c];
            ++c;
        }
        return table_.class_begin[c] + at;
    }

    float value_of(const float *weights, std::size_t row) const {
        float value = 0.0F;
        for (std::size_t t = 0; t < n_terms_; ++t) value += weights[t] * table_.terms[t * table_.stride + row];
        return value;
    }

    // Along the line between two rows of different classes; false where they coincide.
    bool draw_dipole(float *weights) {
        const std::size_t first = draw_row(n_classes_);
        const std::size_t second = draw_row(class_of(first));
        float square = 0.0F;
        for (std::size_t t = 0; t < n_terms_; ++t) {
            weights[t] = table_.terms[t * table_.stride + first] - table_.terms[t * table_.stride + second];
            square += weights[t] * weights[t];
        }
        if (!(square > 1e-12F)) return false;
        for (std::size_t t = 0; t < n_terms_; ++t) weights[t] /= std::sqrt(square);
        return true;
    }

    std::size_t class_of(std::size_t row) const {
        std::size_t c = 0;
        while (row >= table_.class_begin[c + 1]) ++c;
        return c;
    }

    void draw_direction(float *weights) {
        float square = 0.0F;
        while (!(square > 1e-6F)) {
            square = 0.0F;
            for (std::size_t t = 0; t < n_terms_; ++t) {
                weights[t] = random_.next_float() + random_.next_float() + random_.next_float() - 1.5F;
                square += weights[t] * weights[t];
            }
        }
        for (std::size_t t = 0; t < n_terms_; ++t) weights[t] /= std::sqrt(square);
    }

    Start best_of(std::vector<Look> &looks, bool band, const RuleSearchSettings &settings) {
        Start best;
        const float worth = unsplit_ + settings.worth * (std::max(best_look_[0], best_look_[1]) - unsplit_);
        const std::size_t count = std::min(looks.size(), settings.starts);
        std::partial_sort(looks.begin(), looks.begin() + static_cast<std::ptrdiff_t>(count), looks.end(),
                          [](const Look &a, const Look &b) { return a.score > b.score; });
        for (std::size_t s = 0; s < count; ++s) {
            const Look &from = looks[s];
            if (s > 0 && from.score < worth) break;
            Start start{{from.weights, from.weights + n_terms_}, from.low, from.high, from.score};
            for (std::size_t i = 0; i < settings.turns; ++i) turn(start, band);
            if (settings.steps > 0) improve(start, band, settings.steps);
            if (start.score > best.score) best = std::move(start);
        }
        improve(best, band, best.score < worth ? 0 : settings.final_steps);
        return best;
    }

    void improve(Start &start, bool band, std::size_t steps) {
        if (start.weights.empty()) return;
        near_.start(start.weights.data(), start.low, start.high, band);
        near_.run(steps);
        near_.finish(start.weights.data(), start.low, start.high, start.score);
    }

    // A band with nothing beyond one of its ends is a half-space.
    void take_over(const Start &band, Start &half) const {
        bool any_below = false;
        bool any_above = false;
        for (std::size_t c = 0; c < n_classes_; ++c)
            for (std::size_t i = table_.class_begin[c]; i < table_.class_begin[c] + table_.class_rows[c]; ++i) {
                const float value = value_of(band.weights.data(), i);
                any_below |= value < band.low;
                any_above |= value > band.high;
                if (any_below && any_above) return;
            }
        half = band;
        if (any_below) half.high = band.low;
        half.low = -infinity;
    }

    void measure_lengths() {
        const std::size_t n = table_.stride;
        memory_.length.assign(n, 1.0F);
        float *length = memory_.length.data();
        for (std::size_t t = 0; t < n_terms_; ++t) {
            const float *term = table_.terms + t * n;
            for (std::size_t i = 0; i < n; ++i) length[i] += term[i] * term[i];
        }
        for (std::size_t i = 0; i < n; ++i) length[i] = __builtin_sqrtf(length[i]);
        for (std::size_t c = 0; c < n_classes_; ++c)
            std::fill(length + table_.class_begin[c] + table_.class_rows[c], length + table_.class_begin[c + 1], -1.0F);
    }

    void choose_sample() {
        std::size_t c = 0;
        std::size_t before = 0;
        for (std::size_t i = 0; i < sample_rows; ++i) {
            const std::size_t at = (2 * i + 1) * n_rows_ / (2 * sample_rows);
            while (at - before >= table_.class_rows[c]) before += table_.class_rows[c++];
            for (std::size_t t = 0; t < n_terms_; ++t)
                sample_terms_[t * sample_rows + i] =
                    table_.terms[t * table_.stride + table_.class_begin[c] + (at - before)];
        }
    }

    // Median and half the distance of the quartiles of a few rows' values.
    void measure_scale(const float *weights) {
        float value[sample_rows] = {};
        for (std::size_t t = 0; t < n_terms_; ++t)
            for (std::size_t i = 0; i < sample_rows; ++i) value[i] += weights[t] * sample_terms_[t * sample_rows + i];
        std::int32_t lower[sample_rows] = {};  // how many values are
        for (std::size_t j = 0; j < sample_rows; ++j) {
            const float other = value[j];
            for (std::size_t i = 0; i < sample_rows; ++i) lower[i] += other < value[i] ? 1 : 0;
        }
        const auto quantile = [&](std::int32_t place) {
            float up_to[sample_rows];
            for (std::size_t i = 0; i < sample_rows; ++i) up_to[i] = lower[i] <= place ? value[i] : -infinity;
            return highest_of<sample_rows>(up_to);
        };
        centre_ = quantile(sample_rows / 2);
        const float half = 0.5F * (quantile(3 * sample_rows / 4) - quantile(sample_rows / 4 - 1));
        scale_ = half > 1e-6F ? half : 0.5F;
    }

    // The value between the bins before `bin` and the rest.
    float bin_end(std::int32_t bin) const {
        float rest = std::abs(static_cast<float>(bin) - half_bins);
        float z = 0.0F;
        float steepness = slope[0] + slope[1] + slope[2];
        for (std::size_t k = 0; k < n_knots && rest > 0.0F; ++k) {
            const float length = k == 0 ? knot[0] : knot[k] - knot[k - 1];
            const float part = std::min(rest / steepness, length);
            z += part;
            rest -= part * steepness;
            steepness -= slope[k];
        }
        return centre_ + scale_ * (static_cast<float>(bin) < half_bins ? -z : z);
    }

    static void add_rows(const std::int32_t *slots, const float *weight, std::size_t count,
                         float (&copy)[copies][n_bins]) {
        for (std::size_t i = 0; i < count; i += copies)  // classes are padded to a multiple of 16
            for (std::size_t k = 0; k < copies; ++k) copy[k][slots[i + k]] += weight[i + k];
    }

    static void add_copies(const float (&copy)[copies][n_bins], float *left) {
        for (std::size_t b = 0; b < n_bins; ++b) left[b] = (copy[0][b] + copy[1][b]) + (copy[2][b] + copy[3][b]);
    }

    void fill_bins(const float *weights) {
        const float inverse = 1.0F / scale_;
        for (std::size_t c = 0; c < n_classes_; ++c) {
            alignas(64) float copy[copies][n_bins] = {};
            for (std::size_t row = table_.class_begin[c]; row < table_.class_begin[c + 1]; row += chunk) {
                const std::size_t count = std::min(chunk, table_.class_begin[c + 1] - row);
                alignas(64) float value[chunk];
                alignas(64) std::int32_t slots[chunk];
                for (std::size_t i = 0; i < count; ++i) value[i] = weights[0] * table_.terms[row + i] - centre_;
                for (std::size_t t = 1; t < n_terms_; ++t) {
                    const float *term = table_.terms + t * table_.stride + row;
                    for (std::size_t i = 0; i < count; ++i) value[i] += weights[t] * term[i];
                }
                for (std::size_t i = 0; i < count; ++i) {
                    const float z = value[i] * inverse;
                    float bin = half_bins;
                    for (std::size_t k = 0; k < n_knots; ++k) {
                        float clamped = z < -knot[k] ? -knot[k] : z;
                        clamped = clamped > knot[k] ? knot[k] : clamped;
                        bin += slope[k] * clamped;
                    }
                    bin = bin > 0.0F ? bin : 0.0F;
                    bin = bin < last_bin ? bin : last_bin;
                    slots[i] = slot_of(static_cast<std::int32_t>(bin));
                }
                add_rows(slots, table_.sample_weight + row, count, copy);
            }
            add_copies(copy, line_.left(c));
        }
        line_.sum();
    }

    void look(const float *weights) {
        measure_scale(weights);
        fill_bins(weights);
        const BinSplit half = line_.best_half_space();
        starts_[0].push_back({weights, -infinity, bin_end(half.end), half.score});
        best_look_[0] = std::max(best_look_[0], half.score);
        const BinSplit band = line_.best_interval(unsplit_ + 0.7F * (best_look_[1] - unsplit_));
        best_look_[1] = std::max(best_look_[1], band.score);
        if (line_.parts(band)) starts_[1].push_back({weights, bin_end(band.begin), bin_end(band.end), band.score});
    }

    // A random direction across the weights.
    void draw_across(const std::vector<float> &weights) {
        float along = 0.0F;
        float square = 0.0F;
        draw_direction(across_.data());
        for (std::size_t t = 0; t < n_terms_; ++t) {
            along += across_[t] * weights[t];
            square += weights[t] * weights[t];
        }
        float length = 0.0F;
        for (std::size_t t = 0; t < n_terms_; ++t) {
            across_[t] -= along / square * weights[t];
            length += across_[t] * across_[t];
        }
        for (float &x : across_) x /= std::sqrt(length) + 1e-20F;
    }

    // How far across a row near the end lies.
    float pivot_near(const std::vector<float> &weights, float end) {
        constexpr int tries = 8;
        std::size_t pivot = 0;
        float nearest = infinity;
        for (int i = 0; i < tries; ++i) {
            const std::size_t row = draw_row(n_classes_);
            const float distance = std::abs(value_of(weights.data(), row) - end);
            if (distance < nearest) {
                nearest = distance;
                pivot = row;
            }
        }
        return value_of(across_.data(), pivot);
    }

    // Turns the rule about a row near each end, all the way round, and keeps it where it is best.
    //
    // At the angle with tangent t a row is left of an end while f + t g <= 0, where f is its value along the weights and
    // g the one across them, both from the pivot. Bins are even in t / (|t| + 1).
    void turn(Start &start, bool band) {
        draw_across(start.weights);
        const float ends[2] = {start.high, start.low};
        float pivots[2] = {0.0F, 0.0F};
        for (std::size_t e = 0; e < (band ? 2 : 1); ++e) pivots[e] = pivot_near(start.weights, ends[e]);
        for (std::size_t c = 0; c < n_classes_; ++c) {
            alignas(64) float copy[copies][n_bins] = {};
            float first = add_turn(c, start.weights.data(), ends[0], pivots[0], 1.0F, copy);
            if (band) first += add_turn(c, start.weights.data(), ends[1], pivots[1], -1.0F, copy) - parent_[c];
            add_copies(copy, line_.left(c));
            line_.left(c)[0] += first;
        }
        line_.sum();
        const BinSplit best = line_.best_half_space();
        const float u = static_cast<float>(best.end) / half_bins - 1.0F;
        if (!(best.score > start.score) || std::abs(u) > 0.999F) return;
        const float t = u / (1.0F - std::abs(u));
        const float scale = 1.0F / std::sqrt(1.0F + t * t);
        for (std::size_t k = 0; k < n_terms_; ++k) start.weights[k] = (start.weights[k] + t * across_[k]) * scale;
        start.high = (start.high + t * pivots[0]) * scale;
        if (band) start.low = (start.low + t * pivots[1]) * scale;
        start.score = best.score;
    }

    // Where rows of a class come to the left of an end (sign 1), or to its right (-1), and leave; and the weight of
    // those that are there at first.
    float add_turn(std::size_t c, const float *weights, float end, float pivot, float sign,
                   float (&copy)[copies][n_bins]) {
        FloatBlock first = {};
        for (std::size_t row = table_.class_begin[c]; row < table_.class_begin[c + 1]; row += chunk) {
            const std::size_t count = std::min(chunk, table_.class_begin[c + 1] - row);
            alignas(64) float along[chunk];
            alignas(64) float across[chunk];
            alignas(64) std::int32_t slots[chunk];
            for (std::size_t i = 0; i < count; ++i) {
                along[i] = weights[0] * table_.terms[row + i] - end;
                across[i] = across_[0] * table_.terms[row + i] - pivot;
            }
            for (std::size_t t = 1; t < n_terms_; ++t) {
                const float *term = table_.terms + t * table_.stride + row;
                for (std::size_t i = 0; i < count; ++i) {
                    along[i] += weights[t] * term[i];
                    across[i] += across_[t] * term[i];
                }
            }
            const float *weight = table_.sample_weight + row;
            for (std::size_t i = 0; i < count; ++i) {
                const float f = along[i];
                const float g = across[i];
                const float size = (f < 0.0F ? -f : f) + (g < 0.0F ? -g : g) + 1e-30F;
                float bin = half_bins - half_bins * (g < 0.0F ? -f : f) / size;
                bin = bin > 0.0F ? bin : 0.0F;  // also where values so large overflow that it is not a number
                bin = bin < last_bin ? bin : last_bin;
                slots[i] = slot_of(static_cast<std::int32_t>(bin));
                across[i] = sign * (g < 0.0F ? weight[i] : -weight[i]);  // comes or leaves
            }
            for (std::size_t i = 0; i < count; i += block_rows)
                first += load_block(across + i) < 0.0F ? load_block(weight + i) : FloatBlock{};
            add_rows(slots, across, count, copy);
        }
        return sum_block(first);
    }

    const TermTable &table_;
    const std::size_t n_terms_, n_classes_;
    RuleSearchMemory &memory_;
    RandomLanes random_;
    std::vector<float> parent_;
    const float total_;
    BinnedLine<Score> line_;
    NearRows<Score> near_;
    std::vector<float> across_, sample_terms_, directions_;
    std::size_t n_rows_ = 0;
    float unsplit_ = 0.0F;
    float best_look_[2];
    std::vector<Look> starts_[2];
    float centre_ = 0.0F;
    float scale_ = 1.0F;
};

}  // namespace

void search_rules(const TermTable &table, Criterion criterion, const std::vector<float> &directions,
                  const RuleSearchSettings &settings, std::uint64_t seed, RuleSearchMemory &memory,
                  FoundRule *found) {
    if (criterion == Criterion::gini)
        RuleSearch<GiniScore>(table, seed, memory).run(directions, settings, found);
    else
        RuleSearch<EntropyScore>(table, seed, memory).run(directions, settings, found);
}

}  // namespace nldt::NLDT_KERNELS
