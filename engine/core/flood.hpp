// Flood: what opening free cells opens. Around every zero all hidden neighbours open too; flagged cells stay closed.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cell.hpp"
#include "core/face.hpp"
#include "core/graph.hpp"

namespace minemind {

// The order in which a flood spreads. It opens the same cells either way.
enum class Expansion { bfs, dfs };

// Calls `visit` for each pending cell, and adds to them the neighbours of those that show zero for which `reach` is
// true. `reach` must be true at most once per cell, and never for a cell that is pending at the start. Neighbours of a
// zero hold no mine, so mines are not checked for. With bfs all cells stay in the vector.
template <class Reach, class Visit>
void spread(const Graph& graph, CellSpan<const std::int32_t> numbers, std::vector<Cell>& pending, Expansion expansion,
            const Reach& reach, const Visit& visit) {
  for (std::size_t next = 0; next < pending.size();) {
    const Cell cell = expansion == Expansion::bfs ? pending[next++] : pending.back();
    if (expansion == Expansion::dfs) pending.pop_back();
    visit(cell);
    if (numbers[cell] != 0) continue;
    for (const Cell other : graph.neighbours(cell))
      if (reach(other)) pending.push_back(other);
  }
}

// The cells that open with `start`, in the order of the expansion, each once. The start must be free and hidden.
std::vector<Cell> flood(const Graph& graph, CellSpan<const std::int32_t> numbers, CellSpan<const std::int32_t> faces,
                        std::span<const Cell> start, Expansion expansion);

}  // namespace minemind
