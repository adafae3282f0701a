// Chains: the cells that follow from numbers one by one and in pairs, each with the easiest technique that this takes.
//
// First all that single numbers settle, one after the other. What then takes a comparison of two numbers of which one
// contains the other is settled with it, and again by single numbers, until nothing more follows; then the same with
// numbers that overlap. So a cell's technique is the hardest that the easiest of all chains to it needs.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "prove/bounds.hpp"
#include "prove/clues.hpp"
#include "prove/step.hpp"

namespace minemind {

class Chains {
 public:
  static constexpr std::uint32_t none = UINT32_MAX;

  Chains(const Clues& clues, Budget& budget);

  // Single, subset or overlap; none if a cell takes more than these.
  std::optional<Technique> technique(Cell cell) const;
  // The numbers of a chain to such a cell, ascending; some may be superfluous.
  std::vector<Cell> numbers(Cell cell) const;
  // The numbers of all chains, ascending.
  std::vector<Cell> numbers() const;

  // What chains leave of the numbers.
  struct Component {
    std::vector<Cell> numbers;  // that are connected through cells that are not settled, ascending
    Mines need = 0, spare = 0;  // no less than the mines and the free cells that its numbers can show by sums
  };
  struct Rests {
    std::vector<Component> components;
    CellVector<std::uint32_t> component_of;  // each number; none if nothing is left of it
    CellVector<std::int32_t> faces;          // with flags on settled mines, and without settled free cells
    Mines mines = 0, room = 0;               // settled mines, and what the cells that are not settled can hold
  };
  const Rests& rests();

 private:
  static constexpr Cell no_number = -1;

  // What was concluded of some cells: those of one number outside the other are full, and the other way round empty. A
  // single number is compared with none. One that has a single cell left stands on both sides. If one of them is
  // contained in the other because cells outside it are settled, all of these matter.
  struct Conclusion {
    Technique technique;
    Cell fuller, emptier, contained;
  };

  // A number without the cells that are settled.
  struct Rest {
    std::int32_t need = 0;
    ShortVector<Cell> free;
  };

  // Numbers in the order in which something about them has changed, each once.
  struct Queue {
    std::vector<Cell> numbers;
    std::size_t next = 0;
    std::uint8_t bit;
  };

  void settle();
  bool compare_next(Queue& queue, Technique technique);
  Rest rest(Cell number) const;
  void look_at(Cell number);
  bool compare(Cell fuller, Cell emptier, Technique technique);
  void conclude(const ShortVector<Cell>& cells, std::int32_t mines, Conclusion conclusion);

  void push(Queue& queue, Cell number);
  Cell pop(Queue& queue);
  void push_all(Queue& queue);

  Component connected(Cell first, std::uint32_t id, Rests& rests) const;
  template <class Visit>
  void for_sources(std::uint32_t conclusion, Visit visit) const;

  const Clues& clues_;
  Budget& budget_;
  Technique hardest_ = Technique::single;
  std::vector<Conclusion> conclusions_;
  CellVector<std::uint32_t> conclusion_of_;
  CellVector<std::int32_t> mines_;      // in the cells that are settled
  CellVector<std::uint8_t> is_queued_;  // a bit for each queue
  Queue singles_{{}, 0, 1}, subsets_{{}, 0, 2}, overlaps_{{}, 0, 4};
  std::optional<Rests> rests_;  // found out when they are needed first
};

}  // namespace minemind
