#include "analysis/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/ranges.hpp"

namespace minemind {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// A probability that integers do not call certain must not look certain, even if it is too small for a double.
double uncertain(double probability) {
  constexpr double least = std::numeric_limits<double>::denorm_min();
  return std::clamp(probability, least, std::nextafter(1.0, 0.0));
}

// Words in the signature of a component of an Expert position; more only cost an allocation or two.
constexpr std::size_t typical_signature = 256;

// The probability that one cell of a group is empty if the group holds this many mines.
double empty_probability(std::uint32_t capacity, std::uint32_t per_cell, std::uint32_t mines) {
  double empty = 1;
  for (std::uint32_t slot = 0; slot < per_cell; ++slot)
    empty *= mines + slot < capacity ? static_cast<double>(capacity - mines - slot) / (capacity - slot) : 0.0;
  return empty;
}

// The cells that have this value, which no hole has.
template <class Value>
std::vector<Cell> indices_of(std::span<const Value> values, Value value) {
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] == value) cells.push_back(static_cast<Cell>(i));
  return cells;
}

}  // namespace

Analysis::Analysis(Position position, MinePrior prior, CountCache& cache, Watch& watch)
    : position_(std::move(position)), frontier_(position_, watch), prior_(prior) {
  watch.spend(position_.known().size());
  outside_cells_ = position_.unknown_cells() - frontier_.size();
  outside_slots_ = outside_cells_ * position_.per_cell();
  mines_left_ = prior.mines - position_.known_mines();
  count_components(cache, watch);
  combine(watch);
  decide(watch);
}

void Analysis::count_components(CountCache& cache, Watch& watch) {
  Signature signature;
  signature.reserve(typical_signature);
  counts_.reserve(frontier_.components().size());
  for (std::size_t i = 0; i < frontier_.components().size(); ++i) {
    const Frontier::Component& component = frontier_.components()[i];
    frontier_.write_signature(component, signature);
    bool made = false;
    try {
      counts_.push_back(cache.find(signature, watch, made));
    } catch (TooHard& too_hard) {
      too_hard.cell = frontier_.cells(component.first_group).front();
      throw;
    }
    counted_ += made;
    if (!counts_.back()->ways().empty()) continue;
    Contradiction contradiction;
    for (std::uint32_t c = 0; c < component.constraints; ++c)
      contradiction.numbers.push_back(
          position_.constraints()[frontier_.constraints()[component.first_constraint + c]].number);
    throw contradiction;
  }
}

Polynomial Analysis::ways(std::size_t component) const {
  return {counts_[component]->fewest(), counts_[component]->ways()};
}

Totals Analysis::weigh(std::vector<Polynomial> parts, std::int64_t outside_slots, Watch& watch) const {
  if (prior_.kind == MineModel::counted) return Totals::counted(std::move(parts), mines_left_, outside_slots, watch);
  return Totals::independent(std::move(parts), prior_.kind == MineModel::density ? prior_.odds : 1.0);
}

void Analysis::combine(Watch& watch) {
  if (prior_.kind == MineModel::counted) restrict_totals(watch);
  std::vector<Polynomial> parts;
  parts.reserve(counts_.size());
  for (std::size_t i = 0; i < counts_.size(); ++i) parts.push_back(ways(i));
  totals_ = weigh(std::move(parts), outside_slots_, watch);
}

// Which totals the mine count allows, and how many mines the outside may hold. Throws where there is no solution.
void Analysis::restrict_totals(Watch& watch) {
  std::int64_t left = mines_left_;
  std::int64_t range = 0;
  for (const auto& count : counts_) {
    left -= count->fewest();
    range += static_cast<std::int64_t>(count->ways().size()) - 1;
  }
  fewest_outside_ = left - range;
  most_outside_ = left;
  if (fewest_outside_ >= 0 && most_outside_ <= outside_slots_) return;  // nothing is ruled out
  check_memory(watch);
  std::vector<std::vector<std::uint8_t>> possible;
  possible.reserve(counts_.size());
  for (const auto& count : counts_) possible.push_back(count->totals(watch));
  FeasibleTotals feasible = feasible_totals(possible, left, outside_slots_, watch);
  if (feasible.fewest_outside < 0) throw Contradiction{};
  fewest_outside_ = feasible.fewest_outside;
  most_outside_ = feasible.most_outside;
  allowed_ = std::move(feasible.allowed);
}

// The sets of totals after each component are all kept at once.
void Analysis::check_memory(const Watch& watch) const {
  std::size_t range = 1, bytes = 0;
  for (auto count = counts_.rbegin(); count != counts_.rend(); ++count) {
    range += (*count)->ways().size() - 1;
    bytes += range;
  }
  if (bytes > watch.most_bytes) throw TooHard{0, frontier_.cells(0).front()};
}

void Analysis::set(Cell cell, double probability, double mean, double free) {
  probability_[cell] = probability;
  if (expected_.empty()) return;
  expected_[cell] = mean;
  free_[cell] = free;
}

std::size_t Analysis::states() const {
  std::size_t sum = 0;
  for (const auto& count : counts_) sum += count->states();
  return sum;
}

std::vector<std::int64_t> Analysis::possible_totals(std::size_t component, Watch& watch) const {
  const Count& count = *counts_[component];
  const std::vector<std::uint8_t> possible = allowed_.empty() ? count.totals(watch) : allowed_[component];
  std::vector<std::int64_t> totals;
  for (std::size_t more = 0; more < possible.size(); ++more)
    if (possible[more]) totals.push_back(count.fewest() + static_cast<std::int64_t>(more));
  return totals;
}

std::vector<Cell> Analysis::obvious() const { return indices_of<std::int32_t>(position_.known(), 0); }

// Integers decided which probabilities are 0 and 1, and no other looks like one of these.
std::vector<Cell> Analysis::cells_with(double probability) const {
  return indices_of<double>(probability_, probability);
}

void Analysis::decide(Watch& watch) {
  decide_outside(watch);
  std::vector<double> distribution;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const Count& count = *counts_[i];
    count.distribute(totals_.weights(i), distribution, watch);
    std::vector<std::uint8_t> kept;
    const std::uint8_t* held = possible(i, kept, watch).data();
    const std::uint32_t first = frontier_.components()[i].first_group;
    for (std::uint32_t g = 0; g < count.groups(); ++g)
      decide_group(first + g, held + count.start(g), distribution.data() + count.start(g), watch);
  }
}

// Which numbers of mines the groups of a component may hold, group by group. `kept` owns the result if it is computed
// here.
std::span<const std::uint8_t> Analysis::possible(std::size_t component, std::vector<std::uint8_t>& kept,
                                                 Watch& watch) const {
  const Count& count = *counts_[component];
  if (allowed_.empty()) return count.possible();
  kept = count.possible(allowed_[component], watch);
  return kept;
}

std::vector<std::uint32_t> Analysis::most_mines(Watch& watch) const {
  std::vector<std::uint32_t> most;
  most.reserve(frontier_.groups());
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    std::vector<std::uint8_t> kept;
    const std::uint8_t* held = possible(i, kept, watch).data();
    for (std::uint32_t g = 0; g < counts_[i]->groups(); ++g) {
      auto mines = static_cast<std::uint32_t>(frontier_.cells(static_cast<std::uint32_t>(most.size())).size()) *
                   static_cast<std::uint32_t>(position_.per_cell());
      while (mines > 0 && !held[counts_[i]->start(g) + mines]) --mines;
      most.push_back(mines);
    }
  }
  return most;
}

std::vector<Cell> Analysis::cells_outside() const {
  std::vector<Cell> cells;
  for (const Cell cell : position_.graph().cells)
    if (position_.is_unknown(cell) && !frontier_.is_seen(cell)) cells.push_back(cell);
  return cells;
}

void Analysis::decide_group(std::uint32_t group, const std::uint8_t* possible, const double* distribution,
                            Watch& watch) {
  const auto cells = frontier_.cells(group);
  const auto per_cell = static_cast<std::uint32_t>(position_.per_cell());
  const auto capacity = static_cast<std::uint32_t>(cells.size()) * per_cell;
  watch.spend(std::size_t{capacity} * per_cell);
  bool may_be_free = false, may_be_mined = false;
  double weight = 0, mean = 0, empty = 0;
  for (std::uint32_t x = 0; x <= capacity; ++x) {
    may_be_free |= possible[x] && x <= capacity - per_cell;
    may_be_mined |= possible[x] && x > 0;
    weight += distribution[x];
    mean += x * distribution[x];
    if (per_cell > 1) empty += distribution[x] * empty_probability(capacity, per_cell, x);
  }
  // No board within the limits gets here without weight, but no answer is better than a wrong one.
  if (!(weight > 0) || !std::isfinite(weight)) throw TooHard{0, cells.front()};
  mean /= weight * static_cast<double>(cells.size());
  const double probability = !may_be_mined  ? 0
                             : !may_be_free ? 1
                                            : uncertain(per_cell == 1 ? mean : 1 - empty / weight);
  if (!may_be_mined) mean = 0;
  const double free = !may_be_mined ? 1 : !may_be_free ? 0 : empty / weight;
  for (const Cell cell : cells) set(cell, probability, mean, free);
}

// Cells that propagation or a flag made known, and those that no number sees.
void Analysis::decide_outside(Watch& watch) {
  const double per_cell = position_.per_cell();
  double free = nan;
  outside_ = outside_mean_ = nan;
  if (outside_cells_ > 0 && prior_.kind == MineModel::density) {
    const double p = prior_.odds / (1 + prior_.odds);
    outside_ = uncertain(per_cell == 1 ? p : -std::expm1(per_cell * std::log1p(-p)));
    free = std::exp(per_cell * std::log1p(-p));
    outside_mean_ = p * per_cell;
  } else if (outside_cells_ > 0 && prior_.kind == MineModel::counted) {
    outside_mean_ = totals_.outside_mean() / static_cast<double>(outside_cells_);
    if (most_outside_ == 0) {
      outside_ = outside_mean_ = 0;
      free = 1;
    } else if (fewest_outside_ > outside_slots_ - position_.per_cell()) {
      outside_ = 1;
      free = 0;
    } else {
      free = per_cell == 1 ? 1 - outside_mean_ : totals_.outside_free(position_.per_cell(), watch);
      outside_ = uncertain(per_cell == 1 ? outside_mean_ : 1 - free);
    }
  }
  probability_ = for_all_cells(outside_, 1);
  if (position_.per_cell() == 1) return;
  expected_ = for_all_cells(outside_mean_, position_.per_cell());
  free_ = for_all_cells(nan, 1);
  for (const Cell cell : position_.graph().cells) free_[cell] = position_.is_unknown(cell) ? free : 1 - free_[cell];
}

// A value for every cell: `of_unknown` where nothing is known, else the known mines, capped at `most`. The cells of the
// frontier get their own values afterwards.
CellVector<double> Analysis::for_all_cells(double of_unknown, std::int32_t most) const {
  // Looked up rather than decided: no branch to mispredict for every cell of the board.
  static_assert(open == -2 && unknown == -1);
  std::vector<double> value_of{nan, of_unknown};
  for (std::int32_t mines = 0; mines <= position_.per_cell(); ++mines) value_of.push_back(std::min(mines, most));
  CellVector<double> values(position_.known().size());
  ranges::transform(position_.known(), values.begin(),
                    [&](std::int32_t known) { return value_of[static_cast<std::size_t>(known - open)]; });
  return values;
}

}  // namespace minemind
