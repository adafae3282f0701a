// The entry point that libFuzzer calls with every input: all readers try it, and what can be read is turned into clicks
// and written again. Compiled and run by tests/soak/replays.py.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "use_recording.hpp"

using namespace minemind;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<std::uint8_t> content(data, data + size);
  for (const auto reader : {read_avf, read_evf, read_mvf, read_rawvf, read_rmv}) {
    try {
      use_recording(reader(content));
    } catch (const BadFile&) {
    }
  }
  return 0;
}
