// Step: one line of a proof that a person can check by eye. It says how many mines some cells hold at least and at
// most, and follows from the numbers and the earlier steps that it names, and from nothing else.
//
// A proof by contradiction opens with an assumption, one level deeper. The steps below it build on it, up to one that
// cannot be: no cells at all that hold a mine. The contradiction, one level up again, says that the assumption is
// wrong.

#pragma once

#include <cstdint>
#include <vector>

#include "core/cell.hpp"

namespace minemind {

// What a step takes, the easiest first.
enum class Technique : std::uint8_t { assumption, single, subset, overlap, sum, mine_count, contradiction };

struct Step {
  Technique technique = Technique::single;
  std::vector<Cell> numbers;         // that it reads, ascending
  std::vector<Cell> subtracted;      // those of a sum that are taken from the others, ascending
  bool counts_mines = false;         // whether it also reads the mine count
  std::vector<std::uint32_t> steps;  // earlier ones that it builds on
  std::vector<Cell> cells;           // that it is about, ascending; none if it is absurd
  std::int64_t at_least = 0, at_most = 0;
  std::uint32_t depth = 0;  // how many assumptions it stands under
};

// What a proof is to show of a cell: that it holds at least so many mines; or that it is safe, if that is none.
struct Claim {
  Cell cell;
  std::int32_t at_least;

  bool is_mine() const { return at_least > 0; }
};

}  // namespace minemind
