#include "propagation.hpp"

#include <algorithm>

namespace minemind {

// Singles first: they are cheap and make the pairs smaller. Then every changed constraint against its neighbours.
void Propagation::run(Position& position, std::span<const std::uint32_t> changed, Watch& watch) {
  position_ = &position;
  const std::size_t constraints = position.constraints_.size();
  is_changed_.assign(constraints, 0);
  is_to_compare_.assign(constraints, 0);
  shared_.assign(constraints, 0);
  changed_.clear();
  for (const std::uint32_t c : changed) touch(c);
  while (!changed_.empty()) {
    to_compare_.clear();
    while (!changed_.empty()) {
      const std::uint32_t c = changed_.back();
      changed_.pop_back();
      is_changed_[c] = 0;
      watch.spend(position.constraints_[c].size);
      settle(c);
      to_compare_.push_back(c);
    }
    for (const std::uint32_t c : to_compare_) is_to_compare_[c] = 1;
    for (const std::uint32_t c : to_compare_) {
      is_to_compare_[c] = 0;
      if (position.constraints_[c].left > 0 && !is_changed_[c]) compare(c, watch);
    }
  }
}

void Propagation::touch(std::uint32_t constraint) {
  if (is_changed_[constraint]) return;
  is_changed_[constraint] = 1;
  changed_.push_back(constraint);
}

// A constraint that needs nothing, or all that fits.
void Propagation::settle(std::uint32_t constraint) {
  const Constraint& c = position_->constraints_[constraint];
  if (c.left == 0) return;
  if (c.need != 0 && c.need != c.left * position_->per_cell_) return;
  const std::int32_t mines = c.need == 0 ? 0 : position_->per_cell_;
  for (const Cell cell : position_->scope(c))
    if (position_->is_unknown(cell)) learn(cell, mines, constraint);
}

void Propagation::learn(Cell cell, std::int32_t mines, std::uint32_t because) {
  position_->known_[static_cast<std::size_t>(cell)] = mines;
  position_->known_mines_ += mines;
  --position_->unknown_cells_;
  for (const std::uint32_t s : position_->seen_by(cell)) {
    Constraint& seer = position_->constraints_[s];
    seer.need -= mines;
    --seer.left;
    if (seer.need < 0 || seer.need > seer.left * position_->per_cell_) contradict(s, because);
    touch(s);
  }
}

// Two constraints that share cells. If b needs so much more than a that all of b outside a must be full, then b outside
// a is full and a outside b is free. This holds with a inside b too: equal needs leave nothing for the rest.
void Propagation::compare(std::uint32_t constraint, Watch& watch) {
  overlapping_.clear();
  const Constraint& a = position_->constraints_[constraint];
  for (const Cell cell : position_->scope(a)) {
    if (!position_->is_unknown(cell)) continue;
    watch.spend(position_->seen_by(cell).size());
    for (const std::uint32_t s : position_->seen_by(cell))
      if (s != constraint && !is_to_compare_[s] && shared_[s]++ == 0) overlapping_.push_back(s);
  }
  const std::int32_t per_cell = position_->per_cell_;
  std::uint32_t fuller = none, emptier = none;
  for (const std::uint32_t s : overlapping_) {
    const Constraint& b = position_->constraints_[s];
    const std::int32_t only_a = (a.left - shared_[s]) * per_cell, only_b = (b.left - shared_[s]) * per_cell;
    shared_[s] = 0;
    if (b.need - a.need > only_b || a.need - b.need > only_a) contradict(constraint, s);
    if (only_a + only_b == 0) continue;
    if (b.need - a.need == only_b) fuller = s, emptier = constraint;
    if (a.need - b.need == only_a) fuller = constraint, emptier = s;
  }
  if (fuller == none) return;
  touch(constraint);  // there may be more to learn beside it
  fill_difference(fuller, emptier, per_cell);
  fill_difference(emptier, fuller, 0);
}

void Propagation::fill_difference(std::uint32_t of, std::uint32_t less, std::int32_t mines) {
  for (const Cell cell : position_->scope(position_->constraints_[of])) {
    if (!position_->is_unknown(cell)) continue;
    const auto seers = position_->seen_by(cell);
    if (std::find(seers.begin(), seers.end(), less) == seers.end()) learn(cell, mines, less);
  }
}

void Propagation::contradict(std::uint32_t a, std::uint32_t b) const {
  throw Contradiction{{position_->constraints_[a].number, position_->constraints_[b].number}};
}

}  // namespace minemind
