// Square: the graph of an ordinary board, for the programs in this folder.

#pragma once

#include <cstdint>
#include <vector>

#include "core/graph.hpp"

namespace minemind {

struct Square {
  std::vector<std::int32_t> offsets{0}, targets, cells;

  Square(int rows, int cols) {
    for (int row = 0; row < rows; ++row)
      for (int col = 0; col < cols; ++col) {
        cells.push_back(row * cols + col);
        for (int r = row - 1; r <= row + 1; ++r)
          for (int c = col - 1; c <= col + 1; ++c)
            if ((r != row || c != col) && r >= 0 && r < rows && c >= 0 && c < cols) targets.push_back(r * cols + c);
        offsets.push_back(static_cast<std::int32_t>(targets.size()));
      }
  }

  Graph graph() const { return {offsets, targets, cells}; }
};

}  // namespace minemind
