// Metrics: how many clicks it takes to clear a layout whose mines are known.
//
// A click on a zero opens a whole opening: connected zeros, and the numbers around them. Without flags it takes one
// click for each opening and one for each lone number, that is, a number that touches no opening: this is the board's
// 3BV. Connected lone numbers form an island.
//
// With flags, a chord opens everything around a number at once. How many clicks this can save at best is hard to
// compute; the forms of ZiNi are greedy answers that all programs compute alike.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cell.hpp"
#include "core/graph.hpp"
#include "core/watch.hpp"

namespace minemind {

// The numbers and openings of a layout. It refers to the graph's arrays and to the mines, which must outlive it.
class Terrain {
 public:
  // `mines` has the mines of every index of the graph; their sum must be below 2^30.
  Terrain(const Graph& graph, CellSpan<const std::int32_t> mines, Watch& watch);

  std::size_t openings() const { return ends_.size(); }
  std::size_t three_bv() const { return openings() + lone_; }
  std::size_t islands(Watch& watch) const;
  // How many openings and lone numbers are open on these faces; an opening counts once all its zeros are open.
  std::size_t solved(CellSpan<const std::int32_t> faces) const;

  const Graph& graph() const { return graph_; }
  std::int32_t mines(Cell cell) const { return mines_[cell]; }
  std::int32_t number(Cell cell) const { return numbers_[cell]; }
  bool is_free(Cell cell) const { return numbers_[cell] != mine; }
  bool is_zero(Cell cell) const { return numbers_[cell] == 0; }
  bool is_lone(Cell cell) const { return numbers_[cell] > 0 && openings_[cell] == none; }
  // The opening of a zero, and all cells that open with an opening.
  std::size_t opening_of(Cell zero) const { return static_cast<std::size_t>(openings_[zero]); }
  std::span<const Cell> opened_by(std::size_t opening) const;

 private:
  static constexpr std::int32_t mine = -1, none = -1;

  void find_opening(Cell zero, Watch& watch);

  Graph graph_;
  CellSpan<const std::int32_t> mines_;
  CellVector<std::int32_t> numbers_;    // or `mine`
  CellVector<std::int32_t> openings_;   // of each cell, the last one found if there are several; or `none`
  std::vector<Cell> opened_, pending_;  // the cells of the first opening, then of the second …
  std::vector<std::size_t> ends_;       // … and where each ends in `opened_`
  std::size_t lone_ = 0;
};

// The rules: greedy may chord any cell, clicking it first if it is closed; human opens all openings first, and then
// chords only open cells.
enum class ZiniForm { greedy, human };

// The clicks of a player who chords wherever that costs no more than clicking, where it saves most first, and clicks
// what is left. Ties go to the cell that comes first in `order`, which has every cell of the graph once.
std::int64_t zini(const Terrain& terrain, std::span<const Cell> order, ZiniForm form, Watch& watch);

}  // namespace minemind
