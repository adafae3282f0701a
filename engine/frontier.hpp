// Frontier: the unknown cells that numbers see, as groups and components.
//
// Cells that exactly the same constraints see are interchangeable and form a group. Constraints that hang together
// through groups form a component; components know nothing of each other. A component is written down as its
// signature: sizes of groups and what its constraints need, in the order of the cells, without saying where they lie.
// Components that look alike share it, and with it the work of counting.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "position.hpp"

namespace minemind {

using Signature = std::vector<std::uint32_t>;

class Frontier {
 public:
  struct Component {
    std::uint32_t first_group = 0, groups = 0;
    std::uint32_t first_constraint = 0, constraints = 0;  // in `constraints()`, without those that say the same again
  };

  Frontier(const Position& position, Watch& watch);

  std::span<const Component> components() const { return components_; }
  std::uint32_t groups() const { return static_cast<std::uint32_t>(group_offsets_.size()) - 1; }
  // The cells of a group, ascending. Groups stand component by component.
  std::span<const Cell> cells(std::uint32_t group) const {
    return std::span(cells_).subspan(group_offsets_[group], group_offsets_[group + 1] - group_offsets_[group]);
  }
  // The positions' constraints, component by component.
  std::span<const std::uint32_t> constraints() const { return constraints_; }
  // How many unknown cells are seen by any number.
  std::int64_t size() const { return static_cast<std::int64_t>(cells_.size()); }

  bool is_seen(Cell cell) const { return group_of_[static_cast<std::size_t>(cell)] != UINT32_MAX; }
  std::uint32_t group_of(Cell cell) const { return group_of_[static_cast<std::size_t>(cell)]; }
  std::size_t component_of(std::uint32_t group) const;

  void write_signature(const Component& component, Signature& signature) const;

 private:
  void join_constraints(Watch& watch);
  void form_groups(std::uint32_t constraint);
  void drop_repeated(Component& component);
  bool repeats_earlier(std::uint32_t constraint) const;

  const Position& position_;
  std::vector<Component> components_;
  std::vector<std::uint32_t> group_offsets_;
  std::vector<Cell> cells_;
  std::vector<std::uint32_t> constraints_;
  std::vector<std::uint32_t> group_of_;  // group of a cell
};

}  // namespace minemind
