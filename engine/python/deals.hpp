// Deals and matches as Python gives them, checked.

#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>

#include "play/layout.hpp"
#include "play/simulation.hpp"
#include "python/handles.hpp"

namespace minemind::python {

inline void require_dealable(const Graph& graph, const Deal& deal) {
  require(deal.first == -1 || std::ranges::binary_search(graph.cells, deal.first), "no such cell");
  require(deal.per_cell > 0 && graph.cells.size() * std::uint64_t{deal.per_cell} <= UINT32_MAX, "too many slots");
  require(fits(graph, deal), "more mines than slots");
}

// A strategy, and how much it thinks at each guess.
using PlayerTuple = std::tuple<Strategy, std::uint64_t>;

inline Player player_of(const PlayerTuple& player) {
  const auto [strategy, think] = player;
  require(think == 0 || strategy == Strategy::champion, "only the champion can think");
  return {strategy, think};
}

inline Match match_of(const GraphHandle& on, const Indices& rank, const Deal& deal, Player player, bool is_weighted) {
  const Graph graph = on.look();
  require(rank.size() == graph.indices(), "a rank for every cell");
  require(deal.first >= 0, "no such cell");
  require_dealable(graph, deal);
  return {deal, player, is_weighted, {view(rank).begin(), view(rank).end()}, std::nullopt};
}

}  // namespace minemind::python
