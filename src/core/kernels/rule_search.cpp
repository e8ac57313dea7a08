// Searches the weights and ends of a rule of given terms: the best half-space and the best band.
//
// A look at a direction counts rows in bins along it, which gives the best half-space and a good band of that
// direction. The best few of many directions are improved: by turns, line searches all the way round a row near an end,
// again by bins; then by exact line searches over the rows near the ends.
//
// A kernel, compiled once per instruction set; sums are in the same order in all of them.
#include "kernels/rule_search.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "isa/random_lanes.hpp"
#include "kernels/kernels.hpp"
#include "kernels/rule_search/line_search.hpp"
#include "kernels/rule_search/look.hpp"
#include "kernels/rule_search/turn.hpp"

namespace nldt::NLDT_KERNELS {

namespace {

template <class Policy>
class RuleSearch {
  public:
    RuleSearch(const TermTable &table, const TermTable &looked_at, const RuleSearchSettings &settings,
               const RuleSearchSpace &space)
        : node_(table),
          looked_at_(looked_at),
          settings_(settings),
          random_(settings.seed),
          draws_(looked_at_, random_),
          line_(looked_at_),
          looks_(looked_at_, line_),
          turns_(looked_at_, draws_, line_),
          line_search_(node_, space, random_) {
        measure_lengths(space.length.data());
    }

    void run(Grid<const float> given, std::span<FoundRule> found) {
        const std::size_t n_looks = draw_looks(given);
        for (std::size_t i = 0; i < n_looks; ++i) looks_.look(direction(i));
        SearchedRule half = best_of(false);
        std::copy(half.weights.begin(), half.weights.end(), direction(n_looks));
        looks_.look(direction(n_looks));
        const SearchedRule band = best_of(true);
        if (band.score > half.score) take_over(band, half);
        write(half, found[0]);
        write(band, found[1]);
    }

  private:
    float *direction(std::size_t i) { return directions_.data() + i * node_.n_terms; }

    // The number of directions to look at: the given ones, some between rows of different classes, some at random.
    // There is room for one more.
    std::size_t draw_looks(Grid<const float> given) {
        const auto class_rows = looked_at_.table.class_rows;
        std::size_t largest_class = 0;
        for (const std::size_t rows : class_rows) largest_class = std::max(largest_class, rows);
        const std::size_t n_given = given.n_lines;
        const std::size_t n_dipoles = looked_at_.n_rows > largest_class ? settings_.dipole_looks : 0;
        const std::size_t n_looks = n_given + n_dipoles + settings_.random_looks;
        directions_.resize((n_looks + 1) * node_.n_terms);
        std::copy_n(given.data, n_given * node_.n_terms, directions_.data());
        for (std::size_t i = n_given; i < n_looks; ++i)
            if (i >= n_given + n_dipoles || !draws_.dipole(direction(i))) draws_.direction(direction(i));
        return n_looks;
    }

    // The best looks improved, and the best of them once more.
    SearchedRule best_of(bool band) {
        SearchedRule best;
        KernelVector<Look> &looks = looks_.seen(band);
        const float worth = looks_.worth(settings_.worth);
        const std::size_t count = std::min(looks.size(), settings_.starts);
        std::partial_sort(looks.begin(), looks.begin() + static_cast<std::ptrdiff_t>(count), looks.end(),
                          [](const Look &a, const Look &b) { return a.score > b.score; });
        for (std::size_t s = 0; s < count; ++s) {
            const Look &from = looks[s];
            if (s > 0 && from.score < worth) break;
            SearchedRule rule{{from.weights, from.weights + node_.n_terms}, from.low, from.high, from.score};
            for (std::size_t i = 0; i < settings_.turns; ++i) turns_.turn(rule, band);
            if (settings_.steps > 0) line_search_.improve(rule, band, settings_.steps);
            if (rule.score > best.score) best = std::move(rule);
        }
        const std::size_t steps = best.score < worth ? 0 : settings_.final_steps;
        if (!best.weights.empty()) line_search_.improve(best, band, steps);
        return best;
    }

    // A band with nothing beyond one of its ends is a half-space.
    void take_over(const SearchedRule &band, SearchedRule &half) const {
        const TermTable &table = node_.table;
        bool any_below = false;
        bool any_above = false;
        for (std::size_t c = 0; c < node_.n_classes; ++c)
            for (std::size_t i = table.class_begin[c]; i < table.class_begin[c] + table.class_rows[c]; ++i) {
                const float value = value_of(table, band.weights.data(), i);
                any_below |= value < band.low;
                any_above |= value > band.high;
                if (any_below && any_above) return;
            }
        half = band;
        if (any_below) half.high = band.low;
        half.low = -infinity;
    }

    void write(const SearchedRule &rule, FoundRule &found) const {
        found.any = !rule.weights.empty();
        std::copy(rule.weights.begin(), rule.weights.end(), found.weights.data());
        found.low = rule.low;
        found.high = rule.high;
        found.impurity = (Policy::highest_score(node_.total) - rule.score) / node_.total;
    }

    // Of (1, T) on each row; -1 where it pads, so that it is near to nothing.
    void measure_lengths(float *length) const {
        const TermTable &table = node_.table;
        const std::size_t n = table.n_padded();
        std::fill_n(length, n, 1.0F);
        for (std::size_t t = 0; t < node_.n_terms; ++t) {
            const float *term = table.terms.line(t);
            for (std::size_t i = 0; i < n; ++i) length[i] += term[i] * term[i];
        }
        for (std::size_t i = 0; i < n; ++i) length[i] = __builtin_sqrtf(length[i]);
        for (std::size_t c = 0; c < node_.n_classes; ++c)
            std::fill(length + table.class_begin[c] + table.class_rows[c], length + table.class_begin[c + 1], -1.0F);
    }

    const SearchNode node_, looked_at_;
    const RuleSearchSettings &settings_;
    RandomLanes random_;
    TableDraws draws_;
    BinnedLine<Policy> line_;
    Looks<Policy> looks_;
    Turns<Policy> turns_;
    LineSearch<Policy> line_search_;
    Floats directions_;  // that were looked at
};

}  // namespace

void search_rules(const TermTable &table, const TermTable &looked_at, const RuleSearchSettings &settings,
                  Grid<const float> directions, const RuleSearchSpace &space, std::span<FoundRule> found) {
    with_criterion(settings.criterion, [&]<class Policy>(Policy) {
        RuleSearch<Policy>(table, looked_at, settings, space).run(directions, found);
    });
}

}  // namespace nldt::NLDT_KERNELS
