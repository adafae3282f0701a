// System: some numbers of a board as sums over variables. A variable is the number of mines in cells that the same
// numbers see.
//
// The cell that a proof is about is a variable of its own, the first. With the mine count there is one more sum, over
// all hidden cells; those that no number of the system sees are one variable.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/short_vector.hpp"
#include "prove/clues.hpp"

namespace minemind {

using Variable = std::uint32_t;
using Mines = std::int64_t;

// A statement about how many mines some variables hold together.
struct Sum {
  Cell number;  // the number that says so; or whole_board, or derived
  Mines at_least, at_most;
  ShortVector<Variable> over;  // ascending
  std::uint32_t step = 0;      // the step that says so, if it is derived
};

class System {
 public:
  static constexpr Cell derived = -2;
  static constexpr Variable target = 0;

  System(Clues& clues, std::span<const Cell> numbers, Cell about, bool counted);

  // Adds a sum, from a step that was derived or assumed.
  void add(Sum sum);
  void remove_last();

  std::size_t variables() const { return cells_.size(); }
  std::span<const Cell> cells(Variable variable) const { return cells_[variable]; }
  Mines capacity(Variable variable) const { return capacity_[variable]; }
  std::span<const Sum> sums() const { return sums_; }
  std::span<const std::uint32_t> sums_of(Variable variable) const { return sums_of_[variable]; }
  bool is_counted() const { return is_counted_; }

  // The cells of some variables, ascending.
  std::vector<Cell> cells(std::span<const Variable> variables) const;
  // The variables within these cells; none may be there only in part.
  std::vector<Variable> variables_of(std::span<const Cell> cells) const;

  // The component of each number, and how many components there are; the mine count does not connect numbers.
  std::pair<std::vector<std::uint32_t>, std::uint32_t> components() const;

 private:
  void add_variable(ShortVector<Cell> cells, std::int32_t per_cell);
  void count_mines(Clues& clues);

  bool is_counted_;
  std::vector<ShortVector<Cell>> cells_;
  std::vector<Mines> capacity_;
  std::vector<Sum> sums_;
  std::vector<ShortVector<std::uint32_t>> sums_of_;
};

}  // namespace minemind
