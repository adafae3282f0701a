#include "count/knowledge.hpp"

#include <algorithm>

#include "core/face.hpp"
#include "core/flood.hpp"

namespace minemind {

Knowledge::Knowledge(const Graph& graph, std::int32_t per_cell, PairRule pairs)
    : by_cell_{graph,
               per_cell,
               pairs,
               CellVector<std::int32_t>(graph.indices(), minemind::open),
               CellVector<Number>(graph.indices()),
               {}} {
  clear();
}

Knowledge::Knowledge(const Position& position) : Knowledge(position.graph(), position.per_cell(), PairRule::overlaps) {
  std::ranges::copy(position.known(), by_cell_.known.begin());
  for (const Constraint& constraint : position.constraints())
    by_cell_.numbers[constraint.number] = {constraint.need, constraint.left};
}

void Knowledge::clear() {
  for (const Cell cell : by_cell_.graph.cells) {
    by_cell_.known[cell] = unknown;
    by_cell_.numbers[cell] = {};
  }
  propagation_.reset(by_cell_.graph.indices());
}

void Knowledge::set_up(CellSpan<const std::int32_t> faces) {
  clear();
  for (const Cell cell : by_cell_.graph.cells) {
    const std::int32_t face = faces[cell];
    if (face >= 0) open(cell, face);
    if (face < hidden_face) know_mines(cell, hidden_face - face);
  }
}

void Knowledge::open(Cell cell, std::int32_t shown) {
  const bool was_unknown = by_cell_.is_unknown(cell);
  by_cell_.known[cell] = minemind::open;
  Number own{shown, 0};
  for (const Cell other : by_cell_.graph.neighbours(cell)) {
    const std::int32_t mines = by_cell_.known[other];
    if (mines == unknown) {
      ++own.left;
    } else if (mines > 0) {
      own.need -= mines;
    } else if (was_unknown && by_cell_.holds(other)) {
      --by_cell_.numbers[other].left;
      propagation_.touch(other);
    }
  }
  by_cell_.numbers[cell] = own;
  if (own.left > 0) propagation_.touch(cell);
}

void Knowledge::open_area(Cell cell, CellSpan<const std::int32_t> shown, std::vector<Cell>& area) {
  area.assign(1, cell);
  open(cell, shown[cell]);
  const auto reach = [&](Cell other) {
    if (!is_hidden(other)) return false;
    open(other, shown[other]);
    return true;
  };
  spread(by_cell_.graph, shown, area, Expansion::bfs, reach, [](Cell) {});
}

void Knowledge::know_mines(Cell cell, std::int32_t mines) { propagation_.learn(by_cell_, cell, mines, cell); }

void Knowledge::forget(Cell cell) {
  const std::int32_t known = by_cell_.known[cell];
  if (known == unknown) return;
  by_cell_.known[cell] = unknown;
  by_cell_.numbers[cell] = {};
  for (const Cell other : by_cell_.graph.neighbours(cell)) {
    if (is_hidden(other)) continue;
    ++by_cell_.numbers[other].left;
    by_cell_.numbers[other].need += std::max(known, 0);
    propagation_.touch(other);
  }
}

void Knowledge::change_number(Cell cell, std::int32_t more) {
  if (is_hidden(cell)) return;
  by_cell_.numbers[cell].need += more;
  propagation_.touch(cell);
}

void Knowledge::propagate(std::vector<Cell>& free) {
  by_cell_.found.clear();
  propagation_.run(by_cell_);
  for (const Cell cell : by_cell_.found)
    if (by_cell_.known[cell] == 0) free.push_back(cell);
}

void Knowledge::take_back(Cell opened, const Knowledge& before) {
  const auto restore = [&](Cell cell) {
    by_cell_.known[cell] = before.by_cell_.known[cell];
    by_cell_.numbers[cell] = before.by_cell_.numbers[cell];
    for (const Cell other : by_cell_.graph.neighbours(cell)) by_cell_.numbers[other] = before.by_cell_.numbers[other];
  };
  restore(opened);
  std::ranges::for_each(by_cell_.found, restore);
}

Position Knowledge::position(std::span<const Cell> numbers) const {
  Position position(by_cell_.graph, by_cell_.slots, by_cell_.known);
  for (const Cell number : numbers)
    if (by_cell_.holds(number)) position.add_constraint(number, by_cell_.numbers[number].need);
  position.index_constraints();
  return position;
}

}  // namespace minemind
