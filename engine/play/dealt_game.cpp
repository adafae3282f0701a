#include "play/dealt_game.hpp"

#include <algorithm>

#include "core/ranges.hpp"

namespace minemind {

DealtGame::DealtGame(const Graph& graph, std::int32_t per_cell, PairRule pairs)
    : mines(graph.indices()), knowledge(graph, per_cell, pairs), graph_(graph), shown_(graph.indices()) {}

void DealtGame::count_numbers(std::uint32_t opened) {
  ranges::fill(shown_, 0);
  std::uint32_t free = 0;
  for (const Cell cell : graph_.cells) {
    const std::int32_t own = mines[cell];
    free += own == 0;
    if (own > 0)
      for (const Cell other : graph_.neighbours(cell)) shown_[other] += own;
  }
  to_open = free - opened;
}

std::uint32_t DealtGame::open(Cell cell) {
  if (!knowledge.is_hidden(cell)) return 0;
  knowledge.open_area(cell, shown_, area_);
  const auto opened = static_cast<std::uint32_t>(area_.size());
  to_open -= opened;
  return opened;
}

void DealtGame::add_mines(Cell cell, std::int32_t more) {
  to_open += !knowledge.is_hidden(cell);
  knowledge.forget(cell);
  to_open -= mines[cell] == 0;
  mines[cell] += more;
  to_open += mines[cell] == 0;
  for (const Cell other : graph_.neighbours(cell)) {
    shown_[other] += more;
    knowledge.change_number(other, more);
  }
}

}  // namespace minemind
