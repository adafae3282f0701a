#include "count/knowledge.hpp"

#include <algorithm>

#include "core/face.hpp"
#include "core/flood.hpp"
#include "core/ranges.hpp"

namespace minemind {

Knowledge::Knowledge(const Graph& graph, std::int32_t per_cell, PairRule pairs)
    : by_cell_{graph,
               per_cell,
               pairs,
               CellVector<std::int32_t>(graph.indices(), minemind::open),
               CellVector<Number>(graph.indices()),
               {},
               0,
               0} {
  clear();
}

void Knowledge::set_up(const Position& position) {
  by_cell_.graph = position.graph();
  by_cell_.slots = position.per_cell();
  by_cell_.known.assign(position.known().begin(), position.known().end());
  by_cell_.numbers.assign(position.known().size(), {});
  for (const Constraint& constraint : position.constraints())
    by_cell_.numbers[constraint.number] = {constraint.need, constraint.left};
  by_cell_.found.clear();
  by_cell_.unknown_cells = position.unknown_cells();
  by_cell_.known_mines = position.known_mines();
  propagation_.reset(by_cell_.graph.indices());
}

void Knowledge::clear() {
  for (const Cell cell : by_cell_.graph.cells) {
    by_cell_.known[cell] = unknown;
    by_cell_.numbers[cell] = {};
  }
  by_cell_.unknown_cells = static_cast<std::int64_t>(by_cell_.graph.cells.size());
  by_cell_.known_mines = 0;
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
  uncover(cell);
  read(cell, shown);
}

void Knowledge::uncover(Cell cell) {
  const bool was_unknown = by_cell_.is_unknown(cell);
  by_cell_.known[cell] = minemind::open;
  by_cell_.numbers[cell] = {};
  if (!was_unknown) return;
  --by_cell_.unknown_cells;
  for (const Cell other : by_cell_.graph.neighbours(cell)) {
    const bool holds = by_cell_.holds(other);
    by_cell_.numbers[other].left -= holds;
    propagation_.touch(other, holds);
  }
}

void Knowledge::read(Cell cell, std::int32_t shown) {
  Number own{shown, 0};
  for (const Cell other : by_cell_.graph.neighbours(cell)) {
    const std::int32_t mines = by_cell_.known[other];
    own.left += mines == unknown;
    own.need -= std::max(mines, 0);
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
  by_cell_.known_mines -= std::max(known, 0);
  ++by_cell_.unknown_cells;
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

void Knowledge::copy(Cell opened, std::span<const Cell> found, const Knowledge& from) {
  const auto copy_around = [&](Cell cell) {
    by_cell_.known[cell] = from.by_cell_.known[cell];
    by_cell_.numbers[cell] = from.by_cell_.numbers[cell];
    for (const Cell other : by_cell_.graph.neighbours(cell)) by_cell_.numbers[other] = from.by_cell_.numbers[other];
  };
  copy_around(opened);
  ranges::for_each(found, copy_around);
  by_cell_.unknown_cells = from.by_cell_.unknown_cells;
  by_cell_.known_mines = from.by_cell_.known_mines;
}

Position Knowledge::position() const {
  Position position;
  write(position, by_cell_.graph.cells);
  return position;
}

void Knowledge::write(Position& position, std::span<const Cell> numbers) const {
  position.start(by_cell_.graph, by_cell_.slots, by_cell_.known, by_cell_.unknown_cells, by_cell_.known_mines);
  for (const Cell number : numbers)
    if (by_cell_.holds(number)) position.add_constraint(number, by_cell_.numbers[number].need);
  position.index_constraints();
}

}  // namespace minemind
