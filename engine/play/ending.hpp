// Ending: what is left of a game when few solutions are left, as lists of them.
//
// Hidden cells that can tell nothing about each other fall apart into parts, and each part can be played by itself.
// Components whose mine totals vary belong together because of the mine count, and so do cells that are neighbours: a
// number on one of them counts the mine in the other.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/analysis.hpp"

namespace minemind {

// Hidden cells and every way to mine them.
struct Part {
  std::vector<Cell> cells;             // those of components and of the outside, then free ones that are still closed
  std::vector<std::uint8_t> mines;     // solution by solution, the mines in each cell
  std::vector<std::uint64_t> weights;  // of each solution: how many choices of slots it stands for

  std::size_t solutions() const { return weights.size(); }
};

// The parts of an analysis with a mine count. Throws TooHard where a part has more solutions than allowed.
std::vector<Part> list_ending(const Analysis& analysis, std::size_t most_solutions, Watch& watch);

}  // namespace minemind
