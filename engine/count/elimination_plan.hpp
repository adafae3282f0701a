// EliminationPlan: how a component will be counted: the groups in order, and where in a state's key each constraint
// keeps its need while it is open.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "count/elimination_order.hpp"

namespace minemind {

// A few bits in a word of a state's key.
struct Field {
  std::uint32_t word, shift;
};

// What deciding one group does to a constraint that sees it.
struct Touched {
  Field field;
  std::uint32_t rest;    // slots of its groups that are decided later
  std::uint32_t opened;  // what it needs if this is its first group, else 0
};

struct EliminationPlan {
  void make(std::span<const std::uint32_t> signature, Watch& watch);
  bool is_bulky() const { return touched.capacity() > 1 << 16; }

  ComponentShape shape;
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> offsets;
  std::vector<Touched> touched;  // group by group, in order
  std::uint64_t field_mask = 0;
  std::uint32_t words = 0;

 private:
  std::vector<std::uint32_t> rest, field_of, unused;
};

}  // namespace minemind
