// Random numbers that are the same on every machine, compiler and standard library.
//
// A seed names a game for ever, so nothing here may come from <random>, whose distributions every library
// implements in its own way. Two published generators, integers only: SplitMix64 spreads one seed over many,
// and xoshiro256** (Blackman and Vigna) makes the draws.

#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace minemind {

// The step of SplitMix64's counter: 2^64 divided by the golden ratio, made odd.
inline constexpr std::uint64_t golden_step = 0x9E3779B97F4A7C15;

// Output `index` of the SplitMix64 stream of a seed, without making those before it. What follows the step is a
// bijection of 64-bit words, so no two outputs of a stream are equal.
constexpr std::uint64_t split_mix(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t counter = seed + (index + 1) * golden_step;
  counter = (counter ^ (counter >> 30)) * 0xBF58476D1CE4E5B9;
  counter = (counter ^ (counter >> 27)) * 0x94D049BB133111EB;
  return counter ^ (counter >> 31);
}

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) {
    for (std::uint64_t i = 0; i < state_.size(); ++i) state_[i] = split_mix(seed, i);
  }

  constexpr std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // A uniform draw from 0 … bound - 1, bound > 0, by Lemire's multiplication: of the 2^32 words, those whose
  // product's low half falls under 2^32 mod bound are drawn again, so that each result keeps equally many.
  constexpr std::uint32_t below(std::uint32_t bound) {
    const std::uint32_t unfair = (0U - bound) % bound;
    for (;;) {
      const std::uint64_t product = (next() >> 32) * bound;
      if (static_cast<std::uint32_t>(product) >= unfair) return static_cast<std::uint32_t>(product >> 32);
    }
  }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace minemind
