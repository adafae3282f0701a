// Triples: the threes of numbers that prove a cell. Whether three do is found exactly and quickly: what each
// combination of them sees in common is a count, and two of these counts are tried while the others follow as ranges.

#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "prove/bounds.hpp"
#include "prove/clues.hpp"
#include "prove/step.hpp"

namespace minemind {

class Triples {
 public:
  Triples(const Clues& clues, const Claim& claim, Budget& budget) : clues_(clues), claim_(claim), budget_(budget) {}

  // All of them, each ascending, that may take no more than this technique.
  std::vector<std::vector<Cell>> find(Technique hardest);

 private:
  struct Known {
    Clues::Clue clue;
    std::vector<Cell> neighbourhood;
  };

  Known& known(Cell number);
  bool proves(Cell a, Cell b, Cell c);
  // Whether a number says by itself what its cells hold.
  bool settles(Cell number);
  // The numbers that share a hidden cell with one, and it; ascending.
  const std::vector<Cell>& neighbourhood(Cell number);
  bool is_possible(const std::array<std::int64_t, 8>& room, std::int64_t a, std::int64_t b, std::int64_t c) const;

  const Clues& clues_;
  Claim claim_;
  Budget& budget_;
  std::unordered_map<Cell, Known> known_;
};

}  // namespace minemind
