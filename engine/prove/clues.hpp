// Clues: the numbers of a board as a player reads them: how many mines each still needs among its hidden cells.
//
// Flags are trusted. Nothing is computed in advance, so a proof on a huge board only looks at its surroundings.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cell.hpp"
#include "core/face.hpp"
#include "core/graph.hpp"
#include "core/short_vector.hpp"

namespace minemind {

// Takes the place of a number's cell for the mine count, which is the number that the whole board shows.
inline constexpr Cell whole_board = -1;

class Clues {
 public:
  // `mines_left` are the mines that no flag claims; negative if the mine count is unknown.
  Clues(Graph graph, CellSpan<const std::int32_t> faces, std::int32_t per_cell, std::int64_t mines_left)
      : graph_(graph), faces_(faces), per_cell_(per_cell), mines_left_(mines_left), mark_(graph.indices(), none) {}

  // The same board with other faces, which must outlive the result.
  Clues beside(CellSpan<const std::int32_t> faces, std::int64_t mines_left) const {
    return {graph_, faces, per_cell_, mines_left};
  }

  std::int32_t per_cell() const { return per_cell_; }
  bool has_mine_count() const { return mines_left_ >= 0; }
  std::int64_t mines_left() const { return mines_left_; }
  void set_mines_left(std::int64_t mines) { mines_left_ = mines; }
  std::span<const Cell> cells() const { return graph_.cells; }
  std::size_t indices() const { return graph_.indices(); }

  std::int32_t face(Cell cell) const { return faces_[cell]; }
  bool is_number(Cell cell) const { return faces_[cell] >= 0; }
  bool is_hidden(Cell cell) const { return faces_[cell] == hidden_face; }

  // How many mines a number still needs, and the hidden cells that can hold them.
  struct Clue {
    std::int32_t need = 0;
    ShortVector<Cell> hidden;
  };
  void read(Cell number, Clue& clue) const {
    clue.need = faces_[number];
    clue.hidden.clear();
    for (const Cell cell : graph_.neighbours(number)) {
      if (is_hidden(cell))
        clue.hidden.push_back(cell);
      else if (faces_[cell] < 0 && faces_[cell] != no_cell_face)
        clue.need -= hidden_face - faces_[cell];
    }
  }

  // The numbers that see a cell, ascending.
  template <class Visit>
  void for_numbers(Cell cell, Visit visit) const {
    for (const Cell number : graph_.neighbours(cell))
      if (is_number(number)) visit(number);
  }

  // The numbers that see any of a clue's hidden cells, ascending.
  std::vector<Cell> neighbourhood(const Clue& clue) const {
    std::vector<Cell> numbers;
    for (const Cell cell : clue.hidden) for_numbers(cell, [&](Cell number) { numbers.push_back(number); });
    sort_uniquely(numbers);
    return numbers;
  }

  // Scratch with an entry for every cell, all `none` between uses.
  static constexpr std::uint32_t none = UINT32_MAX;
  CellVector<std::uint32_t>& mark() { return mark_; }

 private:
  Graph graph_;
  CellSpan<const std::int32_t> faces_;
  std::int32_t per_cell_;
  std::int64_t mines_left_;
  CellVector<std::uint32_t> mark_;
};

}  // namespace minemind
