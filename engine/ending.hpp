// Ending: what is left of a game when few solutions are left, as lists of them.
//
// Hidden cells that can tell nothing about each other fall apart into parts: what happens in one says nothing about the
// others, so each can be played by itself. Components whose mine totals vary are tied together by the mine count, and
// so are cells that neighbour each other: a number beside both would count the mines of both.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis.hpp"

namespace minemind {

// Hidden cells and every way to mine them.
struct Part {
  std::vector<Cell> cells;             // those of components and of the outside, then free ones that are still closed
  std::vector<std::uint8_t> mines;     // solution by solution, the mines in each cell
  std::vector<std::uint64_t> weights;  // of each solution: how many choices of slots it stands for

  std::size_t solutions() const { return weights.size(); }
};

// The parts of a counted position. Throws TooHard where one of them has more solutions than allowed.
std::vector<Part> list_ending(const Analysis& analysis, std::size_t most_solutions, Watch& watch);

}  // namespace minemind
