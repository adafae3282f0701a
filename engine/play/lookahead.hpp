// Look-ahead: which guess leads to the best positions, by analysing what follows from each number that it may show.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/analysis.hpp"

namespace minemind {

// Probabilities that differ by less count as equal, so that rounding does not decide. Python has the same value, in
// guesses.py.
inline constexpr double quantum = 1e-9;

// The value of a guess. It makes progress if a safe cell follows that tells something. A safe cell with an uncertain
// neighbour is assumed to do so, which takes no further counting.
struct Prospect {
  Cell cell = -1;
  double risk = 0;
  double next = 0;      // the probability of surviving this and the next move: such a safe cell, or the safest one
  double progress = 0;  // the probability that such a safe cell follows, if this one is free
  double value = 0;     // what guesses are ranked by: like `next`, but safe cells and new ground count for more
  // The other cell of a 50/50, if it belongs to one. Such a guess is due anyway, so it comes first unless it is dead.
  Cell partner = -1;
};

// Which guesses to examine.
enum class Breadth {
  best,   // those that may be the best
  close,  // those that are nearly as safe as the safest
  all,
};

// The guesses, best first; `rank` decides among equals. Unless all are asked for, a few of the cells that no number
// sees stand for the others, and on a large board only the safest guesses are examined.
std::vector<Prospect> look_ahead(const Analysis& analysis, Breadth breadth, CellSpan<const std::int32_t> rank,
                                 CountCache& cache, Watch& watch);

}  // namespace minemind
