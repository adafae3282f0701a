#include "play/game_outcome.hpp"

#include <algorithm>
#include <cmath>

namespace minemind {

void GameOutcome::count_risk(double of_a_guess) {
  std::uint8_t& count = risky[tenth_of(of_a_guess)];
  if (count < UINT8_MAX) ++count;
}

std::uint32_t billionths(double probability) {
  return static_cast<std::uint32_t>(std::nearbyint(probability * billion));
}

std::uint32_t signed_billionths(double difference) {
  constexpr double most = 2;  // estimates can be slightly more than a probability
  return static_cast<std::uint32_t>(
      static_cast<std::int32_t>(std::nearbyint(std::clamp(difference, -most, most) * billion)));
}

// A risk that is nearly the next tenth belongs to it, so that rounding does not decide.
std::size_t tenth_of(double risk) {
  constexpr double nearly = 1e-6;
  return std::min(static_cast<std::size_t>(risk * tenths + nearly), tenths - 1);
}

Phase phase_of_guess(double risk, bool is_searched) {
  if (std::abs(risk - 0.5) < quantum) return Phase::coin_flip;
  return is_searched ? Phase::endgame : Phase::none;
}

Phase phase_of_solutions(double log_solutions) {
  if (log_solutions > opening_from) return Phase::opening;
  return log_solutions > middle_from ? Phase::middle : Phase::late;
}

}  // namespace minemind
