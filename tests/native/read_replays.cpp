// Reads recorded games, each many times and damaged differently each time, with every reader; turns what can be read
// into clicks and writes it again. Built with sanitizers by tests/test_sanitized.py; prints how many could be read.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "files/recording.hpp"
#include "review/mouse.hpp"

using namespace minemind;

namespace {

// Cells as a graph without neighbours' names: rows and columns alone.
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
};

std::uint64_t drawn = 0;

std::size_t below(std::size_t bound) {
  return static_cast<std::size_t>(split_mix(7, drawn++) % (bound == 0 ? 1 : bound));
}

std::vector<std::uint8_t> damaged(std::vector<std::uint8_t> content) {
  for (std::size_t changes = 1 + below(4); changes > 0 && !content.empty(); --changes) {
    const std::size_t place = below(content.size());
    const auto at = content.begin() + static_cast<std::ptrdiff_t>(place);
    switch (below(4)) {
      case 0:
        *at = static_cast<std::uint8_t>(below(256));
        break;
      case 1:
        content.erase(at);
        break;
      case 2:
        content.insert(at, 1 + below(4), below(2) ? 255 : 0);
        break;
      default:
        if (below(20) == 0) content.erase(at, content.end());
    }
  }
  return content;
}

void use(const Recording& recording) {
  if (recording.mines.size() > 10'000) return;
  const Square square(recording.rows, recording.cols);
  const Graph graph{square.offsets, square.targets, square.cells};
  clicks_of({graph, recording.mines, recording.cols, recording.pixels, recording.has_marks}, recording.events);
  const std::string text = write_rawvf(recording), bytes = write_evf(recording);
  if (text.empty() || bytes.empty()) std::abort();
}

}  // namespace

int main(int count, char** arguments) {
  int read = 0;
  for (int i = 2; i < count; ++i) {
    std::ifstream file(arguments[i], std::ios::binary);
    const std::vector<std::uint8_t> content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    for (int time = 0; time < std::atoi(arguments[1]); ++time)
      for (const auto reader : {read_avf, read_evf, read_mvf, read_rawvf, read_rmv}) {
        try {
          use(reader(time ? damaged(content) : content));
          ++read;
        } catch (const BadFile&) {
        }
      }
  }
  std::printf("%d\n", read);
}
