#include "line/hull_walk.hpp"

#include <array>
#include <cmath>

namespace nldt {

namespace {

constexpr int most_splits = 60;  // far deeper than any hull of counts: guards against rounding

}  // namespace

Interval HullWalk::best() {
    const std::array start = {corner(1, 0), corner(0, 1), corner(-1, 0), corner(0, -1)};
    for (std::size_t i = 0; i < start.size(); ++i) between(start[i], start[(i + 1) % start.size()], 0);
    return best_;
}

HullWalk::Corner HullWalk::corner(double slope_first, double slope_second) {
    search_.slope()[0] = slope_first;
    search_.slope()[1] = slope_second;
    Interval found = search_.best_linear();
    found.impurity = search_.measure(found);
    if (!any_ || found.impurity < best_.impurity) best_ = found;
    any_ = true;
    return {search_.inside()[0], search_.inside()[1]};
}

void HullWalk::between(const Corner &a, const Corner &b, int depth) {
    // The direction normal to the edge from a to b, pointing out of the hull when walked the way best() does.
    const double normal_first = b.second - a.second;
    const double normal_second = a.first - b.first;
    if ((normal_first == 0.0 && normal_second == 0.0) || depth > most_splits) return;
    const Corner c = corner(-normal_first, -normal_second);
    const double beyond = normal_first * (c.first - a.first) + normal_second * (c.second - a.second);
    const double scale = std::abs(normal_first) + std::abs(normal_second);
    if (beyond <= 1e-12 * scale * search_.total()) return;
    between(a, c, depth + 1);
    between(c, b, depth + 1);
}

}  // namespace nldt
