// Step: one line of a proof that a person can check by eye. It bounds the number of mines in some cells, and follows
// from nothing but the numbers and the earlier steps that it names.
//
// A proof by contradiction starts with an assumption, one level deeper. The steps after it build on it, down to an
// impossible one: at least one mine in no cells. The contradiction, one level up again, concludes that the assumption
// is wrong.

#pragma once

#include <cstdint>
#include <vector>

#include "core/cell.hpp"

namespace minemind {

// How a step is derived, easiest first.
enum class Technique : std::uint8_t { assumption, single, subset, overlap, sum, mine_count, contradiction };

struct Step {
  Technique technique = Technique::single;
  std::vector<Cell> numbers;         // that it uses, ascending
  std::vector<Cell> subtracted;      // of these, those that a sum subtracts, ascending
  bool counts_mines = false;         // whether it also uses the mine count
  std::vector<std::uint32_t> steps;  // earlier steps that it builds on
  std::vector<Cell> cells;           // that it is about, ascending; none if it is impossible
  std::int64_t at_least = 0, at_most = 0;
  std::uint32_t depth = 0;  // the number of assumptions that it is under
};

// What a proof must show about a cell: that it holds at least this many mines, or, if that is 0, that it is safe.
struct Claim {
  Cell cell;
  std::int32_t at_least;

  bool is_mine() const { return at_least > 0; }
};

}  // namespace minemind
