// Mouse: what the buttons of a mouse did to a board, as clicks.
//
// A cell opens when the left button comes up, a flag changes when the right button goes down, and a chord happens when
// one of two buttons comes up, or the middle one. Programs that players use agree on this, and on what they count.

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
  std::int32_t flagged;       // whether the cell then has a flag
  std::int32_t milliseconds;  // since the first cell was opened, negative before
};

// The board that a mouse was moved over: cell i is at row i / cols and column i % cols.
struct MousePad {
  Graph graph;
  CellSpan<const std::int32_t> mines;
  std::int32_t cols, pixels;
  bool has_marks;
};

// All clicks until the game is over, also those without effect and those off the board. Before the first cell is opened
// they count only while there are flags.
std::vector<Click> clicks_of(const MousePad& pad, std::span<const MouseEvent> events);

}  // namespace minemind
