#include "analysis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <utility>

namespace minemind {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// A chance that integers do not call certain must not look certain, even if it is too small for a double.
double uncertain(double chance) {
  constexpr double least = std::numeric_limits<double>::denorm_min();
  return std::clamp(chance, least, std::nextafter(1.0, 0.0));
}

// Words in the signature of a component of an Expert position; more only cost an allocation or two.
constexpr std::size_t typical_signature = 256;

// The chance that one cell of a group is empty, when the group holds so many mines.
double empty_chance(std::uint32_t capacity, std::uint32_t per_cell, std::uint32_t mines) {
  double chance = 1;
  for (std::uint32_t slot = 0; slot < per_cell; ++slot)
    chance *= mines + slot < capacity ? static_cast<double>(capacity - mines - slot) / (capacity - slot) : 0.0;
  return chance;
}

// Ways by the mines near a cell, put together from two independent sources.
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

// By the mines in so many slots that nothing is known of, the ways: one for each choice of slots.
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

std::size_t SignatureHash::operator()(const Signature& signature) const {
  std::uint64_t mixed = signature.size();
  for (const std::uint32_t word : signature) mixed = (mixed ^ word) * 0x9E3779B97F4A7C15 ^ (mixed >> 29);
  return static_cast<std::size_t>(mixed);
}

std::shared_ptr<const Count> Counts::find(const Signature& signature, Watch& watch, bool& made) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto* known = kept_.find(signature)) {
      made = false;
      return *known;
    }
  }
  made = true;
  auto count = std::make_shared<const Count>(signature, watch);
  const std::lock_guard lock(mutex_);
  kept_.insert(signature, count, count->bytes() + signature.size() * sizeof(std::uint32_t));
  return count;
}

void Counts::clear() {
  const std::lock_guard lock(mutex_);
  kept_.clear();
}

std::size_t Counts::size() {
  const std::lock_guard lock(mutex_);
  return kept_.size();
}

std::size_t Counts::bytes() {
  const std::lock_guard lock(mutex_);
  return kept_.cost();
}

Analysis::Analysis(Position position, Model model, Counts& counts, Watch& watch)
    : position_(std::move(position)), frontier_(position_, watch), model_(model) {
  watch.spend(position_.known().size());
  outside_cells_ = position_.unknown_cells() - frontier_.size();
  outside_slots_ = outside_cells_ * position_.per_cell();
  mines_left_ = model.mines - position_.known_mines();
  count_components(counts, watch);
  tie_together(watch);
  decide(watch);
}

void Analysis::count_components(Counts& counts, Watch& watch) {
  Signature signature;
  signature.reserve(typical_signature);
  counts_.reserve(frontier_.components().size());
  for (std::size_t i = 0; i < frontier_.components().size(); ++i) {
    const Frontier::Component& component = frontier_.components()[i];
    frontier_.write_signature(component, signature);
    bool made = false;
    try {
      counts_.push_back(counts.find(signature, watch, made));
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
  const auto terms = counts_[component]->ways();
  return {counts_[component]->fewest(), {terms.begin(), terms.end()}};
}

Totals Analysis::weigh(std::vector<Polynomial> parts, std::int64_t outside_slots, Watch& watch) const {
  if (model_.kind == Model::Kind::counted) return Totals::counted(std::move(parts), mines_left_, outside_slots, watch);
  return Totals::independent(std::move(parts), model_.kind == Model::Kind::density ? model_.odds : 1.0);
}

void Analysis::tie_together(Watch& watch) {
  if (model_.kind == Model::Kind::counted) share_out(watch);
  std::vector<Polynomial> parts;
  parts.reserve(counts_.size());
  for (std::size_t i = 0; i < counts_.size(); ++i) parts.push_back(ways(i));
  totals_ = weigh(std::move(parts), outside_slots_, watch);
}

// Which totals the mine count allows, and how many mines the outside may hold. Throws where there is no solution.
void Analysis::share_out(Watch& watch) {
  std::int64_t left = mines_left_;
  std::int64_t range = 0;
  for (const auto& count : counts_) {
    left -= count->fewest();
    range += static_cast<std::int64_t>(count->ways().size()) - 1;
  }
  fewest_outside_ = left - range;
  most_outside_ = left;
  if (fewest_outside_ >= 0 && most_outside_ <= outside_slots_) return;  // nothing is forbidden
  check_shares(watch);
  std::vector<std::vector<std::uint8_t>> possible;
  for (const auto& count : counts_) possible.push_back(count->totals(watch));
  Shares shares = possible_shares(possible, left, outside_slots_, watch);
  if (shares.fewest_outside < 0) throw Contradiction{};
  fewest_outside_ = shares.fewest_outside;
  most_outside_ = shares.most_outside;
  allowed_ = std::move(shares.allowed);
}

// The sets of totals after each component are all kept at once.
void Analysis::check_shares(const Watch& watch) const {
  std::size_t range = 1, bytes = 0;
  for (auto count = counts_.rbegin(); count != counts_.rend(); ++count) {
    range += (*count)->ways().size() - 1;
    bytes += range;
  }
  if (bytes > watch.most_bytes) throw TooHard{0, frontier_.cells(0).front()};
}

void Analysis::set(Cell cell, double chance, double mean, double free) {
  const auto at = static_cast<std::size_t>(cell);
  probability_[at] = chance;
  if (!expected_) return;
  expected_[at] = mean;
  free_[at] = free;
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

std::vector<Cell> Analysis::obvious() const {
  std::vector<Cell> cells;
  for (const Cell cell : position_.graph().cells)
    if (position_.known(cell) == 0) cells.push_back(cell);
  return cells;
}

// Integers decided which chances are 0 and 1, and no other looks like one of these.
std::vector<Cell> Analysis::cells_with(double chance) const {
  std::vector<Cell> cells;
  for (const Cell cell : position_.graph().cells)
    if (probability_[static_cast<std::size_t>(cell)] == chance) cells.push_back(cell);
  return cells;
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

// Which numbers of mines the groups of a component may hold, group by group; `kept` is where they are if they are made.
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
    if (per_cell > 1) empty += distribution[x] * empty_chance(capacity, per_cell, x);
  }
  // No board that passed the limits gets here without weight; rather no answer than a wrong one.
  if (!(weight > 0) || !std::isfinite(weight)) throw TooHard{0, cells.front()};
  mean /= weight * static_cast<double>(cells.size());
  const double chance = !may_be_mined ? 0 : !may_be_free ? 1 : uncertain(per_cell == 1 ? mean : 1 - empty / weight);
  if (!may_be_mined) mean = 0;
  const double free = !may_be_mined ? 1 : !may_be_free ? 0 : empty / weight;
  for (const Cell cell : cells) set(cell, chance, mean, free);
}

// Cells that propagation or a flag made known, and those that no number sees.
void Analysis::decide_outside(Watch& watch) {
  const double per_cell = position_.per_cell();
  double free = nan;
  outside_ = outside_mean_ = nan;
  if (outside_cells_ > 0 && model_.kind == Model::Kind::density) {
    const double p = model_.odds / (1 + model_.odds);
    outside_ = uncertain(per_cell == 1 ? p : -std::expm1(per_cell * std::log1p(-p)));
    free = std::exp(per_cell * std::log1p(-p));
    outside_mean_ = p * per_cell;
  } else if (outside_cells_ > 0 && model_.kind == Model::Kind::counted) {
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
  for (std::size_t i = 0; i < position_.known().size(); ++i)
    free_[i] = position_.known()[i] == unknown ? free : 1 - free_[i];
}

// A value for every cell: `of_unknown` if nothing is known, else the known mines, but at most so much. The frontier's
// cells get their own values afterwards.
std::unique_ptr<double[]> Analysis::for_all_cells(double of_unknown, std::int32_t most) const {
  // Looked up rather than decided: no branch to guess, for every cell of the board.
  static_assert(open == -2 && unknown == -1);
  std::vector<double> value_of{nan, of_unknown};
  for (std::int32_t mines = 0; mines <= position_.per_cell(); ++mines) value_of.push_back(std::min(mines, most));
  const auto known = position_.known();
  auto values = std::make_unique_for_overwrite<double[]>(known.size());
  for (std::size_t i = 0; i < known.size(); ++i) values[i] = value_of[static_cast<std::size_t>(known[i] - open)];
  return values;
}

// The hidden cells around a cell that may be opened, by where they belong.
struct Analysis::Surroundings {
  std::int64_t known_mines = 0;
  std::uint32_t outside_neighbours = 0;
  bool is_outside = false;                        // the cell itself
  std::vector<std::vector<Count::Share>> shares;  // component by component
};

Analysis::Surroundings Analysis::look_around(Cell cell) const {
  Surroundings found;
  found.shares.resize(counts_.size());
  const auto share = [&](Cell other) -> Count::Share& {
    const std::uint32_t group = frontier_.group_of(other);
    const std::size_t component = frontier_.component_of(group);
    const std::uint32_t local = group - frontier_.components()[component].first_group;
    auto& touched = found.shares[component];
    for (Count::Share& s : touched)
      if (s.group == local) return s;
    return touched.emplace_back(Count::Share{local, 0, false});
  };
  for (const Cell other : position_.graph().neighbours(cell)) {
    if (!position_.is_unknown(other))
      found.known_mines += std::max(0, position_.known(other));
    else if (frontier_.is_seen(other))
      ++share(other).neighbours;
    else
      ++found.outside_neighbours;
  }
  if (position_.is_unknown(cell) && frontier_.is_seen(cell)) share(cell).has_cell = true;
  found.is_outside = position_.is_unknown(cell) && !frontier_.is_seen(cell);
  return found;
}

std::vector<std::vector<double>> Analysis::beside(std::size_t component, std::span<const Count::Share> shares,
                                                  Cell cell, Watch& watch) const {
  try {
    return counts_[component]->beside(shares, watch);
  } catch (TooHard& too_hard) {
    too_hard.cell = cell;
    throw;
  }
}

std::vector<double> Analysis::numbers(Cell cell, Watch& watch) const {
  const Surroundings around = look_around(cell);
  const std::int64_t per_cell = position_.per_cell();
  const auto near_slots = static_cast<std::size_t>(around.outside_neighbours * per_cell);
  // Everything that the cell touches becomes one component, and must fit a double like any other.
  std::size_t slots = near_slots;
  for (std::size_t i = 0; i < counts_.size(); ++i)
    if (!around.shares[i].empty()) slots += counts_[i]->slots();
  if (slots > most_slots) throw TooHard{0, cell};
  // By the mines near the cell, the ways of everything that is near it: outside cells first, then the components.
  std::vector<Polynomial> near = ways_of_slots(near_slots, watch);
  std::vector<Polynomial> parts;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (around.shares[i].empty())
      parts.push_back(ways(i));
    else
      near = joined(near, beside(i, around.shares[i], cell, watch), counts_[i]->fewest(), watch);
  }
  parts.push_back(sum(near));
  const std::size_t last = parts.size() - 1;
  const std::int64_t taken = static_cast<std::int64_t>(near_slots) + (around.is_outside ? per_cell : 0);
  const Totals totals = weigh(std::move(parts), outside_slots_ - taken, watch);
  std::vector<double> odds(static_cast<std::size_t>(around.known_mines), 0.0);
  for (const Polynomial& p : near)
    odds.push_back(std::inner_product(p.terms.begin(), p.terms.end(), totals.weights(last).begin(), 0.0));
  const double total = std::accumulate(odds.begin(), odds.end(), 0.0);
  if (!(total > 0) || !std::isfinite(total)) throw TooHard{0, cell};  // all of it is too small for a double
  for (double& weight : odds) weight /= total;
  return odds;
}

}  // namespace minemind
