// Graph: which cells exist and who neighbours whom, and nothing about where they lie.
//
// The engine knows a grid only through this view, so that hexagons, tori, holes and a longer reach cost nothing
// extra. A cell is an index; the numbers belong to whoever made the graph and must outlive it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace minemind {

using Cell = std::int32_t;

struct Graph {
  std::span<const std::int32_t> offsets;  // neighbours of cell i stand at offsets[i] … offsets[i + 1] - 1
  std::span<const Cell> targets;          // ascending within each cell
  std::span<const Cell> cells;            // the cells that exist, ascending; the others are holes without neighbours

  // How many indices there are, holes included.
  std::size_t indices() const { return offsets.size() - 1; }

  std::span<const Cell> neighbours(Cell cell) const {
    const auto at = static_cast<std::size_t>(cell);
    const auto begin = static_cast<std::size_t>(offsets[at]);
    return targets.subspan(begin, static_cast<std::size_t>(offsets[at + 1]) - begin);
  }
};

}  // namespace minemind
