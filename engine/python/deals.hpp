// Players as Python passes them.

#pragma once

#include <cstdint>
#include <tuple>

#include "play/strategy.hpp"
#include "python/handles.hpp"

namespace minemind::python {

// A strategy, and the work that it may spend on thinking about each guess.
using PlayerTuple = std::tuple<Strategy, std::uint64_t>;

inline Player player_of(const PlayerTuple& player) {
  return checked_player(std::get<Strategy>(player), std::get<std::uint64_t>(player));
}

}  // namespace minemind::python
