#include "play/layout.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "core/random.hpp"

namespace minemind {
namespace {

bool keeps_first_free(const Deal& deal) { return deal.first >= 0 && deal.rule != FirstClick::any; }

bool fits_beside(std::size_t kept_free, const Graph& graph, const Deal& deal) {
  const std::uint64_t left = graph.cells.size() > kept_free ? graph.cells.size() - kept_free : 0;
  return left * deal.per_cell >= deal.mines;
}

// The cells that the rule keeps free. If the mines do not fit outside a whole opening, neighbours are given up in an
// order that the seed decides: the first of a shuffle stay free.
std::vector<Cell> kept_free(const Graph& graph, const Deal& deal, Random& random) {
  std::vector<Cell> kept;
  if (!keeps_first_free(deal)) return kept;
  if (deal.rule == FirstClick::opening) {
    const auto around = graph.neighbours(deal.first);
    kept.assign(around.begin(), around.end());
    if (!fits_beside(kept.size() + 1, graph, deal)) {
      for (std::size_t left = kept.size(); left > 1; --left)
        std::swap(kept[left - 1], kept[random.below(static_cast<std::uint32_t>(left))]);
      while (!fits_beside(kept.size() + 1, graph, deal)) kept.pop_back();
    }
  }
  kept.push_back(deal.first);
  return kept;
}

// The cells that may hold mines, ascending.
std::vector<Cell> minable(const Graph& graph, std::vector<Cell> kept) {
  std::sort(kept.begin(), kept.end());
  std::vector<Cell> cells;
  cells.reserve(graph.cells.size());
  std::set_difference(graph.cells.begin(), graph.cells.end(), kept.begin(), kept.end(), std::back_inserter(cells));
  return cells;
}

}  // namespace

bool fits(const Graph& graph, const Deal& deal) { return fits_beside(keeps_first_free(deal) ? 1 : 0, graph, deal); }

void deal_layout(const Graph& graph, const Deal& deal, CellSpan<std::int32_t> counts, Watch& watch) {
  Random random(deal.seed);
  const std::vector<Cell> cells = minable(graph, kept_free(graph, deal, random));
  const auto slots = static_cast<std::uint32_t>(cells.size() * deal.per_cell);
  std::fill(counts.begin(), counts.end(), 0);
  // Floyd's sampling: one draw for every mine, each set of slots equally likely. If the draw from 0 … last hits a slot
  // that is taken, `last` is used instead, which cannot be taken yet.
  std::vector<bool> taken(slots);
  for (std::uint32_t last = slots - deal.mines; last < slots; ++last) {
    watch.spend(1);
    std::uint32_t slot = random.below(last + 1);
    if (taken[slot]) slot = last;
    taken[slot] = true;
    ++counts[cells[slot / deal.per_cell]];
  }
}

}  // namespace minemind
