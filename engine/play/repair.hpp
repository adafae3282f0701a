// Repair: moves mines where a player who never guesses is stuck, so that the next cell may become certain.
//
// The mine count stays, and no mine is moved to a cell that the first click promises to be free. Dealing the mines of
// an area again keeps most of what makes a board look random. If mines are so dense that this does not help, the hidden
// cells around one number all become mines, or all free.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/cell.hpp"
#include "core/graph.hpp"
#include "core/random.hpp"
#include "core/watch.hpp"
#include "play/dealt_game.hpp"
#include "play/layout.hpp"

namespace minemind {

// The most cells of an area whose mines are dealt again: the larger, the less a repaired board differs from a random
// one. With the smallest, the cells around single numbers are filled or emptied instead.
inline constexpr std::size_t largest_area = 128, smallest_area = 8;

class Repair {
 public:
  // For a game that was dealt by `deal`.
  Repair(const Graph& graph, const Deal& deal, DealtGame& game);

  // Moves mines at a random place where the game is stuck; returns false if there is none.
  bool make(std::size_t area, Random& random, Watch& watch);

 private:
  bool is_open(Cell cell) const { return !game_.knowledge.is_hidden(cell); }
  bool is_unknown(Cell cell) const { return game_.knowledge.is_unknown(cell); }
  bool is_seen(Cell cell) const;
  std::vector<Cell> places() const;
  std::vector<Cell> area_around(Cell middle, std::size_t most) const;
  void shuffle(const std::vector<Cell>& area, Random& random);
  void settle(Cell place, Random& random);
  Cell partner(bool is_giving, const std::vector<Cell>& settled, Random& random) const;
  bool can_take(Cell cell) const { return game_.mines[cell] < per_cell_ && !is_promised_[cell]; }

  Graph graph_;
  DealtGame& game_;
  std::int32_t per_cell_;
  CellVector<std::uint8_t> is_promised_;
};

}  // namespace minemind
