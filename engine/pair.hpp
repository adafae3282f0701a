// Pair: two cells of which at most one holds a mine, and that nothing but opening one of them can tell apart.
//
// Take a solution with a mine in one of them, and swap the two: that is a solution as well, and until one of them is
// opened both show the same. So half of these games are lost there, now or later, whoever plays. Opening one of the two
// now costs nothing that would not be paid anyway, and what it shows is known the sooner.

#pragma once

#include <utility>
#include <vector>

#include "analysis.hpp"

namespace minemind {

// The other cell of such a pair that a hidden cell belongs to; -1 if there is none. Only pairs are found of which a
// number says that it misses one mine: who guesses needs no more, and needs it fast.
Cell twin_of(const Analysis& analysis, Cell cell, Watch& watch);

// All such pairs, each and all of them ascending.
std::vector<std::pair<Cell, Cell>> fifty_fifties(const Analysis& analysis, Watch& watch);

}  // namespace minemind
