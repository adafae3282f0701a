// GameOutcome: how a game ended, as a record of fixed size. The engine fills it in, numpy views the same bytes, and
// files store them; how it is filled in is only defined here.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "play/lookahead.hpp"

namespace minemind {

enum class Result : std::uint8_t { won, lost, stuck, unplayed };

// How far a game had come when it was lost.
enum class Phase : std::uint8_t { none, opening, middle, late, endgame, coin_flip };

// Guesses are counted by their risk, in tenths: [0, 0.1), [0.1, 0.2), …
inline constexpr std::size_t tenths = 10;

// Probabilities are whole billionths, far finer than anything that is measured, so that sums are exact in any order.
inline constexpr std::uint32_t billion = 1'000'000'000;

// Phases by how many solutions are left: more than ten to this power.
inline constexpr double opening_from = 80, middle_from = 20;

#pragma pack(push, 1)
struct GameOutcome {
  Result result = Result::unplayed;
  Phase phase = Phase::none;                 // when it was lost; none if it was not, or it is unknown
  std::uint8_t hit = 0;                      // the tenth of the guess that hit a mine, from 1; 0 if none did
  std::array<std::uint8_t, tenths> risky{};  // guesses of each tenth, at most 255
  std::uint32_t guesses = 0;
  std::uint32_t opened = 0;
  std::uint32_t moves = 0;  // cells that were opened by choice
  // The risk of losing by any of its guesses, as they looked when they were made, in billionths. In a match with a
  // baseline: what the player gains over it, with a sign.
  std::uint32_t risk = 0;
  std::uint32_t weight = 0;  // what it counts for, in billionths: 10^9 if it was won, or the weight of a weighted game

  void count_risk(double of_a_guess);
};
#pragma pack(pop)

// Files have had this format from the start.
static_assert(sizeof(GameOutcome) == 33 && std::endian::native == std::endian::little);

std::uint32_t billionths(double probability);

// A difference of probabilities, as the bits of a signed number.
std::uint32_t signed_billionths(double difference);

// Which tenth a risk belongs to, from 0.
std::size_t tenth_of(double risk);

// The phase in which a guess of this risk loses a game, if the guess alone decides that; otherwise none.
Phase phase_of_guess(double risk, bool is_searched);

// The same by the number of solutions left, as a logarithm to base 10.
Phase phase_of_solutions(double log_solutions);

}  // namespace minemind
