#include "prove/mine_totals.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/ranges.hpp"
#include "prove/refutation.hpp"

namespace minemind {
namespace {

// The numbers of each component, in the order in which they were given.
std::vector<std::vector<Cell>> connected_numbers(Clues& clues, std::span<const Cell> numbers, Cell about) {
  const auto [component_of, count] = System(clues, numbers, about, false).components();
  std::vector<std::vector<Cell>> components(count);
  for (std::size_t i = 0; i < numbers.size(); ++i) components[component_of[i]].push_back(numbers[i]);
  return components;
}

}  // namespace

// By the sums that are left.
MineTotals::Total MineTotals::total_of(const Component& component) {
  const System& system = component.system;
  Total found;
  for (Variable variable = 0; variable < system.variables(); ++variable) {
    const bool is_seen = ranges::any_of(system.sums_of(variable), [&](auto id) { return !component.is_out[id]; });
    if (is_seen)
      found.mines += component.solution[variable];
    else
      found.room += system.capacity(variable);
  }
  return found;
}

// The sums that are left and share cells with some in `out`, as connected parts.
std::vector<MineTotals::Part> MineTotals::parts_beside(const Component& component, const SumIds& out) {
  const System& system = component.system;
  std::vector<std::uint8_t> is_found = component.is_out;
  std::vector<Part> parts;
  for (const std::uint32_t sum : out)
    for (const Variable shared : system.sums()[sum].over)
      for (const std::uint32_t first : system.sums_of(shared))
        if (!is_found[first]) parts.push_back(part_with(first, system, is_found));
  return parts;
}

MineTotals::Part MineTotals::part_with(std::uint32_t first, const System& system, std::vector<std::uint8_t>& is_found) {
  Part part{std::vector<std::uint8_t>(is_found.size() + 1, 1), {}};
  part.without.back() = 0;  // an entry for the sum that asks for a better solution
  std::vector<std::uint8_t> is_over(system.variables(), 0);
  is_found[first] = 1;
  SumIds pending{first};
  while (!pending.empty()) {
    const std::uint32_t sum = pending.back();
    pending.pop_back();
    part.without[sum] = 0;
    for (const Variable variable : system.sums()[sum].over) {
      if (std::exchange(is_over[variable], 1)) continue;
      for (const std::uint32_t other : system.sums_of(variable))
        if (!std::exchange(is_found[other], 1)) pending.push_back(other);
    }
  }
  for (Variable variable = 0; variable < is_over.size(); ++variable)
    if (is_over[variable]) part.over.push_back(variable);
  return part;
}

MineTotals::MineTotals(Clues& clues, const Claim& claim, std::span<const Cell> numbers, Budget& budget)
    : clues_(clues), claim_(claim), budget_(budget) {
  Numbers seeing;
  clues.for_numbers(claim.cell, [&](Cell number) { seeing.push_back(number); });
  bool is_seen = false;
  for (const Numbers& connected : connected_numbers(clues, numbers, claim.cell)) {
    const bool sees = ranges::find_first_of(connected, seeing) != connected.end();
    add_component(connected, sees);
    is_seen |= sees;
  }
  if (!is_seen) add_component({}, true);
  for (const Cell cell : clues.cells()) outside_ += clues.is_hidden(cell) ? clues.per_cell() : 0;
  for (const auto& [system, connected, is_out, solution, total] : components_)
    for (Variable variable = 0; variable < system.variables(); ++variable) outside_ -= system.capacity(variable);
  if (!find_totals(false)) find_totals(true);
}

void MineTotals::add_component(const Numbers& numbers, bool is_about_claim) {
  Cell about = claim_.cell;
  if (!is_about_claim) {
    Clues::Clue clue;
    clues_.read(numbers.front(), clue);
    about = clue.hidden.front();
  }
  System system(clues_, numbers, about, false);
  const Mines least = claim_.is_mine() ? 0 : 1, most = claim_.is_mine() ? claim_.at_least - 1 : clues_.per_cell();
  if (is_about_claim) system.add({System::derived, least, most, {System::target}});
  auto solution = Refutation(system, {}, budget_).solve();
  if (!solution) throw TooHard{};  // the claim follows without the mine count, which the caller has ruled out
  const Mines mines = std::reduce(solution->begin(), solution->end());
  std::vector<std::uint8_t> is_out(system.sums().size(), 0);
  components_.push_back({std::move(system), numbers, std::move(is_out), *std::move(solution), {mines, 0}});
}

// Finds the totals; returns whether they show the claim.
bool MineTotals::find_totals(bool is_most) {
  is_most_ = is_most;
  for (Component& component : components_) {
    Part all{std::vector<std::uint8_t>(component.is_out.size() + 1, 0),
             std::vector<Variable>(component.solution.size())};
    std::iota(all.over.begin(), all.over.end(), Variable{0});
    while (improve(component, all)) {
    }
  }
  return is_shown() == true;
}

MineTotals::Numbers MineTotals::irredundant(const Follows& follows) {
  for (std::size_t at = components_.size(); at-- > 0;) {
    SumIds all(components_[at].numbers.size());
    std::iota(all.begin(), all.end(), 0U);
    leave_out(at, all, follows);
  }
  for (std::size_t at = components_.size(); at-- > 0;)
    for (auto number = static_cast<std::uint32_t>(components_[at].numbers.size()); number-- > 0;)
      if (!components_[at].is_out[number]) leave_out(at, {number}, follows);
  return numbers();
}

MineTotals::Numbers MineTotals::numbers() const {
  Numbers left;
  for (const auto& [system, numbers, is_out, solution, total] : components_)
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (!is_out[i]) left.push_back(numbers[i]);
  return left;
}

// Leaves out numbers if the claim follows without them; returns whether it does.
bool MineTotals::leave_out(std::size_t at, const SumIds& numbers, const Follows& follows) {
  Component& component = components_[at];
  const Total total = component.total;
  std::vector<Mines> solution = component.solution;
  for (const std::uint32_t number : numbers) component.is_out[number] = 1;
  const auto is_shown = is_shown_without(at, numbers);
  if (is_shown ? *is_shown : follows(this->numbers())) return true;
  for (const std::uint32_t number : numbers) component.is_out[number] = 0;
  component.solution = std::move(solution);
  component.total = total;
  return false;
}

// is_shown() after numbers were left out. As soon as a solution agrees with the mine count, they are needed.
std::optional<bool> MineTotals::is_shown_without(std::size_t at, const SumIds& numbers) {
  Component& component = components_[at];
  component.total = total_of(component);
  if (is_shown() == false) return false;
  for (const Part& part : parts_beside(component, numbers))
    while (improve(component, part))
      if (is_shown() == false) return false;
  return is_shown();
}

// Improves the solution of a part, to fewer mines or to more; returns whether that is possible.
bool MineTotals::improve(Component& component, const Part& part) {
  auto& [system, numbers, is_out, solution, total] = component;
  Mines now = 0, capacity = 0;
  for (const Variable variable : part.over) {
    now += solution[variable];
    capacity += system.capacity(variable);
  }
  if (now == (is_most_ ? capacity : 0)) return false;
  Sum better{System::derived, is_most_ ? now + 1 : 0, is_most_ ? capacity : now - 1, part.over};
  const auto found = solution_with(std::move(better), system, part.without, budget_);
  if (!found) return false;
  for (const Variable variable : part.over) {
    total.mines += (*found)[variable] - solution[variable];
    solution[variable] = (*found)[variable];
  }
  return true;
}

// Whether the totals show the claim; the cells that no number sees may hold any number of mines that fits. If a total
// agrees with the mine count, they do not; if even the extreme one cannot reach it, they do. Otherwise this does not
// tell: not every total between the fewest and the most need be possible.
std::optional<bool> MineTotals::is_shown() const {
  Total all{0, outside_};
  for (const Component& component : components_) {
    all.mines += component.total.mines;
    all.room += component.total.room;
  }
  const Mines mines = clues_.mines_left();
  if (all.mines <= mines && mines <= all.mines + all.room) return false;
  if (is_most_ ? all.mines + all.room < mines : all.mines > mines) return true;
  return std::nullopt;
}

}  // namespace minemind
