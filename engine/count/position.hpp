// Position: what a board says, as constraints over cells: "of the slots of these hidden cells, exactly k are mined".
//
// Built from a graph and a face for every cell, or from another position and one more opened cell. What single
// constraints and pairs of them make certain is taken out at once, so that the rest falls apart into small components.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cell.hpp"
#include "core/face.hpp"
#include "core/graph.hpp"
#include "core/watch.hpp"

namespace minemind {

// What is known about a cell: how many mines it holds, or one of these. A hole counts as open.
inline constexpr std::int32_t unknown = -1, open = -2;

struct Constraint {
  Cell number;          // the open cell that shows the number
  std::int32_t need;    // mines in its unknown cells
  std::int32_t left;    // how many unknown cells it still has
  std::uint32_t first;  // where its cells start in the list of all scopes
  std::uint32_t size;   // how many cells it has, known ones included
};

// Thrown if there is no solution; `numbers` are open cells that contradict each other.
struct Contradiction {
  std::vector<Cell> numbers;
};

class Position {
 public:
  // Throws Contradiction if single numbers or pairs of them cannot be satisfied, or what the watch throws.
  Position(const Graph& graph, CellSpan<const std::int32_t> faces, std::int32_t per_cell, Watch& watch);

  // For a caller that has propagated already: start() with what is known about every cell, and its totals of unknown
  // cells and known mines; then add_constraint() for each number with the mines that it still needs among unknown
  // cells; at the end index_constraints().
  Position() = default;
  void start(const Graph& graph, std::int32_t per_cell, CellSpan<const std::int32_t> known, std::int64_t unknown_cells,
             std::int64_t known_mines);
  void add_constraint(Cell number, std::int32_t need);
  void index_constraints();

  // The position after one more cell is opened, which must be hidden and not known to hold a mine.
  Position assume(Cell cell, std::int32_t shown, Watch& watch) const;

  // The same without knowing what the cell shows: the solutions are those in which it is free.
  Position assume_free(Cell cell, Watch& watch) const;

  const Graph& graph() const { return graph_; }
  std::int32_t per_cell() const { return per_cell_; }
  CellSpan<const std::int32_t> known() const { return known_; }
  std::int32_t known(Cell cell) const { return known_[cell]; }
  bool is_unknown(Cell cell) const { return known(cell) == unknown; }
  std::span<const Constraint> constraints() const { return constraints_; }
  std::span<const Cell> scope(const Constraint& c) const { return std::span(scopes_).subspan(c.first, c.size); }
  // The constraints that have a cell in their scope, ascending.
  std::span<const std::uint32_t> constraints_of(Cell cell) const {
    const Range range = ranges_[cell];
    return std::span(constraints_by_cell_).subspan(range.first, range.count);
  }
  // Mines in known cells: flags and what propagation found.
  std::int64_t known_mines() const { return known_mines_; }
  // Hidden cells that are not known to be free or mined, whether numbers see them or not.
  std::int64_t unknown_cells() const { return unknown_cells_; }

 private:
  struct Listed;  // this position's constraints, as a store for Propagation

  struct Range {
    std::uint32_t first = 0, count = 0;
  };

  Position(const Position& before, Cell opened, std::vector<std::uint32_t>& changed);
  void read(CellSpan<const std::int32_t> faces);
  void reserve();
  bool settle(Cell number, std::int32_t shown, Watch& watch);
  void add_number(Cell number, std::int32_t shown);
  void propagate(std::span<const std::uint32_t> changed, Watch& watch);

  Graph graph_;
  std::int32_t per_cell_ = 1;
  CellVector<std::int32_t> known_;
  std::vector<Constraint> constraints_;
  std::vector<Cell> scopes_;  // the cells of all constraints, one constraint after the other
  CellVector<Range> ranges_;  // of each cell, in the list below
  std::vector<std::uint32_t> constraints_by_cell_;
  std::int64_t known_mines_ = 0;
  std::int64_t unknown_cells_ = 0;
};

}  // namespace minemind
