// Fifty-fifty: two cells of which at most one holds a mine, and that nothing but a guess can tell apart.
//
// Swap the two in a solution with a mine in one of them: that is a solution as well, and until one of them is opened
// both look the same. So half of these games are lost there, now or later, whoever plays. Guessing now costs nothing
// that would not be paid anyway, and what the guess shows is known sooner.

#pragma once

#include <utility>
#include <vector>

#include "analysis/analysis.hpp"

namespace minemind {

// The other cell of a 50/50 that a hidden cell belongs to; -1 if there is none. It only looks where a number needs
// exactly one more mine: a player who guesses needs no more, and needs it fast.
Cell partner_of(const Analysis& analysis, Cell cell, Watch& watch);

// All 50/50s, ascending, each with its lower cell first.
std::vector<std::pair<Cell, Cell>> fifty_fifties(const Analysis& analysis, Watch& watch);

}  // namespace minemind
