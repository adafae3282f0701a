// Plan: how a component will be counted. The groups in order, and where each constraint keeps its need while it is
// open.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "order.hpp"

namespace minemind {

// A few bits of a key's word.
struct Field {
  std::uint32_t word, shift;
};

// What deciding one group does to a constraint that sees it.
struct Touched {
  Field field;
  std::uint32_t rest;    // slots of its groups that are decided later
  std::uint32_t opened;  // what it needs if this is its first group, else 0
};

// The groups in order, and where each constraint keeps its need while it is open.
struct Plan {
  void make(std::span<const std::uint32_t> signature, Watch& watch);
  bool is_bulky() const { return touched.capacity() > 1 << 16; }

  Shape shape;
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> offsets;
  std::vector<Touched> touched;  // group by group, in order
  std::uint64_t field_mask = 0;
  std::uint32_t words = 0;

 private:
  std::vector<std::uint32_t> rest, field_of, unused;
};

}  // namespace minemind
