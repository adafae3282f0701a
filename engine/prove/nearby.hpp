// Nearby: the numbers around a cell, in the order in which a player would look at them.

#pragma once

#include <cstddef>
#include <vector>

#include "prove/bounds.hpp"
#include "prove/clues.hpp"

namespace minemind {

// The numbers that see the cell, then those that share cells with these, and so on, up to `limit` numbers.
std::vector<Cell> numbers_near(Cell cell, Clues& clues, Budget& budget, std::size_t limit);

// All numbers that see a hidden cell, those connected with this cell first.
std::vector<Cell> all_numbers(Cell cell, Clues& clues, Budget& budget);

}  // namespace minemind
