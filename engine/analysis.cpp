#include "analysis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace minemind {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// A chance that integers do not call certain must not look certain, even if it is too small for a double.
double uncertain(double chance) {
  constexpr double least = std::numeric_limits<double>::denorm_min();
  return std::clamp(chance, least, std::nextafter(1.0, 0.0));
}

// The chance that one cell of a group is empty, when the group holds so many mines.
double empty_chance(std::uint32_t capacity, std::uint32_t per_cell, std::uint32_t mines) {
  double chance = 1;
  for (std::uint32_t slot = 0; slot < per_cell; ++slot)
    chance *= mines + slot < capacity ? static_cast<double>(capacity - mines - slot) / (capacity - slot) : 0.0;
  return chance;
}

// Ways by the mines near a cell, put together from two independent sources.
std::vector<Polynomial> joined(const std::vector<Polynomial>& near, const std::vector<std::vector<double>>& more,
                               std::int64_t low) {
  const std::size_t width = near[0].terms.size() + more[0].size() - 1;
  std::vector<Polynomial> both(near.size() + more.size() - 1, {near[0].low + low, std::vector<double>(width, 0.0)});
  for (std::size_t a = 0; a < near.size(); ++a)
    for (std::size_t b = 0; b < more.size(); ++b)
      for (std::size_t s = 0; s < near[a].terms.size(); ++s) {
        if (near[a].terms[s] == 0) continue;
        for (std::size_t t = 0; t < more[b].size(); ++t) both[a + b].terms[s + t] += near[a].terms[s] * more[b][t];
      }
  return both;
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
    : position_(std::move(position)), frontier_(position_), model_(model) {
  outside_cells_ = position_.unknown_cells() - frontier_.size();
  outside_slots_ = outside_cells_ * position_.per_cell();
  mines_left_ = model.mines - position_.known_mines();
  probability_.assign(position_.graph().indices(), nan);
  expected_.assign(position_.graph().indices(), nan);
  count_components(counts, watch);
  tie_together();
  decide(watch);
}

void Analysis::count_components(Counts& counts, Watch& watch) {
  Signature signature;
  for (std::size_t i = 0; i < frontier_.components().size(); ++i) {
    const Frontier::Component& component = frontier_.components()[i];
    frontier_.write_signature(component, signature);
    bool made = false;
    try {
      counts_.push_back(counts.find(signature, watch, made));
    } catch (TooHard& too_hard) {
      too_hard.component = i;
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

Totals Analysis::weigh(std::vector<Polynomial> parts, std::int64_t outside_slots) const {
  if (model_.kind == Model::Kind::counted) return Totals::counted(std::move(parts), mines_left_, outside_slots);
  return Totals::independent(std::move(parts), model_.kind == Model::Kind::density ? model_.odds : 1.0);
}

// Whether the mine count forbids anything: else every choice of totals leaves the outside a number that it can hold.
bool Analysis::is_tight() const {
  std::int64_t fewest = 0, most = 0;
  for (const auto& count : counts_) {
    fewest += count->fewest();
    most += count->fewest() + static_cast<std::int64_t>(count->ways().size()) - 1;
  }
  return most > mines_left_ || mines_left_ - fewest > outside_slots_;
}

void Analysis::tie_together() {
  std::vector<Polynomial> parts;
  for (std::size_t i = 0; i < counts_.size(); ++i) parts.push_back(ways(i));
  if (model_.kind == Model::Kind::counted) {
    std::vector<std::int64_t> lows;
    std::vector<std::vector<std::uint8_t>> possible;
    const bool tight = is_tight();
    fewest_outside_ = most_outside_ = mines_left_;
    for (const auto& count : counts_) {
      lows.push_back(count->fewest());
      if (tight) possible.push_back(count->totals());
      fewest_outside_ -= count->fewest() + static_cast<std::int64_t>(count->ways().size()) - 1;
      most_outside_ -= count->fewest();
    }
    if (tight) {
      allowed_ = allowed_totals(lows, possible, mines_left_, outside_slots_);
      find_outside_range(lows, possible);
    }
  }
  totals_ = weigh(std::move(parts), outside_slots_);
}

// The least and the most mines that the outside holds in any solution. Throws where there is no solution.
void Analysis::find_outside_range(const std::vector<std::int64_t>& lows,
                                  const std::vector<std::vector<std::uint8_t>>& possible) {
  // The outside as one more part that may hold anything, beside which nothing is left.
  std::vector<std::int64_t> all_lows = lows;
  std::vector<std::vector<std::uint8_t>> all = possible;
  all_lows.push_back(0);
  all.emplace_back(static_cast<std::size_t>(outside_slots_ + 1), std::uint8_t{1});
  const std::vector<std::uint8_t> outside = allowed_totals(all_lows, all, mines_left_, 0).back();
  const auto first = std::find(outside.begin(), outside.end(), 1);
  if (mines_left_ < 0 || first == outside.end()) throw Contradiction{};
  fewest_outside_ = first - outside.begin();
  most_outside_ = outside.rend() - std::find(outside.rbegin(), outside.rend(), 1) - 1;
}

void Analysis::set(Cell cell, double chance, double mean) {
  probability_[static_cast<std::size_t>(cell)] = chance;
  expected_[static_cast<std::size_t>(cell)] = mean;
  if (chance == 0) safe_.push_back(cell);
  if (chance == 1) mines_.push_back(cell);
}

void Analysis::decide(Watch& watch) {
  std::vector<double> distribution;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const Count& count = *counts_[i];
    count.distribute(totals_.weights(i), distribution, watch);
    const std::vector<std::uint8_t> narrowed =
        allowed_.empty() ? std::vector<std::uint8_t>{} : count.possible(allowed_[i]);
    const std::uint8_t* possible = allowed_.empty() ? count.possible().data() : narrowed.data();
    const std::uint32_t first = frontier_.components()[i].first_group;
    for (std::uint32_t g = 0; g < count.groups(); ++g)
      decide_group(first + g, possible + count.start(g), distribution.data() + count.start(g));
  }
  decide_outside();
  std::sort(safe_.begin(), safe_.end());
  std::sort(mines_.begin(), mines_.end());
}

void Analysis::decide_group(std::uint32_t group, const std::uint8_t* possible, const double* distribution) {
  const auto cells = frontier_.cells(group);
  const auto per_cell = static_cast<std::uint32_t>(position_.per_cell());
  const auto capacity = static_cast<std::uint32_t>(cells.size()) * per_cell;
  bool may_be_free = false, may_be_mined = false;
  double weight = 0, mean = 0, empty = 0;
  for (std::uint32_t x = 0; x <= capacity; ++x) {
    may_be_free |= possible[x] && x <= capacity - per_cell;
    may_be_mined |= possible[x] && x > 0;
    weight += distribution[x];
    mean += x * distribution[x];
    empty += distribution[x] * empty_chance(capacity, per_cell, x);
  }
  mean /= weight * static_cast<double>(cells.size());
  const double chance = !may_be_mined ? 0 : !may_be_free ? 1 : uncertain(per_cell == 1 ? mean : 1 - empty / weight);
  if (!may_be_mined) mean = 0;
  for (const Cell cell : cells) set(cell, chance, mean);
}

// Cells that propagation or a flag made known, and those that no number sees.
void Analysis::decide_outside() {
  const double per_cell = position_.per_cell();
  outside_ = outside_mean_ = nan;
  if (outside_cells_ > 0 && model_.kind == Model::Kind::density) {
    const double p = model_.odds / (1 + model_.odds);
    outside_ = uncertain(1 - std::pow(1 - p, per_cell));
    outside_mean_ = p * per_cell;
  } else if (outside_cells_ > 0 && model_.kind == Model::Kind::counted) {
    outside_mean_ = totals_.outside_mean() / static_cast<double>(outside_cells_);
    if (most_outside_ == 0)
      outside_ = outside_mean_ = 0;
    else if (fewest_outside_ > outside_slots_ - position_.per_cell())
      outside_ = 1;
    else
      outside_ = uncertain(per_cell == 1 ? outside_mean_ : totals_.outside_chance(position_.per_cell()));
  }
  for (const Cell cell : position_.graph().cells) {
    const auto at = static_cast<std::size_t>(cell);
    if (!std::isnan(probability_[at]) || !position_.was_hidden(cell)) continue;
    const std::int32_t known = position_.known()[at];
    if (known != unknown)
      set(cell, known > 0 ? 1 : 0, known);
    else
      set(cell, outside_, outside_mean_);
  }
}

std::vector<double> Analysis::numbers(Cell cell) const {
  const auto per_cell = static_cast<std::uint32_t>(position_.per_cell());
  std::int64_t known = 0;
  std::int64_t outside_near = 0;
  std::vector<std::vector<Count::Share>> shares(counts_.size());
  const auto share = [&](Cell other) -> Count::Share& {
    const std::uint32_t group = frontier_.group_of(other);
    const std::size_t component = frontier_.component_of(group);
    const std::uint32_t local = group - frontier_.components()[component].first_group;
    auto& touched = shares[component];
    for (Count::Share& s : touched)
      if (s.group == local) return s;
    return touched.emplace_back(Count::Share{local, 0, false});
  };
  for (const Cell other : position_.graph().neighbours(cell)) {
    if (!position_.is_unknown(other))
      known += position_.known()[static_cast<std::size_t>(other)];
    else if (frontier_.is_seen(other))
      ++share(other).neighbours;
    else
      ++outside_near;
  }
  std::int64_t outside_slots = outside_slots_ - outside_near * per_cell;
  if (position_.is_unknown(cell)) {
    if (frontier_.is_seen(cell))
      share(cell).has_cell = true;
    else
      outside_slots -= per_cell;
  }
  // By the mines near the cell, the ways of all that is near it: first the outside cells, then each component.
  const auto near_slots = static_cast<std::size_t>(outside_near) * per_cell;
  std::vector<Polynomial> near(near_slots + 1);
  double ways_outside = 1;
  for (std::size_t y = 0; y <= near_slots; ++y) {
    near[y] = {0, std::vector<double>(near_slots + 1, 0.0)};
    near[y].terms[y] = ways_outside;
    ways_outside = ways_outside * static_cast<double>(near_slots - y) / static_cast<double>(y + 1);
  }
  std::vector<Polynomial> parts;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (shares[i].empty())
      parts.push_back(ways(i));
    else
      near = joined(near, counts_[i]->beside(shares[i]), counts_[i]->fewest());
  }
  Polynomial all{near[0].low, std::vector<double>(near[0].terms.size(), 0.0)};
  for (const Polynomial& p : near)
    for (std::size_t t = 0; t < p.terms.size(); ++t) all.terms[t] += p.terms[t];
  parts.push_back(all);
  const std::size_t last = parts.size() - 1;
  const Totals totals = weigh(std::move(parts), outside_slots);
  std::vector<double> odds(static_cast<std::size_t>(known) + near.size(), 0.0);
  double sum = 0;
  for (std::size_t j = 0; j < near.size(); ++j) {
    double& weight = odds[static_cast<std::size_t>(known) + j];
    for (std::size_t t = 0; t < near[j].terms.size(); ++t) weight += near[j].terms[t] * totals.weights(last)[t];
    sum += weight;
  }
  for (double& weight : odds) weight /= sum;
  return odds;
}

}  // namespace minemind
