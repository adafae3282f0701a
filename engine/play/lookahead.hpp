// Look-ahead: which guess leads to the best positions, by analysing what follows from every number that it may show.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/analysis.hpp"

namespace minemind {

// Probabilities that differ by less are equal, so that no rounding decides. Python has the same, in guesses.py.
inline constexpr double quantum = 1e-9;

// What a guess is worth. It makes progress if a safe cell follows that tells something; a safe cell is taken to do so
// if it has an uncertain neighbour, which needs no further counting.
struct Prospect {
  Cell cell = -1;
  double risk = 0;
  double next = 0;      // the probability to survive this guess and the next move: such a safe cell, or the safest one
  double progress = 0;  // the probability that such a safe cell follows, if this one is free
  double value = 0;     // what guesses are compared by: as `next`, but new ground counts for more
  // The other cell of a 50/50, if it belongs to one. Such a guess is due anyway, so it goes first unless it is dead.
  Cell partner = -1;
};

// Which guesses to look at.
enum class Breadth {
  best,   // those that may be the best
  close,  // those that are nearly as safe as the safest
  all,
};

// Guesses, the best first; `rank` decides among equals. Unless all are asked for, a few of the cells that no number
// sees stand for the others, and on a large board only the safest guesses are looked at.
std::vector<Prospect> look_ahead(const Analysis& analysis, Breadth breadth, CellSpan<const std::int32_t> rank,
                                 CountCache& cache, Watch& watch);

}  // namespace minemind
