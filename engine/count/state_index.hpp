// StateIndex: finds the states of one layer by what the open constraints still need.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/random.hpp"

namespace minemind {

// What each open constraint still needs, as fields of a fixed width in a few words.
template <std::size_t Words>
using StateKey = std::array<std::uint64_t, Words>;

// A few states are searched one by one, many by open addressing.
template <std::size_t Words>
class StateIndex {
 public:
  void clear() {
    keys.clear();
    hashed_ = false;
  }

  // Whether a wide component made it larger than is worth keeping.
  bool is_bulky() const { return keys.capacity() > few * few; }

  // The number of the state with this key; a new one if there is none.
  std::uint32_t find(const StateKey<Words>& key) {
    if (!hashed_) {
      for (std::size_t i = 0; i < keys.size(); ++i)
        if (keys[i] == key) return static_cast<std::uint32_t>(i);
      keys.push_back(key);
      if (keys.size() > few) rehash(4 * few);
      return static_cast<std::uint32_t>(keys.size() - 1);
    }
    std::size_t at = hash(key) & mask_;
    for (; slots_[at] != empty; at = (at + 1) & mask_)
      if (keys[slots_[at]] == key) return slots_[at];
    const auto number = static_cast<std::uint32_t>(keys.size());
    slots_[at] = number;
    keys.push_back(key);
    if (2 * keys.size() > slots_.size()) rehash(2 * slots_.size());
    return number;
  }

  std::vector<StateKey<Words>> keys;

 private:
  static constexpr std::uint32_t empty = UINT32_MAX;
  static constexpr std::size_t few = 16;  // a power of two, as the table is

  static std::size_t hash(const StateKey<Words>& key) {
    std::uint64_t mixed = 0;
    for (const std::uint64_t word : key) {
      mixed = (mixed ^ word) * golden_step;
      mixed ^= mixed >> 32;
    }
    return static_cast<std::size_t>(mixed);
  }

  void rehash(std::size_t size) {
    slots_.assign(size, empty);
    mask_ = size - 1;
    hashed_ = true;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      std::size_t at = hash(keys[i]) & mask_;
      while (slots_[at] != empty) at = (at + 1) & mask_;
      slots_[at] = static_cast<std::uint32_t>(i);
    }
  }

  std::vector<std::uint32_t> slots_;
  std::size_t mask_ = 0;
  bool hashed_ = false;
};

}  // namespace minemind
