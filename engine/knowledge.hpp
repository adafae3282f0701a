// Knowledge: what the numbers of a game in progress show singly and in pairs, kept up to date while cells open.
//
// A position is made from a whole board. In a game most of the board stays as it is from one move to the next, so this
// keeps what every open number still needs, and looks again only where something has changed. What it ends with is the
// same as what a position would find.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph.hpp"
#include "position.hpp"

namespace minemind {

// How much two numbers may say together: only where one sees all that the other sees, or wherever they overlap.
enum class Pairs { subsets, overlaps };

class Knowledge {
 public:
  Knowledge(const Graph& graph, std::int32_t per_cell, Pairs pairs);

  // Forgets everything: all cells are hidden.
  void clear();
  // A cell was opened and shows a number. It was hidden, and not known to hold a mine.
  void open(Cell cell, std::int32_t shown);
  // A hidden cell is known to hold so many mines, at least one.
  void know_mines(Cell cell, std::int32_t mines) { learn(cell, mines); }
  // Finds all that follows; newly found free cells are added to `free`.
  void propagate(std::vector<Cell>& free);

  bool is_hidden(Cell cell) const { return known_[static_cast<std::size_t>(cell)] != minemind::open; }
  // What is left to be counted.
  Position position() const;

 private:
  static constexpr Cell none = -1;

  struct Number {
    std::int32_t need = 0;  // mines among its unknown neighbours
    std::int32_t left = 0;  // unknown neighbours; none for a cell that is not open
  };

  Number& number(Cell cell) { return numbers_[static_cast<std::size_t>(cell)]; }
  std::int32_t known(Cell cell) const { return known_[static_cast<std::size_t>(cell)]; }
  void touch(Cell cell);
  void learn(Cell cell, std::int32_t mines);
  void settle(Cell cell);
  void compare(Cell cell);
  void fill_difference(Cell of, Cell less, std::int32_t mines);

  Graph graph_;
  std::int32_t per_cell_;
  Pairs pairs_;
  std::vector<std::int32_t> known_;
  std::vector<Number> numbers_;
  std::vector<Cell> changed_, to_compare_, overlapping_;
  std::vector<std::uint8_t> is_changed_, is_to_compare_;
  std::vector<std::int32_t> shared_;
  std::vector<Cell>* free_ = nullptr;
};

}  // namespace minemind
