// Triple: whether three numbers prove a cell, exactly and quickly: what each combination of them sees in common is a
// count, and two of these counts are tried while the others follow as ranges.

#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "prove/clues.hpp"
#include "prove/step.hpp"

namespace minemind {

class Triple {
 public:
  Triple(const Clues& clues, const Claim& claim) : clues_(clues), claim_(claim) {}

  bool proves(Cell a, Cell b, Cell c);

  // Whether a number says by itself what its cells hold.
  bool settles(Cell number);

  // The numbers that share a hidden cell with one, and it; ascending.
  const std::vector<Cell>& neighbourhood(Cell number);

 private:
  struct Known {
    Clues::Clue clue;
    std::vector<Cell> neighbourhood;
  };

  Known& known(Cell number);
  bool is_possible(const std::array<std::int64_t, 8>& room, std::int64_t a, std::int64_t b, std::int64_t c) const;

  const Clues& clues_;
  Claim claim_;
  std::unordered_map<Cell, Known> known_;
};

}  // namespace minemind
