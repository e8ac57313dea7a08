// Directions that may tell several classes apart, from the classes' means and covariances alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solve/small_matrix.hpp"

namespace nldt {

// Of a class in units that make the covariance of all rows the identity, and their mean 0.
struct ClassShape {
    double share;  // of all mass, above 0
    std::span<const double> mean;
    std::span<const double> covariance;
};

class ClassDirections {
  public:
    ClassDirections(std::vector<ClassShape> classes, std::size_t n_terms);

    // For half-spaces: Fisher's discriminants of a class against the rest, and of the group of classes that such a
    // direction parts best against the rest; the most promising ones, of length 1.
    std::vector<std::vector<double>> parting(std::size_t count) const;

    // For bands: the directions in which a class is thinnest, of the classes that this makes the most of.
    std::vector<std::vector<double>> thin(std::size_t count) const;

  private:
    using Group = std::vector<std::uint8_t>;  // flags, one a class
    struct Candidate {
        double worth;
        std::vector<double> direction;
    };

    std::vector<double> discriminant(const Group &group) const;
    Candidate judge(std::vector<double> direction, Group &group) const;
    static std::vector<std::vector<double>> best_of(std::vector<Candidate> found, std::size_t count);
    static bool is_new(Group group, std::vector<Group> &seen);

    std::vector<ClassShape> classes_;
    std::size_t n_terms_;
    SmallMatrix within_;  // the factor of the mean covariance
    bool has_within_;
};

}  // namespace nldt
