// Refutation: whether a claim follows from some numbers, that is, whether no layout agrees with both them and its
// opposite.
//
// A search with bounds. It branches only near what the opposite has changed: the numbers of a possible board have a
// solution, and where nothing has changed, it still holds. With the mine count, which connects everything, it branches
// everywhere.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "prove/bounds.hpp"
#include "prove/step.hpp"

namespace minemind {

class Refutation {
 public:
  // `without` marks the sums to ignore; it may be empty.
  Refutation(const System& system, std::span<const std::uint8_t> without, Budget& budget);

  // Whether the system's first variable holds at least this many mines or, if that is 0, none: whether the opposite is
  // refuted. If so, `core` marks the sums that this takes.
  bool holds(Mines at_least);
  std::span<const std::uint8_t> core() const { return core_; }

  // A solution, as the mines of each variable, if there is one.
  std::optional<std::vector<Mines>> solve();

 private:
  enum class Where { near_changes, everywhere };

  bool search(Where where);
  void add_to_core(std::uint32_t absurd);

  const System& system_;
  Budget& budget_;
  Bounds bounds_;
  std::vector<std::uint8_t> core_;                      // empty if not wanted
  std::vector<std::uint8_t> needs_least_, needs_most_;  // scratch of add_to_core, for each variable
};

// A solution of a system with one more sum, for which `without` has an entry, if there is one.
std::optional<std::vector<Mines>> solution_with(Sum sum, System& system, std::span<const std::uint8_t> without,
                                                Budget& budget);

// The fewest and the most mines that one component can hold, by its own numbers.
struct ComponentBounds {
  std::vector<std::uint32_t> sums;  // its numbers
  std::vector<Variable> over;
  Mines at_least = 0, at_most = 0, capacity = 0;
  std::uint32_t sum = UINT32_MAX;  // the one that says so, once it is part of the system
};

// The bounds of components that were found before, by their numbers.
using KnownBounds = std::map<std::vector<Cell>, std::pair<Mines, Mines>>;

std::vector<ComponentBounds> component_bounds(System& system, KnownBounds& known, Budget& budget);

// The same, also added to the system as sums, so that the search need not go through every solution of a component once
// for every solution of the others. If there is only one component, nothing is added or returned.
std::vector<ComponentBounds> bound_components(System& system, KnownBounds& known, Budget& budget);

// Where to branch: an unsettled variable of the sum with the fewest ways, among those that have changed or among all.
// None if there is nothing to branch on: then there is a solution.
std::optional<Variable> branching_variable(const System& system, const Bounds& bounds, bool only_changed);

}  // namespace minemind
