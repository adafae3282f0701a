#include "count/position.hpp"

#include <algorithm>
#include <numeric>

#include "core/ranges.hpp"
#include "core/thread_scratch.hpp"
#include "count/propagation.hpp"

namespace minemind {
namespace {

// An Expert position has about this many numbers on its frontier, each with about this many cells; more only cost a few
// allocations.
constexpr std::size_t typical_constraints = 64, typical_scope = 5;

// Branch-free, as read() below.
std::vector<Cell> numbers_in(const Graph& graph, CellSpan<const std::int32_t> faces) {
  std::vector<Cell> numbers(graph.cells.size());
  std::size_t count = 0;
  for (const Cell cell : graph.cells) {
    numbers[count] = cell;
    count += faces[cell] >= 0;
  }
  numbers.resize(count);
  return numbers;
}

}  // namespace

struct Position::Listed {
  using Id = std::uint32_t;
  static constexpr bool may_contradict = true;
  static constexpr PairRule pairs() { return PairRule::overlaps; }

  Constraint& constraint(Id id) { return position.constraints_[id]; }
  std::span<const Cell> scope(Id id) const { return position.scope(position.constraints_[id]); }
  std::span<const Id> constraints_of(Cell cell) const { return position.constraints_of(cell); }
  static constexpr bool holds(Id) { return true; }
  bool sees(Id id, Cell cell) const { return ranges::find(constraints_of(cell), id) != constraints_of(cell).end(); }
  bool is_unknown(Cell cell) const { return position.is_unknown(cell); }
  std::int32_t per_cell() const { return position.per_cell_; }
  void spend(std::size_t work) { watch.spend(work); }

  void know(Cell cell, std::int32_t mines) {
    position.known_[cell] = mines;
    position.known_mines_ += mines;
    --position.unknown_cells_;
  }

  [[noreturn]] void contradict(Id a, Id b) const {
    throw Contradiction{{position.constraints_[a].number, position.constraints_[b].number}};
  }

  Position& position;
  Watch& watch;
};

Position::Position(const Graph& graph, CellSpan<const std::int32_t> faces, std::int32_t per_cell, Watch& watch)
    : graph_(graph), per_cell_(per_cell), known_(graph.indices()) {
  read(faces);
  watch.spend(known_.size());
  std::vector<Cell> numbers = numbers_in(graph, faces);
  // Forwards and backwards: what a number settles helps those on both sides of it.
  for (int pass = 0; pass < 2; ++pass) {
    std::erase_if(numbers, [&](Cell number) { return settle(number, faces[number], watch); });
    ranges::reverse(numbers);
  }
  reserve();
  for (const Cell number : numbers) add_number(number, faces[number]);
  index_constraints();
  std::vector<std::uint32_t> all(constraints_.size());
  std::iota(all.begin(), all.end(), 0U);
  propagate(all, watch);
}

// Reuses the memory of the position before, and clears only what was written: a look-ahead makes dozens of positions.
void Position::start(const Graph& graph, std::int32_t per_cell, CellSpan<const std::int32_t> known,
                     std::int64_t unknown_cells, std::int64_t known_mines) {
  for (const Cell cell : scopes_) ranges_[cell] = {};
  graph_ = graph;
  per_cell_ = per_cell;
  constraints_.clear();
  scopes_.clear();
  known_.assign(known.begin(), known.end());
  unknown_cells_ = unknown_cells;
  known_mines_ = known_mines;
  reserve();
}

void Position::add_constraint(Cell number, std::int32_t need) {
  const auto first = static_cast<std::uint32_t>(scopes_.size());
  for (const Cell other : graph_.neighbours(number))
    if (is_unknown(other)) scopes_.push_back(other);
  const auto size = static_cast<std::uint32_t>(scopes_.size()) - first;
  constraints_.push_back({number, need, static_cast<std::int32_t>(size), first, size});
}

// Branch-free: this passes over every cell, whatever it shows.
void Position::read(CellSpan<const std::int32_t> faces) {
  std::int64_t hidden = 0, flagged_mines = 0;
  std::int32_t most_in_a_flag = 0;
  ranges::transform(faces, known_.begin(), [&](std::int32_t face) {
    const bool is_hidden = face == hidden_face, is_flagged = (face < hidden_face) & (face != no_cell_face);
    const std::int32_t mines = is_flagged ? hidden_face - face : 0;
    hidden += is_hidden;
    flagged_mines += mines;
    most_in_a_flag = std::max(most_in_a_flag, mines);
    return is_hidden ? unknown : is_flagged ? mines : open;
  });
  if (most_in_a_flag > per_cell_) throw Contradiction{};
  unknown_cells_ = hidden;
  known_mines_ = flagged_mines;
}

// Constraints without unknown cells are not copied, so that looking ahead carries little along. `changed` gets those
// that have lost a cell.
Position::Position(const Position& before, Cell opened, std::vector<std::uint32_t>& changed)
    : graph_(before.graph_),
      per_cell_(before.per_cell_),
      known_(before.known_),
      known_mines_(before.known_mines_),
      unknown_cells_(before.unknown_cells_ - before.is_unknown(opened)) {
  known_[opened] = open;
  reserve();
  for (const Constraint& c : before.constraints_) {
    if (c.left == 0) continue;
    const auto first = static_cast<std::uint32_t>(scopes_.size());
    for (const Cell cell : before.scope(c))
      if (is_unknown(cell)) scopes_.push_back(cell);
    const auto size = static_cast<std::uint32_t>(scopes_.size()) - first;
    if (c.need > static_cast<std::int32_t>(size) * per_cell_) throw Contradiction{{c.number, opened}};
    if (size == 0) continue;
    if (static_cast<std::int32_t>(size) < c.left) changed.push_back(static_cast<std::uint32_t>(constraints_.size()));
    constraints_.push_back({c.number, c.need, static_cast<std::int32_t>(size), first, size});
  }
}

Position Position::assume(Cell cell, std::int32_t shown, Watch& watch) const {
  watch.spend(known_.size());
  std::vector<std::uint32_t> changed;
  Position next(*this, cell, changed);
  const std::size_t before = next.constraints_.size();
  next.add_number(cell, shown);
  if (next.constraints_.size() > before) changed.push_back(static_cast<std::uint32_t>(before));
  next.index_constraints();
  next.propagate(changed, watch);
  return next;
}

Position Position::assume_free(Cell cell, Watch& watch) const {
  watch.spend(known_.size());
  std::vector<std::uint32_t> changed;
  Position next(*this, cell, changed);
  next.index_constraints();
  next.propagate(changed, watch);
  return next;
}

void Position::reserve() {
  constraints_.reserve(typical_constraints);
  scopes_.reserve(typical_constraints * typical_scope);
}

// Settles the neighbours of a number that needs no mine, or as many as fit, and returns whether it is one. Most numbers
// of a game are, and take no part in what follows.
bool Position::settle(Cell number, std::int32_t shown, Watch& watch) {
  const auto neighbours = graph_.neighbours(number);
  watch.spend(neighbours.size());
  std::int32_t need = shown, left = 0;
  for (const Cell other : neighbours) {
    need -= std::max(known(other), 0);
    left += is_unknown(other);
  }
  const std::int32_t most = left * per_cell_;
  if (need < 0 || need > most) throw Contradiction{{number}};
  if (need != 0 && need != most) return false;
  if (left == 0) return true;
  const std::int32_t mines = need == 0 ? 0 : per_cell_;
  for (const Cell other : neighbours)
    if (is_unknown(other)) known_[other] = mines;
  unknown_cells_ -= left;
  known_mines_ += need;
  return true;
}

// A number whose neighbours are all known adds no constraint; it only has to be right.
void Position::add_number(Cell number, std::int32_t shown) {
  const auto first = static_cast<std::uint32_t>(scopes_.size());
  std::int32_t need = shown;
  for (const Cell other : graph_.neighbours(number)) {
    const std::int32_t mines = known(other);
    if (mines == unknown)
      scopes_.push_back(other);
    else if (mines > 0)
      need -= mines;
  }
  const auto size = static_cast<std::uint32_t>(scopes_.size()) - first;
  if (need < 0 || need > static_cast<std::int32_t>(size) * per_cell_) throw Contradiction{{number}};
  if (size > 0) constraints_.push_back({number, need, static_cast<std::int32_t>(size), first, size});
}

void Position::index_constraints() {
  ranges_.resize(graph_.indices());
  for (const Cell cell : scopes_) ++ranges_[cell].count;
  // Cells get their ranges in the order in which they are met, the end of each first …
  std::uint32_t end = 0;
  for (const Cell cell : scopes_) {
    Range& range = ranges_[cell];
    if (range.first == 0) range.first = end += range.count;
  }
  // … which filling from the back turns into its beginning, with the constraints in order.
  constraints_by_cell_.resize(scopes_.size());
  for (auto c = static_cast<std::uint32_t>(constraints_.size()); c-- > 0;)
    for (const Cell cell : scope(constraints_[c])) constraints_by_cell_[--ranges_[cell].first] = c;
}

void Position::propagate(std::span<const std::uint32_t> changed, Watch& watch) {
  Listed listed{*this, watch};
  ThreadScratch<Propagation<Listed>> propagation;
  propagation->reset(constraints_.size());
  for (const std::uint32_t c : changed) propagation->touch(c);
  propagation->run(listed);
}

}  // namespace minemind
