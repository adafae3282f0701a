// What is done with a recording that could be read: it is turned into clicks and written in both formats.

#pragma once

#include <cstdlib>
#include <string>

#include "files/recording.hpp"
#include "review/mouse.hpp"
#include "square.hpp"

namespace minemind {

inline void use_recording(const Recording& recording) {
  if (recording.mines.size() > 1'000) return;  // larger boards only take longer
  const Square square(recording.rows, recording.cols);
  clicks_of({square.graph(), recording.mines, recording.cols, recording.pixels, recording.has_marks}, recording.events);
  const std::string text = write_rawvf(recording), bytes = write_evf(recording);
  if (text.empty() || bytes.empty()) std::abort();
}

}  // namespace minemind
