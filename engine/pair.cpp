#include "pair.hpp"

#include <algorithm>

namespace minemind {
namespace {

// Whether all neighbours of a cell that are not also the other's, and may be free, are the other cell alone: whatever
// can still be opened sees both or neither. The numbers that are open see both anyway, if the cells are of one group.
bool sees_no_more(const Analysis& analysis, Cell cell, Cell other) {
  const Graph& graph = analysis.position().graph();
  const auto others = graph.neighbours(other);
  return std::ranges::all_of(graph.neighbours(cell), [&](Cell neighbour) {
    const bool may_be_opened = analysis.probability()[static_cast<std::size_t>(neighbour)] < 1;
    return !may_be_opened || neighbour == other || std::ranges::binary_search(others, neighbour);
  });
}

}  // namespace

Cell twin_of(const Analysis& analysis, Cell cell, Watch& watch) {
  if (!analysis.frontier().is_seen(cell)) return -1;
  const Position& position = analysis.position();
  const bool is_one_mine = std::ranges::any_of(
      position.seen_by(cell), [&](std::uint32_t constraint) { return position.constraints()[constraint].need == 1; });
  if (!is_one_mine) return -1;
  const auto group = analysis.frontier().cells(analysis.frontier().group_of(cell));
  const auto twin = std::ranges::find_if(group, [&](Cell other) {
    watch.spend(position.graph().neighbours(cell).size());
    return other != cell && sees_no_more(analysis, cell, other) && sees_no_more(analysis, other, cell);
  });
  return twin == group.end() ? -1 : *twin;
}

}  // namespace minemind
