#include "prove/system.hpp"

#include <algorithm>

#include "core/ranges.hpp"

namespace minemind {
namespace {

// The cells that numbers see, in classes seen by the same numbers. The cell that the proof is about is a class by
// itself, the first.
class Partition {
 public:
  Partition(Clues& clues, std::span<const Cell> numbers, Cell about) : clues_(clues), numbers_(numbers.size()) {
    join(about);
    classes_ = 1;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      clues.read(numbers[i], numbers_[i]);
      split_by(numbers_[i].hidden);
    }
  }

  ~Partition() {
    for (const Cell cell : cells_) clues_.mark()[cell] = Clues::none;
  }

  Partition(const Partition&) = delete;
  Partition& operator=(const Partition&) = delete;

  // The classes that are not empty; afterwards `class_of` tells which of them a cell is in.
  std::vector<ShortVector<Cell>> classes() {
    std::vector<ShortVector<Cell>> found;
    std::vector<std::uint32_t> place(classes_, Clues::none);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      std::uint32_t& at = place[class_[i]];
      if (at == Clues::none) {
        at = static_cast<std::uint32_t>(found.size());
        found.emplace_back();
      }
      found[at].push_back(cells_[i]);
      class_[i] = at;
    }
    return found;
  }

  std::uint32_t class_of(Cell cell) const { return class_[clues_.mark()[cell]]; }
  const Clues::Clue& number(std::size_t i) const { return numbers_[i]; }

 private:
  void join(Cell cell) {
    clues_.mark()[cell] = static_cast<std::uint32_t>(cells_.size());
    cells_.push_back(cell);
    class_.push_back(0);
  }

  // Splits each class into the cells that this number sees and those that it does not. Class 0, the cell that the proof
  // is about, stays; cells that no earlier number sees form a class of their own.
  void split_by(std::span<const Cell> hidden) {
    const std::uint32_t first_new = classes_;
    splits_.assign(classes_, Clues::none);
    for (const Cell cell : hidden) {
      if (clues_.mark()[cell] == 0) continue;
      std::uint32_t from = Clues::none;
      if (clues_.mark()[cell] == Clues::none)
        join(cell);
      else
        from = class_[clues_.mark()[cell]];
      std::uint32_t& to = from == Clues::none ? fresh_ : splits_[from];
      if (to == Clues::none || to < first_new) to = classes_++;
      class_[clues_.mark()[cell]] = to;
    }
  }

  Clues& clues_;
  std::vector<Clues::Clue> numbers_;
  std::vector<Cell> cells_;
  std::vector<std::uint32_t> class_;   // of each of these cells
  std::vector<std::uint32_t> splits_;  // scratch: the class split off from each class
  std::uint32_t fresh_ = 0;
  std::uint32_t classes_ = 0;
};

}  // namespace

System::System(Clues& clues, std::span<const Cell> numbers, Cell about, bool counted) : is_counted_(counted) {
  Partition partition(clues, numbers, about);
  auto classes = partition.classes();
  cells_.reserve(classes.size() + counted);
  capacity_.reserve(cells_.capacity());
  sums_of_.reserve(cells_.capacity());
  sums_.reserve(numbers.size() + 2);
  for (ShortVector<Cell>& cells : classes) add_variable(std::move(cells), clues.per_cell());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto& [need, hidden] = partition.number(i);
    Sum sum{numbers[i], need, need, {}};
    for (const Cell cell : hidden) sum.over.push_back(partition.class_of(cell));
    sort_uniquely(sum.over);
    add(std::move(sum));
  }
  if (counted) count_mines(clues);
}

void System::add_variable(ShortVector<Cell> cells, std::int32_t per_cell) {
  ranges::sort(cells);
  capacity_.push_back(static_cast<Mines>(cells.size()) * per_cell);
  cells_.push_back(std::move(cells));
  sums_of_.emplace_back();
}

// Needs the cells that numbers see to be still marked.
void System::count_mines(Clues& clues) {
  ShortVector<Cell> outside;
  for (const Cell cell : clues.cells())
    if (clues.is_hidden(cell) && clues.mark()[cell] == Clues::none) outside.push_back(cell);
  if (!outside.empty()) add_variable(std::move(outside), clues.per_cell());
  Sum sum{whole_board, clues.mines_left(), clues.mines_left(), {}};
  for (Variable variable = 0; variable < variables(); ++variable) sum.over.push_back(variable);
  add(std::move(sum));
}

void System::add(Sum sum) {
  const auto id = static_cast<std::uint32_t>(sums_.size());
  for (const Variable variable : sum.over) sums_of_[variable].push_back(id);
  sums_.push_back(std::move(sum));
}

void System::remove_last() {
  for (const Variable variable : sums_.back().over) sums_of_[variable].pop_back();
  sums_.pop_back();
}

std::vector<Cell> System::cells(std::span<const Variable> variables) const {
  std::vector<Cell> all;
  for (const Variable variable : variables) all.insert(all.end(), cells_[variable].begin(), cells_[variable].end());
  ranges::sort(all);
  return all;
}

std::vector<Variable> System::variables_of(std::span<const Cell> cells) const {
  std::vector<Variable> found;
  for (Variable variable = 0; variable < variables(); ++variable)
    if (ranges::binary_search(cells, cells_[variable].front())) found.push_back(variable);
  return found;
}

std::pair<std::vector<std::uint32_t>, std::uint32_t> System::components() const {
  std::vector<std::uint32_t> component(sums_.size(), Clues::none);
  std::uint32_t found = 0;
  std::vector<std::uint32_t> pending;
  for (std::uint32_t first = 0; first < sums_.size(); ++first) {
    if (sums_[first].number < 0 || component[first] != Clues::none) continue;
    component[first] = found;
    pending.assign(1, first);
    while (!pending.empty()) {
      const std::uint32_t id = pending.back();
      pending.pop_back();
      for (const Variable variable : sums_[id].over)
        for (const std::uint32_t other : sums_of_[variable])
          if (sums_[other].number >= 0 && component[other] == Clues::none) {
            component[other] = found;
            pending.push_back(other);
          }
    }
    ++found;
  }
  return {std::move(component), found};
}

}  // namespace minemind
