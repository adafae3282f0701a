#include "play/repair.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <utility>

#include "core/ranges.hpp"

namespace minemind {
namespace {

Cell pick(const std::vector<Cell>& cells, Random& random) {
  return cells[random.below(static_cast<std::uint32_t>(cells.size()))];
}

template <class Condition>
std::vector<Cell> those(std::span<const Cell> cells, const Condition& condition) {
  std::vector<Cell> found;
  ranges::copy_if(cells, std::back_inserter(found), condition);
  return found;
}

}  // namespace

Repair::Repair(const Graph& graph, const Deal& deal, DealtGame& game)
    : graph_(graph), game_(game), per_cell_(static_cast<std::int32_t>(deal.per_cell)), is_promised_(graph.indices()) {
  is_promised_[deal.first] = 1;
  if (deal.rule == FirstClick::opening)
    for (const Cell cell : graph.neighbours(deal.first)) is_promised_[cell] = 1;
}

bool Repair::make(std::size_t area, Random& random, Watch& watch) {
  watch.spend(graph_.cells.size());
  const std::vector<Cell> stuck = places();
  if (stuck.empty()) return false;
  const Cell place = pick(stuck, random);
  if (area > smallest_area)
    shuffle(area_around(place, area), random);
  else
    settle(place, random);
  return true;
}

bool Repair::is_seen(Cell cell) const {
  return ranges::any_of(graph_.neighbours(cell), [this](Cell other) { return is_open(other); });
}

// Where a repair can help: the unknown cells that numbers see. If there are none, known mines wall off the rest: then
// these mines.
std::vector<Cell> Repair::places() const {
  std::vector<Cell> frontier = those(graph_.cells, [this](Cell cell) { return is_unknown(cell) && is_seen(cell); });
  if (!frontier.empty()) return frontier;
  return those(graph_.cells, [this](Cell cell) {
    const auto hides = [this](Cell other) { return is_unknown(other); };
    return game_.mines[cell] > 0 && is_seen(cell) && ranges::any_of(graph_.neighbours(cell), hides);
  });
}

// The cells nearest to one, as many rings around it as fit, at least its neighbours.
std::vector<Cell> Repair::area_around(Cell middle, std::size_t most) const {
  std::vector<Cell> area{middle};
  CellVector<std::uint8_t> is_inside(graph_.indices());
  is_inside[middle] = 1;
  for (std::size_t next = 0; next < area.size();) {
    const std::size_t inner = area.size();
    for (; next < inner; ++next)
      for (const Cell other : graph_.neighbours(area[next]))
        if (!std::exchange(is_inside[other], std::uint8_t{1})) area.push_back(other);
    if (area.size() > most && inner > 1) area.resize(inner);
  }
  return those(area, [this](Cell cell) { return !is_promised_[cell]; });
}

// Deals the mines of an area again.
void Repair::shuffle(const std::vector<Cell>& area, Random& random) {
  std::vector<std::size_t> slots;  // for each slot, the index of its cell in the area
  std::vector<std::int32_t> dealt(area.size());
  std::size_t mines = 0;
  for (std::size_t i = 0; i < area.size(); ++i) {
    slots.insert(slots.end(), static_cast<std::size_t>(per_cell_), i);
    mines += static_cast<std::size_t>(game_.mines[area[i]]);
  }
  for (std::size_t mine = 0; mine < mines; ++mine) {
    std::swap(slots[mine], slots[mine + random.below(static_cast<std::uint32_t>(slots.size() - mine))]);
    ++dealt[slots[mine]];
  }
  for (std::size_t i = 0; i < area.size(); ++i)
    if (const std::int32_t more = dealt[i] - game_.mines[area[i]]; more != 0) game_.add_mines(area[i], more);
}

// Fills or empties the unknown cells around a number. A mine that walls off others is taken away.
void Repair::settle(Cell place, Random& random) {
  std::vector<Cell> cells{place};
  bool is_filled = false;
  if (is_unknown(place)) {
    const Cell number = pick(those(graph_.neighbours(place), [this](Cell cell) { return is_open(cell); }), random);
    cells = those(graph_.neighbours(number), [this](Cell cell) { return is_unknown(cell); });
    is_filled = random.below(2) == 0;
  }
  for (const Cell cell : cells)
    while (is_filled ? can_take(cell) : game_.mines[cell] > 0) {
      const Cell other = partner(is_filled, cells, random);
      if (other < 0) return;
      game_.add_mines(is_filled ? other : cell, -1);
      game_.add_mines(is_filled ? cell : other, 1);
    }
}

// The cell that gives a mine to the settled cells, or takes one from them: if possible one that no number sees,
// otherwise one that is unknown, so that little of what the player knows changes.
Cell Repair::partner(bool is_giving, const std::vector<Cell>& settled, Random& random) const {
  std::array<std::vector<Cell>, 3> choices;
  for (const Cell cell : graph_.cells) {
    if (!(is_giving ? game_.mines[cell] > 0 : can_take(cell))) continue;
    if (ranges::find(settled, cell) != settled.end()) continue;
    choices[!is_unknown(cell) ? 2 : is_seen(cell) ? 1 : 0].push_back(cell);
  }
  const auto best = ranges::find_if(choices, [](const auto& cells) { return !cells.empty(); });
  return best == choices.end() ? -1 : pick(*best, random);
}

}  // namespace minemind
