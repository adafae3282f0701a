#include "analysis/trial.hpp"

#include <algorithm>
#include <utility>

#include "core/ranges.hpp"
#include "core/short_vector.hpp"

namespace minemind {
namespace {

// With more components, or a wider range of mines in them, it takes less memory and hardly more time to count
// everything again.
constexpr std::size_t most_components = 64, widest_range = 256;

bool may_count_apart(const Analysis& analysis) {
  if (analysis.prior().kind != MineModel::counted || analysis.position().per_cell() > 1) return false;
  if (analysis.rules_out_totals()) return false;
  const std::size_t components = analysis.frontier().components().size();
  std::size_t range = 1;
  for (std::size_t i = 0; i < components; ++i) range += analysis.count(i).ways().size() - 1;
  return components <= most_components && range <= widest_range;
}

Polynomial ways_of(const Count& count) { return {count.fewest(), count.ways()}; }

// The safe cells with an uncertain neighbour.
template <class IsSafe, class IsUncertain>
std::size_t count_telling_cells(const Graph& graph, IsSafe is_safe, IsUncertain is_uncertain) {
  return static_cast<std::size_t>(ranges::count_if(
      graph.cells, [&](Cell cell) { return is_safe(cell) && ranges::any_of(graph.neighbours(cell), is_uncertain); }));
}

}  // namespace

Trial::Trial(const Analysis& analysis, CountCache& cache, Watch& watch)
    : analysis_(analysis),
      cache_(cache),
      watch_(watch),
      counts_apart_(may_count_apart(analysis)),
      free_before_(analysis.obvious()) {
  before_.set_up(analysis.position());
  opened_ = before_;
  after_ = before_;
}

void Trial::open(Cell cell) {
  if (cell == cell_) return;
  take_back();
  cell_ = cell;
  opened_.uncover(cell);
  free_opened_ = free_before_;
  opened_.propagate(free_opened_);
  after_.adopt(cell, opened_);
  if (!counts_apart_) return;
  rest_ = &rest_without(cell);
  const Frontier& frontier = analysis_.frontier();
  near_.assign(1, cell);
  for (const std::size_t component : rest_->touched) {
    const auto [first_group, groups, first, count] = frontier.components()[component];
    for (const std::uint32_t constraint : frontier.constraints().subspan(first, count))
      near_.push_back(analysis_.position().constraints()[constraint].number);
  }
  ranges::sort(near_);
}

void Trial::take_back() {
  if (shown_ >= 0) after_.take_back(cell_, opened_);
  shown_ = -1;
  if (cell_ < 0) return;
  opened_.take_back(cell_, before_);
  after_.adopt(cell_, opened_);
}

void Trial::show(std::int32_t number) {
  if (shown_ == number) return;
  if (shown_ >= 0) after_.take_back(cell_, opened_);
  shown_ = number;
  after_.read(cell_, number);
  free_ = free_opened_;
  after_.propagate(free_);
}

std::size_t Trial::telling_at_first_sight(std::int32_t number) {
  show(number);
  const Graph& graph = analysis_.position().graph();
  return static_cast<std::size_t>(ranges::count_if(free_, [&](Cell cell) {
    return cell != cell_ &&
           ranges::any_of(graph.neighbours(cell), [&](Cell other) { return after_.is_unknown(other); });
  }));
}

// The components of the cell and of its neighbours, ascending.
void Trial::find_touched(Cell opened) {
  const Frontier& frontier = analysis_.frontier();
  touched_.clear();
  const auto touch = [&](Cell cell) {
    if (frontier.is_seen(cell)) touched_.push_back(frontier.component_of(frontier.group_of(cell)));
  };
  touch(opened);
  ranges::for_each(analysis_.position().graph().neighbours(opened), touch);
  sort_uniquely(touched_);
}

Trial::Rest& Trial::rest_without(Cell cell) {
  find_touched(cell);
  const auto known = ranges::find(rests_, touched_, &Rest::touched);
  if (known != rests_.end()) return *known;
  Rest& rest = rests_.emplace_back();
  rest.touched = touched_;
  Polynomial& ways = rest.elsewhere.ways;
  ways = {0, {1.0}};
  for (std::size_t i = 0; i < analysis_.frontier().components().size(); ++i) {
    if (ranges::binary_search(touched_, i)) continue;
    const auto& component = analysis_.frontier().components()[i];
    for (std::uint32_t g = 0; g < component.groups; ++g)
      rest.cells += static_cast<std::int64_t>(analysis_.frontier().cells(component.first_group + g).size());
    rest.components.push_back(i);
    rest.others.push_back(ways);  // those before it …
    ways = product(ways, ways_of(analysis_.count(i)), watch_);
  }
  Polynomial after{0, {1.0}};
  for (std::size_t i = rest.components.size(); i-- > 0;) {  // … times those after it
    rest.others[i] = product(rest.others[i], after, watch_);
    after = product(after, ways_of(analysis_.count(rest.components[i])), watch_);
  }
  return rest;
}

Outlook Trial::count(std::int32_t number) {
  show(number);
  if (!rest_) return count_all();
  after_.write(position_, near_);
  frontier_.find(watch_);
  counts_.clear();
  fates_.clear();
  std::vector<Polynomial> parts;
  parts.reserve(1 + frontier_.components().size());
  parts.push_back(rest_->elsewhere.ways);
  std::int64_t left = analysis_.prior().mines - position_.known_mines() - rest_->elsewhere.ways.low;
  std::int64_t range = rest_->elsewhere.ways.high() - rest_->elsewhere.ways.low;
  for (const Frontier::Component& component : frontier_.components()) {
    frontier_.write_signature(component, signature_);
    bool made = false;
    const Count& count = *counts_.emplace_back(cache_.find(signature_, watch_, made));
    if (count.ways().empty()) throw Contradiction{};
    const Polynomial& ways = parts.emplace_back(ways_of(count));
    left -= ways.low;
    range += ways.high() - ways.low;
    for (std::uint32_t g = 0; g < count.groups(); ++g) fates_.push_back(fate_of(count, g));
  }
  const std::int64_t outside = position_.unknown_cells() - frontier_.size() - rest_->cells;
  const bool rules_out_totals = left < range || left > outside;
  const bool is_outside_certain = outside > 0 && (left == 0 || left - range == outside);
  if (rules_out_totals || is_outside_certain) return count_all();
  if (const std::size_t telling = count_telling()) return {telling, 1};
  const Totals totals =
      Totals::counted(std::move(parts), analysis_.prior().mines - position_.known_mines(), outside, watch_);
  Outlook outlook;
  for (std::size_t i = 0; i < counts_.size(); ++i)
    outlook.least_risk = std::min(outlook.least_risk, least_in(i, totals.weights(i + 1)));
  outlook.least_risk = std::min(outlook.least_risk, least_in_rest(totals.weights(0)));
  if (outside > 0)
    outlook.least_risk = std::min(outlook.least_risk, totals.outside_mean() / static_cast<double>(outside));
  return outlook;
}

Outlook Trial::count_all() const {
  const Analysis counted(after_.position(), analysis_.prior(), cache_, watch_);
  const auto probability = [&](Cell cell) { return counted.probability()[cell]; };
  const auto is_uncertain = [&](Cell cell) { return probability(cell) > 0 && probability(cell) < 1; };
  const Graph& graph = counted.position().graph();
  const std::size_t telling =
      count_telling_cells(graph, [&](Cell cell) { return probability(cell) == 0; }, is_uncertain);
  Outlook outlook{telling, 1};
  for (const Cell cell : graph.cells)
    if (is_uncertain(cell)) outlook.least_risk = std::min(outlook.least_risk, probability(cell));
  return outlook;
}

Trial::Fate Trial::fate_of(const Count& count, std::uint32_t group) {
  const auto held = count.possible().subspan(count.start(group), count.capacity(group) + 1);
  const auto is_possible = [](std::uint8_t possible) { return possible != 0; };
  if (ranges::none_of(held.subspan(1), is_possible)) return Fate::safe;
  return ranges::none_of(held.first(held.size() - 1), is_possible) ? Fate::mine : Fate::uncertain;
}

// Safe cells that propagation found have no unknown neighbour, or counting would not have been needed.
std::size_t Trial::count_telling() const {
  const auto is_uncertain = [&](Cell cell) {
    if (!position_.is_unknown(cell)) return false;
    if (frontier_.is_seen(cell)) return fates_[frontier_.group_of(cell)] == Fate::uncertain;
    return analysis_.probability()[cell] > 0 && analysis_.probability()[cell] < 1;
  };
  std::size_t telling = 0;
  for (std::uint32_t group = 0; group < fates_.size(); ++group) {
    if (fates_[group] != Fate::safe) continue;
    for (const Cell cell : frontier_.cells(group))
      telling += ranges::any_of(position_.graph().neighbours(cell), is_uncertain);
  }
  return telling;
}

double Trial::least_in(std::size_t component, std::span<const double> weight) {
  const Count& count = *counts_[component];
  count.distribute(weight, distribution_, watch_);
  const std::uint32_t first = frontier_.components()[component].first_group;
  double least = 1;
  for (std::uint32_t g = 0; g < count.groups(); ++g) {
    if (fates_[first + g] != Fate::uncertain) continue;
    double sum = 0, mines = 0;
    for (std::uint32_t x = 0; x <= count.capacity(g); ++x) {
      sum += distribution_[count.start(g) + x];
      mines += x * distribution_[count.start(g) + x];
    }
    least = std::min(least, mines / (sum * count.capacity(g)));
  }
  return least;
}

// `weight` is that of each number of mines in the whole rest.
double Trial::least_in_rest(std::span<const double> weight) {
  double least = 1;
  for (std::size_t i = 0; i < rest_->components.size(); ++i) {
    const Count& count = analysis_.count(rest_->components[i]);
    const std::span<const double> ways = count.ways(), mines = count.mines_by_total(watch_);
    const std::span<const double> others = rest_->others[i].terms;
    std::vector<double>& own = distribution_;
    own.assign(ways.size(), 0.0);
    double sum = 0;
    for (std::size_t t = 0; t < ways.size(); ++t) {
      for (std::size_t u = 0; u < others.size(); ++u) own[t] += others[u] * weight[t + u];
      sum += own[t] * ways[t];
    }
    const std::uint32_t first = analysis_.frontier().components()[rest_->components[i]].first_group;
    for (std::uint32_t g = 0; g < count.groups(); ++g) {
      const double before = analysis_.probability()[analysis_.frontier().cells(first + g).front()];
      if (!(before > 0 && before < 1)) continue;
      double mean = 0;
      for (std::size_t t = 0; t < ways.size(); ++t) mean += own[t] * mines[g * ways.size() + t];
      least = std::min(least, mean / (sum * count.capacity(g)));
    }
  }
  return least;
}

}  // namespace minemind
