#include "play/endgame.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/bits.hpp"
#include "core/random.hpp"
#include "core/ranges.hpp"

namespace minemind {
namespace {

// Where the memo begins; it doubles as it fills.
constexpr std::size_t first_entries = 1 << 8;

// The numbers that a cell may show, and one more code for a mine, fit a byte.
constexpr std::uint32_t most_codes = 255;

// A set that would do with this part of a row, or with one word instead of three, is searched in a block of its own:
// making one takes about as long as looking at the set once.
constexpr std::size_t part_of_row = 8, several_words = 3;

// Names of solutions are random words, the same in every search. Two sets are mistaken for one if both words of their
// keys agree: among a billion sets that has a probability below 10^-20.
constexpr std::uint64_t name_seed = 0x6D696E656D696E64;

}  // namespace

Endgame::Endgame(const Graph& graph, const Part& part, std::size_t most_nodes, Watch& watch)
    : columns_(part.cells.size()), most_nodes_(most_nodes), watch_(watch), cells_(part.cells), weights_(part.weights) {
  write_numbers(graph, part);
  if (ranges::any_of(part.mines, [](std::uint8_t mines) { return mines > 1; })) {
    merge_equal();
    count_free();
  } else {
    watch_.spend(table_.size());
  }
  is_uniform_ = ranges::all_of(weights_, [this](std::uint64_t weight) { return weight == weights_[0]; });
  Random random(name_seed);
  names_.resize(weights_.size());
  for (SetKey& name : names_) name = {random.next(), random.next()};
  memo_.assign(first_entries, {});
  std::vector<Column> columns(columns_);
  std::iota(columns.begin(), columns.end(), 0U);
  if (blocks_.empty()) blocks_.emplace_back();
  blocks_[0].solutions.resize(weights_.size());
  std::iota(blocks_[0].solutions.begin(), blocks_[0].solutions.end(), 0U);
  make_block(blocks_[0], columns);
}

// What each cell shows in each solution. Mines outside the part are the same in all of them, and left out.
void Endgame::write_numbers(const Graph& graph, const Part& part) {
  CellVector<std::uint32_t> column_of(graph.indices(), UINT32_MAX);
  for (Column c = 0; c < columns_; ++c) column_of[cells_[c]] = c;
  std::vector<std::uint32_t> offsets{0}, neighbours;
  for (const Cell cell : cells_) {
    for (const Cell other : graph.neighbours(cell))
      if (column_of[other] != UINT32_MAX) neighbours.push_back(column_of[other]);
    offsets.push_back(static_cast<std::uint32_t>(neighbours.size()));
  }
  table_.resize(part.mines.size());
  for (std::size_t s = 0; s < part.solutions(); ++s) {
    watch_.spend(neighbours.size());
    const std::uint8_t* mines = part.mines.data() + s * columns_;
    for (Column c = 0; c < columns_; ++c) {
      std::uint32_t number = 0;
      for (std::uint32_t i = offsets[c]; i < offsets[c + 1]; ++i) number += mines[neighbours[i]];
      codes_ = std::max(codes_, mines[c] == 0 ? number + 1 : 0);
      table_[s * columns_ + c] = static_cast<std::uint8_t>(number);
    }
    if (codes_ > most_codes) throw TooHard{part.solutions()};
  }
  mine_ = static_cast<std::uint8_t>(codes_);
  for (std::size_t i = 0; i < table_.size(); ++i) table_[i] = part.mines[i] > 0 ? mine_ : table_[i];
}

// With several mines per cell there are solutions that nothing will ever tell apart; they count as one.
void Endgame::merge_equal() {
  std::vector<Solution> order(weights_.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto row = [&](Solution s) { return std::span(table_).subspan(std::size_t{s} * columns_, columns_); };
  const auto equal = [&](Solution a, Solution b) { return ranges::equal(row(a), row(b)); };
  const auto is_less = [&](Solution a, Solution b) {
    watch_.spend(columns_);
    return ranges::lexicographical_compare(row(a), row(b));
  };
  ranges::sort(order, is_less);
  std::vector<std::uint8_t> table;
  std::vector<std::uint64_t> weights;
  for (std::size_t i = 0; i < order.size(); ++i) {
    watch_.spend(columns_);
    if (i > 0 && equal(order[i - 1], order[i])) {
      weights.back() += weights_[order[i]];
      continue;
    }
    const auto cells = row(order[i]);
    table.insert(table.end(), cells.begin(), cells.end());
    weights.push_back(weights_[order[i]]);
  }
  table_ = std::move(table);
  weights_ = std::move(weights);
}

void Endgame::count_free() {
  for (Solution s = 0; s < weights_.size(); ++s) {
    watch_.spend(columns_);
    const auto row = std::span(table_).subspan(std::size_t{s} * columns_, columns_);
    free_.push_back(static_cast<std::uint32_t>(columns_ - static_cast<std::size_t>(ranges::count(row, mine_))));
  }
  if (ranges::all_of(free_, [this](std::uint32_t free) { return free == free_[0]; })) free_.clear();
}

// The solutions in which some cells are free, on otherwise empty stacks.
Endgame::SolutionSet Endgame::solutions_with(std::span<const Cell> free) {
  const Block& block = blocks_[0];
  bits_.clear();
  SolutionSet set = all_of(block);
  for (const Cell cell : free) {
    const auto place = ranges::find(cells_, cell);
    if (place == cells_.end()) continue;
    watch_.spend(block.words);
    const auto& column = block.columns[static_cast<std::size_t>(place - cells_.begin())];
    const std::uint64_t* mines = block.row(column.first + column.numbers);
    for (std::size_t w = 0; w < block.words; ++w) bits_[set.first + w] &= ~mines[w];
  }
  set.size = count_common(bits_.data() + set.first, bits_.data() + set.first, block.words);
  watch_.spend(set.size);
  add_up(block, set);
  return set;
}

Endgame::Range Endgame::all_columns() {
  active_.clear();
  for (std::uint32_t column = 0; column < columns_; ++column) active_.push_back(blocks_[0].all_numbers(column));
  tallies_.clear();
  outcomes_.clear();
  return {0, columns_};
}

std::uint64_t Endgame::weight(std::span<const Cell> free) { return solutions_with(free).weight; }

std::uint64_t Endgame::won(std::span<const Cell> free) {
  const SolutionSet set = solutions_with(free);
  return set.size == 0 ? 0 : value(0, set, all_columns(), 0);
}

// Exact if it is more than alpha; otherwise an upper bound that is at most alpha.
std::uint64_t Endgame::value(std::size_t level, const SolutionSet& set, Range active, std::uint64_t alpha) {
  const Block& block = blocks_[level];
  if (set.size == 1) return set.weight;
  if (is_small(set)) return value_of_two(block, set, active);
  if (const Entry& known = entry_of(set.key); known.is_used() && (known.is_exact() || known.value() <= alpha))
    return known.value();
  if (set.bound > 0 && set.bound <= alpha) return set.bound;
  watch_.spend(set.size * active.size);
  bool is_exact = true;
  const std::size_t words = words_for(set.size);
  const bool is_long = part_of_row * words <= block.words || (words == 1 && block.words >= several_words);
  const std::uint64_t found =
      is_long ? search_apart(level, set, active, alpha, is_exact) : search(level, set, active, alpha, is_exact);
  Entry& entry = entry_of(set.key);
  if (!entry.is_used() && ++nodes_ > most_nodes_) throw TooHard{nodes_};
  entry = {set.key, found << 1 | std::uint64_t{is_exact}};
  if (4 * nodes_ > 3 * memo_.size()) grow();
  return found;
}

// In a block of its own.
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
  std::uint64_t found = 0, won = 0;
  SolutionSet rest;
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
    } else if (take_out_won(blocks_[level], set, rest, won)) {
      found = won + value(level, rest, candidates, alpha > won ? alpha - won : 0);
      is_exact = found > alpha;
    } else {
      found = guess(level, set, candidates, alpha, is_exact);
    }
  }
  active_.resize(first);
  tallies_.resize(tallies);
  bits_.resize(bottom);
  return found;
}

// If there is a solution whose free cells are all open, it is won, and the rest is put on the stack.
bool Endgame::take_out_won(const Block& block, const SolutionSet& set, SolutionSet& rest, std::uint64_t& won) {
  if (free_.empty()) return false;
  watch_.spend(columns_ * set.size);
  std::vector<std::uint8_t> is_mined(columns_, 0);
  for_each(block, set, [&](Solution s) {
    for (Column c = 0; c < columns_; ++c) is_mined[c] |= shown(s, c) == mine_;
  });
  const auto open = static_cast<std::uint32_t>(ranges::count(is_mined, 0));
  std::size_t over = 0;
  const auto is_in = [&](std::size_t i) { return bits_[set.first + i / word_bits] >> i % word_bits & 1; };
  while (over < block.solutions.size() && !(is_in(over) && free_[block.solutions[over]] == open)) ++over;
  if (over == block.solutions.size()) return false;
  won = weights_[block.solutions[over]];
  rest = {bits_.size(), set.size - 1, {}, 0, 0};
  for (std::size_t w = 0; w < block.words; ++w) bits_.push_back(bits_[set.first + w]);
  bits_[rest.first + over / word_bits] &= ~(std::uint64_t{1} << over % word_bits);
  add_up(block, rest);
  return true;
}

// No cell is free for sure: the best of the moves. The tallies of the candidates are the topmost.
std::uint64_t Endgame::guess(std::size_t level, const SolutionSet& set, Range candidates, std::uint64_t alpha,
                             bool& is_exact) {
  const std::size_t tallies = tallies_.size() - candidates.size;
  // Any guess can be chosen so that one given solution is won.
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

// Bounds the topmost outcomes, and returns the sum: first by what is known of them, and if that is more than alpha by
// their rivals, the largest first.
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

// What is known of a set without looking at its solutions.
std::uint64_t Endgame::known_bound(const Block& block, const SolutionSet& set, Range active) {
  if (set.size == 1) return set.weight;
  if (is_small(set)) return value_of_two(block, set, active);
  const Entry& known = entry_of(set.key);
  return known.is_used() ? known.value() : set.weight;
}

// What is won if a column is opened. Exact if it is more than alpha, as a value is.
std::uint64_t Endgame::open(std::size_t level, const SolutionSet& set, Range active, Active column,
                            std::uint64_t alpha) {
  Block& block = blocks_[level];
  const std::size_t first = outcomes_.size(), bottom = bits_.size();
  split(block, set, column);
  std::uint64_t bound = bound_outcomes(block, first, active, alpha);
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

std::vector<Endgame::Move> Endgame::best_moves(std::span<const Cell> candidates, bool all) {
  // What is rarely a mine wins often, and what wins often tightens the bounds of the others.
  std::vector<Move> first;
  for (const Cell cell : candidates) first.push_back({cell, weight(std::span(&cell, 1)), 0});
  ranges::stable_sort(first, std::greater{}, &Move::safe);
  std::vector<Move> moves;
  for (Move move : first) {
    const SolutionSet set = solutions_with(std::span(&move.cell, 1));
    if (set.size == 0) continue;
    const std::uint64_t best = moves.empty() ? 1 : moves[0].won;
    if (!all && !moves.empty() && set.weight <= best) break;
    move.won = value(0, set, all_columns(), all || moves.empty() ? best - 1 : best);
    if (move.won < best || (move.won == best && !all && !moves.empty())) continue;
    if (move.won > best) moves.clear();
    moves.push_back(move);
  }
  ranges::sort(moves, {}, &Move::cell);
  return moves;
}

// Where the value of a set is kept, or will be.
Endgame::Entry& Endgame::entry_of(SetKey key) {
  std::size_t at = key.place & (memo_.size() - 1);
  while (memo_[at].is_used() && memo_[at].key != key) at = (at + 1) & (memo_.size() - 1);
  return memo_[at];
}

void Endgame::grow() {
  std::vector<Entry>& old = workspace_->spare_memo;  // the larger one before, and the old one after the swap
  fill_with_zeros(old, 2 * memo_.size(), watch_);
  old.swap(memo_);
  for (const Entry& entry : old) {
    watch_.spend(1);
    if (entry.is_used()) entry_of(entry.key) = entry;
  }
}

}  // namespace minemind
