// Reads recorded games with every reader, each many times, damaged differently each time; turns what can be read into
// clicks and writes it again. Built with sanitizers by tests/test_sanitized.py; prints how many could be read.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include "core/random.hpp"
#include "use_recording.hpp"

using namespace minemind;

namespace {

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

}  // namespace

int main(int count, char** arguments) {
  int read = 0;
  for (int i = 2; i < count; ++i) {
    std::ifstream file(arguments[i], std::ios::binary);
    const std::vector<std::uint8_t> content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    for (int time = 0; time < std::atoi(arguments[1]); ++time)
      for (const auto reader : {read_avf, read_evf, read_mvf, read_rawvf, read_rmv}) {
        try {
          use_recording(reader(time ? damaged(content) : content));
          ++read;
        } catch (const BadFile&) {
        }
      }
  }
  std::printf("%d\n", read);
}
