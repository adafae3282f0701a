// Obvious moves: what numbers show singly and in pairs, opened round after round until nothing more follows.
//
// On a large board most of a game is that: half a million moves that take no counting.

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
  std::vector<Cell> opened;         // these cells, one move after the other
  std::int32_t rounds = 0;          // how often all that was safe was opened at once
};

// The faces must agree with the numbers of the layout, and so must flags: they are trusted.
ObviousMoves open_obvious(const Graph& graph, std::int32_t per_cell, CellSpan<const std::int32_t> faces,
                          CellSpan<const std::int32_t> numbers, Watch& watch);

}  // namespace minemind
