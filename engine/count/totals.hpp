// Totals: how the mines may be shared out between the components and the cells that no number sees.
//
// Components know nothing of each other, but the mine count ties them together: the more mines one of them holds, the
// fewer are left for the others. For every component this gives the weight of each number of mines that it may hold.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/short_vector.hpp"
#include "core/watch.hpp"

namespace minemind {

// What is known in advance about the mines on the board: their number, nothing, or how likely each slot is mined.
enum class MineModel { counted, uncounted, density };

struct MinePrior {
  MineModel kind = MineModel::uncounted;
  std::int64_t mines = 0;  // counted: on the whole board
  double odds = 1;         // density: that a slot is mined, p / (1 - p)
};

// A polynomial in the number of mines: the coefficient of `low` + i is terms[i].
struct Polynomial {
  using Terms = ShortVector<double, 16>;  // most components have fewer

  std::int64_t low = 0;
  Terms terms;

  std::int64_t high() const { return low + static_cast<std::int64_t>(terms.size()) - 1; }
  double& operator[](std::int64_t mines) { return terms[static_cast<std::size_t>(mines - low)]; }
  double operator[](std::int64_t mines) const { return terms[static_cast<std::size_t>(mines - low)]; }
};

// The product, scaled so that its largest term is about one.
Polynomial product(const Polynomial& a, const Polynomial& b, Watch& watch);

// Multiplies the terms by 1, tilt, tilt^2, …, which moves the weight of a polynomial to more or fewer mines, and scales
// them so that the largest is about one.
void tilt_by(double tilt, std::span<double> terms);

class Totals {
 public:
  // `parts` are the ways of the components; together they and the outside hold `mines`.
  static Totals counted(std::vector<Polynomial> parts, std::int64_t mines, std::int64_t outside_slots, Watch& watch);
  // Every mine has the same odds wherever it lies, so that components are independent.
  static Totals independent(std::vector<Polynomial> parts, double odds);

  // The weight of each number of mines that a component may hold; all weights of one component have the same scale.
  std::span<const double> weights(std::size_t component) const { return weights_[component].terms; }
  // The mean number of mines outside, and the probability that a cell there with `per_cell` slots holds none.
  double outside_mean() const { return outside_mean_; }
  double outside_free(std::int64_t per_cell, Watch& watch) const;
  // With a mine count: the tilt under which the terms that matter lie around the middle of every polynomial.
  double tilt() const { return tilt_; }

 private:
  std::vector<Polynomial> weights_;
  double outside_mean_ = 0, tilt_ = 1;
  std::int64_t mines_ = 0, slots_ = 0;
  Polynomial all_;  // the weight of each number of mines in all components together
};

// Which numbers of mines each part and the outside may hold, decided by integers alone.
struct FeasibleTotals {
  std::vector<std::vector<std::uint8_t>> allowed;       // by part, and by its mines
  std::int64_t fewest_outside = -1, most_outside = -1;  // -1 if nothing fits
};

// `parts` says which numbers of mines above its minimum each part may hold; `mines` are those above the sum of the
// minimums.
FeasibleTotals feasible_totals(const std::vector<std::vector<std::uint8_t>>& parts, std::int64_t mines,
                               std::int64_t outside_slots, Watch& watch);

}  // namespace minemind
