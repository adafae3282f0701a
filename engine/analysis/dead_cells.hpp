// Dead cells: cells that show the same number in every solution in which they are free. Opening one tells nothing.

#pragma once

#include <span>
#include <vector>

#include "analysis/analysis.hpp"

namespace minemind {

// Whether a cell with this distribution of numbers can show only one.
bool shows_one_number(std::span<const double> distribution);

// All hidden cells that are free in some solution, and show the same number in every solution in which they are;
// ascending. Integers decide it.
std::vector<Cell> dead_cells(const Analysis& analysis, CountCache& cache, Watch& watch);

}  // namespace minemind
