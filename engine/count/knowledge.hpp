// Knowledge: what the numbers of a game in progress imply singly and in pairs, kept up to date while cells open.
//
// A position is made from a whole board. In a game most of the board stays the same from one move to the next, so this
// stores what each open number still needs, by cell, and looks again only where something has changed. It finds the
// same certain cells as a position would.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cell.hpp"
#include "core/graph.hpp"
#include "core/ranges.hpp"
#include "count/position.hpp"
#include "count/propagation.hpp"

namespace minemind {

class Knowledge {
 public:
  Knowledge(const Graph& graph, std::int32_t per_cell, PairRule pairs);
  Knowledge() = default;

  // Forgets everything: all cells are hidden.
  void clear();
  // Forgets everything, and starts from these faces; flags are trusted.
  void set_up(CellSpan<const std::int32_t> faces);
  // Forgets everything, and starts from a position, with its graph.
  void set_up(const Position& position);
  // A cell was opened and shows a number. It was hidden, and not known to hold a mine.
  void open(Cell cell, std::int32_t shown);
  // The two halves of open(): the cell is free, and it shows a number. Between them propagate() may find what follows
  // from the first.
  void uncover(Cell cell);
  void read(Cell cell, std::int32_t shown);
  // Opens a cell and all that opens with it; `area` gets these cells, in the order in which they open.
  void open_area(Cell cell, CellSpan<const std::int32_t> shown, std::vector<Cell>& area);
  // A hidden cell is known to hold this many mines, at least one.
  void know_mines(Cell cell, std::int32_t mines);
  // When the layout changes: hides a cell again and forgets what is known about it, or adds to the number that an open
  // cell shows. Before the next propagate() every number must match the mines around it.
  void forget(Cell cell);
  void change_number(Cell cell, std::int32_t more);
  // Finds everything that follows; newly found free cells are added to `free`.
  void propagate(std::vector<Cell>& free);
  // Undoes the opening or reading of a cell and everything found after it, provided that nothing else has happened
  // since `before`.
  void take_back(Cell opened, const Knowledge& before) { copy(opened, by_cell_.found, before); }
  // Repeats the change of another Knowledge, which has opened this cell or taken that back.
  void adopt(Cell opened, const Knowledge& other) { copy(opened, other.by_cell_.found, other); }

  bool is_bulky() const { return propagation_.is_bulky(); }
  bool is_unknown(Cell cell) const { return by_cell_.is_unknown(cell); }
  bool is_hidden(Cell cell) const { return by_cell_.known[cell] != minemind::open; }
  std::int32_t known(Cell cell) const { return by_cell_.known[cell]; }
  // What is left to be counted, as a position: with all numbers, or with only some of them.
  Position position() const;
  void write(Position& position, std::span<const Cell> numbers) const;

 private:
  // Copies what is known of these cells and what the numbers around them need.
  void copy(Cell opened, std::span<const Cell> found, const Knowledge& from);

  struct Number {
    std::int32_t need = 0;  // mines among its unknown neighbours
    std::int32_t left = 0;  // unknown neighbours; none for a cell that is not open
  };

  // The open numbers by cell, as a store for Propagation. A game's numbers never contradict each other.
  struct ByCell {
    using Id = Cell;
    static constexpr bool may_contradict = false;

    Number& constraint(Cell number) { return numbers[number]; }
    std::span<const Cell> scope(Cell number) const { return graph.neighbours(number); }
    std::span<const Cell> constraints_of(Cell cell) const { return graph.neighbours(cell); }
    bool holds(Cell number) const { return numbers[number].left > 0; }
    bool sees(Cell number, Cell cell) const { return ranges::binary_search(graph.neighbours(cell), number); }
    bool is_unknown(Cell cell) const { return known[cell] == unknown; }
    std::int32_t per_cell() const { return slots; }
    PairRule pairs() const { return pair_rule; }
    static void spend(std::size_t) {}  // a move takes microseconds

    void know(Cell cell, std::int32_t mines) {
      known[cell] = mines;
      known_mines += mines;
      --unknown_cells;
      found.push_back(cell);
    }

    Graph graph;
    std::int32_t slots = 1;
    PairRule pair_rule = PairRule::overlaps;
    CellVector<std::int32_t> known;
    CellVector<Number> numbers;
    std::vector<Cell> found;  // what became known since the last propagate() began
    std::int64_t unknown_cells = 0, known_mines = 0;
  };

  ByCell by_cell_;
  Propagation<ByCell> propagation_;
};

}  // namespace minemind
