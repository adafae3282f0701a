// Decision: which cell to open where nothing is certain.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "analysis.hpp"

namespace minemind {

enum class Style {
  rules,      // never guesses
  exact,      // the least risk
  endgame,    // … and perfect play once few solutions are left
  champion,   // … and before that, the guess that leaves the best of what follows
  lookahead,  // … by that alone, without perfect play
};

struct Decision {
  Cell cell = -1;
  double risk = 0;
  double win = -1;                  // the chance to win from here by perfect play, where that was found out
  double next = -1, progress = -1;  // as of a prospect, where it was looked ahead
  Cell twin = -1;                   // …
};

// `rank` orders cells that are equally good: the lowest goes first. There must be a cell that may be free.
Decision decide(const Analysis& analysis, Style style, std::span<const std::int32_t> rank, Counts& counts,
                Watch& watch);

// How many solutions there are, as a logarithm to base 10; with a count only.
double log_solutions(const Analysis& analysis);

}  // namespace minemind
