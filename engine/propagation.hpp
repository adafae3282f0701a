// Propagation: what single constraints and pairs of them make certain, until nothing more follows.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "position.hpp"

namespace minemind {

// Its memory is scratch that a thread keeps; the position is only borrowed while it runs.
class Propagation {
 public:
  bool is_bulky() const { return shared_.capacity() > 1 << 16; }

  // Looks at the changed constraints of a position, and at all that this changes. Throws Contradiction.
  void run(Position& position, std::span<const std::uint32_t> changed, Watch& watch);

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  void touch(std::uint32_t constraint);
  void settle(std::uint32_t constraint);
  void compare(std::uint32_t constraint, Watch& watch);
  void fill_difference(std::uint32_t of, std::uint32_t less, std::int32_t mines);
  void learn(Cell cell, std::int32_t mines, std::uint32_t because);
  [[noreturn]] void contradict(std::uint32_t a, std::uint32_t b) const;

  Position* position_ = nullptr;
  std::vector<std::uint32_t> changed_;  // constraints to look at again
  std::vector<std::uint8_t> is_changed_;
  std::vector<std::uint32_t> to_compare_;  // constraints that will be compared with their neighbours
  std::vector<std::uint8_t> is_to_compare_;
  std::vector<std::int32_t> shared_;        // scratch of compare: cells shared with each constraint
  std::vector<std::uint32_t> overlapping_;  // … and the constraints that share any
};

}  // namespace minemind
