// Chains: the cells that single numbers and pairs of numbers settle, each with the easiest technique that it takes.
//
// First, single numbers settle all they can, one after another. Then pairs in which one number contains the other are
// compared, with single numbers again after every conclusion, until nothing more follows; then the same with pairs that
// overlap. So a cell's technique is the hardest one of the easiest chain to it.

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

  // Single, subset or overlap; none if the cell takes more than these.
  std::optional<Technique> technique(Cell cell) const;
  // The numbers of a chain to such a cell, ascending; some may be superfluous.
  std::vector<Cell> numbers(Cell cell) const;
  // The numbers of all chains, ascending.
  std::vector<Cell> numbers() const;

  // What the chains leave unsettled.
  struct Component {
    std::vector<Cell> numbers;  // connected through unsettled cells, ascending
    Mines need = 0, spare = 0;  // sums of its numbers can show no more mines or free slots than this
  };
  struct Rests {
    std::vector<Component> components;
    CellVector<std::uint32_t> component_of;  // of each number; none if all its cells are settled
    CellVector<std::int32_t> faces;          // with flags on settled mines, and holes for settled free cells
    Mines mines = 0, room = 0;               // settled mines, and the slots of the unsettled cells
  };
  const Rests& rests();

 private:
  static constexpr Cell no_number = -1;

  // How some cells were settled: those of `fuller` outside `emptier` are full, and those of `emptier` outside `fuller`
  // are empty. A single number is compared with no_number; if it has one cell left, it is on both sides. `contained` is
  // the number of a subset whose unsettled cells the other contains. That rests on its cells outside the other being
  // settled, so all of these matter.
  struct Conclusion {
    Technique technique;
    Cell fuller, emptier, contained;
  };

  // A number without its settled cells.
  struct Rest {
    std::int32_t need = 0;
    ShortVector<Cell> free;
  };

  // Numbers in the order in which they changed, each at most once at a time.
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
  CellVector<std::int32_t> mines_;      // in the settled cells
  CellVector<std::uint8_t> is_queued_;  // a bit for each queue
  Queue singles_{{}, 0, 1}, subsets_{{}, 0, 2}, overlaps_{{}, 0, 4};
  std::optional<Rests> rests_;  // found when they are first needed
};

}  // namespace minemind
