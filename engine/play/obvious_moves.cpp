#include "play/obvious_moves.hpp"

#include <algorithm>

#include "core/ranges.hpp"
#include "count/knowledge.hpp"

namespace minemind {

ObviousMoves open_obvious(const Graph& graph, std::int32_t per_cell, CellSpan<const std::int32_t> faces,
                          CellSpan<const std::int32_t> numbers, Watch& watch) {
  ObviousMoves moves;
  Knowledge knowledge(graph, per_cell, PairRule::overlaps);
  knowledge.set_up(faces);
  std::vector<Cell> free, area;
  while (true) {
    free.clear();
    knowledge.propagate(free);
    if (free.empty()) return moves;
    ++moves.rounds;
    ranges::sort(free);
    for (const Cell cell : free) {
      if (!knowledge.is_hidden(cell)) continue;  // it opened with another one
      knowledge.open_area(cell, numbers, area);
      watch.spend(area.size());
      moves.cells.push_back(cell);
      moves.areas.push_back(static_cast<std::int32_t>(area.size()));
      moves.opened.insert(moves.opened.end(), area.begin(), area.end());
    }
  }
}

}  // namespace minemind
