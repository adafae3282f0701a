// Graph: which cells exist and which are neighbours, but not where they lie.
//
// The engine knows a grid only through this view, so that hexagons, tori, holes and a longer reach cost nothing extra.
// Its maker owns the arrays, which must outlive it.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/cell.hpp"

namespace minemind {

struct Graph {
  CellSpan<const std::int32_t>
      offsets;                    // the neighbours of cell i are targets[offsets[i]] … targets[offsets[i + 1] - 1]
  std::span<const Cell> targets;  // ascending within each cell
  std::span<const Cell> cells;    // the cells that exist, ascending; all other indices are holes

  // The number of indices, holes included.
  std::size_t indices() const { return offsets.size() - 1; }

  std::span<const Cell> neighbours(Cell cell) const {
    const auto first = static_cast<std::size_t>(offsets[cell]), end = static_cast<std::size_t>(offsets[cell + 1]);
    return targets.subspan(first, end - first);
  }
  // The largest number of neighbours of any cell.
  std::size_t most_neighbours() const {
    std::int32_t most = 0;
    for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
      most = std::max(most, offsets.data()[i + 1] - offsets.data()[i]);
    return static_cast<std::size_t>(most);
  }
};

}  // namespace minemind
