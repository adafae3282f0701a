// Propagation: what single constraints, and pairs of them, make certain, until nothing more follows.
//
// The rules are written once, for two ways to store constraints. A position lists its constraints and is rebuilt for
// every look-ahead. A game in progress keeps its numbers by cell and changes a few of them with every move; turning it
// into a list at each move would cost more than the rules themselves.
//
// A store of constraints, `Constraints` below, has
//   Id                       what names a constraint: an index
//   constraint(id)           with `need`, the mines in its unknown cells, and `left`, the number of these cells
//   scope(id)                its cells, known ones included
//   constraints_of(cell)     the ids that may have the cell in their scope; holds(id) says whether one is a constraint
//   sees(id, cell)           whether the cell is in its scope
//   is_unknown(cell), know(cell, mines), per_cell(), pairs(), spend(work)
//   may_contradict           whether constraints may be impossible to satisfy together; then also contradict(id, id)

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "core/cell.hpp"

namespace minemind {

// Which pairs of constraints are compared: only those where one scope contains the other, or all that overlap.
enum class PairRule { subsets, overlaps };

template <class Constraints>
class Propagation {
 public:
  using Id = typename Constraints::Id;

  // Forgets everything and makes room for this many constraints.
  void reset(std::size_t constraints) {
    is_changed_.assign(constraints, 0);
    is_to_compare_.assign(constraints, 0);
    shared_.assign(constraints, 0);
    overlapping_.resize(constraints + 1);
    changed_.resize(constraints + 1);
    changes_ = 0;
  }

  bool is_bulky() const { return shared_.capacity() > 1 << 16; }

  // Marks a constraint to be looked at again if `has_changed`. Branch-free: whether it has is hard to predict.
  void touch(Id id, bool has_changed = true) {
    changed_[changes_] = id;
    changes_ += has_changed & !is_changed_[id];
    is_changed_[id] |= has_changed;
  }

  // A cell is known to hold this many mines, because of a constraint.
  void learn(Constraints& constraints, Cell cell, std::int32_t mines, Id because) {
    constraints.know(cell, mines);
    for (const Id id : constraints.constraints_of(cell)) {
      const bool holds = constraints.holds(id);
      auto& constraint = constraints.constraint(id);
      constraint.need -= holds ? mines : 0;
      constraint.left -= holds;
      if constexpr (Constraints::may_contradict)
        if (constraint.need < 0 || constraint.need > constraint.left * constraints.per_cell())
          constraints.contradict(id, because);
      touch(id, holds);
    }
  }

  // Looks at all changed constraints, and at those that change in turn. Singles first: they are cheap and make the
  // pairs smaller. Then every changed constraint is compared with those that overlap it.
  void run(Constraints& constraints) {
    while (changes_ > 0) {
      to_compare_.clear();
      while (changes_ > 0) {
        const Id id = changed_[--changes_];
        is_changed_[id] = 0;
        settle(constraints, id);
        if (constraints.constraint(id).left > 0) to_compare_.push_back(id);
      }
      for (const Id id : to_compare_) is_to_compare_[id] = 1;
      for (const Id id : to_compare_) {
        is_to_compare_[id] = 0;
        if (constraints.constraint(id).left > 0 && !is_changed_[id]) compare(constraints, id);
      }
    }
  }

 private:
  static constexpr Id none = static_cast<Id>(-1);

  template <class Value>
  using PerConstraint = std::conditional_t<std::is_same_v<Id, Cell>, CellVector<Value>, std::vector<Value>>;

  // Settles the cells of a single constraint that needs no mine, or as many as fit.
  void settle(Constraints& constraints, Id id) {
    const auto& constraint = constraints.constraint(id);
    constraints.spend(constraints.scope(id).size());
    const std::int32_t most = constraint.left * constraints.per_cell();
    if (constraint.left == 0 || (constraint.need != 0 && constraint.need != most)) return;
    const std::int32_t mines = constraint.need == 0 ? 0 : constraints.per_cell();
    for (const Cell cell : constraints.scope(id))
      if (constraints.is_unknown(cell)) learn(constraints, cell, mines, id);
  }

  // Compares a with each b that shares unknown cells with it. If b needs so many more mines than a that all of b
  // outside a must be full, then a outside b is free. With a inside b and equal needs, the rest of b is free. "The pair
  // rule is written twice" in docs/decisions.md says why it is not shared.
  void compare(Constraints& constraints, Id id) {
    const std::size_t overlapping = find_overlapping(constraints, id);
    const auto a = constraints.constraint(id);
    const std::int32_t per_cell = constraints.per_cell();
    Id fuller = none, emptier = none;
    for (const Id other : std::span(overlapping_).first(overlapping)) {
      const auto& b = constraints.constraint(other);
      const std::int32_t only_a = (a.left - shared_[other]) * per_cell, only_b = (b.left - shared_[other]) * per_cell;
      shared_[other] = 0;
      if constexpr (Constraints::may_contradict)
        if (b.need - a.need > only_b || a.need - b.need > only_a) constraints.contradict(id, other);
      if (only_a + only_b == 0) continue;
      if (constraints.pairs() == PairRule::subsets && only_a > 0 && only_b > 0) continue;
      if (b.need - a.need == only_b) fuller = other, emptier = id;
      if (a.need - b.need == only_a) fuller = id, emptier = other;
    }
    if (fuller == none) return;
    touch(id);  // it may overlap others that say more
    fill_difference(constraints, fuller, emptier, per_cell);
    fill_difference(constraints, emptier, fuller, 0);
  }

  // Finds the constraints that share an unknown cell with this one, and how many each shares; returns how many there
  // are. Those that will be compared later are left out: then it is their turn to find this one. Branch-free, because
  // which of the neighbours are constraints is hard to predict.
  std::size_t find_overlapping(Constraints& constraints, Id id) {
    std::size_t found = 0;
    for (const Cell cell : constraints.scope(id)) {
      if (!constraints.is_unknown(cell)) continue;
      constraints.spend(constraints.constraints_of(cell).size());
      for (const Id other : constraints.constraints_of(cell)) {
        const unsigned overlaps =
            unsigned{constraints.holds(other)} & unsigned{other != id} & unsigned{!is_to_compare_[other]};
        overlapping_[found] = other;
        found += overlaps & unsigned{shared_[other] == 0};
        shared_[other] += overlaps;
      }
    }
    return found;
  }

  void fill_difference(Constraints& constraints, Id of, Id minus, std::int32_t mines) {
    for (const Cell cell : constraints.scope(of))
      if (constraints.is_unknown(cell) && !constraints.sees(minus, cell)) learn(constraints, cell, mines, minus);
  }

  std::vector<Id> changed_;  // constraints to look at again: the first changes_ entries, with room for one more
  std::size_t changes_ = 0;
  PerConstraint<std::uint8_t> is_changed_;
  std::vector<Id> to_compare_;  // constraints that will be compared with those that overlap them
  PerConstraint<std::uint8_t> is_to_compare_;
  PerConstraint<std::int32_t> shared_;  // scratch of compare: unknown cells shared with each constraint …
  std::vector<Id> overlapping_;         // … and the constraints that share any, with room for one more
};

}  // namespace minemind
