// What opening a cell would show: the part of Analysis that gives the probability of each number, and says how many
// cells each would make safe.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "analysis/analysis.hpp"
#include "core/ranges.hpp"
#include "core/short_vector.hpp"

namespace minemind {
namespace {

// Ways by the mines near a cell: for each number of these, by all the mines that it takes, beyond `low`.
struct NearWays {
  std::span<double> row(std::size_t number) { return std::span(terms).subspan(number * width, width); }
  std::span<const double> row(std::size_t number) const { return std::span(terms).subspan(number * width, width); }

  std::size_t numbers;
  std::int64_t low;
  std::size_t width;
  std::vector<double> terms = std::vector<double>(numbers * width, 0.0);
};

// Combined with those of a component, which are independent.
NearWays joined(const NearWays& near, const Count& count, std::span<const Count::GroupOverlap> overlaps, Watch& watch) {
  const std::vector<double> more = count.ways_by_neighbour_mines(overlaps, watch);
  const std::size_t width = count.ways().size(), numbers = more.size() / width;
  NearWays both{near.numbers + numbers - 1, near.low + count.fewest(), near.width + width - 1};
  for (std::size_t a = 0; a < near.numbers; ++a)
    for (std::size_t b = 0; b < numbers; ++b)
      for (std::size_t s = 0; s < near.width; ++s) {
        const double ways = near.row(a)[s];
        if (ways == 0) continue;
        watch.spend(width);
        double* const sink = both.row(a + b).data() + s;
        for (std::size_t t = 0; t < width; ++t) sink[t] += ways * more[b * width + t];
      }
  return both;
}

// The ways to mine this many slots that no number sees, by the number of mines: each choice of slots is one.
NearWays ways_of_slots(std::size_t slots, Watch& watch) {
  watch.spend((slots + 1) * (slots + 1));
  NearWays near{slots + 1, 0, slots + 1};
  double ways = 1;
  for (std::size_t y = 0; y <= slots; ++y) {
    near.row(y)[y] = ways;
    ways = ways * static_cast<double>(slots - y) / static_cast<double>(y + 1);
  }
  return near;
}

Polynomial sum(const NearWays& near) {
  Polynomial all{near.low, Polynomial::Terms(near.width, 0.0)};
  for (std::size_t number = 0; number < near.numbers; ++number)
    for (std::size_t t = 0; t < near.width; ++t) all.terms[t] += near.row(number)[t];
  return all;
}

// Of the components that a cell touches, in an Expert position; more only cost an allocation or two.
constexpr std::size_t typical_groups_touched = 64;

// The sums of a number of each set but one.
NumberSet sums_without(std::size_t left_out, std::span<const NumberSet> sets) {
  NumberSet sums = 1;
  for (std::size_t i = 0; i < sets.size(); ++i)
    if (i != left_out) sums = sums_of(sets[i], sums);
  return sums;
}

}  // namespace

// The hidden cells around a cell that may be opened, by component and group.
struct Analysis::Surroundings {
  struct Touched {
    std::size_t component;
    ShortVector<Count::GroupOverlap> overlaps;
  };

  std::int32_t known_mines = 0;
  std::int64_t outside_neighbours = 0;
  bool is_outside = false;       // the cell itself
  std::vector<Touched> touched;  // components, ascending
};

Analysis::Surroundings Analysis::look_around(Cell cell) const {
  Surroundings found;
  const auto overlap = [&](Cell other) -> Count::GroupOverlap& {
    const std::uint32_t group = frontier_.group_of(other);
    const std::size_t component = frontier_.component_of(group);
    auto touched = ranges::find(found.touched, component, &Surroundings::Touched::component);
    if (touched == found.touched.end()) touched = found.touched.insert(touched, {component, {}});
    const std::uint32_t local = group - frontier_.components()[component].first_group;
    for (Count::GroupOverlap& known : touched->overlaps)
      if (known.group == local) return known;
    touched->overlaps.push_back({local, 0, false});
    return *(touched->overlaps.end() - 1);
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
  ranges::sort(found.touched, {}, &Surroundings::Touched::component);
  return found;
}

// The weight of each number of mines in all that the cell touches, whose ways are `near`; `rest` are those of the other
// components, if they are known.
std::vector<double> Analysis::weigh_around(const Surroundings& around, Polynomial near, const Polynomial* rest,
                                           Watch& watch) const {
  std::vector<Polynomial> parts;
  parts.reserve(rest ? 2 : counts_.size() + 1);
  if (rest) parts.push_back(*rest);
  for (std::size_t i = 0; !rest && i < counts_.size(); ++i)
    if (ranges::find(around.touched, i, &Surroundings::Touched::component) == around.touched.end())
      parts.push_back(ways(i));
  parts.push_back(std::move(near));
  const std::size_t last = parts.size() - 1;
  const std::int64_t taken = (around.outside_neighbours + around.is_outside) * position_.per_cell();
  const Totals totals = weigh(std::move(parts), outside_slots_ - taken, watch);
  const auto weights = totals.weights(last);
  return {weights.begin(), weights.end()};
}

// The same, made only once. The weights depend on how many mines there may be near the cell, but not in how many ways:
// so any ways will do.
std::span<const double> Analysis::weights_around(const Surroundings& around, Polynomial near, Elsewhere& elsewhere,
                                                 Watch& watch) const {
  auto known = ranges::find_if(elsewhere.known, [&](const Elsewhere::Weights& weights) {
    return weights.neighbours == around.outside_neighbours && weights.is_outside == around.is_outside;
  });
  if (known == elsewhere.known.end()) {
    elsewhere.known.push_back(
        {around.outside_neighbours, around.is_outside, weigh_around(around, std::move(near), &elsewhere.ways, watch)});
    known = elsewhere.known.end() - 1;
  }
  return known->of_totals;
}

std::vector<double> Analysis::number_distribution(Cell cell, Watch& watch, Elsewhere* elsewhere) const {
  const Surroundings around = look_around(cell);
  const auto near_slots = static_cast<std::size_t>(around.outside_neighbours * position_.per_cell());
  // Everything that the cell touches becomes one component, and its ways must fit a double like those of any other.
  std::size_t slots = near_slots;
  for (const auto& touched : around.touched) slots += counts_[touched.component]->slots();
  if (slots > most_slots) throw TooHard{0, cell};
  // The ways of everything near the cell, by the mines in its neighbours: outside cells first, then the components.
  NearWays near = ways_of_slots(near_slots, watch);
  try {
    for (const auto& [component, overlaps] : around.touched) near = joined(near, *counts_[component], overlaps, watch);
  } catch (TooHard& too_hard) {
    too_hard.cell = cell;
    throw;
  }
  std::vector<double> weighed;
  if (!elsewhere) weighed = weigh_around(around, sum(near), nullptr, watch);
  const std::span<const double> weights =
      elsewhere ? weights_around(around, {near.low, Polynomial::Terms(near.width, 1.0)}, *elsewhere, watch) : weighed;
  std::vector<double> odds;
  odds.reserve(static_cast<std::size_t>(around.known_mines) + near.numbers);
  odds.resize(static_cast<std::size_t>(around.known_mines), 0.0);
  for (std::size_t number = 0; number < near.numbers; ++number)
    odds.push_back(std::inner_product(near.row(number).begin(), near.row(number).end(), weights.begin(), 0.0));
  const double total = std::accumulate(odds.begin(), odds.end(), 0.0);
  if (!(total > 0) || !std::isfinite(total)) throw TooHard{0, cell};  // too small for a double, all of it
  for (double& weight : odds) weight /= total;
  return odds;
}

// A cell is safe if no solution with the number has a mine in it. That asks for no weights where the mine count rules
// out nothing, neither now nor once the cell is open.
std::optional<SafeByNumber> Analysis::safe_by_number(Cell cell, Watch& watch) const {
  const Surroundings around = look_around(cell);
  const std::int64_t outside = outside_cells_ - around.outside_neighbours - around.is_outside;
  if (prior_.kind != MineModel::counted || position_.per_cell() > 1 || rules_out_totals() ||
      fewest_outside_ <= around.outside_neighbours || most_outside_ >= outside ||
      position_.graph().neighbours(cell).size() > std::size_t{largest_in_set})
    return std::nullopt;
  // What adds to the number: known mines and cells that no number sees, and then each component.
  ShortVector<NumberSet> numbers{numbers_between(0, around.outside_neighbours) << around.known_mines};
  std::vector<Count::MinedNumbers> mined;
  mined.reserve(typical_groups_touched);
  for (const auto& [component, overlaps] : around.touched)
    numbers.push_back(counts_[component]->neighbour_mines(overlaps, mined, watch));
  const NumberSet possible = sums_without(numbers.size(), numbers);
  SafeByNumber safe{};
  const auto add = [&](std::size_t cells, NumberSet if_mined) {
    for_each_bit(possible & ~if_mined,
                 [&](std::uint32_t number) { safe[number] += static_cast<std::uint32_t>(cells); });
  };
  const auto unseen = static_cast<std::size_t>(around.outside_neighbours);
  add(unseen, sums_of(numbers[0] & ~(NumberSet{1} << around.known_mines), sums_without(0, numbers)));
  auto of_group = mined.begin();
  for (std::size_t i = 0; i < around.touched.size(); ++i) {
    const NumberSet others = sums_without(i + 1, numbers);
    const auto& [component, overlaps] = around.touched[i];
    const Count& count = *counts_[component];
    for (std::uint32_t g = 0; g < count.groups(); ++g, ++of_group) {
      const auto overlap = ranges::find(overlaps, g, &Count::GroupOverlap::group);
      const bool is_near = overlap != overlaps.end();
      const std::size_t near = is_near ? overlap->neighbours : 0, own = is_near && overlap->has_cell;
      add(near, sums_of(of_group->neighbour, others));
      add(count.capacity(g) - near - own, sums_of(of_group->other, others));
    }
  }
  return safe;
}

}  // namespace minemind
