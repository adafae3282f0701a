#include "core/flood.hpp"

#include <algorithm>

#include "core/ranges.hpp"

namespace minemind {

std::vector<Cell> flood(const Graph& graph, CellSpan<const std::int32_t> numbers, CellSpan<const std::int32_t> faces,
                        std::span<const Cell> start, Expansion expansion) {
  std::vector<Cell> opened, pending(start.begin(), start.end());
  // Most clicks open one number: they need not pay for marks on all cells.
  if (ranges::none_of(start, [&](Cell cell) { return numbers[cell] == 0; })) return pending;
  CellVector<bool> is_reached(graph.indices());
  for (const Cell cell : start) is_reached[cell] = true;
  const auto reach = [&](Cell cell) {
    const bool is_new = faces[cell] == hidden_face && !is_reached[cell];
    if (is_new) is_reached[cell] = true;
    return is_new;
  };
  spread(graph, numbers, pending, expansion, reach, [&](Cell cell) { opened.push_back(cell); });
  return opened;
}

}  // namespace minemind
