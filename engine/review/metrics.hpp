// Metrics: how many clicks a layout takes whoever knows where its mines are.
//
// A click on a zero opens a whole opening: the zeros that hang together, and the numbers around them. Without flags it
// takes a click for each opening and one for each lone number, which touches no opening: that is the board's 3BV. Lone
// numbers that are neighbours form an island.
//
// With flags, a chord opens everything around a number at once. How many clicks that saves at best is a hard problem;
// the forms of ZiNi are greedy answers to it that everybody computes alike.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cell.hpp"
#include "core/graph.hpp"
#include "core/watch.hpp"

namespace minemind {

// A layout as clicks meet it. It looks at the graph's arrays and at the mines, which must outlive it.
class Terrain {
 public:
  // `mines` says for every index of the graph how many there are; all together are below 2^30.
  Terrain(const Graph& graph, CellSpan<const std::int32_t> mines, Watch& watch);

  std::size_t openings() const { return ends_.size(); }
  std::size_t three_bv() const { return openings() + lone_; }
  std::size_t islands(Watch& watch) const;
  // The openings and lone numbers that are open, as these faces show it; of an opening, all zeros.
  std::size_t solved(CellSpan<const std::int32_t> faces) const;

  const Graph& graph() const { return graph_; }
  std::int32_t mines(Cell cell) const { return mines_[cell]; }
  std::int32_t number(Cell cell) const { return numbers_[cell]; }
  bool is_free(Cell cell) const { return numbers_[cell] != mine; }
  bool is_zero(Cell cell) const { return numbers_[cell] == 0; }
  bool is_lone(Cell cell) const { return numbers_[cell] > 0 && openings_[cell] == none; }
  // The opening of a zero, and all that it opens.
  std::size_t opening_of(Cell zero) const { return static_cast<std::size_t>(openings_[zero]); }
  std::span<const Cell> opened_by(std::size_t opening) const;

 private:
  static constexpr std::int32_t mine = -1, none = -1;

  void find_opening(Cell zero, Watch& watch);

  Graph graph_;
  CellSpan<const std::int32_t> mines_;
  CellVector<std::int32_t> numbers_;    // or `mine`
  CellVector<std::int32_t> openings_;   // that a cell belongs to, the last one found if there are several; or `none`
  std::vector<Cell> opened_, pending_;  // what the first opening opens, then the second …
  std::vector<std::size_t> ends_;       // … and where in `opened_` each ends
  std::size_t lone_ = 0;
};

// Who plays: somebody who may chord any cell, clicking it first if it is closed; or somebody who first opens all
// openings, and then chords only what is open.
enum class ZiniForm { greedy, human };

// The clicks of a player who chords wherever that costs no more than clicking, first where it saves most, and clicks
// what is left. Among equals the first in the order comes first, which has every cell of the graph once.
std::int64_t zini(const Terrain& terrain, std::span<const Cell> order, ZiniForm form, Watch& watch);

}  // namespace minemind
