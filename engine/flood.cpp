#include "flood.hpp"

#include <algorithm>
#include <cstddef>

namespace minemind {

std::vector<Cell> flood(const Graph& graph, std::span<const std::int32_t> numbers, std::span<const std::int32_t> faces,
                        std::span<const Cell> start, Expansion expansion) {
  const auto is_zero = [&](Cell cell) { return numbers[static_cast<std::size_t>(cell)] == 0; };
  std::vector<Cell> opened;
  std::vector<Cell> pending(start.begin(), start.end());
  // Most opens show one number: they need not pay for marks on all cells.
  if (std::none_of(start.begin(), start.end(), is_zero)) return pending;
  std::vector<bool> seen(graph.indices());
  for (const Cell cell : start) seen[static_cast<std::size_t>(cell)] = true;
  for (std::size_t next = 0; next < pending.size();) {
    Cell cell = pending[next];
    if (expansion == Expansion::bfs) {
      ++next;
    } else {
      cell = pending.back();
      pending.pop_back();
    }
    opened.push_back(cell);
    if (!is_zero(cell)) continue;
    for (const Cell other : graph.neighbours(cell)) {
      const auto at = static_cast<std::size_t>(other);
      if (faces[at] != hidden_face || seen[at]) continue;
      seen[at] = true;
      pending.push_back(other);
    }
  }
  return opened;
}

}  // namespace minemind
