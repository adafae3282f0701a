// Bits: sets stored as rows of bits in words.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace minemind {

inline constexpr std::size_t word_bits = 64;
constexpr std::size_t words_for(std::size_t solutions) { return (solutions + word_bits - 1) / word_bits; }

inline bool is_common(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
  std::uint64_t common = *a & *b;
  for (std::size_t w = 1; w < words; ++w) common |= a[w] & b[w];
  return common != 0;
}

inline std::uint32_t count_common(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
  int count = std::popcount(*a & *b);
  for (std::size_t w = 1; w < words; ++w) count += std::popcount(a[w] & b[w]);
  return static_cast<std::uint32_t>(count);
}

template <class Use>
void for_each_bit(std::uint64_t bits, Use use) {
  for (; bits; bits &= bits - 1) use(static_cast<std::uint32_t>(std::countr_zero(bits)));
}

}  // namespace minemind
