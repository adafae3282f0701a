#include "play/endgame.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/random.hpp"

namespace minemind {
namespace {

// Where the memo begins; it doubles as it fills.
constexpr std::size_t first_entries = 1 << 8;

// The numbers that a cell may show, and one more code for a mine, fit a byte.
constexpr std::uint32_t most_codes = 255;

// Names of solutions are random words, the same in every search. Two sets are mistaken for one if both words of their
// keys agree: among a billion sets that has a probability below 10^-20.
constexpr std::uint64_t name_seed = 0x6D696E656D696E64;

}  // namespace

Endgame::Endgame(const Graph& graph, const Part& part, std::size_t most_nodes, Watch& watch)
    : columns_(part.cells.size()), most_nodes_(most_nodes), watch_(watch), cells_(part.cells), weights_(part.weights) {
  write_numbers(graph, part);
  merge_equal();
  is_uniform_ = std::ranges::all_of(weights_, [this](std::uint64_t weight) { return weight == weights_[0]; });
  for (Solution s = 0; s < weights_.size(); ++s) {
    watch_.spend(columns_);
    const auto row = std::span(table_).subspan(std::size_t{s} * columns_, columns_);
    free_.push_back(static_cast<std::uint32_t>(columns_ - static_cast<std::size_t>(std::ranges::count(row, mine_))));
  }
  if (std::ranges::all_of(free_, [this](std::uint32_t free) { return free == free_[0]; })) free_.clear();
  Random random(name_seed);
  names_.resize(weights_.size());
  for (SetKey& name : names_) name = {random.next(), random.next()};
  memo_.resize(first_entries);
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
      if (mines[c] == 0) codes_ = std::max(codes_, number + 1);
      if (codes_ > most_codes) throw TooHard{part.solutions()};
      table_[s * columns_ + c] = static_cast<std::uint8_t>(number);
    }
  }
  mine_ = static_cast<std::uint8_t>(codes_);
  for (std::size_t i = 0; i < table_.size(); ++i)
    if (part.mines[i] > 0) table_[i] = mine_;
}

// With several mines per cell there are solutions that nothing will ever tell apart; they count as one.
void Endgame::merge_equal() {
  std::vector<Solution> order(weights_.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto row = [&](Solution s) { return std::span(table_).subspan(std::size_t{s} * columns_, columns_); };
  const auto equal = [&](Solution a, Solution b) { return std::ranges::equal(row(a), row(b)); };
  const auto is_less = [&](Solution a, Solution b) {
    watch_.spend(columns_);
    return std::ranges::lexicographical_compare(row(a), row(b));
  };
  std::ranges::sort(order, is_less);
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

void Endgame::add(SolutionSet& set, Solution s) {
  ++set.range.size;
  set.key.place += names_[s].place;
  set.key.check += names_[s].check;
  set.weight += weights_[s];
}

// The solutions in which some cells are free, on an otherwise empty stack.
Endgame::SolutionSet Endgame::solutions_with(std::span<const Cell> free) {
  std::vector<Column> columns;
  for (const Cell cell : free) {
    const auto place = std::ranges::find(cells_, cell);
    if (place != cells_.end()) columns.push_back(static_cast<Column>(place - cells_.begin()));
  }
  solutions_.clear();
  SolutionSet set;
  for (Solution s = 0; s < weights_.size(); ++s) {
    watch_.spend(1 + columns.size());
    if (std::ranges::any_of(columns, [&](Column c) { return shown(s, c) == mine_; })) continue;
    solutions_.push_back(s);
    add(set, s);
  }
  return set;
}

Endgame::Range Endgame::all_columns() {
  active_.resize(columns_);
  std::iota(active_.begin(), active_.end(), 0U);
  tallies_.clear();
  outcomes_.clear();
  return {0, columns_};
}

std::uint64_t Endgame::weight(std::span<const Cell> free) { return solutions_with(free).weight; }

std::uint64_t Endgame::won(std::span<const Cell> free) {
  const SolutionSet set = solutions_with(free);
  return set.range.size == 0 ? 0 : value(set, all_columns(), 0);
}

std::uint64_t Endgame::heaviest(const SolutionSet& set) const {
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < set.range.size; ++i) most = std::max(most, weights_[solutions_[set.range.first + i]]);
  return most;
}

// Columns that are mined or show the same in all solutions tell nothing more, nor do dead ones, which show the same
// wherever they are free: none of these is listed. What is free everywhere comes first.
Endgame::Range Endgame::tally(const SolutionSet& set, Range active) {
  const std::size_t stride = codes_ + 1;  // a mine is the last code
  counts_.assign(active.size * stride, 0);
  const std::size_t first = tallies_.size();
  tallies_.resize(first + active.size);
  Tally* const tallies = tallies_.data() + first;
  const Column* const columns = active_.data() + active.first;
  for (std::size_t i = 0; i < active.size; ++i) tallies[i] = {columns[i], 0, 0, 0, 0};
  for (std::size_t i = 0; i < set.range.size; ++i) {
    const Solution s = solutions_[set.range.first + i];
    const std::uint8_t* row = table_.data() + std::size_t{s} * columns_;
    std::uint32_t* counts = counts_.data();
    for (std::size_t c = 0; c < active.size; ++c, counts += stride) ++counts[row[columns[c]]];
    if (is_uniform_) continue;
    for (std::size_t c = 0; c < active.size; ++c)
      if (row[columns[c]] != mine_) tallies[c].safe += weights_[s];
  }
  std::size_t kept = 0;
  for (std::size_t c = 0; c < active.size; ++c) {
    Tally tally = tallies[c];
    tally.free = static_cast<std::uint32_t>(set.range.size) - counts_[c * stride + codes_];
    if (is_uniform_) tally.safe = tally.free * weights_[0];
    for (std::uint32_t code = 0; code < codes_; ++code) {
      const std::uint32_t count = counts_[c * stride + code];
      tally.outcomes += count > 0;
      tally.largest = std::max(tally.largest, count);
    }
    const bool is_open_question = !free_.empty() && tally.free > 0 && tally.free < set.range.size;
    if (tally.outcomes >= 2 || is_open_question) tallies[kept++] = tally;
  }
  tallies_.resize(first + kept);
  // Few mines, many outcomes, no large one.
  std::sort(tallies, tallies + kept, [](const Tally& a, const Tally& b) {
    if (a.free != b.free) return a.free > b.free;
    if (a.safe != b.safe) return a.safe > b.safe;
    if (a.outcomes != b.outcomes) return a.outcomes > b.outcomes;
    if (a.largest != b.largest) return a.largest < b.largest;
    return a.column < b.column;
  });
  return {first, kept};
}

// Either something tells them apart without risk, or a guess wins one of them.
std::uint64_t Endgame::value_of_two(const SolutionSet& set, Range active) const {
  const Solution a = solutions_[set.range.first], b = solutions_[set.range.first + 1];
  for (std::size_t i = 0; i < active.size; ++i) {
    const std::uint8_t in_a = shown(a, active_[active.first + i]), in_b = shown(b, active_[active.first + i]);
    if (in_a != in_b && in_a != mine_ && in_b != mine_) return set.weight;
  }
  return std::max(weights_[a], weights_[b]);
}

// Exact if it is more than alpha; otherwise an upper bound that is at most alpha.
std::uint64_t Endgame::value(const SolutionSet& set, Range active, std::uint64_t alpha) {
  if (set.range.size == 1) return set.weight;
  if (set.range.size == 2 && free_.empty()) return value_of_two(set, active);
  if (const Entry& known = entry_of(set.key); known.is_used() && (known.is_exact() || known.value() <= alpha))
    return known.value();
  watch_.spend(set.range.size * active.size);
  const Range tallies = tally(set, active);
  const std::size_t first = active_.size();
  for (std::size_t i = 0; i < tallies.size; ++i) active_.push_back(tallies_[tallies.first + i].column);
  std::uint64_t found = 0;
  bool is_exact = true;
  const std::size_t bottom = solutions_.size();
  SolutionSet rest;
  std::uint64_t won = 0;
  if (tallies.size == 0) {
    found = heaviest(set);
  } else if (tallies_[tallies.first].free < set.range.size && take_out_won(set, rest, won)) {
    found = won + value(rest, {first, tallies.size}, alpha > won ? alpha - won : 0);
    is_exact = found > alpha;
  } else if (tallies_[tallies.first].free == set.range.size) {
    found = open(set, {first + 1, tallies.size - 1}, tallies_[tallies.first].column, alpha);
    is_exact = found > alpha;
  } else {
    found = search(set, {first, tallies.size}, alpha, is_exact);
  }
  active_.resize(first);
  tallies_.resize(tallies.first);
  solutions_.resize(bottom);
  Entry& entry = entry_of(set.key);
  if (!entry.is_used() && ++nodes_ > most_nodes_) throw TooHard{nodes_};
  entry = {set.key, found << 1 | std::uint64_t{is_exact}};
  if (4 * nodes_ > 3 * memo_.size()) grow();
  return found;
}

// If there is a solution whose free cells are all open, it is won, and the rest is put on the stack.
bool Endgame::take_out_won(const SolutionSet& set, SolutionSet& rest, std::uint64_t& won) {
  if (free_.empty()) return false;
  watch_.spend(columns_);
  const auto solutions = [&](std::size_t i) { return solutions_[set.range.first + i]; };
  std::uint32_t open = 0;
  for (Column c = 0; c < columns_; ++c) {
    std::size_t i = 0;
    while (i < set.range.size && shown(solutions(i), c) != mine_) ++i;
    open += i == set.range.size;
  }
  std::size_t over = 0;
  while (over < set.range.size && free_[solutions(over)] != open) ++over;
  if (over == set.range.size) return false;
  won = weights_[solutions(over)];
  rest.range.first = solutions_.size();
  for (std::size_t i = 0; i < set.range.size; ++i) {
    if (i == over) continue;
    const Solution s = solutions(i);
    solutions_.push_back(s);
    add(rest, s);
  }
  return true;
}

// No cell is free for sure: the best of the moves. The tallies of the candidates are the topmost.
std::uint64_t Endgame::search(const SolutionSet& set, Range candidates, std::uint64_t alpha, bool& is_exact) {
  const std::size_t tallies = tallies_.size() - candidates.size;
  std::uint64_t best = heaviest(set), bound = 0;  // any guess can be chosen so that one given solution is won
  for (std::size_t i = 0; i < candidates.size; ++i) {
    const Tally tally = tallies_[tallies + i];
    const std::uint64_t least = std::max(best, alpha);
    if (tally.safe <= least) {
      bound = std::max(bound, tally.safe);
      continue;
    }
    std::swap(active_[candidates.first], active_[candidates.first + i]);
    const std::uint64_t won = open(set, {candidates.first + 1, candidates.size - 1}, tally.column, least);
    std::swap(active_[candidates.first], active_[candidates.first + i]);
    (won > least ? best : bound) = std::max(won > least ? best : bound, won);
  }
  is_exact = best > alpha || bound <= best;
  return is_exact ? best : bound;
}

// What is known of a set without searching it.
std::uint64_t Endgame::upper_bound(const SolutionSet& set, Range active) {
  if (set.range.size == 2 && free_.empty()) return value_of_two(set, active);
  if (set.range.size == 1) return set.weight;
  const Entry& known = entry_of(set.key);
  return known.is_used() ? known.value() : set.weight;
}

// Splits the solutions in which a column is free by what it shows.
std::uint64_t Endgame::open(const SolutionSet& set, Range active, Column column, std::uint64_t alpha) {
  const std::size_t first = outcomes_.size(), bottom = solutions_.size();
  outcomes_.resize(first + codes_);
  for (std::size_t i = 0; i < set.range.size; ++i) {
    const Solution s = solutions_[set.range.first + i];
    const std::uint8_t code = shown(s, column);
    if (code != mine_) add(outcomes_[first + code], s);
  }
  std::size_t top = bottom;
  for (std::size_t code = 0; code < codes_; ++code) {
    outcomes_[first + code].range.first = top;
    top += outcomes_[first + code].range.size;
  }
  solutions_.resize(top);
  for (std::size_t i = 0; i < set.range.size; ++i) {
    const Solution s = solutions_[set.range.first + i];
    const std::uint8_t code = shown(s, column);
    if (code != mine_) solutions_[outcomes_[first + code].range.first++] = s;
  }
  for (std::size_t code = 0; code < codes_; ++code)
    outcomes_[first + code].range.first -= outcomes_[first + code].range.size;
  std::erase_if(outcomes_, [&, i = std::size_t{0}](const SolutionSet& outcome) mutable {
    return i++ >= first && outcome.range.size == 0;
  });
  // Small ones first: what they lose is known sooner.
  std::sort(outcomes_.begin() + static_cast<std::ptrdiff_t>(first), outcomes_.end(),
            [](const SolutionSet& a, const SolutionSet& b) { return a.range.size < b.range.size; });
  std::uint64_t bound = 0;
  for (std::size_t i = first; i < outcomes_.size(); ++i) bound += upper_bound(outcomes_[i], active);
  for (std::size_t i = first; i < outcomes_.size() && bound > alpha; ++i) {
    const SolutionSet outcome = outcomes_[i];
    const std::uint64_t others = bound - upper_bound(outcome, active);
    bound = others + value(outcome, active, others >= alpha ? 0 : alpha - others);
  }
  outcomes_.resize(first);
  solutions_.resize(bottom);
  return bound;
}

std::vector<Endgame::Move> Endgame::best_moves(std::span<const Cell> candidates, bool all) {
  // What is rarely a mine wins often, and what wins often tightens the bounds of the others.
  std::vector<Move> first;
  for (const Cell cell : candidates) first.push_back({cell, weight(std::span(&cell, 1)), 0});
  std::ranges::stable_sort(first, std::greater{}, &Move::safe);
  std::vector<Move> moves;
  for (Move move : first) {
    const SolutionSet set = solutions_with(std::span(&move.cell, 1));
    if (set.range.size == 0) continue;
    const std::uint64_t best = moves.empty() ? 1 : moves[0].won;
    if (!all && !moves.empty() && set.weight <= best) break;
    move.won = value(set, all_columns(), all || moves.empty() ? best - 1 : best);
    if (move.won < best || (move.won == best && !all && !moves.empty())) continue;
    if (move.won > best) moves.clear();
    moves.push_back(move);
  }
  std::ranges::sort(moves, {}, &Move::cell);
  return moves;
}

// Where the value of a set is kept, or will be.
Endgame::Entry& Endgame::entry_of(SetKey key) {
  std::size_t at = key.place & (memo_.size() - 1);
  while (memo_[at].is_used() && memo_[at].key != key) at = (at + 1) & (memo_.size() - 1);
  return memo_[at];
}

void Endgame::grow() {
  std::vector<Entry> old;
  fill_with_zeros(old, 2 * memo_.size(), watch_);
  old.swap(memo_);
  for (const Entry& entry : old) {
    watch_.spend(1);
    if (entry.is_used()) entry_of(entry.key) = entry;
  }
}

}  // namespace minemind
