// Lookahead: which guess leaves the best of what follows, by counting again for every number that it may show.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis.hpp"

namespace minemind {

// What a guess is worth.
struct Prospect {
  Cell cell = -1;
  double risk = 0;
  double next = 0;      // the chance to survive this guess and the safest next step
  double progress = 0;  // the chance that something is safe afterwards, if it is no mine
  double value = 0;     // what guesses are compared by: as next, but new ground counts for more
};

// Which guesses to look at.
enum class Breadth {
  best,   // those that may be the best
  close,  // those that are nearly as safe as the safest
  all,
};

// Guesses, the best first; `rank` is for equals. Of cells that no number sees, one stands for all that are alike.
std::vector<Prospect> look_ahead(const Analysis& analysis, Breadth breadth, std::span<const std::int32_t> rank,
                                 Counts& counts, Watch& watch);

}  // namespace minemind
