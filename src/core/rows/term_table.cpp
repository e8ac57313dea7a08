#include "rows/term_table.hpp"

#include <cmath>
#include <limits>

namespace nldt {

TermTableStorage::TermTableStorage(const NodeRows &rows, std::size_t every)
    : rows_(rows),
      every_(every),
      class_begin_{0} {
    double total = 0.0;
    for (const double mass : rows.mass) total += mass;
    // A power of two keeps whole-numbered masses exact and any others within float32's range.
    const int scale = total > 0.0 ? -std::ilogb(total) : 0;
    mass_.reserve(padded(rows.n_rows() + rows.n_classes() * (block_rows - 1)));
    cumulative_mass_.reserve(mass_.capacity());
    for (std::size_t c = 0; c < rows.n_classes(); ++c) {
        double sum = 0.0;
        const std::span<const double> mass = rows.class_rows(c).of(rows.mass);
        const double share = share_taken(mass);
        for (std::size_t i = 0; i < mass.size(); i += every) {
            const auto scaled = static_cast<float>(std::ldexp(mass[i], scale) / share);
            mass_.push_back(scaled);
            cumulative_mass_.push_back(sum += scaled);
        }
        mass_.resize(padded(mass_.size()), 0.0F);
        cumulative_mass_.resize(mass_.size(), sum);
        class_begin_.push_back(mass_.size());
        class_rows_.push_back((mass.size() + every - 1) / every);
        class_mass_.push_back(sum);
    }
}

// Of the mass of a class, by the rows that are in the table.
double TermTableStorage::share_taken(std::span<const double> mass) const {
    if (every_ == 1) return 1.0;
    double taken = 0.0;
    double all = 0.0;
    for (std::size_t i = 0; i < mass.size(); ++i) {
        all += mass[i];
        taken += i % every_ == 0 ? mass[i] : 0.0;
    }
    return taken > 0.0 ? taken / all : 1.0;
}

TermTable TermTableStorage::fill(Grid<const double> terms) {
    const std::size_t n_padded = mass_.size();
    terms_.resize(terms.n_lines * n_padded);
    for (std::size_t t = 0; t < terms.n_lines; ++t)
        for (std::size_t c = 0; c < rows_.n_classes(); ++c) {
            const double *from = terms.line(t) + rows_.class_rows(c).begin;
            float *to = terms_.data() + t * n_padded + class_begin_[c];
            for (std::size_t i = 0; i < class_rows_[c]; ++i) {
                to[i] = static_cast<float>(from[i * every_]);
                if (!std::isfinite(to[i])) to[i] = std::numeric_limits<float>::quiet_NaN();
            }
        }
    return {{terms_.data(), terms.n_lines, n_padded}, mass_, class_begin_, class_rows_, class_mass_, cumulative_mass_};
}

}  // namespace nldt
