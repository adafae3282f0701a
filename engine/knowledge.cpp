#include "knowledge.hpp"

#include <algorithm>

namespace minemind {

Knowledge::Knowledge(const Graph& graph, std::int32_t per_cell, Pairs pairs)
    : graph_(graph),
      per_cell_(per_cell),
      pairs_(pairs),
      known_(graph.indices(), minemind::open),
      numbers_(graph.indices()),
      is_changed_(graph.indices(), 0),
      is_to_compare_(graph.indices(), 0),
      shared_(graph.indices(), 0) {
  clear();
}

void Knowledge::clear() {
  for (const Cell cell : graph_.cells) {
    known_[static_cast<std::size_t>(cell)] = unknown;
    number(cell) = {};
  }
  for (const Cell cell : changed_) is_changed_[static_cast<std::size_t>(cell)] = 0;
  changed_.clear();
}

void Knowledge::touch(Cell cell) {
  std::uint8_t& is_changed = is_changed_[static_cast<std::size_t>(cell)];
  if (is_changed) return;
  is_changed = 1;
  changed_.push_back(cell);
}

void Knowledge::open(Cell cell, std::int32_t shown) {
  const bool was_unknown = known(cell) == unknown;
  known_[static_cast<std::size_t>(cell)] = minemind::open;
  Number own{shown, 0};
  for (const Cell other : graph_.neighbours(cell)) {
    const std::int32_t mines = known(other);
    if (mines == unknown) {
      ++own.left;
    } else if (mines > 0) {
      own.need -= mines;
    } else if (was_unknown && number(other).left > 0) {
      --number(other).left;
      touch(other);
    }
  }
  number(cell) = own;
  if (own.left > 0) touch(cell);
}

void Knowledge::learn(Cell cell, std::int32_t mines) {
  known_[static_cast<std::size_t>(cell)] = mines;
  if (mines == 0) free_->push_back(cell);
  for (const Cell other : graph_.neighbours(cell)) {
    Number& seer = number(other);
    if (seer.left == 0) continue;
    seer.need -= mines;
    --seer.left;
    touch(other);
  }
}

// Singles first: they are cheap and make the pairs smaller. Then every changed number against its neighbours.
void Knowledge::propagate(std::vector<Cell>& free) {
  free_ = &free;
  while (!changed_.empty()) {
    to_compare_.clear();
    while (!changed_.empty()) {
      const Cell cell = changed_.back();
      changed_.pop_back();
      is_changed_[static_cast<std::size_t>(cell)] = 0;
      settle(cell);
      if (number(cell).left > 0) to_compare_.push_back(cell);
    }
    for (const Cell cell : to_compare_) is_to_compare_[static_cast<std::size_t>(cell)] = 1;
    for (const Cell cell : to_compare_) {
      is_to_compare_[static_cast<std::size_t>(cell)] = 0;
      if (number(cell).left > 0 && !is_changed_[static_cast<std::size_t>(cell)]) compare(cell);
    }
  }
}

void Knowledge::settle(Cell cell) {
  const Number& own = number(cell);
  if (own.left == 0 || (own.need != 0 && own.need != own.left * per_cell_)) return;
  const std::int32_t mines = own.need == 0 ? 0 : per_cell_;
  for (const Cell other : graph_.neighbours(cell))
    if (known(other) == unknown) learn(other, mines);
}

// As in Propagation: if b needs so much more than a that all of b outside a must be full, then b outside a is full and
// a outside b is free.
void Knowledge::compare(Cell cell) {
  overlapping_.clear();
  const Number a = number(cell);
  for (const Cell other : graph_.neighbours(cell)) {
    if (known(other) != unknown) continue;
    for (const Cell seer : graph_.neighbours(other)) {
      if (number(seer).left == 0 || seer == cell || is_to_compare_[static_cast<std::size_t>(seer)]) continue;
      if (shared_[static_cast<std::size_t>(seer)]++ == 0) overlapping_.push_back(seer);
    }
  }
  Cell fuller = none, emptier = none;
  for (const Cell seer : overlapping_) {
    const Number& b = number(seer);
    const std::int32_t both = shared_[static_cast<std::size_t>(seer)];
    shared_[static_cast<std::size_t>(seer)] = 0;
    const std::int32_t only_a = (a.left - both) * per_cell_, only_b = (b.left - both) * per_cell_;
    if (only_a + only_b == 0 || (pairs_ == Pairs::subsets && only_a > 0 && only_b > 0)) continue;
    if (b.need - a.need == only_b) fuller = seer, emptier = cell;
    if (a.need - b.need == only_a) fuller = cell, emptier = seer;
  }
  if (fuller == none) return;
  touch(cell);  // there may be more to learn beside it
  fill_difference(fuller, emptier, per_cell_);
  fill_difference(emptier, fuller, 0);
}

void Knowledge::fill_difference(Cell of, Cell less, std::int32_t mines) {
  for (const Cell cell : graph_.neighbours(of)) {
    if (known(cell) != unknown) continue;
    const auto seers = graph_.neighbours(cell);
    if (!std::binary_search(seers.begin(), seers.end(), less)) learn(cell, mines);
  }
}

Position Knowledge::position() const {
  Position position(graph_, per_cell_, known_);
  for (const Cell cell : graph_.cells)
    if (const Number& own = numbers_[static_cast<std::size_t>(cell)]; own.left > 0) position.hear(cell, own.need);
  position.index_seers();
  return position;
}

}  // namespace minemind
