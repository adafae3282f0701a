// The part of Endgame that looks at sets of solutions: what they say about a column, and how it splits them.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "core/bits.hpp"
#include "play/endgame.hpp"

namespace minemind {

// Makes the rows of some columns, for the solutions that the block already has.
void Endgame::make_block(Block& block, std::span<const Column> columns) {
  const std::size_t solutions = block.solutions.size(), words = block.words = words_for(solutions);
  const std::size_t rows_of_column = codes_ + 1, words_of_column = rows_of_column * words;
  watch_.spend(columns.size() * (solutions + words_of_column));
  block.rows.assign(columns.size() * words_of_column, 0);
  block.rivals.clear();
  for (std::size_t i = 0; i < solutions; ++i) {
    const std::uint8_t* shown = table_.data() + std::size_t{block.solutions[i]} * columns_;
    std::uint64_t* rows = block.rows.data() + i / word_bits;
    for (const Column column : columns) {
      rows[shown[column] * words] |= std::uint64_t{1} << i % word_bits;
      rows += words_of_column;
    }
  }
  // Empty rows are dropped; that of the mines always stays.
  block.columns.clear();
  std::uint64_t* row = block.rows.data();
  std::uint32_t kept = 0;
  for (const Column column : columns) {
    const std::uint32_t first = kept;
    for (std::size_t code = 0; code < rows_of_column; ++code, row += words)
      if (code == codes_ || is_common(row, row, words)) std::copy_n(row, words, block.rows.data() + kept++ * words);
    block.columns.push_back({column, first, kept - 1 - first});
    if (block.columns.back().numbers > word_bits) throw TooHard{solutions};
  }
}

Endgame::Active Endgame::Block::all_numbers(std::uint32_t column) const {
  const std::uint32_t numbers = columns[column].numbers;
  return {column, numbers == 0 ? 0 : ~std::uint64_t{0} >> (word_bits - numbers)};
}

// All solutions of a block, on the stack.
Endgame::SolutionSet Endgame::all_of(const Block& block) {
  SolutionSet set{bits_.size(), static_cast<std::uint32_t>(block.solutions.size()), {}, 0, 0};
  for (std::size_t w = 0; w < block.words; ++w) {
    const std::size_t left = set.size - w * word_bits;
    bits_.push_back(left >= word_bits ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1);
  }
  return set;
}

// Finds the key and the weight of a set.
void Endgame::add_up(const Block& block, SolutionSet& set) const {
  if (is_uniform_) set.weight = set.size * weights_[0];
  for_each(block, set, [&](Solution s) {
    set.key.place += names_[s].place;
    set.key.check += names_[s].check;
    if (!is_uniform_) set.weight += weights_[s];
  });
}

std::uint64_t Endgame::heaviest(const Block& block, const SolutionSet& set) const {
  if (is_uniform_) return weights_[0];
  std::uint64_t most = 0;
  for_each(block, set, [&](Solution s) { most = std::max(most, weights_[s]); });
  return most;
}

// The weight of the solutions in which a column is free.
std::uint64_t Endgame::safe(const Block& block, const SolutionSet& set, std::uint32_t column) const {
  std::uint64_t weight = 0;
  const Column in_table = block.columns[column].column;
  for_each(block, set, [&](Solution s) { weight += shown(s, in_table) == mine_ ? 0 : weights_[s]; });
  return weight;
}

// Of the columns that are free in all solutions and split them, the one to open: with many outcomes, and no large one.
std::optional<Endgame::Active> Endgame::free_column(const Block& block, const SolutionSet& set, Range active) const {
  const std::uint64_t* bits = bits_.data() + set.first;
  Active best{};
  int most_outcomes = 1;
  std::uint32_t largest_of_best = 0;  // if needed
  for (std::size_t i = 0; i < active.size; ++i) {
    const Active candidate = active_[active.first + i];
    const auto& [in_table, first, numbers] = block.columns[candidate.column];
    if (is_common(bits, block.row(first + numbers), block.words)) continue;
    const Active shown{candidate.column, numbers_shown(block, set, candidate)};
    const int outcomes = std::popcount(shown.numbers);
    if (outcomes < 2 || outcomes < most_outcomes) continue;
    std::uint32_t largest_of_this = 0;
    if (outcomes == most_outcomes) {
      if (largest_of_best == 0) largest_of_best = largest(block, set, best);
      largest_of_this = largest(block, set, shown);
      if (std::pair(largest_of_this, shown.column) > std::pair(largest_of_best, best.column)) continue;
    }
    best = shown;
    most_outcomes = outcomes;
    largest_of_best = largest_of_this;
  }
  if (most_outcomes < 2) return std::nullopt;
  return best;
}

std::uint64_t Endgame::numbers_shown(const Block& block, const SolutionSet& set, Active active) const {
  const std::uint64_t* bits = bits_.data() + set.first;
  const std::uint64_t* rows = block.row(block.columns[active.column].first);
  std::uint64_t shown = 0;
  for_each_bit(active.numbers, [&](std::uint32_t number) {
    shown |= std::uint64_t{is_common(bits, rows + number * block.words, block.words)} << number;
  });
  return shown;
}

// Lists the columns that may still tell something. Those that are mined, or show the same, in all solutions do not. Nor
// do dead ones, which show the same wherever they are free, unless solutions differ in how many cells are free: then
// that the game continues tells something. They are sorted: few mines, many outcomes, no large one.
Endgame::Range Endgame::tally(const Block& block, const SolutionSet& set, Range active) {
  const std::size_t first = tallies_.size();
  for (std::size_t i = 0; i < active.size; ++i) {
    const std::uint32_t column = active_[active.first + i].column;
    const Active shown{column, numbers_shown(block, set, active_[active.first + i])};
    const auto outcomes = static_cast<std::uint32_t>(std::popcount(shown.numbers));
    if (outcomes < 2 && free_.empty()) continue;
    const auto& [in_table, row, numbers] = block.columns[column];
    const std::uint32_t free = set.size - count_common(bits_.data() + set.first, block.row(row + numbers), block.words);
    if (outcomes < 2 && (free == 0 || free == set.size)) continue;
    const std::uint64_t weight = is_uniform_ ? free * weights_[0] : safe(block, set, column);
    tallies_.push_back({shown, free, outcomes, 0, weight, false});
  }
  sort(block, set, std::span(tallies_).subspan(first));
  mark_dominated(block, set, std::span(tallies_).subspan(first));
  return {first, tallies_.size() - first};
}

// In how many solutions of a set a column shows its most common number.
std::uint32_t Endgame::largest(const Block& block, const SolutionSet& set, Active active) const {
  const std::uint32_t first = block.columns[active.column].first;
  std::uint32_t most = 0;
  for_each_bit(active.numbers, [&](std::uint32_t number) {
    most = std::max(most, count_common(bits_.data() + set.first, block.row(first + number), block.words));
  });
  return most;
}

// The most common outcomes are counted only if they decide.
void Endgame::sort(const Block& block, const SolutionSet& set, std::span<Tally> tallies) const {
  const auto is_before = [&](Tally& a, Tally& b) {
    if (a.free != b.free) return a.free > b.free;
    if (a.safe != b.safe) return a.safe > b.safe;
    if (a.outcomes != b.outcomes) return a.outcomes > b.outcomes;
    for (Tally* tally : {&a, &b})
      if (tally->largest == 0) tally->largest = largest(block, set, tally->active);
    if (a.largest != b.largest) return a.largest < b.largest;
    return a.active.column < b.active.column;
  };
  for (std::size_t i = 1; i < tallies.size(); ++i)
    for (std::size_t j = i; j > 0 && is_before(tallies[j], tallies[j - 1]); --j) std::swap(tallies[j], tallies[j - 1]);
}

// Either some cell distinguishes the two without risk, or a guess wins one of them.
std::uint64_t Endgame::value_of_two(const Block& block, const SolutionSet& set, Range active) const {
  Solution pair[2] = {};
  for_each(block, set, [&, i = 0](Solution s) mutable { pair[i++] = s; });
  for (std::size_t i = 0; i < active.size; ++i) {
    const Column column = block.columns[active_[active.first + i].column].column;
    const std::uint8_t a = shown(pair[0], column), b = shown(pair[1], column);
    if (a != b && a != mine_ && b != mine_) return set.weight;
  }
  return std::max(weights_[pair[0]], weights_[pair[1]]);
}

// Puts the solutions in which a column is free on the stacks, as a set for each number that it shows. Small ones first:
// what they lose is known sooner.
void Endgame::split(const Block& block, const SolutionSet& set, Active column) {
  const std::size_t first = outcomes_.size();
  std::uint32_t free = 0;
  for_each_bit(column.numbers, [&](std::uint32_t number) {
    outcomes_.push_back(in_row(block, set, block.columns[column.column].first + number));
    free += outcomes_.back().size;
  });
  const auto outcomes = std::span(outcomes_).subspan(first);
  for (std::size_t i = 1; i < outcomes.size(); ++i)
    for (std::size_t j = i; j > 0 && outcomes[j].size < outcomes[j - 1].size; --j)
      std::swap(outcomes[j], outcomes[j - 1]);
  add_up_outcomes(block, set, column, first, set.size - free);
}

// The solutions of a set that are in a row of the block, on the stack.
Endgame::SolutionSet Endgame::in_row(const Block& block, const SolutionSet& set, std::size_t row) {
  SolutionSet found{bits_.size(), 0, {}, 0, 0};
  bits_.resize(found.first + block.words);
  const std::uint64_t *all = bits_.data() + set.first, *own = block.row(row);
  std::uint64_t* bits = bits_.data() + found.first;
  for (std::size_t w = 0; w < block.words; ++w) bits[w] = all[w] & own[w];
  found.size = count_common(bits, bits, block.words);
  return found;
}

// Adding up takes a step for each solution. So the largest outcome gets the rest: what remains without the other
// outcomes and the solutions in which the column is mined, unless there are more of these.
void Endgame::add_up_outcomes(const Block& block, const SolutionSet& set, Active column, std::size_t first,
                              std::uint32_t mined) {
  const bool by_rest = mined < outcomes_.back().size;
  SolutionSet rest = set;
  const auto add_up_and_take = [&](SolutionSet& part) {
    add_up(block, part);
    rest.key.place -= part.key.place;
    rest.key.check -= part.key.check;
    rest.weight -= part.weight;
  };
  for (std::size_t i = first; i < outcomes_.size() - by_rest; ++i) add_up_and_take(outcomes_[i]);
  if (!by_rest) return;
  if (mined > 0) {
    const auto& [in_table, row, numbers] = block.columns[column.column];
    SolutionSet lost = in_row(block, set, row + numbers);
    add_up_and_take(lost);
    bits_.resize(lost.first);
  }
  outcomes_.back().key = rest.key;
  outcomes_.back().weight = rest.weight;
}

}  // namespace minemind
