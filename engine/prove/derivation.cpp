#include "prove/derivation.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "core/ranges.hpp"
#include "core/short_vector.hpp"
#include "prove/pair_comparison.hpp"
#include "prove/refutation.hpp"

namespace minemind {
namespace {

// Up to this many sums are tried with every sign: some thousand combinations.
constexpr std::size_t most_sums_to_combine = 8;

Technique of_singles(const System& system, std::span<const std::uint32_t> sums, Technique technique) {
  const bool counted = ranges::any_of(sums, [&](auto id) { return system.sums()[id].number == whole_board; });
  return counted ? Technique::mine_count : technique;
}

}  // namespace

Derivation::Derivation(System& system, Clues& clues, Mines at_least, Budget& budget)
    : system_(system),
      clues_(clues),
      per_cell_(clues.per_cell()),
      wanted_(at_least),
      budget_(budget),
      least_(system.variables(), 0),
      least_line_(system.variables(), none),
      most_line_(system.variables(), none) {
  most_.reserve(system.variables());
  for (Variable variable = 0; variable < system.variables(); ++variable) most_.push_back(system.capacity(variable));
}

std::optional<std::vector<Step>> Derivation::by(Technique hardest) {
  settle(hardest);
  if (shown_ == none) return std::nullopt;
  return needed(shown_);
}

std::optional<std::vector<Step>> Derivation::by_sum() {
  if (auto steps = by(Technique::overlap)) return steps;
  const auto line = add_up(goal(), unsettled_sums());
  if (!line) return std::nullopt;
  return needed(*line);
}

std::vector<Step> Derivation::derive() {
  if (auto steps = by_sum()) return *std::move(steps);
  const Goal goal = this->goal();
  const auto near = bound_components();
  if (const auto line = near.empty() ? std::nullopt : add_up(goal, near)) return needed(*line);
  branches_everywhere_ = system_.is_counted();
  return needed(contradict(goal));
}

// --- Single numbers and pairs

// Easier techniques come first, and again after every conclusion.
void Derivation::settle(Technique hardest) {
  while (shown_ == none)
    if (!settle_by_singles() && (hardest < Technique::subset || !settle_by_pairs(Technique::subset)) &&
        (hardest < Technique::overlap || !settle_by_pairs(Technique::overlap)))
      return;
}

bool Derivation::settle_by_singles() {
  for (std::uint32_t id = 0; id < system_.sums().size(); ++id)
    if (is_exact(id) && single(id)) return true;
  return false;
}

bool Derivation::settle_by_pairs(Technique technique) {
  std::vector<std::uint32_t> others;
  for (std::uint32_t id = 0; id < system_.sums().size(); ++id) {
    if (!is_exact(id)) continue;
    others.clear();
    for (const Variable variable : system_.sums()[id].over)
      if (least_[variable] < most_[variable])
        for (const std::uint32_t other : system_.sums_of(variable))
          if (other != id && is_exact(other)) others.push_back(other);
    sort_uniquely(others);
    for (const std::uint32_t other : others)
      if (settle_by_pair(id, other, technique)) return true;
  }
  return false;
}

bool Derivation::is_exact(std::uint32_t id) const { return system_.sums()[id].at_least == system_.sums()[id].at_most; }

Derivation::Rest Derivation::rest(std::uint32_t id) const {
  Rest rest{system_.sums()[id].at_least, 0, {}};
  budget_.spend(system_.sums()[id].over.size());
  for (const Variable variable : system_.sums()[id].over) {
    if (least_[variable] == most_[variable]) {
      rest.need -= least_[variable];
    } else {
      rest.free.push_back(variable);
      rest.capacity += most_[variable];
    }
  }
  return rest;
}

// Settles the cells of a number that needs no more mines, or as many as fit, or that has one cell left; or shows the
// claim by one that needs so many that the cell of the claim must hold some.
bool Derivation::single(std::uint32_t id) {
  const auto [need, capacity, free] = rest(id);
  if (free.empty()) return false;
  const bool is_empty = need == 0, is_full = need == capacity;
  const bool is_alone = free.size() == 1 && system_.cells(free.front()).size() == 1;
  const bool is_some =
      !is_alone && wanted_ > 0 && free.front() == System::target && need - (capacity - per_cell_) >= wanted_;
  if (!is_empty && !is_full && !is_alone && !is_some) return false;
  Step step = step_from({{id}}, Technique::single);
  for (const Variable variable : system_.sums()[id].over) {
    if (!is_full && !is_some) cite(step, variable, false);
    if (!is_empty) cite(step, variable, true);
  }
  if (is_empty || is_full)
    conclude(free, is_full, std::move(step));
  else if (is_some)
    require_some(std::move(step));
  else {
    const Variable variable = free.front();
    step.cells = system_.cells(free);
    step.at_least = step.at_most = least_[variable] = most_[variable] = need;
    least_line_[variable] = most_line_[variable] = add(std::move(step));
    if (variable == System::target) shown_ = least_line_[variable];
  }
  return true;
}

bool Derivation::settle_by_pair(std::uint32_t fuller, std::uint32_t emptier, Technique technique) {
  const Rest a = rest(fuller), b = rest(emptier);
  const PairComparison<Variable> compared(a.free, b.free, a.need - b.need, [&](Variable v) { return most_[v]; });
  const auto& [only_a, only_b] = std::tie(compared.only_fuller, compared.only_emptier);
  const bool is_some =
      wanted_ > 0 && !only_a.empty() && only_a.front() == System::target && compared.least_of_one(per_cell_) >= wanted_;
  if ((!compared.settles() && !is_some) || compared.technique() != technique) return false;
  const std::uint32_t pair[] = {fuller, emptier};
  Step step = step_from(pair, technique);
  ShortVector<Variable> known_a, known_b;
  ranges::set_difference(system_.sums()[fuller].over, system_.sums()[emptier].over, std::back_inserter(known_a));
  ranges::set_difference(system_.sums()[emptier].over, system_.sums()[fuller].over, std::back_inserter(known_b));
  for (const Variable variable : known_a) cite(step, variable, true);
  for (const Variable variable : known_b) cite(step, variable, false);
  if (technique == Technique::subset)  // one contains the other only because these are known
    for (const Variable variable : only_a.empty() ? known_a : known_b)
      for (const bool is_most : {false, true}) cite(step, variable, is_most);
  if (!compared.settles()) {
    require_some(std::move(step));
    return true;
  }
  if (!only_a.empty()) conclude(only_a, true, step);
  if (!only_b.empty()) conclude(only_b, false, std::move(step));
  return true;
}

// Adds a step that says that variables are full, or empty. By the mine count that may be true of most of a board: if
// the cell of the claim is among them, the step is about that cell alone.
void Derivation::conclude(std::span<const Variable> variables, bool is_full, Step step) {
  if (step.counts_mines && variables.front() == System::target) variables = variables.first(1);
  step.cells = system_.cells(variables);
  step.at_least = is_full ? static_cast<Mines>(step.cells.size()) * per_cell_ : 0;
  step.at_most = step.at_least;
  const Line line = add(std::move(step));
  for (const Variable variable : variables) {
    if (is_full)
      least_[variable] = most_[variable];
    else
      most_[variable] = least_[variable];
    (is_full ? least_line_ : most_line_)[variable] = line;
    if (variable == System::target) shown_ = line;
  }
}

// Adds a step that says that the cell of the claim holds as many mines as wanted, though perhaps not as many as it can.
void Derivation::require_some(Step step) {
  step.cells.assign(system_.cells(System::target).begin(), system_.cells(System::target).end());
  step.at_least = wanted_;
  step.at_most = per_cell_;
  shown_ = add(std::move(step));
}

// Makes a step build on the one that shows a bound of a variable, if the bound needed one.
void Derivation::cite(Step& step, Variable variable, bool is_most) const {
  const Line line = (is_most ? most_line_ : least_line_)[variable];
  if (line != none && ranges::find(step.steps, line) == step.steps.end()) step.steps.push_back(line);
}

Step Derivation::step_from(std::span<const std::uint32_t> sums, Technique technique) const {
  Step step;
  step.technique = of_singles(system_, sums, technique);
  for (const std::uint32_t id : sums) {
    const Sum& sum = system_.sums()[id];
    if (sum.number == System::derived)
      step.steps.push_back(sum.step);
    else if (sum.number == whole_board)
      step.counts_mines = true;
    else
      step.numbers.push_back(sum.number);
  }
  ranges::sort(step.numbers);
  return step;
}

// --- Several numbers, added and subtracted

// The sums with unsettled variables; of several with the same unsettled variables, only the first.
std::vector<std::uint32_t> Derivation::unsettled_sums() const {
  std::vector<std::uint32_t> ids;
  std::vector<ShortVector<Variable>> known;
  for (std::uint32_t id = 0; id < system_.sums().size(); ++id) {
    ShortVector<Variable> free = rest(id).free;
    if (free.empty() || ranges::any_of(known, [&](const auto& other) { return ranges::equal(other, free); })) continue;
    ids.push_back(id);
    known.push_back(std::move(free));
  }
  return ids;
}

std::optional<Derivation::Line> Derivation::add_up(const Goal& goal, std::span<const std::uint32_t> ids) {
  if (ids.size() > most_sums_to_combine) return std::nullopt;
  const auto found = combine(ids, goal);
  if (!found) return std::nullopt;
  std::vector<std::uint32_t> used;
  std::vector<Mines> weight(system_.variables(), 0);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if ((*found)[i] == 0) continue;
    used.push_back(ids[i]);
    for (const Variable variable : system_.sums()[ids[i]].over) weight[variable] += (*found)[i];
  }
  for (const Variable variable : goal.over) --weight[variable];
  Step step = step_from(used, Technique::sum);
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (const Cell number = system_.sums()[ids[i]].number; (*found)[i] < 0 && number >= 0)
      step.subtracted.push_back(number);
  ranges::sort(step.subtracted);
  for (Variable variable = 0; variable < system_.variables(); ++variable)
    if (weight[variable] != 0) cite(step, variable, (weight[variable] < 0) == goal.is_most);
  leave_out_sources(step, goal, std::move(used));
  step.cells = system_.cells(goal.over);
  step.at_least = goal.is_most ? 0 : goal.bound;
  step.at_most = goal.is_most ? goal.bound : static_cast<Mines>(step.cells.size()) * per_cell_;
  return add(std::move(step));
}

// By cases, sums may show more than adding them up does; then not all sources are needed. But every number of a proof
// is needed, so a source stays if one of its numbers would disappear from the proof with it.
void Derivation::leave_out_sources(Step& step, const Goal& goal, std::vector<std::uint32_t> used) {
  std::vector<std::uint8_t> is_cited(steps_.size(), 0);
  std::map<Cell, int> uses;
  for (const Step& earlier : steps_) {
    for (const Line line : earlier.steps) is_cited[line] = 1;
    for (const Cell number : earlier.numbers) ++uses[number];
  }
  for (const Cell number : step.numbers) ++uses[number];
  for (std::size_t at = step.steps.size(); at-- > 0;) {
    const Line line = step.steps[at];
    const auto is_used_once = [&](Cell number) { return uses[number] == 1; };
    if (!is_cited[line] && ranges::any_of(steps_[line].numbers, is_used_once)) continue;
    std::vector<Line> fewer = step.steps;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at));
    if (follows(goal, used, fewer)) step.steps = std::move(fewer);
  }
  for (std::size_t at = used.size(); at-- > 0;) {
    const Cell number = system_.sums()[used[at]].number;
    if (number < 0 || uses[number] == 1) continue;
    std::vector<std::uint32_t> fewer = used;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at));
    if (!follows(goal, fewer, step.steps)) continue;
    used = std::move(fewer);
    std::erase(step.numbers, number);
    std::erase(step.subtracted, number);
  }
}

bool Derivation::follows(const Goal& goal, std::span<const std::uint32_t> used, std::span<const Line> lines) {
  std::vector<std::uint8_t> without(system_.sums().size(), 1);
  for (const std::uint32_t id : used) without[id] = system_.sums()[id].number == System::derived;
  for (const Line line : lines) {
    const Step& earlier = steps_[line];
    system_.add({System::derived, earlier.at_least, earlier.at_most, system_.variables_of(earlier.cells)});
    without.push_back(0);
  }
  without.push_back(0);
  const Mines capacity = static_cast<Mines>(system_.cells(goal.over).size()) * per_cell_;
  const Sum opposite{System::derived, goal.is_most ? goal.bound + 1 : 0, goal.is_most ? capacity : goal.bound - 1,
                     goal.over};
  const bool is_refuted = !solution_with(opposite, system_, without, budget_);
  for (std::size_t i = 0; i < lines.size(); ++i) system_.remove_last();
  return is_refuted;
}

// Groups the variables that occur in the same sums. They get the same weight, whatever the signs, so only their joint
// bounds matter.
std::vector<Derivation::Alike> Derivation::alike(std::span<const std::uint32_t> ids, const Goal& goal) const {
  constexpr std::uint32_t in_goal = 1U << most_sums_to_combine;
  std::vector<std::uint32_t> in_sums(system_.variables(), 0);
  for (std::size_t i = 0; i < ids.size(); ++i)
    for (const Variable variable : system_.sums()[ids[i]].over) in_sums[variable] |= 1U << i;
  for (const Variable variable : goal.over) in_sums[variable] |= in_goal;
  std::vector<Alike> found;
  for (Variable variable = 0; variable < in_sums.size(); ++variable) {
    if (in_sums[variable] == 0) continue;
    auto some = ranges::find(found, in_sums[variable], &Alike::in_sums);
    if (some == found.end()) some = found.insert(some, {in_sums[variable], in_sums[variable] & in_goal ? -1 : 0});
    some->least += least_[variable];
    some->most += most_[variable];
  }
  return found;
}

// The fewest sums that reach the goal, if any do. Tries all signs of one sum, then of two, and so on, unless more is
// missing than that many sums can add.
std::optional<Derivation::Combination> Derivation::combine(std::span<const std::uint32_t> ids, const Goal& goal) {
  Combination now(ids.size(), 0);
  std::vector<Alike> variables = alike(ids, goal);
  const std::vector<Mines> most_added = most_added_from(ids);
  // Variables and sums count by their less favourable bounds.
  const auto held = [&](const Alike& some) {
    return some.weight * ((some.weight > 0) == goal.is_most ? some.least : some.most);
  };
  Mines bound = 0;
  for (const Alike& some : variables) bound -= held(some);
  const auto put = [&](std::size_t i, std::int8_t sign) {
    const Sum& sum = system_.sums()[ids[i]];
    const auto worth = [&](int s) { return s * ((s > 0) == goal.is_most ? sum.at_most : sum.at_least); };
    bound += worth(sign) - worth(now[i]);
    for (Alike& some : variables) {
      if (!(some.in_sums >> i & 1)) continue;
      bound += held(some);
      some.weight += sign - now[i];
      bound -= held(some);
    }
    now[i] = sign;
  };
  // Whether `sums` of the sums from the i-th on reach the goal; if so, their signs stay set.
  const auto choose = [&](const auto& self, std::size_t i, std::size_t sums) -> bool {
    const Mines missing = goal.is_most ? bound - goal.bound : goal.bound - bound;
    if (sums == 0) return missing <= 0;
    if (ids.size() - i < sums || missing > static_cast<Mines>(sums) * most_added[i]) return false;
    budget_.spend(variables.size());
    for (const std::int8_t sign : {std::int8_t{0}, std::int8_t{1}, std::int8_t{-1}}) {
      put(i, sign);
      if (self(self, i + 1, sums - (sign != 0))) return true;
    }
    put(i, 0);
    return false;
  };
  for (std::size_t sums = 0; sums <= ids.size(); ++sums)
    if (choose(choose, 0, sums)) return now;
  return std::nullopt;
}

// For each place, the most that any one of the sums from there on can add to a bound: how far its mines exceed what its
// variables hold at least, or fall short of what they hold at most.
std::vector<Mines> Derivation::most_added_from(std::span<const std::uint32_t> ids) const {
  std::vector<Mines> most_added(ids.size(), 0);
  for (std::size_t i = ids.size(); i-- > 0;) {
    const Sum& sum = system_.sums()[ids[i]];
    Mines least = 0, most = 0;
    for (const Variable variable : sum.over) least += least_[variable], most += most_[variable];
    most_added[i] = std::max(sum.at_least - least, most - sum.at_most);
    if (i + 1 < ids.size()) most_added[i] = std::max(most_added[i], most_added[i + 1]);
  }
  return most_added;
}

// --- Which steps matter

Derivation::Line Derivation::add(Step step) {
  steps_.push_back(std::move(step));
  return static_cast<Line>(steps_.size() - 1);
}

// The last step and all those that it builds on.
std::vector<Step> Derivation::needed(Line last) const {
  std::vector<std::uint32_t> place(steps_.size(), none);
  place[last] = 0;
  for (Line line = last + 1; line-- > 0;)
    if (place[line] != none)
      for (const Line earlier : steps_[line].steps) place[earlier] = 0;
  std::vector<Step> kept;
  for (Line line = 0; line <= last; ++line) {
    if (place[line] == none) continue;
    place[line] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(steps_[line]);
    ranges::sort(kept.back().steps);
    for (Line& earlier : kept.back().steps) earlier = place[earlier];
  }
  return kept;
}

Technique hardest(std::span<const Step> steps) {
  Technique found = Technique::single;
  for (const Step& step : steps) found = std::max(found, step.technique);
  return found;
}

}  // namespace minemind
