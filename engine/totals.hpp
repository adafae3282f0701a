// Totals: how the mines may be shared out between the components and the cells that no number sees.
//
// Components know nothing of each other, but the mine count ties them together: the more mines one of them holds, the
// fewer are left for the others. For every component this gives the weight of each number of mines that it may hold.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "watch.hpp"

namespace minemind {

// What is known of the mines on the board.
struct Model {
  enum class Kind { counted, uncounted, density };
  Kind kind = Kind::uncounted;
  std::int64_t mines = 0;  // counted: on the whole board
  double odds = 1;         // density: of a slot being mined, p / (1 - p)
};

// A polynomial in the number of mines: the coefficient of `low` + i is terms[i].
struct Polynomial {
  std::int64_t low = 0;
  std::vector<double> terms;

  std::int64_t high() const { return low + static_cast<std::int64_t>(terms.size()) - 1; }
};

// Multiplies the terms by 1, tilt, tilt^2, …, which moves the weight of a polynomial to more or fewer mines, and then
// all of them so that the largest comes out as about one.
void tilt_by(double tilt, std::vector<double>& terms);

class Totals {
 public:
  // `parts` are the ways of the components; the outside has so many slots and shares `mines` with them.
  static Totals counted(std::vector<Polynomial> parts, std::int64_t mines, std::int64_t outside_slots, Watch& watch);
  // Every mine weighs the same wherever it lies, and nothing ties the components together.
  static Totals independent(std::vector<Polynomial> parts, double odds);

  // The weight of each number of mines that a component may hold, scaled alike for one component.
  std::span<const double> weights(std::size_t component) const { return weights_[component]; }
  // The mean number of mines outside, and the chance that a cell there of so many slots holds none.
  double outside_mean() const { return outside_mean_; }
  double outside_free(std::int64_t per_cell, Watch& watch) const;
  // With a count: the tilt under which all that matters lies around the middle of every polynomial.
  double tilt() const { return tilt_; }

 private:
  std::vector<std::vector<double>> weights_;
  double outside_mean_ = 0, tilt_ = 1;
  std::int64_t mines_ = 0, slots_ = 0;
  Polynomial all_;  // the weight of each number of mines in all components together
};

// What each part and the outside may hold, decided by integers alone.
struct Shares {
  std::vector<std::vector<std::uint8_t>> allowed;       // by part, and by its mines
  std::int64_t fewest_outside = -1, most_outside = -1;  // none, if nothing fits
};

// `parts` says which numbers of mines each may hold, beyond its least; `mines` are those beyond the least of all.
Shares possible_shares(const std::vector<std::vector<std::uint8_t>>& parts, std::int64_t mines,
                       std::int64_t outside_slots, Watch& watch);

}  // namespace minemind
