// Obvious moves: the safe cells that follow from single numbers and pairs, opened round by round until nothing more
// follows.
//
// On a large board that is most of a game: half a million moves that take no counting.

#pragma once

#include <cstdint>
#include <vector>

#include "core/cell.hpp"
#include "core/graph.hpp"
#include "core/watch.hpp"

namespace minemind {

struct ObviousMoves {
  std::vector<Cell> cells;          // the cells that were chosen, in order
  std::vector<std::int32_t> areas;  // how many cells opened with each of them, itself included
  std::vector<Cell> opened;         // all cells that opened, move by move
  std::int32_t rounds = 0;          // how often all cells known to be safe were opened at once
};

// The faces must agree with the numbers of the layout, and so must flags, which are trusted.
ObviousMoves open_obvious(const Graph& graph, std::int32_t per_cell, CellSpan<const std::int32_t> faces,
                          CellSpan<const std::int32_t> numbers, Watch& watch);

}  // namespace minemind
