// What opening a cell would show: the part of Analysis that gives the probability of each number.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "analysis/analysis.hpp"

namespace minemind {
namespace {

// Ways by the mines near a cell, combined from two independent sources.
std::vector<Polynomial> joined(const std::vector<Polynomial>& near, const std::vector<std::vector<double>>& more,
                               std::int64_t low, Watch& watch) {
  const std::size_t width = near[0].terms.size() + more[0].size() - 1;
  std::vector<Polynomial> both(near.size() + more.size() - 1, {near[0].low + low, std::vector<double>(width, 0.0)});
  for (std::size_t a = 0; a < near.size(); ++a)
    for (std::size_t b = 0; b < more.size(); ++b)
      for (std::size_t s = 0; s < near[a].terms.size(); ++s) {
        if (near[a].terms[s] == 0) continue;
        watch.spend(more[b].size());
        for (std::size_t t = 0; t < more[b].size(); ++t) both[a + b].terms[s + t] += near[a].terms[s] * more[b][t];
      }
  return both;
}

// The ways to mine so many slots that no number sees, by their mines: each choice of slots is one.
std::vector<Polynomial> ways_of_slots(std::size_t slots, Watch& watch) {
  watch.spend((slots + 1) * (slots + 1));
  std::vector<Polynomial> near(slots + 1, {0, std::vector<double>(slots + 1, 0.0)});
  double ways = 1;
  for (std::size_t y = 0; y <= slots; ++y) {
    near[y].terms[y] = ways;
    ways = ways * static_cast<double>(slots - y) / static_cast<double>(y + 1);
  }
  return near;
}

Polynomial sum(const std::vector<Polynomial>& polynomials) {
  Polynomial all{polynomials[0].low, std::vector<double>(polynomials[0].terms.size(), 0.0)};
  for (const Polynomial& p : polynomials)
    for (std::size_t t = 0; t < p.terms.size(); ++t) all.terms[t] += p.terms[t];
  return all;
}

}  // namespace

// The hidden cells around a cell that may be opened, by component and group.
struct Analysis::Surroundings {
  std::int64_t known_mines = 0;
  std::uint32_t outside_neighbours = 0;
  bool is_outside = false;                                 // the cell itself
  std::vector<std::vector<Count::GroupOverlap>> overlaps;  // component by component
};

Analysis::Surroundings Analysis::look_around(Cell cell) const {
  Surroundings found;
  found.overlaps.resize(counts_.size());
  const auto overlap = [&](Cell other) -> Count::GroupOverlap& {
    const std::uint32_t group = frontier_.group_of(other);
    const std::size_t component = frontier_.component_of(group);
    const std::uint32_t local = group - frontier_.components()[component].first_group;
    auto& touched = found.overlaps[component];
    for (Count::GroupOverlap& known : touched)
      if (known.group == local) return known;
    return touched.emplace_back(Count::GroupOverlap{local, 0, false});
  };
  for (const Cell other : position_.graph().neighbours(cell)) {
    if (!position_.is_unknown(other))
      found.known_mines += std::max(0, position_.known(other));
    else if (frontier_.is_seen(other))
      ++overlap(other).neighbours;
    else
      ++found.outside_neighbours;
  }
  if (position_.is_unknown(cell) && frontier_.is_seen(cell)) overlap(cell).has_cell = true;
  found.is_outside = position_.is_unknown(cell) && !frontier_.is_seen(cell);
  return found;
}

std::vector<std::vector<double>> Analysis::ways_by_neighbour_mines(std::size_t component,
                                                                   std::span<const Count::GroupOverlap> overlaps,
                                                                   Cell cell, Watch& watch) const {
  try {
    return counts_[component]->ways_by_neighbour_mines(overlaps, watch);
  } catch (TooHard& too_hard) {
    too_hard.cell = cell;
    throw;
  }
}

std::vector<double> Analysis::number_distribution(Cell cell, Watch& watch, const Polynomial* rest) const {
  const Surroundings around = look_around(cell);
  const std::int64_t per_cell = position_.per_cell();
  const auto near_slots = static_cast<std::size_t>(around.outside_neighbours * per_cell);
  // Everything that the cell touches becomes one component, and its ways must fit a double like those of any other.
  std::size_t slots = near_slots;
  for (std::size_t i = 0; i < counts_.size(); ++i)
    if (!around.overlaps[i].empty()) slots += counts_[i]->slots();
  if (slots > most_slots) throw TooHard{0, cell};
  // The ways of everything near the cell, by the mines in its neighbours: outside cells first, then the components.
  std::vector<Polynomial> near = ways_of_slots(near_slots, watch);
  std::vector<Polynomial> parts;
  if (rest) parts.push_back(*rest);
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (!around.overlaps[i].empty())
      near = joined(near, ways_by_neighbour_mines(i, around.overlaps[i], cell, watch), counts_[i]->fewest(), watch);
    else if (!rest)
      parts.push_back(ways(i));
  }
  parts.push_back(sum(near));
  const std::size_t last = parts.size() - 1;
  const std::int64_t taken = static_cast<std::int64_t>(near_slots) + (around.is_outside ? per_cell : 0);
  const Totals totals = weigh(std::move(parts), outside_slots_ - taken, watch);
  std::vector<double> odds(static_cast<std::size_t>(around.known_mines), 0.0);
  for (const Polynomial& p : near)
    odds.push_back(std::inner_product(p.terms.begin(), p.terms.end(), totals.weights(last).begin(), 0.0));
  const double total = std::accumulate(odds.begin(), odds.end(), 0.0);
  if (!(total > 0) || !std::isfinite(total)) throw TooHard{0, cell};  // too small for a double, all of it
  for (double& weight : odds) weight /= total;
  return odds;
}

}  // namespace minemind
