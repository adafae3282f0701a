#include "position.hpp"

#include <algorithm>

namespace minemind {
namespace {

// An Expert position has about this many numbers on its frontier; more only cost a few allocations.
constexpr std::size_t typical_constraints = 64;

}  // namespace

Position::Position(const Graph& graph, std::span<const std::int32_t> faces, std::int32_t per_cell)
    : graph_(graph), per_cell_(per_cell), known_(graph.indices()), closed_(graph.indices()) {
  for (std::size_t cell = 0; cell < faces.size(); ++cell) {
    const std::int32_t face = faces[cell];
    const bool flagged = face < hidden_face && face != no_cell_face;
    known_[cell] = face == hidden_face ? unknown : flagged ? hidden_face - face : 0;
    closed_[cell] = face == hidden_face || flagged;
    unknown_cells_ += face == hidden_face;
    if (flagged) known_mines_ += hidden_face - face;
  }
  constraints_.reserve(typical_constraints);
  scope_.reserve(8 * typical_constraints);
  for (const Cell cell : graph.cells)
    if (faces[static_cast<std::size_t>(cell)] >= 0) add_constraint(cell, faces[static_cast<std::size_t>(cell)]);
  index_seers();
  for (std::uint32_t c = 0; c < constraints_.size(); ++c) touch(c);
  propagate();
}

// Constraints that have nothing left to say stay behind, so that look-ahead carries little with it.
Position::Position(const Position& before, Cell opened)
    : graph_(before.graph_),
      per_cell_(before.per_cell_),
      known_(before.known_),
      closed_(before.closed_),
      known_mines_(before.known_mines_),
      unknown_cells_(before.unknown_cells_ - before.is_unknown(opened)) {
  closed_[static_cast<std::size_t>(opened)] = 0;
  known_[static_cast<std::size_t>(opened)] = 0;
  constraints_.reserve(typical_constraints);
  scope_.reserve(8 * typical_constraints);
  for (const Constraint& c : before.constraints_) {
    if (c.left == 0) continue;
    const auto first = static_cast<std::uint32_t>(scope_.size());
    for (const Cell cell : before.scope(c))
      if (is_unknown(cell)) scope_.push_back(cell);
    const auto size = static_cast<std::uint32_t>(scope_.size()) - first;
    if (c.need > static_cast<std::int32_t>(size) * per_cell_) throw Contradiction{{c.number, opened}};
    if (size == 0) continue;
    if (static_cast<std::int32_t>(size) < c.left) changed_.push_back(static_cast<std::uint32_t>(constraints_.size()));
    constraints_.push_back({c.number, c.need, static_cast<std::int32_t>(size), first, size});
  }
}

Position Position::assume(Cell cell, std::int32_t shown) const {
  Position next(*this, cell);
  const std::size_t before = next.constraints_.size();
  next.add_constraint(cell, shown);
  next.index_seers();
  for (const std::uint32_t c : next.changed_) next.is_changed_[c] = 1;
  if (next.constraints_.size() > before) next.touch(static_cast<std::uint32_t>(before));
  next.propagate();
  return next;
}

// What an open number says of its hidden neighbours. One that has none left says nothing, if it is true.
void Position::add_constraint(Cell number, std::int32_t shown) {
  const auto first = static_cast<std::uint32_t>(scope_.size());
  std::int32_t need = shown;
  for (const Cell other : graph_.neighbours(number)) {
    const std::int32_t mines = known_[static_cast<std::size_t>(other)];
    if (mines == unknown)
      scope_.push_back(other);
    else
      need -= mines;
  }
  const auto size = static_cast<std::uint32_t>(scope_.size()) - first;
  if (need < 0 || need > static_cast<std::int32_t>(size) * per_cell_) throw Contradiction{{number}};
  if (size > 0) constraints_.push_back({number, need, static_cast<std::int32_t>(size), first, size});
}

void Position::index_seers() {
  seer_offsets_.assign(graph_.indices() + 1, 0);
  for (const Cell cell : scope_) ++seer_offsets_[static_cast<std::size_t>(cell) + 1];
  for (std::size_t i = 1; i < seer_offsets_.size(); ++i) seer_offsets_[i] += seer_offsets_[i - 1];
  seers_.resize(scope_.size());
  // Filled from the back, so that every offset ends where it belongs and the seers of a cell stand in order.
  for (auto c = static_cast<std::uint32_t>(constraints_.size()); c-- > 0;)
    for (const Cell cell : scope(constraints_[c])) seers_[--seer_offsets_[static_cast<std::size_t>(cell) + 1]] = c;
  seer_offsets_.erase(seer_offsets_.begin());
  seer_offsets_.push_back(static_cast<std::uint32_t>(seers_.size()));
  is_changed_.resize(constraints_.size(), 0);
  is_compared_.resize(constraints_.size(), 0);
  shared_.resize(constraints_.size(), 0);
}

std::span<const std::uint32_t> Position::seen_by(Cell cell) const {
  const auto at = static_cast<std::size_t>(cell);
  return std::span(seers_).subspan(seer_offsets_[at], seer_offsets_[at + 1] - seer_offsets_[at]);
}

void Position::touch(std::uint32_t constraint) {
  if (is_changed_[constraint]) return;
  is_changed_[constraint] = 1;
  changed_.push_back(constraint);
}

// Singles first: they are cheap and make the pairs smaller. Then every changed constraint against its neighbours.
void Position::propagate() {
  std::vector<std::uint32_t> to_compare;
  while (!changed_.empty()) {
    to_compare.clear();
    while (!changed_.empty()) {
      const std::uint32_t c = changed_.back();
      changed_.pop_back();
      is_changed_[c] = 0;
      settle(c);
      to_compare.push_back(c);
    }
    for (const std::uint32_t c : to_compare) is_compared_[c] = 1;
    for (const std::uint32_t c : to_compare) {
      is_compared_[c] = 0;
      if (constraints_[c].left > 0 && !is_changed_[c]) compare(c);
    }
  }
}

// A constraint that needs nothing, or all that fits.
void Position::settle(std::uint32_t constraint) {
  const Constraint& c = constraints_[constraint];
  if (c.left == 0) return;
  if (c.need != 0 && c.need != c.left * per_cell_) return;
  const std::int32_t mines = c.need == 0 ? 0 : per_cell_;
  for (const Cell cell : scope(c))
    if (known_[static_cast<std::size_t>(cell)] == unknown) learn(cell, mines, constraint);
}

void Position::learn(Cell cell, std::int32_t mines, std::uint32_t because) {
  known_[static_cast<std::size_t>(cell)] = mines;
  known_mines_ += mines;
  --unknown_cells_;
  for (const std::uint32_t s : seen_by(cell)) {
    Constraint& seer = constraints_[s];
    seer.need -= mines;
    --seer.left;
    if (seer.need < 0 || seer.need > seer.left * per_cell_) contradict(s, because);
    touch(s);
  }
}

// Two constraints that share cells. If b needs so much more than a that all of b outside a must be full, then b outside
// a is full and a outside b is free. This holds with a inside b too: equal needs leave nothing for the rest.
void Position::compare(std::uint32_t constraint) {
  overlapping_.clear();
  for (const Cell cell : scope(constraints_[constraint])) {
    if (known_[static_cast<std::size_t>(cell)] != unknown) continue;
    for (const std::uint32_t s : seen_by(cell))
      if (s != constraint && !is_compared_[s] && shared_[s]++ == 0) overlapping_.push_back(s);
  }
  const Constraint& a = constraints_[constraint];
  std::uint32_t fuller = none, emptier = none;
  for (const std::uint32_t s : overlapping_) {
    const Constraint& b = constraints_[s];
    const std::int32_t only_a = (a.left - shared_[s]) * per_cell_, only_b = (b.left - shared_[s]) * per_cell_;
    shared_[s] = 0;
    if (b.need - a.need > only_b || a.need - b.need > only_a) contradiction_ = s;
    if (only_a + only_b == 0) continue;
    if (b.need - a.need == only_b) fuller = s, emptier = constraint;
    if (a.need - b.need == only_a) fuller = constraint, emptier = s;
  }
  if (contradiction_ != none) contradict(constraint, contradiction_);
  if (fuller == none) return;
  touch(constraint);  // there may be more to learn beside it
  fill_difference(fuller, emptier, per_cell_);
  fill_difference(emptier, fuller, 0);
}

void Position::fill_difference(std::uint32_t of, std::uint32_t less, std::int32_t mines) {
  for (const Cell cell : scope(constraints_[of])) {
    if (known_[static_cast<std::size_t>(cell)] != unknown) continue;
    const auto seers = seen_by(cell);
    if (std::find(seers.begin(), seers.end(), less) == seers.end()) learn(cell, mines, less);
  }
}

void Position::contradict(std::uint32_t a, std::uint32_t b) const {
  Contradiction contradiction{{constraints_[a].number}};
  if (b != none) contradiction.numbers.push_back(constraints_[b].number);
  throw contradiction;
}

}  // namespace minemind
