// Mouse: turns mouse events on a board into clicks.
//
// A cell opens when the left button comes up, a flag changes when the right button goes down, and a chord happens when
// the first of the two comes up while both are down, or when the middle one does. The programs that players use agree
// on this, and on which clicks count.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/cell.hpp"
#include "core/graph.hpp"
#include "files/recording.hpp"

namespace minemind {

enum class ClickKind : std::int32_t { opened, flagged, chorded };

constexpr Cell off_board = -1;

struct Click {
  Cell cell;  // or `off_board`
  ClickKind kind;
  std::int32_t flagged;       // whether the cell has a flag afterwards
  std::int32_t milliseconds;  // since the first cell was opened, negative before
};

// The board under the mouse: cell i is at row i / cols and column i % cols.
struct MousePad {
  Graph graph;
  CellSpan<const std::int32_t> mines;
  std::int32_t cols, pixels;
  bool has_marks;
};

// All clicks until the game is over, including those without effect and those off the board. Before the first cell is
// opened they count only while there are flags.
std::vector<Click> clicks_of(const MousePad& pad, std::span<const MouseEvent> events);

}  // namespace minemind
