#include "prove/triples.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/ranges.hpp"

namespace minemind {
namespace {

// Only cells with dozens of mines leave more to try. They are left to the search for a proof with more numbers.
constexpr std::int64_t most_ways = 100'000;

}  // namespace

// Three numbers that prove a cell are connected, and at least one sees it. A chain of single numbers starts with one
// that settles its cells by itself.
std::vector<std::vector<Cell>> Triples::find(Technique hardest) {
  std::vector<std::vector<Cell>> found;
  const auto is_start = [&](Cell number) { return hardest > Technique::single || settles(number); };
  const auto try_third = [&](Cell a, Cell b, const std::vector<Cell>& candidates) {
    const bool is_started = is_start(a) || is_start(b);
    for (const Cell c : candidates) {
      if (c == a || c == b || !(is_started || is_start(c))) continue;
      budget_.spend(1 << 5);
      if (!proves(a, b, c)) continue;
      std::vector<Cell> numbers{a, b, c};
      ranges::sort(numbers);
      if (ranges::find(found, numbers) == found.end()) found.push_back(std::move(numbers));
    }
  };
  clues_.for_numbers(claim_.cell, [&](Cell a) {
    const std::vector<Cell> around_a = neighbourhood(a);
    for (const Cell b : around_a) {
      if (b == a) continue;
      std::vector<Cell> candidates;
      ranges::set_union(around_a, neighbourhood(b), std::back_inserter(candidates));
      try_third(a, b, candidates);
    }
  });
  ranges::sort(found);
  return found;
}

Triples::Known& Triples::known(Cell number) {
  const auto [at, is_new] = known_.try_emplace(number);
  if (is_new) clues_.read(number, at->second.clue);
  return at->second;
}

const std::vector<Cell>& Triples::neighbourhood(Cell number) {
  Known& of = known(number);
  if (of.neighbourhood.empty()) of.neighbourhood = clues_.neighbourhood(of.clue);
  return of.neighbourhood;
}

bool Triples::settles(Cell number) {
  const Clues::Clue& clue = known(number).clue;
  const auto cells = static_cast<std::int32_t>(clue.hidden.size());
  return clue.need == 0 || clue.need == cells * clues_.per_cell() || cells == 1;
}

// Whether the three numbers are impossible with every number of mines in the cell that the claim denies. `room` is
// indexed by the numbers that see the cells: 1, 2 and 4 for a, b and c.
bool Triples::proves(Cell a, Cell b, Cell c) {
  const Clues::Clue* const clues[] = {&known(a).clue, &known(b).clue, &known(c).clue};
  std::array<std::int64_t, 8> room{};
  std::array<std::size_t, 3> at{};
  std::size_t of_cell = 0;  // its index in room
  while (true) {
    Cell next = INT32_MAX;
    for (std::size_t i = 0; i < 3; ++i)
      if (at[i] < clues[i]->hidden.size()) next = std::min(next, clues[i]->hidden[at[i]]);
    if (next == INT32_MAX) break;
    std::size_t seen = 0;
    for (std::size_t i = 0; i < 3; ++i)
      if (at[i] < clues[i]->hidden.size() && clues[i]->hidden[at[i]] == next) {
        seen |= std::size_t{1} << i;
        ++at[i];
      }
    if (next == claim_.cell)
      of_cell = seen;
    else
      room[seen] += clues_.per_cell();
  }
  if (room[7] * room[3] * clues_.per_cell() > most_ways) return false;
  const std::int64_t first = claim_.is_mine() ? 0 : 1, end = claim_.is_mine() ? claim_.at_least : clues_.per_cell() + 1;
  for (std::int64_t mines = first; mines < end; ++mines) {
    const auto left = [&](std::size_t i) { return clues[i]->need - (of_cell >> i & 1 ? mines : 0); };
    if (is_possible(room, left(0), left(1), left(2))) return false;
  }
  return true;
}

bool Triples::is_possible(const std::array<std::int64_t, 8>& room, std::int64_t a, std::int64_t b,
                          std::int64_t c) const {
  for (std::int64_t all = 0; all <= std::min({room[7], a, b, c}); ++all)
    for (std::int64_t ab = 0; ab <= std::min({room[3], a - all, b - all}); ++ab) {
      const std::int64_t left_a = a - all - ab, left_b = b - all - ab, left_c = c - all;
      const std::int64_t least_ac = std::max<std::int64_t>(0, left_a - room[1]), most_ac = std::min(room[5], left_a);
      const std::int64_t least_bc = std::max<std::int64_t>(0, left_b - room[2]), most_bc = std::min(room[6], left_b);
      if (least_ac > most_ac || least_bc > most_bc) continue;
      if (least_ac + least_bc <= left_c && left_c <= most_ac + most_bc + room[4]) return true;
    }
  return false;
}

}  // namespace minemind
