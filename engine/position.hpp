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

namespace minemind {

// What is known of a cell: nothing, or how many mines it holds. Open cells and holes count as known to hold none.
inline constexpr std::int32_t unknown = -1;

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
  // Throws Contradiction where singles or pairs of numbers cannot both be true.
  Position(const Graph& graph, std::span<const std::int32_t> faces, std::int32_t per_cell);

  // The same position after one more cell was opened; it must be hidden and not known to hold a mine.
  Position assume(Cell cell, std::int32_t shown) const;

  const Graph& graph() const { return graph_; }
  std::int32_t per_cell() const { return per_cell_; }
  std::span<const std::int32_t> known() const { return known_; }
  // Whether the cell is not open: hidden or flagged.
  bool was_hidden(Cell cell) const { return closed_[static_cast<std::size_t>(cell)] != 0; }
  bool is_unknown(Cell cell) const { return known_[static_cast<std::size_t>(cell)] == unknown; }
  std::span<const Constraint> constraints() const { return constraints_; }
  std::span<const Cell> scope(const Constraint& c) const { return std::span(scope_).subspan(c.first, c.size); }
  // The constraints that see a cell, ascending.
  std::span<const std::uint32_t> seen_by(Cell cell) const;
  // Mines in cells that are known: flags and what propagation found.
  std::int64_t known_mines() const { return known_mines_; }
  // Hidden cells that nothing is known of, seen by numbers or not.
  std::int64_t unknown_cells() const { return unknown_cells_; }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  Position(const Position& before, Cell opened);
  void add_constraint(Cell number, std::int32_t shown);
  void index_seers();
  void propagate();
  void settle(std::uint32_t constraint);
  void learn(Cell cell, std::int32_t mines, std::uint32_t because);
  void compare(std::uint32_t constraint);
  void fill_difference(std::uint32_t of, std::uint32_t less, std::int32_t mines);
  [[noreturn]] void contradict(std::uint32_t a, std::uint32_t b) const;
  void touch(std::uint32_t constraint);

  Graph graph_;
  std::int32_t per_cell_;
  std::vector<std::int32_t> known_;
  std::vector<std::uint8_t> closed_;
  std::vector<Constraint> constraints_;
  std::vector<Cell> scope_;
  std::vector<std::uint32_t> seer_offsets_;
  std::vector<std::uint32_t> seers_;
  std::int64_t known_mines_ = 0;
  std::int64_t unknown_cells_ = 0;
  std::vector<std::uint32_t> changed_;  // constraints to look at again
  std::vector<std::uint8_t> is_changed_;
  std::vector<std::uint8_t> is_compared_;   // constraints that will be compared with their neighbours later
  std::vector<std::int32_t> shared_;        // scratch of compare: cells shared with each constraint
  std::vector<std::uint32_t> overlapping_;  // … and the constraints that share any
  std::uint32_t contradiction_ = none;
};

}  // namespace minemind
