// The part of Endgame whose speed does not matter: what each cell shows in each solution, which questions are answered,
// and what only concerns boards with several mines per cell.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/bits.hpp"
#include "core/ranges.hpp"
#include "play/endgame.hpp"

namespace minemind {
namespace {

// The numbers that a cell may show, and one more code for a mine, must fit in a byte.
constexpr std::uint32_t most_codes = 255;

}  // namespace

Endgame::Endgame(const Graph& graph, const Part& part, std::size_t most_nodes, Watch& watch, Search search)
    : columns_(part.cells.size()),
      most_nodes_(most_nodes),
      watch_(watch),
      is_thorough_(search == Search::thorough),
      cells_(part.cells),
      weights_(part.weights) {
  write_numbers(graph, part);
  if (ranges::any_of(part.mines, [](std::uint8_t mines) { return mines > 1; })) {
    merge_equal();
    count_free();
  } else {
    watch_.spend(table_.size());
  }
  is_uniform_ = ranges::all_of(weights_, [this](std::uint64_t weight) { return weight == weights_[0]; });
  begin_memo();
  std::vector<Column> columns(columns_);
  std::iota(columns.begin(), columns.end(), 0U);
  if (blocks_.empty()) blocks_.emplace_back();
  blocks_[0].solutions.resize(weights_.size());
  std::iota(blocks_[0].solutions.begin(), blocks_[0].solutions.end(), 0U);
  make_block(blocks_[0], columns);
}

// Writes what each cell shows in each solution. Mines outside the part are the same in all of them, so they are left
// out.
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

// With several mines per cell there are solutions that nothing can ever distinguish; they count as one.
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

// The solutions in which these cells are free, on an otherwise empty stack.
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

std::vector<Endgame::Move> Endgame::best_moves(std::span<const Cell> candidates, bool all) {
  // Cells that are rarely mines win often, and what wins often tightens the bounds of the others.
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

// If there is a solution whose free cells are all open, takes it out as won and puts the others on the stack.
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

}  // namespace minemind
