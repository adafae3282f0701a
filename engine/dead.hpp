// Dead cells: those that show the same number wherever they are free. Opening one tells nothing.

#pragma once

#include <span>
#include <vector>

#include "analysis.hpp"

namespace minemind {

// Whether a cell that shows each number with such a chance can show only one.
bool shows_one_number(std::span<const double> odds);

// All hidden cells that are free in some solution, and show the same number in every solution in which they are;
// ascending. Integers decide it.
std::vector<Cell> dead_cells(const Analysis& analysis, Counts& counts, Watch& watch);

}  // namespace minemind
