// MBF: board files, which hold a layout but no game: columns, rows, the mine count in two bytes, and the column and row
// of each mine. Whatever follows the last mine is private to the program that wrote it, and is ignored.

#include <cstdint>
#include <string>

#include "files/recording.hpp"

namespace minemind {

Recording read_mbf(Bytes file) {
  ByteReader in(file);
  if (in.left() < 4) in.fail("the size is missing");
  const std::int32_t cols = in.u8(), rows = in.u8(), mines = in.u16();
  Recording board;
  board.set_size(rows, cols, in);
  const std::string all = std::to_string(mines) + (mines == 1 ? " mine" : " mines");
  if (mines > rows * cols)
    in.fail(all + " on a board of " + std::to_string(rows) + "×" + std::to_string(cols) + " cells");
  for (std::int32_t mine = 0; mine < mines; ++mine) {
    if (in.left() < 2) in.fail("it ends after " + std::to_string(mine) + " of " + all);
    const std::int32_t col = in.u8(), row = in.u8();
    board.add_mine(row, col, in);
  }
  return board;
}

}  // namespace minemind
