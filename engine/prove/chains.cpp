#include "prove/chains.hpp"

#include <algorithm>
#include <utility>

#include "core/ranges.hpp"
#include "prove/pair_comparison.hpp"

namespace minemind {

Chains::Chains(const Clues& clues, Budget& budget)
    : clues_(clues),
      budget_(budget),
      conclusion_of_(clues.indices(), none),
      mines_(clues.indices(), 0),
      is_queued_(clues.indices(), 0) {
  push_all(singles_);
  settle();
  hardest_ = Technique::subset;
  push_all(subsets_);
  settle();
  hardest_ = Technique::overlap;
  push_all(overlaps_);
  settle();
}

std::optional<Technique> Chains::technique(Cell cell) const {
  if (conclusion_of_[cell] == none) return std::nullopt;
  return conclusions_[conclusion_of_[cell]].technique;
}

std::vector<Cell> Chains::numbers(Cell cell) const {
  std::vector<std::uint32_t> waiting{conclusion_of_[cell]};
  std::vector<std::uint8_t> is_seen(conclusions_.size(), 0);
  is_seen[waiting.front()] = 1;
  std::vector<Cell> numbers;
  while (!waiting.empty()) {
    const std::uint32_t at = waiting.back();
    waiting.pop_back();
    for (const Cell number : {conclusions_[at].fuller, conclusions_[at].emptier})
      if (number != no_number) numbers.push_back(number);
    for_sources(at, [&](Cell source) {
      const std::uint32_t earlier = conclusion_of_[source];
      if (!is_seen[earlier]) waiting.push_back(earlier);
      is_seen[earlier] = 1;
    });
  }
  sort_uniquely(numbers);
  return numbers;
}

std::vector<Cell> Chains::numbers() const {
  std::vector<Cell> numbers;
  for (const Conclusion& conclusion : conclusions_)
    for (const Cell number : {conclusion.fuller, conclusion.emptier})
      if (number != no_number) numbers.push_back(number);
  sort_uniquely(numbers);
  return numbers;
}

const Chains::Rests& Chains::rests() {
  if (rests_) return *rests_;
  Rests& found = rests_.emplace(Rests{});
  found.component_of = CellVector<std::uint32_t>(clues_.indices(), none);
  found.faces = CellVector<std::int32_t>(clues_.indices(), no_cell_face);
  for (const Cell cell : clues_.cells()) {
    found.faces[cell] = clues_.face(cell);
    if (clues_.is_hidden(cell)) {
      found.mines += mines_[cell];
      if (conclusion_of_[cell] == none)
        found.room += clues_.per_cell();
      else
        found.faces[cell] = mines_[cell] > 0 ? hidden_face - mines_[cell] : no_cell_face;
    } else if (clues_.is_number(cell) && found.component_of[cell] == none && !rest(cell).free.empty()) {
      found.components.push_back(connected(cell, static_cast<std::uint32_t>(found.components.size()), found));
    }
  }
  return found;
}

// The component of a number.
Chains::Component Chains::connected(Cell first, std::uint32_t id, Rests& rests) const {
  Component component{{first}};
  rests.component_of[first] = id;
  for (std::size_t next = 0; next < component.numbers.size(); ++next) {
    const auto [need, free] = rest(component.numbers[next]);
    component.need += need;
    component.spare += static_cast<Mines>(free.size()) * clues_.per_cell() - need;
    for (const Cell shared : free)
      clues_.for_numbers(shared, [&](Cell number) {
        if (std::exchange(rests.component_of[number], id) == none) component.numbers.push_back(number);
      });
  }
  ranges::sort(component.numbers);
  return component;
}

// The settled cells that a conclusion builds on: of the fuller number outside the emptier one, those that are not full;
// of the emptier number outside the fuller one, those that hold mines; of a contained number, all.
template <class Visit>
void Chains::for_sources(std::uint32_t conclusion, Visit visit) const {
  const Conclusion& of_cells = conclusions_[conclusion];
  Clues::Clue of, other;
  const auto look = [&](Cell number, Cell beside, bool is_fuller) {
    if (number == no_number) return;
    clues_.read(number, of);
    other.hidden.clear();
    if (beside != no_number && beside != number) clues_.read(beside, other);
    for (const Cell cell : of.hidden)
      if (conclusion_of_[cell] < conclusion && !ranges::binary_search(other.hidden, cell) &&
          (number == of_cells.contained || (is_fuller ? mines_[cell] < clues_.per_cell() : mines_[cell] > 0)))
        visit(cell);
  };
  look(of_cells.fuller, of_cells.emptier, true);
  look(of_cells.emptier, of_cells.fuller, false);
}

// Easier techniques come first, and again after every conclusion.
void Chains::settle() {
  do
    while (singles_.next < singles_.numbers.size()) look_at(pop(singles_));
  while (compare_next(subsets_, Technique::subset) || compare_next(overlaps_, Technique::overlap));
}

// Compares the numbers in a queue until a comparison settles something; returns whether one does.
bool Chains::compare_next(Queue& queue, Technique technique) {
  while (queue.next < queue.numbers.size()) {
    const Cell number = pop(queue);
    Clues::Clue left;
    left.hidden = rest(number).free;
    for (const Cell other : clues_.neighbourhood(left))
      if (other != number && (compare(number, other, technique) || compare(other, number, technique))) {
        push(queue, number);
        return true;
      }
  }
  return false;
}

Chains::Rest Chains::rest(Cell number) const {
  Clues::Clue clue;
  clues_.read(number, clue);
  budget_.spend(clue.hidden.size());
  Rest rest{clue.need, {}};
  for (const Cell cell : clue.hidden) {
    if (conclusion_of_[cell] == none)
      rest.free.push_back(cell);
    else
      rest.need -= mines_[cell];
  }
  return rest;
}

// Settles the cells of a number that needs no more mines, or as many as fit, or that has one cell left.
void Chains::look_at(Cell number) {
  const auto [need, free] = rest(number);
  if (free.empty()) return;
  if (need == 0)
    conclude(free, 0, {hardest_, no_number, number, no_number});
  else if (need == static_cast<std::int32_t>(free.size()) * clues_.per_cell())
    conclude(free, clues_.per_cell(), {hardest_, number, no_number, no_number});
  else if (free.size() == 1)
    conclude(free, need, {hardest_, number, number, no_number});
}

bool Chains::compare(Cell fuller, Cell emptier, Technique technique) {
  const Rest a = rest(fuller), b = rest(emptier);
  const PairComparison<Cell> pair(a.free, b.free, a.need - b.need, [&](Cell) { return clues_.per_cell(); });
  if (!pair.settles() || pair.technique() > technique) return false;
  const Cell contained = technique == Technique::overlap ? no_number : pair.only_fuller.empty() ? fuller : emptier;
  const Conclusion conclusion{hardest_, fuller, emptier, contained};
  if (!pair.only_fuller.empty()) conclude(pair.only_fuller, clues_.per_cell(), conclusion);
  if (!pair.only_emptier.empty()) conclude(pair.only_emptier, 0, conclusion);
  return true;
}

void Chains::conclude(const ShortVector<Cell>& cells, std::int32_t mines, Conclusion conclusion) {
  for (const Cell cell : cells) {
    conclusion_of_[cell] = static_cast<std::uint32_t>(conclusions_.size());
    mines_[cell] = mines;
  }
  conclusions_.push_back(conclusion);
  for (const Cell cell : cells)
    clues_.for_numbers(cell, [&](Cell number) {
      push(singles_, number);
      if (hardest_ >= Technique::subset) push(subsets_, number);
      if (hardest_ >= Technique::overlap) push(overlaps_, number);
    });
}

void Chains::push(Queue& queue, Cell number) {
  if (is_queued_[number] & queue.bit) return;
  is_queued_[number] |= queue.bit;
  queue.numbers.push_back(number);
}

Cell Chains::pop(Queue& queue) {
  const Cell number = queue.numbers[queue.next++];
  is_queued_[number] &= static_cast<std::uint8_t>(~queue.bit);
  return number;
}

void Chains::push_all(Queue& queue) {
  for (const Cell number : clues_.cells()) {
    budget_.spend(1);
    if (clues_.is_number(number) && !rest(number).free.empty()) push(queue, number);
  }
}

}  // namespace minemind
