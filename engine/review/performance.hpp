// Performance: how efficiently a game was clicked, as players measure it: how many clicks, and how many were needed.
// docs/review.md has the definitions; the rates are computed from these counts and the time.

#pragma once

#include <cstddef>

namespace minemind {

struct Performance {
  std::size_t opens = 0, flags = 0, chords = 0;  // clicks, with or without an effect
  std::size_t effective = 0;                     // clicks that made progress
  std::size_t three_bv = 0, solved = 0;          // 3BV of the board, and of what was opened

  std::size_t clicks() const { return opens + flags + chords; }
};

// Computed from the counts and the seconds that the game took; NaN instead of dividing by zero.
struct Rates {
  double three_bv_per_second, efficiency, correctness, throughput, rqp, stnb;
};

// `stnb_factor` depends on the board's size.
Rates rates_of(const Performance& performance, double seconds, double stnb_factor);

}  // namespace minemind
