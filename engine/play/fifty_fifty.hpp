// Fifty-fifty: two cells, at most one of which holds a mine; only opening one of them can tell which.
//
// Swapping the two in a solution with a mine in one of them gives another solution, and until one of them is opened,
// both look the same. So half of these games are lost there, now or later, whoever plays. Guessing now costs nothing
// extra, and what the guess shows is known sooner.

#pragma once

#include <utility>
#include <vector>

#include "analysis/analysis.hpp"

namespace minemind {

// The other cell of a 50/50 that a hidden cell belongs to; -1 if there is none. Only finds 50/50s next to a number that
// needs exactly one more mine: a player who guesses needs no others, and needs them fast.
Cell partner_of(const Analysis& analysis, Cell cell, Watch& watch);

// All 50/50s, ascending, each with its lower cell first.
std::vector<std::pair<Cell, Cell>> fifty_fifties(const Analysis& analysis, Watch& watch);

}  // namespace minemind
