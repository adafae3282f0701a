// Frontier: the unknown cells that numbers see, as groups and components.
//
// Cells that exactly the same constraints see are interchangeable and form a group. Constraints that are connected
// through groups form a component; components are independent. The signature of a component holds the sizes of its
// groups and what its constraints need, in the order of the cells, but not where they lie. Components that look alike
// have the same signature, and are counted once.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "count/position.hpp"

namespace minemind {

using Signature = std::vector<std::uint32_t>;

class Frontier {
 public:
  struct Component {
    std::uint32_t first_group = 0, groups = 0;
    std::uint32_t first_constraint = 0, constraints = 0;  // in `constraints()`, without repeated ones
  };

  explicit Frontier(const Position& position) : position_(position) {}
  Frontier(const Position& position, Watch& watch) : Frontier(position) { find(watch); }
  // Finds the frontier again after the position has changed, and reuses the memory.
  void find(Watch& watch);

  std::span<const Component> components() const { return components_; }
  std::uint32_t groups() const { return static_cast<std::uint32_t>(group_offsets_.size()) - 1; }
  // The cells of a group, ascending. Groups are numbered component by component.
  std::span<const Cell> cells(std::uint32_t group) const {
    return std::span(cells_).subspan(group_offsets_[group], group_offsets_[group + 1] - group_offsets_[group]);
  }
  // The position's constraints, component by component.
  std::span<const std::uint32_t> constraints() const { return constraints_; }
  // The number of unknown cells that numbers see.
  std::int64_t size() const { return static_cast<std::int64_t>(cells_.size()); }

  bool is_seen(Cell cell) const { return group_of_[cell] != none; }
  std::uint32_t group_of(Cell cell) const { return group_of_[cell]; }
  std::size_t component_of(std::uint32_t group) const;

  void write_signature(const Component& component, Signature& signature) const;

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  void join_constraints(Watch& watch);
  void form_groups(std::uint32_t constraint);
  void drop_repeated(Component& component);
  bool repeats_earlier(std::uint32_t constraint) const;

  const Position& position_;
  std::vector<Component> components_;
  std::vector<std::uint32_t> group_offsets_;
  std::vector<Cell> cells_;
  std::vector<std::uint32_t> constraints_;
  CellVector<std::uint32_t> group_of_;  // the group of each cell
};

}  // namespace minemind
