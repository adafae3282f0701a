// Lookahead: which guess leaves the best of what follows, by counting again for every number that it may show.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis.hpp"

namespace minemind {

// Chances that differ by less are the same, so that no rounding decides. Python has the same, in guesses.py.
inline constexpr double quantum = 1e-9;

// What a guess is worth. A safe cell tells something if it has an uncertain neighbour, as far as that is known without
// counting all over again.
struct Prospect {
  Cell cell = -1;
  double risk = 0;
  double next =
      0;  // the chance to survive this guess and the next step: a safe cell that tells something, or the safest
  double progress = 0;  // the chance that there is such a safe cell afterwards, if it is no mine
  double value = 0;     // what guesses are compared by: as next, but new ground counts for more
  // The other cell of a pair, if it belongs to one: such a guess is due anyway. Unless it tells nothing, it goes first.
  Cell twin = -1;
};

// Which guesses to look at.
enum class Breadth {
  best,   // those that may be the best
  close,  // those that are nearly as safe as the safest
  all,
};

// Guesses, the best first; `rank` is for equals. Unless all are asked for, some of the cells that no number sees stand
// for the others, and only the safest are looked at on a large board.
std::vector<Prospect> look_ahead(const Analysis& analysis, Breadth breadth, std::span<const std::int32_t> rank,
                                 Counts& counts, Watch& watch);

}  // namespace minemind
