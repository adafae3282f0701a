#include "play/endgame.hpp"

#include <algorithm>

#include "core/bits.hpp"
#include "core/ranges.hpp"

namespace minemind {
namespace {

// A set gets a block of its own if that makes its rows shorter by this factor, or one word instead of at least this
// many: making a block takes about as long as going over the set once.
constexpr std::size_t part_of_row = 8, several_words = 3;

// An alpha that nothing exceeds: only a bound is wanted, and no guess is tried to find it.
constexpr std::uint64_t only_bound = UINT64_MAX;

}  // namespace

// Exact if greater than alpha; otherwise an upper bound that is at most alpha.
std::uint64_t Endgame::value(std::size_t level, const SolutionSet& set, Range active, std::uint64_t alpha) {
  const Block& block = blocks_[level];
  if (set.size == 1) return set.weight;
  if (is_small(set)) return value_of_two(block, set, active);
  if (const Entry& known = passing_entry(set.key); answers(known, set.key, alpha)) return known.value();
  if (set.bound > 0 && set.bound <= alpha && alpha != only_bound) return set.bound;
  watch_.spend(set.size * active.size);
  bool is_exact = true;
  const std::size_t words = words_for(set.size);
  const bool is_long = part_of_row * words <= block.words || (words == 1 && block.words >= several_words);
  const std::uint64_t found =
      is_long ? search_apart(level, set, active, alpha, is_exact) : search(level, set, active, alpha, is_exact);
  if (is_thorough_)
    passing_entry(set.key) = {set.key, found << 1 | std::uint64_t{is_exact}};
  else
    keep(set.key, found, is_exact);
  return found;
}

// Searches a set in a block of its own.
std::uint64_t Endgame::search_apart(std::size_t level, const SolutionSet& set, Range active, std::uint64_t alpha,
                                    bool& is_exact) {
  if (blocks_.size() == level + 1) blocks_.emplace_back();
  Block& block = blocks_[level + 1];
  block.solutions.clear();
  for_each(blocks_[level], set, [&](Solution s) { block.solutions.push_back(s); });
  std::vector<Column> columns;
  columns.reserve(active.size);
  for (std::size_t i = 0; i < active.size; ++i)
    columns.push_back(blocks_[level].columns[active_[active.first + i].column].column);
  ranges::sort(columns);  // among equals the first column is opened first, whatever the block
  make_block(block, columns);
  const std::size_t first = active_.size(), bottom = bits_.size();
  for (std::uint32_t column = 0; column < active.size; ++column) active_.push_back(block.all_numbers(column));
  SolutionSet all = all_of(block);
  all.key = set.key;
  all.weight = set.weight;
  all.bound = set.bound;
  const std::uint64_t found = search(level + 1, all, {first, active.size}, alpha, is_exact);
  active_.resize(first);
  bits_.resize(bottom);
  return found;
}

std::uint64_t Endgame::search(std::size_t level, const SolutionSet& set, Range active, std::uint64_t alpha,
                              bool& is_exact) {
  const std::size_t first = active_.size(), bottom = bits_.size(), tallies = tallies_.size();
  std::uint64_t found = 0;
  if (const auto column = free_column(blocks_[level], set, active)) {
    for (std::size_t i = 0; i < active.size; ++i)
      if (active_[active.first + i].column != column->column) active_.push_back(active_[active.first + i]);
    found = open(level, set, {first, active_.size() - first}, *column, alpha);
    is_exact = found > alpha;
  } else {
    const Range candidates{first, tally(blocks_[level], set, active).size};
    for (std::size_t i = 0; i < candidates.size; ++i) active_.push_back(tallies_[tallies + i].active);
    if (candidates.size == 0) {
      found = heaviest(blocks_[level], set);
      is_exact = true;
    } else if (alpha == only_bound) {
      found = most_survivable(blocks_[level], set, std::span(tallies_).subspan(tallies));
      is_exact = false;
    } else {
      found = decide(level, set, candidates, alpha, is_exact);
    }
  }
  active_.resize(first);
  tallies_.resize(tallies);
  bits_.resize(bottom);
  return found;
}

// No cell is certainly free: the set is a state, to be searched unless its value is known.
std::uint64_t Endgame::decide(std::size_t level, const SolutionSet& set, Range candidates, std::uint64_t alpha,
                              bool& is_exact) {
  const SetKey key = is_thorough_ ? pattern(blocks_[level], set, candidates) : set.key;
  if (is_thorough_)
    if (const Entry& known = entry_of(key); answers(known, key, alpha)) {
      is_exact = known.is_exact();
      return known.value();
    }
  std::uint64_t found = 0, won = 0;
  SolutionSet rest;
  if (take_out_won(blocks_[level], set, rest, won)) {
    found = won + value(level, rest, candidates, alpha > won ? alpha - won : 0);
    is_exact = found > alpha;
  } else {
    found = guess(level, set, candidates, alpha, is_exact);
  }
  if (is_thorough_) keep(key, found, is_exact);
  return found;
}

// No cell is certainly free: the value is that of the best move. The tallies of the candidates are the topmost.
std::uint64_t Endgame::guess(std::size_t level, const SolutionSet& set, Range candidates, std::uint64_t alpha,
                             bool& is_exact) {
  const std::size_t tallies = tallies_.size() - candidates.size;
  // Any given solution can be won, by guessing according to it.
  std::uint64_t best = heaviest(blocks_[level], set), bound = 0;
  const std::uint64_t most = set.bound > 0 ? set.bound : set.weight;
  for (std::size_t i = 0; i < candidates.size && best < most; ++i) {
    const Tally tally = tallies_[tallies + i];
    if (tally.is_dominated) continue;
    const std::uint64_t least = std::max(best, alpha);
    if (tally.safe <= least) {
      bound = std::max(bound, tally.safe);
      continue;
    }
    std::swap(active_[candidates.first], active_[candidates.first + i]);
    const std::uint64_t won = open(level, set, {candidates.first + 1, candidates.size - 1}, tally.active, least);
    std::swap(active_[candidates.first], active_[candidates.first + i]);
    (won > least ? best : bound) = std::max(won > least ? best : bound, won);
  }
  is_exact = best > alpha || bound <= best;
  return is_exact ? best : bound;
}

// Bounds the topmost outcomes and returns the sum of the bounds: first by what is already known, then, while the sum
// exceeds alpha, by rivals, the largest outcomes first.
std::uint64_t Endgame::bound_outcomes(Block& block, std::size_t first, Range active, std::uint64_t alpha) {
  std::uint64_t bound = 0;
  for (SolutionSet& outcome : std::span(outcomes_).subspan(first)) {
    outcome.bound = known_bound(block, outcome, active);
    bound += outcome.bound;
  }
  for (std::size_t i = outcomes_.size(); i-- > first && bound > alpha;) {
    SolutionSet& outcome = outcomes_[i];
    if (is_small(outcome) || outcome.bound < outcome.weight) continue;
    const std::uint64_t winnable = most_winnable(block, outcome);
    bound -= outcome.bound - winnable;
    outcome.bound = winnable;
  }
  return bound;
}

// Tightens the bounds of the topmost outcomes until the sum is at most alpha: opens all that is free in each, and
// bounds what is left of it.
std::uint64_t Endgame::look_further(std::size_t level, std::size_t first, Range active, std::uint64_t alpha,
                                    std::uint64_t bound) {
  for (std::size_t i = outcomes_.size(); i-- > first && (bound > alpha || alpha == only_bound);) {
    const SolutionSet outcome = outcomes_[i];
    if (is_small(outcome)) continue;
    const std::uint64_t least = std::min(outcome.bound, value(level, outcome, active, only_bound));
    bound -= outcome.bound - least;
    outcomes_[i].bound = least;
  }
  return bound;
}

// A bound of a set's value that takes no search.
std::uint64_t Endgame::known_bound(const Block& block, const SolutionSet& set, Range active) {
  if (set.size == 1) return set.weight;
  if (is_small(set)) return value_of_two(block, set, active);
  const Entry& known = passing_entry(set.key);
  return answers(known, set.key, only_bound) ? known.value() : set.weight;
}

// The weight that is won if a column is opened. Like a value, it is exact if greater than alpha.
std::uint64_t Endgame::open(std::size_t level, const SolutionSet& set, Range active, Active column,
                            std::uint64_t alpha) {
  Block& block = blocks_[level];
  const std::size_t first = outcomes_.size(), bottom = bits_.size();
  split(block, set, column);
  std::uint64_t bound = bound_outcomes(block, first, active, alpha);
  if (is_thorough_) bound = look_further(level, first, active, alpha, bound);
  for (std::size_t i = first; i < outcomes_.size() && bound > alpha; ++i) {
    const SolutionSet outcome = outcomes_[i];
    if (is_small(outcome)) continue;  // its bound is its value
    const std::uint64_t others = bound - outcome.bound;
    bound = others + value(level, outcome, active, others >= alpha ? 0 : alpha - others);
  }
  outcomes_.resize(first);
  bits_.resize(bottom);
  return bound;
}

}  // namespace minemind
