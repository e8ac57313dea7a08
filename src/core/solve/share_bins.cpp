#include "solve/share_bins.hpp"

#include <algorithm>
#include <bit>

#include "criterion/split_impurities.hpp"
#include "line/blend.hpp"

namespace nldt {

namespace {

constexpr std::size_t octaves = 44;  // below one half: shares are no less than e^-30
constexpr std::size_t bins_an_octave = 8;
constexpr std::size_t n_bins = 2 * octaves * bins_an_octave;

// The bin of a share below one half: its exponent and three bits of its mantissa.
std::size_t bin_below_half(double share) {
    constexpr std::uint64_t half = 0x3feULL * bins_an_octave;  // of 0.5, which is the first above
    const std::uint64_t bits = std::bit_cast<std::uint64_t>(share) >> 49;
    return octaves * bins_an_octave - static_cast<std::size_t>(half - bits);
}

}  // namespace

void ShareBins::fill(std::span<const double> shares, bool falls) {
    bin_.resize(rows_.n_rows());
    for (std::size_t i = 0; i < bin_.size(); ++i) {
        const std::size_t bin =
            shares[i] < 0.5 ? bin_below_half(shares[i]) : n_bins - 1 - bin_below_half(1.0 - shares[i]);
        bin_[i] = static_cast<std::uint16_t>(falls ? n_bins - 1 - bin : bin);
    }
    const auto [first, last] = std::minmax_element(bin_.begin(), bin_.end());
    used_ = (*last - *first) / 16U * 16U + 16U;
    for (const std::uint16_t offset = *first; std::uint16_t & bin : bin_)
        bin = static_cast<std::uint16_t>(bin - offset);
}

void ShareBins::blend(std::span<const double> shares, std::span<const std::uint8_t> group) {
    mass_.assign(rows_.n_classes() * used_, 0.0);
    ExpectedMass expected(used_);
    for (std::size_t c = 0; c < rows_.n_classes(); ++c) {
        const auto [begin, end] = rows_.class_rows(c);
        for (std::size_t i = begin; i < end; ++i) {
            mass_[c * used_ + bin_[i]] += rows_.mass[i];
            expected.add(bin_[i], rows_.mass[i], shares[i]);
        }
    }
    blend_classes(parent_, group, expected, {mass_.data(), rows_.n_classes(), used_});
}

std::size_t ShareBins::best(std::span<const double> shares, std::span<const std::uint8_t> group) {
    blend(shares, group);
    const Grid<double> mass = {mass_.data(), rows_.n_classes(), used_};
    std::vector<double> parent(rows_.n_classes());
    for (std::size_t c = 0; c < rows_.n_classes(); ++c) {
        double sum = 0.0;
        for (double &up_to : mass[c]) up_to = sum += up_to;
        parent[c] = sum;
    }
    impurity_.resize(used_);
    split_impurities<double>(mass, parent.data(), used_, criterion_, impurity_.data());
    return static_cast<std::size_t>(std::min_element(impurity_.begin(), impurity_.end() - 1) - impurity_.begin());
}

}  // namespace nldt
