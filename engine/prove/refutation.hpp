// Refutation: whether a claim follows from some numbers: whether no mines agree with them and with its opposite.
//
// A search with bounds. It branches only near what the opposite has changed: the numbers of a board that can be have a
// solution, and where nothing has changed this solution still holds. Only the mine count connects everything.

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
  // `without` are sums that do not count; it may be empty.
  Refutation(const System& system, std::span<const std::uint8_t> without, Budget& budget);

  // Whether the system's first variable holds at least so many mines, or none: whether the opposite is refuted. Then
  // `core` says which sums were needed for that.
  bool holds(Mines at_least);
  std::span<const std::uint8_t> core() const { return core_; }

  // A solution, as the mines of each variable; none if the sums cannot be.
  std::optional<std::vector<Mines>> solve();

 private:
  enum class Where { near_changes, everywhere };

  bool search(Where where);
  void add_to_core(std::uint32_t absurd);

  const System& system_;
  Budget& budget_;
  Bounds bounds_;
  std::vector<std::uint8_t> core_;                      // empty if nobody wants it
  std::vector<std::uint8_t> needs_least_, needs_most_;  // scratch of add_to_core, for each variable
};

// A solution of a system with one sum more, for which `without` has a place; none if there is no such solution.
std::optional<std::vector<Mines>> solution_with(Sum sum, System& system, std::span<const std::uint8_t> without,
                                                Budget& budget);

// What the cells of one component hold at least and at most, by its own numbers.
struct ComponentBounds {
  std::vector<std::uint32_t> sums;  // its numbers
  std::vector<Variable> over;
  Mines at_least = 0, at_most = 0, capacity = 0;
  std::uint32_t sum = UINT32_MAX;  // that says so, once it is part of the system
};

// What components hold by their numbers, once it was found out.
using KnownBounds = std::map<std::vector<Cell>, std::pair<Mines, Mines>>;

std::vector<ComponentBounds> component_bounds(System& system, KnownBounds& known, Budget& budget);

// The same as sums of the system, unless there is only one component: then the search need not go through every
// solution of a component once for every solution of the others.
std::vector<ComponentBounds> bound_components(System& system, KnownBounds& known, Budget& budget);

// Where to branch: a variable that is not settled, of a sum that has changed, or of any, and that leaves the fewest
// ways. Or none: then there is a solution.
std::optional<Variable> branching_variable(const System& system, const Bounds& bounds, bool only_changed);

}  // namespace minemind
