// A split of rows by one number each, and where its ends are put.
#pragma once

#include <limits>

namespace nldt {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

// Left is low <= value <= high; ends are in the middle of the gaps between values.
struct LineSplit {
    double low = -infinity;
    double high = infinity;     // infinite where nothing is split
    double impurity = 0.0;      // Eq. (6)
    double relative_gap = 0.0;  // the narrower gap at an end, over the spread of the values
};

// How far a search for ends goes: to a good place, or to the best one.
enum class Effort { quick, thorough };

// The middle of a gap between a value inside and one outside; the one inside where no number lies between them.
inline double end_above(double inside, double outside) {
    const double middle = inside + (outside - inside) / 2;
    return middle < outside ? middle : inside;
}

inline double end_below(double outside, double inside) {
    const double middle = outside + (inside - outside) / 2;
    return middle > outside ? middle : inside;
}

}  // namespace nldt
