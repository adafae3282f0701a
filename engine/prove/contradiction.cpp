// The part of Derivation that assumes the opposite of what it must show and derives a contradiction.

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "core/ranges.hpp"
#include "prove/derivation.hpp"
#include "prove/refutation.hpp"

namespace minemind {
namespace {

Step step_about(Technique technique, std::vector<Cell> cells, Mines at_least, Mines at_most, std::uint32_t depth) {
  Step step;
  step.technique = technique;
  step.cells = std::move(cells);
  step.at_least = at_least;
  step.at_most = at_most;
  step.depth = depth;
  return step;
}

}  // namespace

// Shows beforehand, in steps of their own, the fewest and the most mines that each component can hold. Then the mine
// count need not be taken apart once for every solution of every component. Returns these sums, the mine count, and the
// numbers that see the cell of the claim; nothing if there is only one component, or no mine count.
std::vector<std::uint32_t> Derivation::bound_components() {
  if (!system_.is_counted()) return {};
  KnownBounds known;
  const auto components = component_bounds(system_, known, budget_);
  if (components.size() < 2) return {};
  std::vector<std::uint32_t> near;
  for (const std::uint32_t id : system_.sums_of(System::target)) near.push_back(id);
  const auto add_bound = [&](const ComponentBounds& component, bool is_most) {
    const Mines bound = is_most ? component.at_most : component.at_least;
    if (bound == (is_most ? component.capacity : 0)) return;
    const Line line = bound_component(component.sums, is_most, bound);
    near.push_back(static_cast<std::uint32_t>(system_.sums().size()));
    if (is_most)
      system_.add({System::derived, 0, bound, component.over, line});
    else
      system_.add({System::derived, bound, component.capacity, component.over, line});
  };
  for (const ComponentBounds& component : components) {
    add_bound(component, false);
    add_bound(component, true);
  }
  return near;
}

// Adds steps that show the fewest, or the most, mines that a component can hold; returns the last of them.
Derivation::Line Derivation::bound_component(std::span<const std::uint32_t> sums, bool is_most, Mines bound) {
  std::vector<Cell> numbers;
  for (const std::uint32_t id : sums) numbers.push_back(system_.sums()[id].number);
  Clues::Clue clue;
  clues_.read(numbers.front(), clue);
  System system(clues_, numbers, clue.hidden.front(), false);
  Derivation part(system, clues_, 0, budget_);
  part.branches_everywhere_ = true;
  Goal goal{std::vector<Variable>(system.variables()), is_most, bound};
  std::iota(goal.over.begin(), goal.over.end(), Variable{0});
  const auto line = part.add_up(goal, part.unsettled_sums());
  const Line before = static_cast<Line>(steps_.size());
  for (Step& step : part.needed(line ? *line : part.contradict(goal))) {
    for (Line& earlier : step.steps) earlier += before;
    steps_.push_back(std::move(step));
  }
  return static_cast<Line>(steps_.size() - 1);
}

Derivation::Line Derivation::contradict(const Goal& goal) {
  const std::vector<Cell> cells = system_.cells(goal.over);
  const Mines capacity = static_cast<Mines>(cells.size()) * per_cell_;
  const Step assumption = goal.is_most ? step_about(Technique::assumption, cells, goal.bound + 1, capacity, 1)
                                       : step_about(Technique::assumption, cells, 0, goal.bound - 1, 1);
  Step conclusion = goal.is_most ? step_about(Technique::contradiction, cells, 0, goal.bound, 0)
                                 : step_about(Technique::contradiction, cells, goal.bound, capacity, 0);

  const Line assumed = add(assumption);
  system_.add({System::derived, assumption.at_least, assumption.at_most, goal.over, assumed});
  Bounds bounds(system_, {}, budget_);
  const std::vector<Line> least_lines = least_line_, most_lines = most_line_;
  for (Variable variable = 0; variable < system_.variables(); ++variable) {
    if (least_[variable] > 0) bounds.raise_least(variable, least_[variable], Bounds::decided);
    if (most_[variable] < system_.capacity(variable)) bounds.lower_most(variable, most_[variable], Bounds::decided);
  }
  if (goal.over.size() == 1) {  // the assumption itself says so, not a sum
    const Variable variable = goal.over.front();
    if (goal.is_most)
      bounds.raise_least(variable, assumption.at_least, Bounds::decided);
    else
      bounds.lower_most(variable, assumption.at_most, Bounds::decided);
    (goal.is_most ? least_line_ : most_line_)[variable] = assumed;
  }
  earlier_lines_.assign(bounds.changes().size(), none);
  bounds.look_at_all();
  conclusion.steps = {assumed, search(bounds, 1)};
  least_line_ = least_lines, most_line_ = most_lines;
  system_.remove_last();
  return add(std::move(conclusion));
}

// Searches until a sum cannot hold; returns the step that says so.
Derivation::Line Derivation::search(Bounds& bounds, std::uint32_t depth) {
  const auto absurd = bounds.propagate();
  explain_changes(bounds, depth);
  if (absurd) return add(absurd_step(*absurd, bounds, depth));
  const auto variable = branching_variable(system_, bounds, !branches_everywhere_);
  if (!variable) throw TooHard{};  // the claim does not follow, which the caller has ruled out
  return branch(bounds, *variable, depth);
}

// The step for a sum that cannot hold. It cites only as many earlier steps as it needs: often there are more than
// enough. A step about several variables is left out for all of them or not at all.
Step Derivation::absurd_step(std::uint32_t id, const Bounds& bounds, std::uint32_t depth) const {
  const Sum& sum = system_.sums()[id];
  Mines least = 0, most = 0;
  for (const Variable variable : sum.over) {
    least += bounds.least(variable);
    most += bounds.most(variable);
  }
  const bool is_short = least <= sum.at_most;  // too few mines fit; otherwise there are too many
  Mines spare = (is_short ? sum.at_least - most : least - sum.at_most) - 1;
  const std::vector<Line>& lines = is_short ? most_line_ : least_line_;
  std::map<Line, Mines> said;
  for (const Variable variable : sum.over)
    said[lines[variable]] += is_short ? system_.capacity(variable) - bounds.most(variable) : bounds.least(variable);
  std::vector<Variable> unneeded;
  for (const Variable variable : sum.over) {
    Mines& all = said[lines[variable]];
    if (all > spare) continue;
    unneeded.push_back(variable);
    spare -= std::exchange(all, 0);
  }
  Step step = because(id, is_short, unneeded, depth);
  step.at_least = 1;
  return step;
}

// Assumes that a variable holds few mines and refutes that; the search continues with the conclusion that it holds
// more.
Derivation::Line Derivation::branch(Bounds& bounds, Variable variable, std::uint32_t depth) {
  const Mines middle = (bounds.least(variable) + bounds.most(variable)) / 2;
  const std::size_t before = bounds.changes().size();
  const std::vector<Cell> cells(system_.cells(variable).begin(), system_.cells(variable).end());
  const Line assumed = add(step_about(Technique::assumption, cells, 0, middle, depth + 1));
  earlier_lines_.push_back(std::exchange(most_line_[variable], assumed));
  bounds.lower_most(variable, middle, Bounds::decided);
  const Line absurd = search(bounds, depth + 1);
  forget_lines(before, bounds);
  bounds.undo_to(before);
  if (!rests_on(absurd, assumed)) {
    for (Line line = assumed; line <= absurd; ++line) --steps_[line].depth;
    return absurd;
  }
  Step step = step_about(Technique::contradiction, cells, middle + 1, system_.capacity(variable), depth);
  step.steps = {assumed, absurd};
  const Line more = add(std::move(step));
  earlier_lines_.push_back(std::exchange(least_line_[variable], more));
  bounds.raise_least(variable, middle + 1, Bounds::decided);
  return search(bounds, depth);
}

// Adds a step for every change that has none yet; cells that one number settles together share a step.
void Derivation::explain_changes(const Bounds& bounds, std::uint32_t depth) {
  const auto changes = bounds.changes();
  while (earlier_lines_.size() < changes.size()) {
    const Bounds::Change& first = changes[earlier_lines_.size()];
    const auto settles = [&](const Bounds::Change& change) {
      return change.because == first.because && change.is_most == first.is_most &&
             change.after == (change.is_most ? 0 : system_.capacity(change.variable));
    };
    std::vector<Variable> together{first.variable};
    if (settles(first))
      for (std::size_t i = earlier_lines_.size() + 1; i < changes.size() && settles(changes[i]); ++i)
        together.push_back(changes[i].variable);
    Step step = because(first.because, !first.is_most, together, depth);
    step.cells = system_.cells(together);
    const Mines capacity = static_cast<Mines>(step.cells.size()) * per_cell_;
    const bool is_most = first.is_most, is_one = together.size() == 1;
    step.at_least = is_most ? 0 : is_one ? first.after : capacity;
    step.at_most = !is_most ? capacity : is_one ? first.after : 0;
    const Line line = add(std::move(step));
    for (const Variable variable : together)
      earlier_lines_.push_back(std::exchange((is_most ? most_line_ : least_line_)[variable], line));
  }
}

// A step that follows from one sum and what is known about its variables, those in `except` aside.
Step Derivation::because(std::uint32_t sum, bool by_most, std::span<const Variable> except, std::uint32_t depth) const {
  const std::uint32_t sums[] = {sum};
  Step step = step_from(sums, Technique::single);
  step.depth = depth;
  for (const Variable variable : system_.sums()[sum].over)
    if (ranges::find(except, variable) == except.end()) cite(step, variable, by_most);
  return step;
}

void Derivation::forget_lines(std::size_t changes, const Bounds& bounds) {
  while (earlier_lines_.size() > changes) {
    const Bounds::Change& last = bounds.changes()[earlier_lines_.size() - 1];
    (last.is_most ? most_line_ : least_line_)[last.variable] = earlier_lines_.back();
    earlier_lines_.pop_back();
  }
}

bool Derivation::rests_on(Line line, Line assumption) const {
  std::vector<std::uint8_t> is_needed(line - assumption + 1, 0);
  is_needed.back() = 1;
  for (Line at = line; at > assumption; --at)
    if (is_needed[at - assumption])
      for (const Line earlier : steps_[at].steps)
        if (earlier >= assumption) is_needed[earlier - assumption] = 1;
  return is_needed.front();
}

}  // namespace minemind
