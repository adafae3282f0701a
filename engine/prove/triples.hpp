// Triples: the sets of three numbers that prove a cell. Whether three do is decided exactly and fast: the mines in the
// cells that exactly the same of them see are one count, and two of these counts are tried while the others follow as
// ranges.

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

  // All that may take no harder technique than this, each ascending.
  std::vector<std::vector<Cell>> find(Technique hardest);

 private:
  struct Known {
    Clues::Clue clue;
    std::vector<Cell> neighbourhood;
  };

  Known& known(Cell number);
  bool proves(Cell a, Cell b, Cell c);
  // Whether a number settles its cells by itself.
  bool settles(Cell number);
  // A number and those that share a hidden cell with it, ascending.
  const std::vector<Cell>& neighbourhood(Cell number);
  bool is_possible(const std::array<std::int64_t, 8>& room, std::int64_t a, std::int64_t b, std::int64_t c) const;

  const Clues& clues_;
  Claim claim_;
  Budget& budget_;
  std::unordered_map<Cell, Known> known_;
};

}  // namespace minemind
