// Face: what a cell shows the player, as one integer. Python has the same numbers, in board.py.

#pragma once

#include <cstdint>

namespace minemind {

// A number is itself, from 0 on. A hidden cell is -1, a flag that claims n mines -1 - n, and a hole shows nothing.
inline constexpr std::int32_t hidden_face = -1;
inline constexpr std::int32_t no_cell_face = INT32_MIN;

}  // namespace minemind
