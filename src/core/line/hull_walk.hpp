// The best interval of a line of cells with two classes, exactly.
#pragma once

#include "line/interval_search.hpp"

namespace nldt {

// Visits every interval whose class masses are a corner of the convex hull of all intervals' class masses. The
// impurity is concave, so one of the corners is best. Kadane finds the corner in a given direction; between two
// neighbouring corners there is another one exactly if the direction normal to their edge finds one beyond it.
class HullWalk {
  public:
    explicit HullWalk(IntervalSearch &search) : search_(search) {}

    Interval best();

  private:
    struct Corner {
        double first, second;  // class masses inside
    };

    Corner corner(double slope_first, double slope_second);
    void between(const Corner &a, const Corner &b, int depth);

    IntervalSearch &search_;
    Interval best_;
    bool any_ = false;
};

}  // namespace nldt
