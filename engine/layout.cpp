#include "layout.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "random.hpp"

namespace minemind {
namespace {

std::uint64_t slots_beside(const Graph& graph, std::size_t kept_free, const Deal& deal) {
  return (graph.cells.size() - kept_free) * std::uint64_t{deal.per_cell};
}

bool keeps_first_free(const Deal& deal) { return deal.first >= 0 && deal.rule != FirstClick::any; }

// The cells that the rule keeps free, ascending. If the mines do not fit beside a whole opening, its neighbours are
// given up in an order that the seed decides: the front ones of a shuffle stay.
std::vector<Cell> kept_free(const Graph& graph, const Deal& deal, Random& random) {
  std::vector<Cell> kept;
  if (!keeps_first_free(deal)) return kept;
  if (deal.rule == FirstClick::opening) {
    const auto around = graph.neighbours(deal.first);
    kept.assign(around.begin(), around.end());
    if (slots_beside(graph, kept.size() + 1, deal) < deal.mines) {
      for (std::size_t left = kept.size(); left > 1; --left)
        std::swap(kept[left - 1], kept[random.below(static_cast<std::uint32_t>(left))]);
      while (slots_beside(graph, kept.size() + 1, deal) < deal.mines) kept.pop_back();
    }
  }
  kept.push_back(deal.first);
  std::sort(kept.begin(), kept.end());
  return kept;
}

// The places of `kept` among the cells that exist.
std::vector<std::size_t> ranks(const Graph& graph, const std::vector<Cell>& kept) {
  std::vector<std::size_t> places;
  places.reserve(kept.size());
  for (const Cell cell : kept) {
    const auto place = std::lower_bound(graph.cells.begin(), graph.cells.end(), cell);
    places.push_back(static_cast<std::size_t>(place - graph.cells.begin()));
  }
  return places;
}

}  // namespace

bool fits(const Graph& graph, const Deal& deal) {
  return slots_beside(graph, keeps_first_free(deal) ? 1 : 0, deal) >= deal.mines;
}

void deal_layout(const Graph& graph, const Deal& deal, std::span<std::int32_t> counts) {
  Random random(deal.seed);
  const auto free_places = ranks(graph, kept_free(graph, deal, random));
  const auto slots = static_cast<std::uint32_t>(slots_beside(graph, free_places.size(), deal));
  std::fill(counts.begin(), counts.end(), 0);

  const auto lay = [&](std::uint32_t slot) {
    std::size_t place = slot / deal.per_cell;
    for (const std::size_t free_place : free_places) place += place >= free_place;
    ++counts[static_cast<std::size_t>(graph.cells[place])];
  };
  // Floyd's sampling: one draw for every mine, each set of slots equally likely. When the draw from 0 … last hits a
  // slot that is taken, `last` itself cannot be taken yet and stands in for it.
  std::vector<bool> taken(slots);
  for (std::uint32_t last = slots - deal.mines; last < slots; ++last) {
    std::uint32_t slot = random.below(last + 1);
    if (taken[slot]) slot = last;
    taken[slot] = true;
    lay(slot);
  }
}

}  // namespace minemind
