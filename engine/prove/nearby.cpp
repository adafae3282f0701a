#include "prove/nearby.hpp"

#include <cstdint>

namespace minemind {

std::vector<Cell> numbers_near(Cell cell, Clues& clues, Budget& budget, std::size_t limit) {
  std::vector<Cell> numbers;
  Clues::Clue clue;
  auto& mark = clues.mark();
  const auto visit = [&](Cell number) {
    if (mark[number] != Clues::none || numbers.size() == limit) return;
    mark[number] = 0;
    numbers.push_back(number);
  };
  clues.for_numbers(cell, visit);
  for (std::size_t next = 0; next < numbers.size() && numbers.size() < limit; ++next) {
    clues.read(numbers[next], clue);
    budget.spend(clue.hidden.size());
    for (const Cell shared : clue.hidden) clues.for_numbers(shared, visit);
  }
  for (const Cell number : numbers) mark[number] = Clues::none;
  return numbers;
}

std::vector<Cell> all_numbers(Cell cell, Clues& clues, Budget& budget) {
  std::vector<Cell> numbers = numbers_near(cell, clues, budget, SIZE_MAX);
  auto& mark = clues.mark();
  for (const Cell number : numbers) mark[number] = 0;
  const std::size_t near = numbers.size();
  Clues::Clue clue;
  for (const Cell number : clues.cells()) {
    budget.spend(1);
    if (!clues.is_number(number) || mark[number] != Clues::none) continue;
    clues.read(number, clue);
    if (!clue.hidden.empty()) numbers.push_back(number);
  }
  for (std::size_t i = 0; i < near; ++i) mark[numbers[i]] = Clues::none;
  return numbers;
}

}  // namespace minemind
