// Layout: where the mines of a seeded game are.
//
// A layout depends on the graph, the deal below and nothing else: not on the clock, the machine or what was dealt
// before. Tests pin exact layouts, so a change of algorithm here breaks every seed that was ever written down.

#pragma once

#include <cstdint>
#include <span>

#include "core/graph.hpp"
#include "core/watch.hpp"

namespace minemind {

// What the first click promises: nothing, that its cell is free, or that its neighbours are free too.
enum class FirstClick { any, safe, opening };

struct Deal {
  std::uint32_t mines = 0;
  std::uint32_t per_cell = 1;  // slots in a cell: the most mines that it can hold
  Cell first = -1;             // the first cell to be opened, or -1 if there is none
  FirstClick rule = FirstClick::any;
  std::uint64_t seed = 0;
};

// Whether the mines fit if the first cell stays free as the rule says: every deal needs at least that.
bool fits(const Graph& graph, const Deal& deal);

// Writes how many mines every cell holds; `counts` has an entry for every index of the graph.
// All ways to put the mines into the slots that the rule leaves are equally likely.
void deal_layout(const Graph& graph, const Deal& deal, CellSpan<std::int32_t> counts, Watch& watch);

}  // namespace minemind
