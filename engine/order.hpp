// Order: in which sequence the groups of a component are decided, so that few constraints are open at a time.
//
// A constraint is open from its first decided group to its last. Counting keeps one state for every way in which the
// open constraints may stand, so their number, not the component's length, is what counting costs.

#pragma once

#include <cstdint>
#include <vector>

#include "frontier.hpp"
#include "watch.hpp"

namespace minemind {

// A component taken out of its signature: groups and constraints by their numbers within it.
struct Shape {
  void read(std::span<const std::uint32_t> signature);

  std::uint32_t per_cell = 1;
  std::vector<std::uint32_t> capacity;               // of each group: slots, the most mines that it holds
  std::vector<std::uint32_t> need;                   // of each constraint
  std::vector<std::uint32_t> scope_offsets, scopes;  // groups of each constraint
  std::vector<std::uint32_t> seer_offsets, seers;    // constraints of each group

  std::uint32_t groups() const { return static_cast<std::uint32_t>(capacity.size()); }
  std::uint32_t constraints() const { return static_cast<std::uint32_t>(need.size()); }
  std::span<const std::uint32_t> scope(std::uint32_t constraint) const {
    return std::span(scopes).subspan(scope_offsets[constraint],
                                     scope_offsets[constraint + 1] - scope_offsets[constraint]);
  }
  std::span<const std::uint32_t> seen_by(std::uint32_t group) const {
    return std::span(seers).subspan(seer_offsets[group], seer_offsets[group + 1] - seer_offsets[group]);
  }
};

// Puts the groups in a good order for counting: the best of several that start at different ends.
void find_order(const Shape& shape, std::vector<std::uint32_t>& order, Watch& watch);

}  // namespace minemind
