#include "prove/refutation.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "core/ranges.hpp"

namespace minemind {

Refutation::Refutation(const System& system, std::span<const std::uint8_t> without, Budget& budget)
    : system_(system), budget_(budget), bounds_(system, without, budget) {}

bool Refutation::holds(Mines at_least) {
  core_.assign(system_.sums().size(), 0);
  needs_least_.resize(system_.variables());
  needs_most_.resize(system_.variables());
  if (at_least > 0)
    bounds_.lower_most(System::target, at_least - 1, Bounds::decided);
  else
    bounds_.raise_least(System::target, 1, Bounds::decided);
  if (!system_.is_counted()) return search(Where::near_changes);
  bounds_.look_at_all();
  return search(Where::everywhere);
}

std::optional<std::vector<Mines>> Refutation::solve() {
  bounds_.look_at_all();
  if (search(Where::everywhere)) return std::nullopt;
  std::vector<Mines> mines;
  mines.reserve(system_.variables());
  for (Variable variable = 0; variable < system_.variables(); ++variable) mines.push_back(bounds_.least(variable));
  return mines;
}

// Whether there is no solution. If there is one, the bounds stay where it was found.
bool Refutation::search(Where where) {
  if (const auto absurd = bounds_.propagate()) {
    if (!core_.empty()) add_to_core(*absurd);
    return true;
  }
  const auto variable = branching_variable(system_, bounds_, where == Where::near_changes);
  if (!variable) return false;
  const std::size_t before = bounds_.changes().size();
  const Mines middle = (bounds_.least(*variable) + bounds_.most(*variable)) / 2;
  bounds_.lower_most(*variable, middle, Bounds::decided);
  if (!search(where)) return false;
  bounds_.undo_to(before);
  bounds_.raise_least(*variable, middle + 1, Bounds::decided);
  if (!search(where)) return false;
  bounds_.undo_to(before);
  return true;
}

// Goes back from a sum that cannot hold through the changes that led there.
void Refutation::add_to_core(std::uint32_t absurd) {
  std::fill(needs_least_.begin(), needs_least_.end(), 0);
  std::fill(needs_most_.begin(), needs_most_.end(), 0);
  const auto need = [&](std::uint32_t id, bool is_most) {
    core_[id] = 1;
    for (const Variable variable : system_.sums()[id].over) (is_most ? needs_most_ : needs_least_)[variable] = 1;
  };
  Mines least = 0;
  for (const Variable variable : system_.sums()[absurd].over) least += bounds_.least(variable);
  need(absurd, least <= system_.sums()[absurd].at_most);
  budget_.spend(bounds_.changes().size());
  for (std::size_t i = bounds_.changes().size(); i-- > 0;) {
    const auto& [variable, is_most, before, after, because] = bounds_.changes()[i];
    if (because != Bounds::decided && (is_most ? needs_most_ : needs_least_)[variable]) need(because, !is_most);
  }
}

namespace {

Mines total(std::span<const Variable> variables, const std::vector<Mines>& mines) {
  Mines sum = 0;
  for (const Variable variable : variables) sum += mines[variable];
  return sum;
}

// Finds the fewest and the most mines that a component can hold.
void find_bounds(System& system, ComponentBounds& component, Budget& budget) {
  std::vector<std::uint8_t> without(system.sums().size(), 1);
  for (const std::uint32_t id : component.sums) without[id] = 0;
  without.push_back(0);
  const auto solved = [&](Mines at_least, Mines at_most) {
    const auto solution = solution_with({System::derived, at_least, at_most, component.over}, system, without, budget);
    return solution ? std::optional(total(component.over, *solution)) : std::nullopt;
  };
  auto& [sums, over, at_least, at_most, capacity, sum] = component;
  for (auto found = solved(0, capacity); found; found = at_least > 0 ? solved(0, at_least - 1) : std::nullopt) {
    at_least = *found;
    at_most = std::max(at_most, at_least);
  }
  while (at_most < capacity) {
    const auto found = solved(at_most + 1, capacity);
    if (!found) break;
    at_most = *found;
  }
}

void find_known_bounds(System& system, ComponentBounds& component, KnownBounds& known, Budget& budget) {
  std::vector<Cell> numbers;
  numbers.reserve(component.sums.size());
  for (const std::uint32_t id : component.sums) numbers.push_back(system.sums()[id].number);
  ranges::sort(numbers);
  const auto at = known.find(numbers);
  if (at != known.end()) {
    std::tie(component.at_least, component.at_most) = at->second;
    return;
  }
  find_bounds(system, component, budget);
  known.emplace(std::move(numbers), std::pair(component.at_least, component.at_most));
}

}  // namespace

std::optional<std::vector<Mines>> solution_with(Sum sum, System& system, std::span<const std::uint8_t> without,
                                                Budget& budget) {
  system.add(std::move(sum));
  auto solution = Refutation(system, without, budget).solve();
  system.remove_last();
  return solution;
}

std::vector<ComponentBounds> component_bounds(System& system, KnownBounds& known, Budget& budget) {
  const auto [component_of, count] = system.components();
  std::vector<ComponentBounds> components(count);
  for (std::uint32_t id = 0; id < component_of.size(); ++id) {
    if (component_of[id] == Clues::none) continue;
    ComponentBounds& component = components[component_of[id]];
    component.sums.push_back(id);
    component.over.insert(component.over.end(), system.sums()[id].over.begin(), system.sums()[id].over.end());
  }
  for (ComponentBounds& component : components) {
    sort_uniquely(component.over);
    for (const Variable variable : component.over) component.capacity += system.capacity(variable);
    find_known_bounds(system, component, known, budget);
  }
  return components;
}

std::vector<ComponentBounds> bound_components(System& system, KnownBounds& known, Budget& budget) {
  auto components = component_bounds(system, known, budget);
  if (components.size() < 2) return {};
  for (ComponentBounds& component : components) {
    component.sum = static_cast<std::uint32_t>(system.sums().size());
    system.add({System::derived, component.at_least, component.at_most, component.over});
  }
  return components;
}

std::optional<Variable> branching_variable(const System& system, const Bounds& bounds, bool only_changed) {
  Mines fewest = std::numeric_limits<Mines>::max();
  const Sum* chosen = nullptr;
  for (std::uint32_t id = 0; id < system.sums().size(); ++id) {
    if (bounds.is_ignored(id) || (only_changed && !bounds.is_touched(id))) continue;
    const Mines ways = bounds.ways(id);
    if (ways == 0 || ways >= fewest) continue;
    fewest = ways;
    chosen = &system.sums()[id];
  }
  if (!chosen) return std::nullopt;
  for (const Variable variable : chosen->over)
    if (!bounds.is_settled(variable)) return variable;
  return std::nullopt;
}

}  // namespace minemind
