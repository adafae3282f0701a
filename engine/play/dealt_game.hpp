// DealtGame: a layout, and what is known to a player who opens its cells one after another.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cell.hpp"
#include "core/graph.hpp"
#include "count/knowledge.hpp"
#include "count/propagation.hpp"

namespace minemind {

// The size of a cache that holds the components of a game or two and fits in the processor's cache.
inline constexpr std::size_t game_cache_bytes = std::size_t{4} << 20;

class DealtGame {
 public:
  DealtGame(const Graph& graph, std::int32_t per_cell, PairRule pairs);

  // Computes the numbers of a new layout; `opened` of its free cells are known to be open.
  void count_numbers(std::uint32_t opened);
  // Opens a free cell with all that opens with it; returns how many cells opened, 0 if it was open already.
  std::uint32_t open(Cell cell);
  // The cells that open() last opened, and what a cell shows or would show.
  std::span<const Cell> last_opened() const { return area_; }
  std::int32_t shown(Cell cell) const { return shown_[cell]; }
  // Adds mines to a cell, or takes them away. Afterwards the cell is hidden and unknown.
  void add_mines(Cell cell, std::int32_t mines);

  CellVector<std::int32_t> mines;
  Knowledge knowledge;
  std::uint32_t to_open = 0;  // free cells that are still hidden

 private:
  Graph graph_;
  CellVector<std::int32_t> shown_;
  std::vector<Cell> area_;  // the cells that opened last
};

}  // namespace minemind
