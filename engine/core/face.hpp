// Face: what a cell shows the player, as one integer. Python defines the same numbers in board.py.

#pragma once

#include <cstdint>

namespace minemind {

// An open cell is its number. A hidden cell is -1, a flag that claims n mines is -1 - n; a hole has a value of its own.
inline constexpr std::int32_t hidden_face = -1;
inline constexpr std::int32_t no_cell_face = INT32_MIN;

}  // namespace minemind
