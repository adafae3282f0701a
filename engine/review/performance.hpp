// Performance: how a game was clicked, as players measure it: clicks, and how many of them were needed. docs/review.md
// has the definitions; times and rates are made of these counts.

#pragma once

#include <cstddef>

namespace minemind {

struct Performance {
  std::size_t opens = 0, flags = 0, chords = 0;  // clicks, with or without an effect
  std::size_t effective = 0;                     // those that got the player further
  std::size_t three_bv = 0, solved = 0;          // of the board, and of what was opened

  std::size_t clicks() const { return opens + flags + chords; }
};

// What follows from the counts and the seconds that the game took; NaN where something is divided by none.
struct Rates {
  double three_bv_per_second, efficiency, correctness, throughput, rqp, stnb;
};

// `stnb_factor` is that of the board's size.
Rates rates_of(const Performance& performance, double seconds, double stnb_factor);

}  // namespace minemind
