#include "position.hpp"

#include <algorithm>
#include <numeric>

#include "lent.hpp"
#include "propagation.hpp"

namespace minemind {
namespace {

// An Expert position has about this many numbers on its frontier, with so many cells each; more only cost a few
// allocations.
constexpr std::size_t typical_constraints = 64, typical_scope = 5;

}  // namespace

Position::Position(const Graph& graph, std::span<const std::int32_t> faces, std::int32_t per_cell, Watch& watch)
    : graph_(graph), per_cell_(per_cell), known_(graph.indices()) {
  read(faces);
  reserve();
  for (const Cell cell : graph.cells) {
    watch.spend(1 + graph.neighbours(cell).size());
    if (faces[static_cast<std::size_t>(cell)] >= 0) add_constraint(cell, faces[static_cast<std::size_t>(cell)]);
  }
  index_seers();
  std::vector<std::uint32_t> all(constraints_.size());
  std::iota(all.begin(), all.end(), 0U);
  propagate(all, watch);
}

Position::Position(const Graph& graph, std::int32_t per_cell, std::span<const std::int32_t> known)
    : graph_(graph), per_cell_(per_cell), known_(known.begin(), known.end()) {
  for (const std::int32_t mines : known) {
    unknown_cells_ += mines == unknown;
    known_mines_ += std::max(mines, 0);
  }
  reserve();
}

void Position::hear(Cell number, std::int32_t need) {
  const auto first = static_cast<std::uint32_t>(scope_.size());
  for (const Cell other : graph_.neighbours(number))
    if (is_unknown(other)) scope_.push_back(other);
  const auto size = static_cast<std::uint32_t>(scope_.size()) - first;
  constraints_.push_back({number, need, static_cast<std::int32_t>(size), first, size});
}

// Straight on and without branches: this passes over every cell, whatever the others do.
void Position::read(std::span<const std::int32_t> faces) {
  std::int64_t hidden = 0, flagged_mines = 0;
  std::int32_t most_in_a_flag = 0;
  for (std::size_t cell = 0; cell < faces.size(); ++cell) {
    const std::int32_t face = faces[cell];
    const bool is_hidden = face == hidden_face, is_flagged = (face < hidden_face) & (face != no_cell_face);
    const std::int32_t mines = is_flagged ? hidden_face - face : 0;
    known_[cell] = is_hidden ? unknown : is_flagged ? mines : open;
    hidden += is_hidden;
    flagged_mines += mines;
    most_in_a_flag = std::max(most_in_a_flag, mines);
  }
  if (most_in_a_flag > per_cell_) throw Contradiction{};
  unknown_cells_ = hidden;
  known_mines_ = flagged_mines;
}

// Constraints that have nothing left to say stay behind, so that look-ahead carries little with it. `changed` are those
// that have lost a cell.
Position::Position(const Position& before, Cell opened, std::vector<std::uint32_t>& changed)
    : graph_(before.graph_),
      per_cell_(before.per_cell_),
      known_(before.known_),
      known_mines_(before.known_mines_),
      unknown_cells_(before.unknown_cells_ - before.is_unknown(opened)) {
  known_[static_cast<std::size_t>(opened)] = open;
  reserve();
  for (const Constraint& c : before.constraints_) {
    if (c.left == 0) continue;
    const auto first = static_cast<std::uint32_t>(scope_.size());
    for (const Cell cell : before.scope(c))
      if (is_unknown(cell)) scope_.push_back(cell);
    const auto size = static_cast<std::uint32_t>(scope_.size()) - first;
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
  next.add_constraint(cell, shown);
  if (next.constraints_.size() > before) changed.push_back(static_cast<std::uint32_t>(before));
  next.index_seers();
  next.propagate(changed, watch);
  return next;
}

Position Position::freed(Cell cell, Watch& watch) const {
  watch.spend(known_.size());
  std::vector<std::uint32_t> changed;
  Position next(*this, cell, changed);
  next.index_seers();
  next.propagate(changed, watch);
  return next;
}

void Position::reserve() {
  constraints_.reserve(typical_constraints);
  scope_.reserve(typical_constraints * typical_scope);
}

// What an open number says of its hidden neighbours. One that has none left says nothing, if it is true.
void Position::add_constraint(Cell number, std::int32_t shown) {
  const auto first = static_cast<std::uint32_t>(scope_.size());
  std::int32_t need = shown;
  for (const Cell other : graph_.neighbours(number)) {
    const std::int32_t mines = known(other);
    if (mines == unknown)
      scope_.push_back(other);
    else if (mines > 0)
      need -= mines;
  }
  const auto size = static_cast<std::uint32_t>(scope_.size()) - first;
  if (need < 0 || need > static_cast<std::int32_t>(size) * per_cell_) throw Contradiction{{number}};
  if (size > 0) constraints_.push_back({number, need, static_cast<std::int32_t>(size), first, size});
}

void Position::index_seers() {
  seers_of_.resize(graph_.indices());
  for (const Cell cell : scope_) ++seers_of_[static_cast<std::size_t>(cell)].count;
  // Cells get their places in the order in which they are met, the end of each first …
  std::uint32_t end = 0;
  for (const Cell cell : scope_) {
    Seers& seers = seers_of_[static_cast<std::size_t>(cell)];
    if (seers.first == 0) seers.first = end += seers.count;
  }
  // … which filling from the back turns into its beginning, with the seers in order.
  seers_.resize(scope_.size());
  for (auto c = static_cast<std::uint32_t>(constraints_.size()); c-- > 0;)
    for (const Cell cell : scope(constraints_[c])) seers_[--seers_of_[static_cast<std::size_t>(cell)].first] = c;
}

void Position::propagate(std::span<const std::uint32_t> changed, Watch& watch) {
  Lent<Propagation>()->run(*this, changed, watch);
}

}  // namespace minemind
