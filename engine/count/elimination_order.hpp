// Elimination order: the sequence in which the groups of a component are decided, so that few constraints are open at a
// time.
//
// A constraint is open from its first decided group to its last. Counting keeps a state for every combination of what
// the open constraints still need, so its cost depends on how many are open at once, not on how long the component is.

#pragma once

#include <cstdint>
#include <vector>

#include "core/watch.hpp"
#include "count/frontier.hpp"

namespace minemind {

// A component read from its signature: groups and constraints by their indices within it.
struct ComponentShape {
  void read(std::span<const std::uint32_t> signature);

  std::uint32_t per_cell = 1;
  std::vector<std::uint32_t> capacity;               // of each group: slots, the most mines that it can hold
  std::vector<std::uint32_t> need;                   // of each constraint
  std::vector<std::uint32_t> scope_offsets, scopes;  // groups of each constraint
  std::vector<std::uint32_t> constraint_offsets, constraints_by_group;

  std::uint32_t groups() const { return static_cast<std::uint32_t>(capacity.size()); }
  std::uint32_t constraints() const { return static_cast<std::uint32_t>(need.size()); }
  std::span<const std::uint32_t> scope(std::uint32_t constraint) const {
    return std::span(scopes).subspan(scope_offsets[constraint],
                                     scope_offsets[constraint + 1] - scope_offsets[constraint]);
  }
  std::span<const std::uint32_t> constraints_of(std::uint32_t group) const {
    return std::span(constraints_by_group)
        .subspan(constraint_offsets[group], constraint_offsets[group + 1] - constraint_offsets[group]);
  }
};

// Finds a good order for counting: the best of several that start in different places.
void find_elimination_order(const ComponentShape& shape, std::vector<std::uint32_t>& order, Watch& watch);

}  // namespace minemind
