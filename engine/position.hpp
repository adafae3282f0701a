// Position: what a board says, as constraints over cells: "of these hidden cells, exactly so many slots are mined".
//
// Built from a graph and a face for every cell, or from another position and one more opened cell. What single
// constraints and pairs of them make certain is taken out at once, so that what is left falls apart into small pieces.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "face.hpp"
#include "graph.hpp"
#include "watch.hpp"

namespace minemind {

// What is known of a cell: how many mines it holds, or nothing, or that it is open. A hole is as good as an open cell.
inline constexpr std::int32_t unknown = -1, open = -2;

struct Constraint {
  Cell number;          // the open cell that says it
  std::int32_t need;    // mines that its unknown cells hold together
  std::int32_t left;    // how many unknown cells it still has
  std::uint32_t first;  // where its cells stand in Position::scope
  std::uint32_t size;   // how many, known ones included
};

// Raised by what has no solution; `numbers` are the open cells that contradict each other.
struct Contradiction {
  std::vector<Cell> numbers;
};

class Position {
 public:
  // Throws Contradiction where singles or pairs of numbers cannot both be true, or what the watch throws.
  Position(const Graph& graph, std::span<const std::int32_t> faces, std::int32_t per_cell, Watch& watch);

  // What is known already, and then what each open number needs of the unknown cells around it: nothing more follows
  // from singles and pairs of them. After the last number the seers are indexed.
  Position(const Graph& graph, std::int32_t per_cell, std::span<const std::int32_t> known);
  void hear(Cell number, std::int32_t need);
  void index_seers();

  // The same position after one more cell was opened; it must be hidden and not known to hold a mine.
  Position assume(Cell cell, std::int32_t shown, Watch& watch) const;

  // The same position if such a cell holds no mine, whatever it would show: its solutions are those in which it is
  // free.
  Position freed(Cell cell, Watch& watch) const;

  const Graph& graph() const { return graph_; }
  std::int32_t per_cell() const { return per_cell_; }
  std::span<const std::int32_t> known() const { return known_; }
  std::int32_t known(Cell cell) const { return known_[static_cast<std::size_t>(cell)]; }
  bool is_unknown(Cell cell) const { return known(cell) == unknown; }
  std::span<const Constraint> constraints() const { return constraints_; }
  std::span<const Cell> scope(const Constraint& c) const { return std::span(scope_).subspan(c.first, c.size); }
  // The constraints that see a cell, ascending.
  std::span<const std::uint32_t> seen_by(Cell cell) const {
    const Seers& seers = seers_of_[static_cast<std::size_t>(cell)];
    return std::span(seers_).subspan(seers.first, seers.count);
  }
  // Mines in cells that are known: flags and what propagation found.
  std::int64_t known_mines() const { return known_mines_; }
  // Hidden cells that nothing is known of, seen by numbers or not.
  std::int64_t unknown_cells() const { return unknown_cells_; }

 private:
  friend class Propagation;

  // Where the seers of a cell stand.
  struct Seers {
    std::uint32_t first = 0, count = 0;
  };

  Position(const Position& before, Cell opened, std::vector<std::uint32_t>& changed);
  void read(std::span<const std::int32_t> faces);
  void reserve();
  void add_constraint(Cell number, std::int32_t shown);
  void propagate(std::span<const std::uint32_t> changed, Watch& watch);

  Graph graph_;
  std::int32_t per_cell_;
  std::vector<std::int32_t> known_;
  std::vector<Constraint> constraints_;
  std::vector<Cell> scope_;
  std::vector<Seers> seers_of_;  // of each cell, in seers_
  std::vector<std::uint32_t> seers_;
  std::int64_t known_mines_ = 0;
  std::int64_t unknown_cells_ = 0;
};

}  // namespace minemind
