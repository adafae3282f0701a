// Ending: the last phase of a game, when so few solutions are left that they can be listed.
//
// The hidden cells are divided into parts that tell nothing about each other, so each part can be played by itself.
// Components whose mine totals vary belong together because of the mine count, and so do neighbouring cells: a number
// on one of them counts the mines in the other.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/analysis.hpp"

namespace minemind {

// Some hidden cells, and every way to place mines in them.
struct Part {
  std::vector<Cell> cells;             // those of components and of the outside, then free ones that are still hidden
  std::vector<std::uint8_t> mines;     // solution by solution, the mines in each cell
  std::vector<std::uint64_t> weights;  // of each solution: how many choices of slots it stands for

  std::size_t solutions() const { return weights.size(); }
};

// The parts of an analysis with a mine count. Throws TooHard if a part has more solutions than allowed.
std::vector<Part> list_ending(const Analysis& analysis, std::size_t most_solutions, Watch& watch);

}  // namespace minemind
