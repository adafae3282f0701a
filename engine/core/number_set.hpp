// NumberSet: a set of numbers from 0 to 63, as the bits of a word.

#pragma once

#include <cstdint>

#include "core/bits.hpp"

namespace minemind {

using NumberSet = std::uint64_t;

inline constexpr std::int64_t largest_in_set = 63;

// The numbers from `first` to `last`; none if `last` is below `first`.
constexpr NumberSet numbers_between(std::int64_t first, std::int64_t last) {
  return first > last ? 0 : ~NumberSet{0} >> (largest_in_set - last) & ~NumberSet{0} << first;
}

// All sums of a number of `a` and a number of `b`, none of which may exceed largest_in_set.
inline NumberSet sums_of(NumberSet a, NumberSet b) {
  NumberSet sums = 0;
  for_each_bit(a, [&](std::uint32_t number) { sums |= b << number; });
  return sums;
}

}  // namespace minemind
